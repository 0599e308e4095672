package format

import (
	"errors"
	"io"
	"math"
)

// A Coding is a format of files that hold one text in encoded form, such as
// compressed. The text is a file in turn: a document, or a container such as a
// mailbox. Each Coding is one row of the table in package internal/container.
type Coding struct {
	// Name identifies the coding in reports.
	Name string
	// Extension is that of file names, in lower case, with its dot. It follows
	// the extension of the text: "box.mbox.gz".
	Extension string
	// Short are extensions that stand for two, such as ".tgz" for ".tar.gz". The value is the
	// extension of the text.
	Short map[string]string
	// Magic reports whether a file that begins with head has the coding. head
	// is the first 16 bytes of the file, or all of it.
	Magic func(head []byte) bool
	// Open returns a Decoder of the text in a file. Limits of o apply.
	Open func(file io.Reader, o Options) Decoder
	// Hold stores the content of a file that can be read only once, such as a
	// pipe, so that it can be read several times. If reading the file fails, the
	// readers of Held return that error. The error of Hold means that the content
	// cannot be stored.
	Hold func(file io.Reader) (Held, error)
	// Unit returns the first offset in p at which a unit may begin, or -1. It is nil if the files
	// do not consist of units.
	Unit func(p []byte) int
	// Prefix returns the bytes at the start of a file without which its later units cannot be
	// decoded. They are units without text. Prefix may be nil.
	Prefix func(file io.Reader) ([]byte, error)
}

// A Decoder reads the text of a file. Its Read returns all text that can be
// decoded, and then io.EOF or an error. The error is a [Broken] if the file is
// invalid. Close must be called. It does not close the file.
type Decoder interface {
	io.ReadCloser
	// Rewrite returns a Writer to w of the file, with changes of its text. It
	// must be called before Read, and once. If it is not called, the Decoder does
	// not store encoded bytes.
	Rewrite(w io.Writer) Writer
	// Trailing returns the offset in the file of bytes after the encoded text
	// that are not part of it, or -1 if Read has not reached any.
	Trailing() int64
}

// Units is implemented by Decoders of files that consist of units, such as the
// members of a gzip file. A unit can be decoded without the ones before it. Units
// knows the units that Read has begun, at least the last 65,536 of them. Units
// without text do not count. Its methods must not be called at the same time as
// Read.
type Units interface {
	// Unit returns the offset in the file at which the unit begins whose text
	// begins at the offset text. For the end of the text, once Read has returned
	// io.EOF, it returns the end of the last unit. Otherwise ok is false.
	Unit(text int64) (file int64, ok bool)
	// NextUnit returns the offset in the text at which the first unit begins
	// that begins after the offset text. ok is false if Read has begun none.
	NextUnit(text int64) (next int64, ok bool)
}

// A Writer writes an encoded file with changes of its text. It must be called in the order of the
// text, which is that of the [Decoder], or that of all members of an [Encoded].
// Encoded bytes are copied as they are wherever the text does not change.
type Writer interface {
	// Keep keeps the next n bytes of the text, which must have been read.
	Keep(n int) error
	// Replace replaces the next old bytes of the text, which must have been
	// read, by p.
	Replace(old int, p []byte) error
	// Close writes the rest of the file, and closes the Decoder, if any. Text that was
	// neither kept nor replaced is kept, even if it was not read.
	Close() error
	// Broken returns the error of a part of the file that could not be decoded
	// to its end after the Writer had begun to encode it again, or nil. What was
	// written is then broken, too.
	Broken() error
}

// A UnitWriter is a Writer of a file that consists of units.
type UnitWriter interface {
	Writer
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

// A Held has the content of a file. It must be closed.
type Held interface {
	// Reader returns a reader of the content from its start.
	Reader() io.Reader
	io.Closer
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
