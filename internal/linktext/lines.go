package linktext

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/engine"
)

// Lines finds the lines of offsets in a piece of a source. If the offsets ascend, it reads
// the piece once. The package comment says what the lines of a record of a web archive are.
type Lines struct {
	piece     engine.Piece
	before    int // line breaks before the piece
	pos, line int // line breaks in the first pos bytes of the piece
	start     int // the start of the line that pos is in

	counted    int // the offset up to which characters are counted
	characters int // the number of characters in the line up to that offset, in code units of UTF-16
}

// NewLines returns the lines of a piece. before is the number of line breaks before the piece in its source.
func NewLines(piece engine.Piece, before int) Lines { return Lines{piece: piece, before: before} }

// Before returns the number of line breaks before the piece.
func (c *Lines) Before() int { return c.before }

// At returns the line of an offset, from 1, in the source.
func (c *Lines) At(off int) int {
	src := c.piece.Source
	if from := c.from(off); off < c.pos || c.pos < from {
		c.pos, c.line, c.start = from, 0, from
		c.counted, c.characters = from, 0
	}
	skipped := src[c.pos:off]
	if i := bytes.LastIndexByte(skipped, '\n'); i >= 0 {
		c.line += bytes.Count(skipped, []byte("\n"))
		c.start = c.pos + i + 1
	}
	c.pos = off
	return c.before + c.line + 1
}

// from returns the offset from which on lines are counted for an offset.
func (c *Lines) from(off int) int {
	if doc := c.piece.Document(); off >= doc {
		return doc
	}
	return 0
}

// Offset returns the offset in the source of an offset in the piece; or in the document of a record,
// or its HTTP header.
func (c *Lines) Offset(off int) int64 {
	if c.piece.Record() != nil {
		return int64(c.Within(off))
	}
	return c.piece.Offset + int64(off)
}

// Within returns the offset in the document of a record, or in its HTTP header.
func (c *Lines) Within(off int) int { return off - c.from(off) }

// Column returns the column of the offset that At was last called with, in bytes from 1. A
// piece begins with a line.
func (c *Lines) Column() int { return c.pos - c.start + 1 }

// Character returns the same column in code units of UTF-16, from 1, if the piece is in UTF-8.
// Bytes that are not UTF-8 are counted as a unit each. For offsets that ascend, it reads each
// line once.
func (c *Lines) Character() int {
	if c.counted < c.start {
		c.counted, c.characters = c.start, 0
	}
	for i := c.counted; i < c.pos; {
		r, size := utf8.DecodeRune(c.piece.Source[i:c.pos])
		c.characters += utf16.RuneLen(r)
		i += size
	}
	c.counted = c.pos
	return c.characters + 1
}
