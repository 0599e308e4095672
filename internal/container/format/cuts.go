package format

import (
	"io"
	"iter"
)

// Cuts says where files of a format can be cut into parts, so that each part can be read as a file
// of its own. Package internal/container/ranges explains the terms.
type Cuts struct {
	// Head is the number of bytes that Begins needs at most.
	Head int
	// Begins reports whether a part can begin with text. If it cannot, more reports whether it might
	// if there were more text, up to Head bytes. start is the text at the start of the file.
	Begins func(start, text []byte) (ok, more bool)
	// Find returns the first offset in text, at or after from, at which a part may begin, or -1. The
	// caller then asks Begins. text[:from] is what comes before in the file, as far as it matters.
	Find func(start, text []byte, from int) int
	// Places reads a text that begins at the start of a part, with the options of Open. It yields
	// the offsets in it at which another part can begin, if Begins holds there. The error is that of
	// reading the text; it is not io.EOF.
	Places func(text io.Reader, start []byte, o Options) iter.Seq2[int64, error]
	// Units is whether, in a file with a coding, a part can begin at each unit for whose text Begins
	// holds, if the text before it ends with a line. Places is not needed then.
	Units bool
}

// A Stopper is a Decoder whose text can end before a unit.
type Stopper interface {
	Decoder
	// StopAt sets a function that is called before each unit but the first is read, with the offset
	// of the unit in the file, and at last with the offset of what follows the units. If it returns
	// true, the file ends there for the Decoder and its Writer. StopAt must be called before Read.
	StopAt(stop func(unit int64) bool)
	// PartOf is called if the Decoder reads a part of a file. start is the start of the text of the
	// whole file: it shows whether that is a web archive, in which the Decoder goes on after a broken
	// unit.
	PartOf(start []byte)
	// Dense reports whether there was more text at any time than Limits.Ratio allows for the bytes
	// read so far. Less text than Limits.Above is no error nevertheless.
	Dense() bool
}
