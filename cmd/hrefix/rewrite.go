package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/engine"
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
	if err := cmp.Or(c.flags.writing.settle(), c.checkBackup()); err != nil {
		return err
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
	case c.needsPath(to) && len(in.Args)+len(in.Lists) == 0:
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
	if err := c.confine(to, in); err != nil {
		return to.end(err)
	}
	c.announceTyping(in)
	c.reportStaying(o)
	if to.writes() {
		defer c.guard()()
	}
	o.ToWrite, to.opener = to.opensToWrite(), o
	return to.end(c.addMissingPage(to, c.each(in, to.steps())))
}

// needsPath reports whether a run cannot read stdin: there is nothing to write in place, or stdin
// has no URL by the flags.
func (c *command) needsPath(to *destination) bool { return to.write || c.flags.hasBook() }
