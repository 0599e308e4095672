package pieces

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/engine"
)

// Lines finds the lines of offsets in a piece of a source. If the offsets ascend, it reads
// the piece once.
type Lines struct {
	piece     engine.Piece
	before    int // line breaks before the piece
	pos, line int // line breaks in the first pos bytes of the piece
	start     int // of the line that pos is in

	counted    int // the offset up to which characters are counted
	characters int // in the line, up to that offset, in code units of UTF-16
}

// At returns the line of an offset, from 1, in the source.
func (c *Lines) At(off int) int {
	src := c.piece.Source
	if off < c.pos {
		c.pos, c.line, c.start = 0, 0, 0
		c.counted, c.characters = 0, 0
	}
	skipped := src[c.pos:off]
	if i := bytes.LastIndexByte(skipped, '\n'); i >= 0 {
		c.line += bytes.Count(skipped, []byte("\n"))
		c.start = c.pos + i + 1
	}
	c.pos = off
	return c.before + c.line + 1
}

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
