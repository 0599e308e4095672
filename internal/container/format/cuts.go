package format

import (
	"io"
	"iter"
)

// Cuts says where files of a format can be cut into parts, so that each part can be read as a file
// of its own. Package internal/container/ranges explains the terms.
type Cuts struct {
	// Head is how many bytes of text Begins needs at most.
	Head int
	// Begins reports whether a part can begin with text. If it cannot, more reports whether it might
	// if there were more text, up to Head bytes. start is the text at the start of the file.
	Begins func(start, text []byte) (ok, more bool)
	// Find returns the first offset in text, from the offset from on, at which a part may begin,
	// or -1. Begins is called for it. The bytes before from come before it in the file.
	Find func(start, text []byte, from int) int
	// Places reads a text that begins at the start of a part, with the options of Open, and yields
	// all offsets in it at which another part can begin, if Begins accepts the text there. The error
	// is that of reading the text; it is not io.EOF.
	Places func(text io.Reader, start []byte, o Options) iter.Seq2[int64, error]
	// Units is whether a part can begin wherever a unit of a coding begins with a text for which
	// Begins holds, if a line ends before it, and whatever else comes before it.
	Units bool
}

// A Stopper is a Decoder whose text can end before a unit.
type Stopper interface {
	Decoder
	// StopAt sets a function that is called with the offset in the file of each unit but the
	// first, before the unit is read, and at last with the offset of what follows the units. If it returns true, the file ends there for the Decoder and
	// for its Writer. StopAt must be called before Read.
	StopAt(stop func(unit int64) bool)
	// PartOf says that the file is a part of one whose text begins with start. That decides whether it
	// is a web archive, in which the Decoder goes on after a broken unit.
	PartOf(start []byte)
	// Dense reports whether there was at any time more text than Limits.Ratio allows for the bytes
	// of the file, although it was less than Limits.Above.
	Dense() bool
}
