package source

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/pack"
)

// A compressed file that cannot be read to its end is not rewritten. The missing part may still be
// recovered, and other programs may get more text out of the broken file than out of a new file. So
// it is kept as it is, with an error:
//
//   - In place (-w), the file stays.
//   - Into a new tree or file (-o), it is copied after rewriting it has failed.
//   - What is written to stdout cannot be undone, so the file is read to its end first. The
//     data of a pipe are held for that, up to 8 MiB in memory, then in a temporary file.

// A Coded is the encoded side of a source that has a coding, such as a compression. Back writes to To, which
// the caller sets before the first write.
type Coded struct {
	Coding *format.Coding
	From   format.Decoder
	Back   format.UnitWriter // nil if the source is only read
	To     io.Writer

	held   *pack.Held // the data of a source that can be read only once; nil for other sources
	unheld error      // why held does not have all data, or nil
}

// Write implements [io.Writer] for Back.
func (z *Coded) Write(b []byte) (int, error) { return z.To.Write(b) }

// Raw returns a reader of the compressed bytes from the start, or nil if the source is not
// compressed or can be read only once.
func (s *Source) Raw() io.Reader {
	switch {
	case s.Coded == nil:
		return nil
	case s.Coded.held != nil:
		return s.Coded.held.Reader()
	case s.Folder == nil:
		return nil
	}
	return io.NewSectionReader(s.In, 0, math.MaxInt64)
}

// Unheld returns the reason why the data of a compressed source that can be read only once are not
// complete, or nil.
func (s *Source) Unheld() error { return s.Coded.unheld }

// AdviseBroken adds advice to an error of a compressed file that is cut short or corrupt: first
// outcome, which says what was done with the file, then what the user can do. It returns other
// errors, and nil, as they are.
func AdviseBroken(err error, outcome string) error {
	var broken format.Broken
	if !errors.As(err, &broken) || broken.Advice() == "" {
		return err
	}
	return fmt.Errorf("%w%s: %s", err, outcome, broken.Advice())
}
