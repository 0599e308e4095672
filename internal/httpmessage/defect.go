package httpmessage

import (
	"errors"
	"fmt"
)

// What can be wrong with a body, for errors.Is. If there is more text than the limits allow,
// the cause is format.ErrTooLarge.
var (
	ErrUnknown  = errors.New("not known")
	ErrAbsent   = errors.New("the header names it, but the body does not have it")
	ErrCut      = errors.New("the body is cut short")
	ErrCorrupt  = errors.New("the body is corrupt")
	ErrWindow   = errors.New("the body needs a window of more than 8 MiB, the limit for Zstandard in HTTP")
	ErrTrailing = errors.New("there is data after the end")
)

// A Defect describes what is wrong with the codings of a body. Err is one of the errors above.
type Defect struct {
	Coding string // the coding, such as "chunked" or "gzip"
	Err    error
}

// Error implements error.
func (d *Defect) Error() string { return fmt.Sprintf("coding %s: %v", d.Coding, d.Err) }

// Unwrap returns the cause.
func (d *Defect) Unwrap() error { return d.Err }
