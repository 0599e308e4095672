package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linklist"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/targets"
)

// listFlags are the flags of links that select what is printed of links, and how.
type listFlags struct {
	format  string
	targets bool
}

// settle returns the error of flags that are wrong. It sets the format that --json asks for.
func (f *listFlags) settle(all *flags) error {
	known := linklist.Formats()
	if !slices.Contains(known, f.format) {
		return fmt.Errorf("--format %q: give %s%s", f.format, anyOf(known), suggest(known, f.format))
	}
	if all.json && f.format != linklist.Text && f.format != linklist.JSON {
		return fmt.Errorf("--json and --format %s: give one of them", f.format)
	}
	if all.json {
		f.format = linklist.JSON
	}
	if all.unread {
		return f.settleUnread(all)
	}
	only := "--format " + f.format
	if f.targets {
		only = "--targets"
	}
	switch {
	case f.targets && f.format == linklist.WAT:
		return errors.New("--targets lists targets, and --format wat links: give one of them")
	case !f.targets && f.format != linklist.TSV && f.format != linklist.WAT:
		return nil
	case f.format == linklist.WAT && all.unresolved:
		return nil
	case all.unresolved:
		return fmt.Errorf("%s lists links that have a target, and --unresolved those without one: give one of them", only)
	case all.rel:
		return fmt.Errorf("%s lists the URLs of targets, and --rel what rel would write: give one of them", only)
	}
	return nil
}

// settleUnread returns the error of flags that cannot be given with --unread.
func (f *listFlags) settleUnread(all *flags) error {
	for _, other := range []struct {
		given bool
		flag  string
	}{
		{f.targets, "--targets"}, {all.unresolved, "--unresolved"}, {all.rel, "--rel"}, {len(all.layers) > 0, "--layer"},
		{f.format == linklist.TSV || f.format == linklist.WAT, "--format " + f.format},
	} {
		if other.given {
			return fmt.Errorf("--unread lists what is not read, and %s links: give one of them", other.flag)
		}
	}
	return nil
}

// links lists the references of the documents.
func (c *command) links(_ *cobra.Command, args []string) error {
	wanted, err := c.flags.filter()
	if err != nil {
		return err
	}
	if err := c.flags.listing.settle(&c.flags); err != nil {
		return err
	}
	c.JSON = c.flags.listing.format == linklist.JSON
	switch {
	case c.flags.listing.targets:
		return c.targets(args, wanted)
	case c.flags.unread:
		defer c.align()()
		return c.read(args, c.listUnread(wanted))
	case c.flags.listing.format == linklist.WAT && console.IsTerminal(c.Stdout):
		return errors.New("--format wat writes compressed data, which a terminal cannot show: give > FILE")
	case c.flags.listing.format == linklist.WAT:
		err := c.read(args, c.list(wanted, linklist.WATWriter(thisBuild().String())))
		if n := int(c.notArchives.Load()); n > 0 {
			c.Report("%s passed over: --format wat is for web archives", console.Plural(n, "document"))
		}
		return err
	case c.flags.listing.format == linklist.TSV:
		return c.read(args, c.list(wanted, linklist.TSVWriter))
	case c.JSON:
		return c.read(args, c.list(wanted, linklist.JSONWriter))
	}
	defer c.align()()
	err = c.read(args, c.list(wanted, linklist.TextWriter))
	if n := c.found.Within; n > 0 && wanted.unresolved && len(wanted.parts)+len(wanted.layers) == 0 {
		c.Report("not listed: %s to a part of their own document", console.Plural(n, "reference"))
	}
	return err
}

// align aligns columns of standard output if it is a terminal. The result must be called at the
// end.
func (c *command) align() (flush func()) {
	if !console.IsTerminal(c.Stdout) {
		return func() {}
	}
	columns := console.NewColumns(c.Stdout)
	c.Stdout = columns
	return func() { _ = columns.Flush() } // the error of a terminal
}

// list returns a visitor of pieces that prints the references that are wanted.
func (c *command) list(wanted *filter, writer linklist.NewWriter) func(*source.Source, *job.Piece) *engine.Plan {
	return func(s *source.Source, one *job.Piece) *engine.Plan {
		w := writer(s, one)
		one.Read = c.flags.listing.format == linklist.WAT // WAT lists records without a document, too
		v := engine.Visitor{Reference: func(ref *engine.Reference) {
			one.Read = true
			if one.Err == nil && wanted.accepts(ref) {
				one.Err = w.Reference(ref)
			}
		}}
		if h, ok := w.(linklist.HeadWriter); ok {
			v.Head = h.Head
		}
		plan := one.Visit(v)
		one.Err = errors.Join(one.Err, w.Close())
		return plan
	}
}

// listUnread returns a visitor of pieces that prints the values that look like links, and that are not read.
func (c *command) listUnread(wanted *filter) func(*source.Source, *job.Piece) *engine.Plan {
	return func(s *source.Source, one *job.Piece) *engine.Plan {
		return one.Visit(engine.Visitor{Document: func(*engine.Document) { one.Read = true }, Unread: func(u *engine.Unread) {
			if one.Err == nil && wanted.isOfPart(u.Part) {
				one.Err = linklist.WriteUnread(s, one, u, c.JSON)
			}
		}})
	}
}

// targets lists the distinct targets of the references that are wanted.
func (c *command) targets(args []string, wanted *filter) (err error) {
	var counter targets.Counter
	defer func() { err = errors.Join(err, counter.Close()) }()
	records := bufio.NewWriterSize(&counter, 64<<10)
	failed := c.readTo(records, args, c.list(wanted, linklist.TargetWriter))
	if failed != nil && !errors.Is(failed, console.ErrReported) {
		return failed
	}
	if err := records.Flush(); err != nil {
		return err
	}
	defer c.align()()
	out := bufio.NewWriter(c.Stdout)
	if err := errors.Join(counter.Each(linklist.TargetPrinter(out, c.JSON)), out.Flush()); err != nil {
		return err
	}
	return failed
}
