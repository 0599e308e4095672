package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/resolve"
)

// A resolution is the result for a reference. The JSON keys are stable.
type resolution struct {
	Base   string `json:"base"`
	Ref    string `json:"ref"`
	URL    string `json:"url"` // empty if there is no target
	Status string `json:"status"`
}

// resolver resolves references one after the other. Most references have the same base as the
// previous reference.
type resolver struct {
	c        *command
	dialect  resolve.Dialect
	out      *bufio.Writer
	last     string
	base     *resolve.Base
	unusable base.Reason // why last cannot be a base
	failed   int
}

// resolve resolves the references that are given, or the references on stdin: one a line, after its
// base and a tab, unless --base gives the base.
func (c *command) resolve(_ *cobra.Command, refs []string) error {
	opts, err := c.flags.optionsFor(unusable)
	if err != nil {
		return err
	}
	r := &resolver{c: c, dialect: opts.Dialect, out: bufio.NewWriter(c.Stdout)}
	r.use("")
	for _, ref := range refs {
		err = errors.Join(err, r.one(opts.Base, ref))
	}
	if len(refs) == 0 {
		c.announceTyping(c.inputs(nil))
		err = r.lines(opts.Base)
	}
	if err = errors.Join(err, r.out.Flush()); err != nil {
		return err
	}
	if r.failed > 0 {
		advice := "the rules for resolution make no URL of it: correct it, or give another --dialect"
		switch {
		case opts.Base == "" && len(refs) > 1 && isWebURL(refs[0]): // which is probably the base
			advice = "did you mean: hrefix resolve -b " + console.ShellWord(refs[0]) + " " + console.ShellWords(refs[1:])
		case opts.Base == "":
			advice = "give the base, an absolute URL, with -b or before a tab on each line"
		}
		c.ReportError(fmt.Errorf("%s not resolved: %s", console.Plural(r.failed, "reference"), advice))
		return errCheck
	}
	return nil
}

// lines resolves the references on stdin.
func (r *resolver) lines(given string) error {
	in := bufio.NewReader(r.c.stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil && (err != io.EOF || line == "") {
			if err == io.EOF {
				return nil
			}
			return fmt.Errorf("stdin: %w", cause.Of(err))
		}
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		url, ref := given, line
		if given == "" {
			var tab bool
			if url, ref, tab = strings.Cut(line, "\t"); !tab {
				url, ref = "", line
			}
		}
		if err := r.one(url, ref); err != nil {
			return err
		}
	}
}

// use sets the base.
func (r *resolver) use(url string) {
	if r.base == nil || url != r.last {
		r.base, r.last, r.unusable = r.dialect.Base(url), url, unusable(r.dialect, url)
	}
}

// unusable returns the reason why url cannot be the base of references, or the zero reason. By the
// URL Standard this depends on the reference: "mailto:a@b" can only be the base of references such
// as "#f" (section 4.4, no scheme state).
func unusable(d resolve.Dialect, url string) base.Reason {
	if d == resolve.WHATWG && d.Base(url).Resolves() {
		return ""
	}
	return base.Unusable(d, url)
}

// one resolves ref and writes a line.
func (r *resolver) one(url, ref string) error {
	r.use(url)
	target, outcome := r.base.Resolve(ref)
	if outcome == resolve.Resolved && r.unusable != "" {
		target, outcome = ref, resolve.Unresolved
	}
	if outcome == resolve.Unresolved {
		r.failed++
	}
	if !r.c.flags.json {
		_, err := fmt.Fprintln(r.out, target)
		return err
	}
	if outcome == resolve.Unresolved {
		target = ""
	}
	return console.WriteJSON(r.out, resolution{url, ref, target, outcome.String()})
}
