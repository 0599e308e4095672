package main

import (
	"io"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
)

// A latecomer is a temporary for a source in place that is created once it is
// known that something changes: most files of an archive do not, and they may lie
// where nothing can be created.
type latecomer struct {
	*atomicfile.File // nil before
	c                *command
	s                *source
	same             int64 // bytes that were written before, which are those of the file
}

// Write implements [io.Writer].
func (l *latecomer) Write(b []byte) (int, error) {
	if l.File == nil {
		l.same += int64(len(b))
		return len(b), nil
	}
	return l.File.Write(b)
}

// begin creates the temporary, with what was written so far.
func (l *latecomer) begin() (err error) {
	if l.File, err = l.c.temps.Create(l.s.Folder, l.s.info); err != nil || l.same == 0 {
		return err
	}
	_, err = io.Copy(l.File, io.NewSectionReader(l.s.in, 0, l.same))
	return err
}
