package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/internal/container/gzip"
)

// A compressed file that cannot be read to its end is not rewritten. The missing part may
// still be recovered, and other programs may get more text out of the broken file than out
// of a new one. So it is kept as it is, with an error:
//
//   - In place (-w), the file stays.
//   - Into a new tree or file (-o), it is copied after rewriting it has failed.
//   - What is written to stdout cannot be undone, so the file is read to its end first. The
//     data of a pipe are held for that, up to 8 MiB in memory, then in a temporary file.

// adviseBroken adds to an error of a compressed file that is cut short or corrupt what became
// of the file, if that is not empty, and what to do. It returns other errors, and nil, as they
// are.
func adviseBroken(err error, became string) error {
	var broken *gzip.Error
	if !errors.As(err, &broken) {
		return err
	}
	for _, data := range []error{io.ErrUnexpectedEOF, gzip.ErrHeader, gzip.ErrCorrupt, gzip.ErrChecksum, gzip.ErrLength} {
		if errors.Is(broken.Err, data) {
			return fmt.Errorf("%w%s: get a whole copy, or take what gzip -dc gets out of it", err, became)
		}
	}
	return err
}

// raw returns a reader of the compressed bytes of a source, from its start; nil if they can
// be read only once.
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

// hold reads a compressed source that can be read only once. It returns a reader of what was
// read, which can be read again from held.
func (s *source) hold(r io.Reader) io.Reader {
	held, err := gzip.Hold(r)
	if err != nil && s.feed.err == nil {
		s.feed.err = err // what was read is not complete
	}
	s.gzip.held, s.gzip.unheld = held, err
	return held.Reader()
}

// toStdout rewrites a source to stdout, or copies it there if it is compressed and broken.
func (j *job) toStdout(s *source) error {
	raw := s.raw()
	if raw == nil {
		_, err := j.rewrite(s, j.Console.Stdout)
		return err
	}
	if s.gzip.unheld != nil {
		return s.failure(fmt.Errorf("not written: %w", s.gzip.unheld))
	}
	broken := gzip.Check(raw)
	if broken == nil {
		_, err := j.rewrite(s, j.Console.Stdout)
		return err
	}
	if _, err := io.Copy(j.Console.Stdout, s.raw()); err != nil && s.feed.err == nil {
		return s.failure(fmt.Errorf("passing on: %w", cause.Of(err)))
	}
	return s.failure(adviseBroken(fmt.Errorf("reading: %w", cause.Of(broken)), ": passed on as it is"))
}

// copyRaw discards failed, a temporary that a compressed source could not be rewritten to,
// and copies the source as it is to a new one. It returns nil if the source cannot be read
// again, if reading it failed, or if why is not an error in its compressed data.
func (d *destination) copyRaw(j *job, s *source, failed *atomicfile.File, why error) (*atomicfile.File, error) {
	if err := failed.Discard(); err != nil {
		return nil, err
	}
	raw := s.raw()
	if raw == nil || s.feed.err != nil || !errors.As(why, new(*gzip.Error)) {
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
