package format

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// A Coding is a format of files that hold one text in encoded form, for example
// compressed. The text is itself a file: a document, or a container such as a
// mailbox. Each Coding is one row of the table in package internal/container.
type Coding struct {
	// Name identifies the coding in reports.
	Name string
	// Extension is the extension of file names, in lower case, with its dot. It
	// follows the extension of the text: "box.mbox.gz".
	Extension string
	// Short are extensions that stand for two extensions, such as ".tgz" for ".tar.gz". The value
	// is the extension of the text.
	Short map[string]string
	// Magic reports whether a file that begins with head has the coding. head
	// is the first 16 bytes of the file, or all of it.
	Magic func(head []byte) bool
	// Open returns a Decoder of the text in a file. Limits of o apply.
	Open func(file io.Reader, o Options) Decoder
	// UnitMagic begins each unit that has text.
	UnitMagic string
}

// A Decoder reads the text of a file. Its Read returns all text that can be
// decoded, and then io.EOF or an error. The error is a [Broken] if the file is
// invalid. Close must be called. It does not close the file.
type Decoder interface {
	io.ReadCloser
	Units
	// Rewrite returns a Writer that writes the file to w, with changes of its
	// text. It may be called once, and before Read. If it is not called, the
	// Decoder does not store encoded bytes.
	Rewrite(w io.Writer) UnitWriter
	// Trailing returns the offset in the file of bytes after the encoded text
	// that are not part of it, or -1 if Read has not reached such bytes.
	Trailing() int64
	// StopAt sets a function that is called before each unit except the first is read, with the offset
	// of the unit in the file. After the last unit it is called with the offset of the end of that unit.
	// If it returns true, the file ends there for the Decoder and its Writer. StopAt must be called
	// before Read.
	StopAt(stop func(unit int64) bool)
	// Part returns a Decoder of a part of the file that begins with a unit. raw has the bytes of the part.
	// The start of the file must have been read before: later units may need a dictionary in it. Part may
	// be called by several goroutines.
	Part(raw io.Reader) Decoder
	// Dense reports whether, at any time, there was more text than Limits.Ratio allows for the bytes
	// read so far. That is no error if there is less text than Limits.Above.
	Dense() bool
}

// Units knows the offsets of the units of a file, such as the members of a gzip file: at least of the last
// 32,768 units that Read has begun. A unit can be decoded without earlier units. Units without text are
// left out. The methods must not be called while Read runs.
type Units interface {
	// Unit returns the offset in the file of the unit whose text begins at the
	// offset text. If text is the end of the text, and Read has returned io.EOF,
	// it returns the end of the last unit. In all other cases, ok is false.
	Unit(text int64) (file int64, ok bool)
	// NextUnit returns the offset in the text of the first unit after the
	// offset text. ok is false if Read has begun no such unit.
	NextUnit(text int64) (next int64, ok bool)
}

// A Writer writes an encoded file with changes of its text. It must be called in the order of the
// text, which is the order of the [Decoder], or the order of all members of an [Encoded].
type Writer interface {
	// Keep keeps the next n bytes of the text, which must have been read.
	Keep(n int) error
	// Replace replaces the next old bytes of the text, which must have been
	// read, by p. If old is 0 and p is empty, nothing changes.
	Replace(old int, p []byte) error
	// Close writes the rest of the file, and closes the Decoder, if any. Text that was
	// neither kept nor replaced is kept, even if it was not read. The error is a [Broken] if
	// the text has changed, and a part of the file that has to be encoded again cannot be decoded.
	Close() error
}

// A UnitWriter is the Writer of a [Decoder]. If the text does not change, it copies the file. Otherwise
// it encodes all text again, unless ByUnit was called.
type UnitWriter interface {
	Writer
	// ByUnit makes the Writer copy the units in which no text changes. It is called before any
	// other method, for files whose indexes have the offsets of units.
	ByUnit()
	// Insert puts p into a unit of its own, if the text that was kept or replaced ends where a unit
	// ends or begins. Otherwise it does what Replace(0, p) does: p becomes part of the unit.
	Insert(p []byte) error
}

// Check reads a file to its end. It returns an error if not all of its text can be
// decoded, whatever the size of the text is.
func (c *Coding) Check(file io.Reader) error {
	r := c.Open(file, Options{Limits: Limits{Size: math.MaxInt64}})
	_, err := io.Copy(io.Discard, r)
	if closed := r.Close(); err == nil {
		err = closed
	}
	return err
}

// A Broken is an error of a file that cannot be decoded, as opposed to an error
// of reading it. Advice says what can be done; it is empty if the error is
// about reading, or about limits.
type Broken interface {
	error
	Advice() string
}

// ErrTooLarge is the cause of an error if the text exceeds [Limits].
var ErrTooLarge = errors.New("too much text")

// Limits bound the text of an encoded file. Zero values mean the defaults.
type Limits struct {
	// Ratio is the maximum number of bytes of text for each byte of the file
	// read so far. Default: 1000.
	Ratio int
	// Above is the number of bytes of text up to which any ratio is fine.
	// Default: 64 MiB.
	Above int64
	// Size, if it is not 0, is the maximum number of bytes of text. Ratio and
	// Above then do not apply. Default: 0.
	Size int64
}

// WithDefaults returns m with defaults instead of zero values.
func (m Limits) WithDefaults() Limits {
	if m.Ratio <= 0 {
		m.Ratio = 1000
	}
	if m.Above <= 0 {
		m.Above = 64 << 20
	}
	return m
}

// Text returns how many bytes of text the first bytes of a file may hold. m must
// be the result of WithDefaults.
func (m Limits) Text(file int64) int64 {
	if m.Size > 0 {
		return m.Size
	}
	if file > math.MaxInt64/int64(m.Ratio) {
		return math.MaxInt64
	}
	return max(m.Above, file*int64(m.Ratio))
}

// Exceeded returns the error for more text than m allows. Its cause is [ErrTooLarge].
func (m Limits) Exceeded() error {
	if m.Size > 0 {
		return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, m.Size)
	}
	return fmt.Errorf("%w: more than %d bytes, and more than %d for each byte of the file", ErrTooLarge, m.Above, m.Ratio)
}
