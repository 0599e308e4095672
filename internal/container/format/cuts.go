package format

import (
	"io"
	"iter"
)

// Cuts describes where files of a format can be cut into parts that can be read as separate files.
// Package internal/container/ranges explains the terms.
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
	// the offsets in it at which another part can begin, if Begins returns true there. The error
	// comes from reading the text; it is not io.EOF.
	Places func(text io.Reader, start []byte, o Options) iter.Seq2[int64, error]
	// Units is whether, in a file with a coding, a part can begin at each unit for whose text Begins
	// holds, if the text before it ends with a line. Otherwise a file with a coding cannot be cut.
	Units bool
}
