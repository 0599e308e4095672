package main

import "io"

// A latecomer is a temporary for a source in place that is created once it is
// known that something changes: most files of an archive do not, and they may lie
// where nothing can be created.
type latecomer struct {
	*temporary // nil before
	c          *command
	s          *source
	same       int64 // bytes that were written before, which are those of the file
}

// Write implements [io.Writer].
func (l *latecomer) Write(b []byte) (int, error) {
	if l.temporary == nil {
		l.same += int64(len(b))
		return len(b), nil
	}
	return l.file.Write(b)
}

// begin creates the temporary, with what was written so far.
func (l *latecomer) begin() (err error) {
	if l.temporary, err = l.c.createBeside(l.s.folder, l.s); err != nil || l.same == 0 {
		return err
	}
	_, err = io.Copy(l.file, io.NewSectionReader(l.s.in, 0, l.same))
	return err
}
