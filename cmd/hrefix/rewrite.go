package main

import (
	"errors"
	"fmt"

	"github.com/hrefix/hrefix/internal/engine"
)

// abs rewrites documents to absolute form: one to stdout, or files in place or
// into a new tree.
func (c *command) abs(args []string) error { return c.rewrite(engine.MakeAbsolute, args) }

// rel makes the links of documents relative that lead into the tree that they are in.
func (c *command) rel(args []string) error {
	if len(c.flags.roots) == 0 {
		return fmt.Errorf("rel needs to know which files are which URLs: give --root URL=DIR")
	}
	return c.rewrite(engine.MakeRelative, args)
}

// pin writes the base of documents into them.
func (c *command) pin(args []string) error { return c.rewrite(engine.Pin, args) }

// rewrite makes of documents what the mode says: one to stdout, or files in place or
// into a new tree.
func (c *command) rewrite(mode engine.Mode, args []string) (err error) {
	if err := c.inputs(args).CheckArgs(); err != nil {
		return err
	}
	shared, err := c.options(mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shared.Close()) }()
	to, err := c.destination(mode, args)
	switch {
	case err != nil:
		return err
	case to.write && len(args)+len(c.flags.inputs.lists) == 0:
		return errors.New("no PATH was given: name files or a directory")
	}
	if err := c.checkBase(shared, args); err != nil {
		return err
	}
	if err := to.open(args); err != nil {
		return err
	}
	if err := c.confine(to, args); err != nil {
		return to.end(err)
	}
	c.announceTyping(args)
	if to.writes() {
		defer c.guard()()
	}
	return to.end(c.each(args, verb{stdout: to.out, prepare: to.prepare, done: to.count, do: func(j *job) error {
		if j.skipsDir() {
			return nil // prepare has made it
		}
		s, err := j.open(shared, to.use())
		switch {
		case err != nil:
		case s.document:
			err = to.take(j, s)
		default:
			err = to.copy(j, s)
		}
		return errors.Join(err, s.Close())
	}}))
}
