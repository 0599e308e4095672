package units

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
)

// A Form is a kind of file that consists of units.
type Form struct {
	Name string // such as "gzip"
	Unit string // what a unit is called, such as "member"
	// Decoder returns a Decoder of the units at c. A Writer has a second one.
	Decoder func(c *Cursor) Decoder
	// Encoder returns an Encoder that writes to w.
	Encoder func(w io.Writer) Encoder
	// Faults are the errors of a Decoder for invalid data, besides io.ErrUnexpectedEOF.
	Faults []error
	// Passed are those of the Faults that are found after the end of a unit.
	Passed []error
	// Magic begins each unit, if units of a web archive can be found by it.
	Magic []byte
	// Advice says what to do with a file that is cut short or has such data.
	Advice string
}

// None returns an error of [Decoder].Start that means that no unit begins there. At the start of
// a file, a Reader returns it; later it is the end of the text.
func None(err error) error { return noneError{err} }

type noneError struct{ error }

func (e noneError) Unwrap() error { return e.error }

func isNone(err error) bool { return errors.As(err, new(noneError)) }

// A Decoder decodes one unit after the other. Start begins a unit, then Read reads its text.
type Decoder interface {
	// Start reads the header of the next unit. hasText is false if the unit can never have text.
	// The error is io.EOF at the end of the file, and that of None if something else begins there.
	Start() (hasText bool, err error)
	// Read returns text or an error: io.EOF after the end of the unit. The cursor is then after
	// the last byte of the unit.
	Read(p []byte) (int, error)
}

// A Modeler is a Decoder whose units are models for new units: a new unit takes over some values of the
// header of the unit before it.
type Modeler interface {
	Decoder
	// Model returns these values of the unit that was started last. They must not depend on other
	// units, because a file that is read in parts has to give the same bytes.
	Model() any
}

// An Encoder encodes one unit after the other: Begin or BeginNew, Write, and End or LeaveBroken.
type Encoder interface {
	// Begin begins a unit that replaces the one that d has started.
	Begin(d Decoder) error
	// BeginNew begins a unit that replaces none. model is that of the unit before it. At the start of
	// the file it is that of the first unit, or nil without units.
	BeginNew(model any) error
	io.Writer
	// End ends the unit.
	End() error
	// LeaveBroken writes the text so far, and then data that is not valid.
	LeaveBroken() error
}

// An Error is the error of a [Reader], with its place. Err is an error of the Decoder,
// io.ErrUnexpectedEOF, or the error of reading the file.
type Error struct {
	Unit   int64 // offset in the file of the unit's first byte
	Offset int64 // offset in the file up to which it was read
	Err    error
	Lost   int64 // bytes of the file that were not read, in a web archive
	form   *Form
}

// Error implements error.
func (e *Error) Error() string {
	err := e.Err
	if err == io.ErrUnexpectedEOF {
		err = errCut
	}
	text := fmt.Sprintf("%s %s at byte %d: read up to byte %d: %v", e.form.Name, e.form.Unit, e.Unit, e.Offset, err)
	switch {
	case e.Lost == 1:
		text += ": 1 byte of the file is left"
	case e.Lost > 1:
		text += fmt.Sprintf(": %d bytes of the file are left", e.Lost)
	}
	return text
}

// errCut is printed instead of io.ErrUnexpectedEOF.
var errCut = errors.New("the file is cut short")

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Advice says what to do with a file that is cut short or corrupt. It returns an empty string
// for errors of reading the file, and of limits.
func (e *Error) Advice() string {
	is := func(fault error) bool { return errors.Is(e.Err, fault) }
	if is(io.ErrUnexpectedEOF) || is(errOther) || slices.ContainsFunc(e.form.Faults, is) {
		return e.form.Advice
	}
	return ""
}

// closed is the error after Close.
func (f *Form) closed() error { return fmt.Errorf("%s: %w", f.Name, fs.ErrClosed) }

// NoEOF returns err, or io.ErrUnexpectedEOF if err is io.EOF.
func NoEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
