// Package faulty has readers that fail, for tests.
package faulty

import "io"

// Once returns a reader that fails once with err, and then reads r.
func Once(err error, r io.Reader) io.Reader { return &once{err, r} }

type once struct {
	err  error
	rest io.Reader
}

// Read implements [io.Reader].
func (o *once) Read(b []byte) (int, error) {
	if err := o.err; err != nil {
		o.err = nil
		return 0, err
	}
	return o.rest.Read(b)
}
