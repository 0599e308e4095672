package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/gz"
)

// A compressed file that cannot be read to its end is not rewritten: what was cut off of it
// may be had in another way, or the program that reads it may get more out of it than out
// of a new one. It is copied as it is, with an error:
//
//   - In place, it stays.
//   - Into a new tree or file, it is copied once rewriting it has failed.
//   - To stdout, nothing can be taken back, so it is read to its end before. A pipe is held
//     for that, in memory up to 8 MiB, then in a temporary file.

// raw returns a reader of a compressed source as it is, from its start; nil if it can be
// read only once.
func (s *source) raw() io.Reader {
	switch {
	case s.gzip == nil:
		return nil
	case s.gzip.held != nil:
		return s.gzip.held.Reader()
	case s.Folder == nil:
		return nil
	}
	return io.NewSectionReader(s.in, 0, math.MaxInt64)
}

// hold reads a compressed source that can be read only once, and returns a reader that
// gives it again.
func (s *source) hold(r io.Reader) (io.Reader, *gz.Held) {
	held, err := gz.Hold(r)
	if err != nil && s.feed.err == nil {
		s.feed.err = err // nor can it be read again
	}
	return held.Reader(), held
}

// toStdout rewrites a source to stdout.
func (j *job) toStdout(s *source) error {
	raw := s.raw()
	if raw == nil {
		_, err := j.rewrite(s, j.console.stdout)
		return err
	}
	broken := gz.Check(raw)
	if broken == nil {
		_, err := j.rewrite(s, j.console.stdout)
		return err
	}
	if _, err := io.Copy(j.console.stdout, s.raw()); err != nil && s.feed.err == nil {
		return s.failure(fmt.Errorf("passing on: %w", cause.Of(err)))
	}
	return s.failure(fmt.Errorf("reading: %w: passed on as it is", cause.Of(broken)))
}

// copyRaw copies a compressed source as it is into a new temporary, in place of one into
// which it could not be rewritten. It returns nil if that cannot be done, or if the source
// is not to blame.
func (d *destination) copyRaw(j *job, s *source, failed *atomicfile.File, why error) (*atomicfile.File, error) {
	if err := failed.Discard(); err != nil {
		return nil, err
	}
	raw := s.raw()
	if raw == nil || !errors.As(why, new(*gz.Error)) {
		return nil, nil
	}
	t, err := d.create(j, s)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(t, raw); err != nil {
		return nil, errors.Join(cause.Of(err), t.Discard())
	}
	return t, nil
}
