package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
)

// abs rewrites documents to absolute form.
func (c *command) abs(_ *cobra.Command, args []string) error {
	return c.rewrite(engine.MakeAbsolute, args)
}

// rel makes relative the links that lead into the tree of their document.
func (c *command) rel(_ *cobra.Command, args []string) error {
	if c.flags.symlinks == string(inputs.SkipLinks) {
		return errors.New("--symlinks skip: links of pages may lead to symbolic links: give keep or follow-inside")
	}
	return c.rewrite(engine.MakeRelative, args)
}

// pin writes the base of documents into them.
func (c *command) pin(_ *cobra.Command, args []string) error { return c.rewrite(engine.Pin, args) }

// rewrite rewrites documents in a mode: one to stdout, or files in place or into a new
// tree.
func (c *command) rewrite(mode engine.Mode, args []string) (err error) {
	w := &c.flags.writing
	if err := cmp.Or(w.check(), c.checkBackup()); err != nil {
		return err
	}
	if w.looks() {
		w.rehearsed, w.write, w.output = w.write, false, ""
	}
	in := c.inputs(args)
	if err := in.CheckArgs(); err != nil {
		return err
	}
	o, err := c.opener(mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	if o.Archive, err = c.flags.archive.archive(); err != nil {
		return err
	}
	to, err := c.destination(mode, in)
	switch {
	case err != nil:
		return err
	case (to.write || c.flags.hasBook()) && len(in.Args)+len(in.Lists) == 0: // stdin has no place, and no URL by these flags
		return errors.New("no PATH was given: name files or a directory")
	}
	if err := c.checkBase(o, in); err != nil {
		return err
	}
	if err := to.checkEndings(o, in); err != nil {
		return err
	}
	if err := to.checkPlaces(in); err != nil {
		return err
	}
	if err := errors.Join(to.checkIndex(), to.checkManifest(in)); err != nil {
		return err
	}
	if err := to.open(in); err != nil {
		return err
	}
	if err := c.chooseMissingPage(to, o, in); err != nil {
		return to.end(err)
	}
	if err := to.openManifest(in, o); err != nil {
		return to.end(err)
	}
	if err := c.confine(to.rights(in)); err != nil {
		return to.end(err)
	}
	c.announceTyping(in)
	c.reportStaying(o)
	if to.writes() {
		defer c.guard()()
	}
	o.ToWrite, to.opener = to.writes() || to.isStdout(), o
	err = c.each(in, job.Steps{Stdout: to.names, Elsewhere: to.pass, Prepare: to.prepare, Do: to.do, End: to.tracker.End})
	if lost := c.addMissingPage(to); lost != nil {
		err = errors.Join(err, lost)
	}
	return to.end(err)
}

// addConversion adds the flags of links that become relative.
func (f *flags) addConversion(set *pflag.FlagSet) {
	set.StringVar(&f.missing, "missing", "absolute", "`WHAT` becomes of links to files that the tree lacks: "+anyOf(decide.MissingNames())+"; keep leaves them, and mark makes those that a reader follows lead to a page that reports it")
	set.BoolVar(&f.dropIntegrity, "drop-integrity", false, "remove the attributes integrity and crossorigin, with which browsers load no file from a disk")
}

// checkConversion returns an error if a flag for trees is given for a run that needs no such flag.
func (c *command) checkConversion(mode engine.Mode) error {
	f := &c.flags
	tree := f.hasBook()
	switch {
	case mode == engine.MakeRelative && !tree && f.rel:
		return c.errNoBook("links --rel")
	case mode == engine.MakeRelative && !tree:
		return c.errNoBook("rel")
	case f.converted && !tree:
		return errors.New("--converted is for files whose URLs are known: give --root URL=DIR, or --map FILE, too")
	case mode != engine.MakeRelative && (f.missing != "" && f.missing != decide.MissingNames()[0] || f.dropIntegrity):
		return errors.New("--missing and --drop-integrity are for links that become relative: give --rel too")
	}
	return nil
}
