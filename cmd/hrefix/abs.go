package main

import (
	"errors"
)

// abs rewrites documents to absolute form: one to stdout, or files in place or
// into a new tree.
func (c *command) abs(args []string) error {
	opts, err := c.flags.options()
	if err != nil {
		return err
	}
	to, err := c.destination(args)
	if err != nil {
		return err
	}
	if to.inPlace || to.dir != "" {
		defer c.guard()()
	}
	shared := &options{Options: opts}
	return errors.Join(c.each(args, verb{prepare: to.prepare, do: func(j *job) error {
		s, err := j.open(shared, toWrite)
		switch {
		case err != nil:
		case s.document:
			err = to.take(j, s)
		default:
			err = to.copy(j, s)
		}
		return errors.Join(err, s.Close())
	}}), to.close())
}
