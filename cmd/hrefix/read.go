package main

import (
	"bufio"
	"errors"

	"github.com/hrefix/hrefix/internal/engine"
)

// read calls visit for the pieces of the documents that the arguments name: it tells
// about one on its stdout, and returns its plan. What cannot be read is complained of,
// and the others are still done.
func (c *command) read(args []string, visit func(*source, *piece) *engine.Plan) error {
	out := bufio.NewWriter(c.Stdout)
	err := c.readTo(out, args, visit)
	if lost := out.Flush(); lost != nil {
		return lost // which is that of readTo, too
	}
	return err
}

// readTo does what read does, with another stdout, which it does not flush. If nothing
// can be written to it, the error is that.
func (c *command) readTo(out *bufio.Writer, args []string, visit func(*source, *piece) *engine.Plan) error {
	shared, err := c.options(engine.MakeAbsolute)
	if err != nil {
		return err
	}
	if err := c.checkBase(shared, args); err != nil {
		return errors.Join(err, shared.Close())
	}
	c.announceTyping(args)
	err = c.each(args, verb{stdout: out, do: func(j *job) error {
		if j.skipsDir() {
			return nil
		}
		s, err := j.open(shared, toRead)
		switch {
		case err != nil || !s.document:
		case s.typ == engine.Other:
			err = s.refusal() // stdin: nothing passes through here
		default:
			err = j.visit(s, visit)
		}
		return errors.Join(err, s.Close())
	}})
	return errors.Join(err, shared.Close())
}

// visit calls do for the pieces of a source.
func (j *job) visit(s *source, do func(*source, *piece) *engine.Plan) error {
	p := pass{j: j, s: s, counted: true, work: func(one *piece) {
		one.plan = do(s, one)
		one.reportNotes(s, one.plan.Notes)
	}}
	err := p.run()
	var u *unread
	if errors.As(err, &u) {
		return adviseBroken(s.failure(u.error), "")
	}
	return err
}
