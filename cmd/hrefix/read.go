package main

import (
	"bufio"
	"errors"

	"github.com/hrefix/hrefix/rewrite"
)

// read calls visit for the pieces of the documents that the arguments name: it tells
// about one, and returns its plan. What cannot be read is complained of, and the
// others are still done.
func (c *command) read(args []string, visit func(*source, *piece) *rewrite.Plan) error {
	opts, err := c.flags.options()
	if err != nil {
		return err
	}
	shared := &options{Options: opts}
	out := bufio.NewWriter(c.stdout)
	err = c.each(args, verb{stdout: out, do: func(j *job) error {
		s, err := j.open(shared, toRead)
		if err == nil && s.document {
			err = j.visit(s, visit)
		}
		return errors.Join(err, s.Close())
	}})
	if lost := out.Flush(); lost != nil {
		return lost // which is that of each, too
	}
	return err
}

// visit calls do for the pieces of a source.
func (j *job) visit(s *source, do func(*source, *piece) *rewrite.Plan) error {
	p := pass{j: j, s: s, counted: true, work: func(one *piece) {
		one.tell(s, one.Piece, do(s, one).Notes)
	}}
	err := p.run()
	var u *unread
	if errors.As(err, &u) {
		return s.failure(u.error)
	}
	return err
}
