package mimebase

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/simd"
)

// boundaries is a stack of the boundaries of open multiparts. Depths count from
// 1. See [Limits] for how many there can be.
type boundaries struct {
	stack   []openBoundary
	longest int
}

type openBoundary struct {
	text   string
	hidden int // depth of an outer multipart with the same boundary, or 0
}

// push adds a boundary and returns its depth.
func (b *boundaries) push(text string) int {
	same := func(o openBoundary) bool { return o.text == text }
	b.stack = append(b.stack, openBoundary{text, slices.IndexFunc(b.stack, same) + 1})
	b.longest = max(b.longest, len(text))
	return len(b.stack)
}

// pop removes the innermost boundary.
func (b *boundaries) pop() {
	if len(b.stack) > 0 {
		b.stack = b.stack[:len(b.stack)-1]
	}
}

// clear removes all boundaries.
func (b *boundaries) clear() { b.stack, b.longest = b.stack[:0], 0 }

// A delimiter is a delimiter line (RFC 2046 section 5.1.1) of an open
// multipart. A delimiter of depth 0 is the end of the text.
type delimiter struct {
	depth   int
	closing bool
	// before is the end of the entity before the delimiter: the start of the
	// line ending before the delimiter line.
	before int
	// next is the offset after the delimiter line.
	next int
}

// next returns the first delimiter at or after from, which is the start of a
// line or of a line ending.
func (p *parser) next(from int) delimiter {
	for i := from; len(p.open.stack) > 0; {
		if d := p.delimiterAt(i); d.depth > 0 {
			return d
		}
		n := simd.IndexPair(p.text[i:], '\n', '-')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return delimiter{before: len(p.text), next: len(p.text)}
}

// delimiterAt returns the delimiter whose line begins at pos, or a delimiter of
// depth 0. Of several boundaries that the line has, the innermost counts. Only
// transport padding may follow the boundary, so a boundary is never mistaken for
// a longer boundary.
func (p *parser) delimiterAt(pos int) delimiter {
	if len(p.open.stack) == 0 || !bytes.HasPrefix(p.text[pos:], []byte("--")) {
		return delimiter{}
	}
	end, next := lineEnd(p.text, pos)
	line := trimPadding(p.text[pos+2 : end])
	if len(line) > p.open.longest+2 {
		return delimiter{}
	}
	outer, closes := bytes.CutSuffix(line, []byte("--"))
	for i := len(p.open.stack) - 1; i >= 0; i-- {
		text := p.open.stack[i].text
		if same := text == string(line); same || closes && text == string(outer) {
			return delimiter{depth: i + 1, closing: !same, before: beforeLine(p.text, pos), next: next}
		}
	}
	return delimiter{}
}

// trimPadding returns line without transport padding and carriage returns at
// its end.
func trimPadding(line []byte) []byte {
	n := len(line)
	for n > 0 && (line[n-1] == ' ' || line[n-1] == '\t' || line[n-1] == '\r') {
		n--
	}
	return line[:n]
}

// lineEnd returns the end of the line that begins at pos, and the start of the
// next line.
func lineEnd(text []byte, pos int) (end, next int) {
	n := bytes.IndexByte(text[pos:], '\n')
	if n < 0 {
		return len(text), len(text)
	}
	end, next = pos+n, pos+n+1
	if end > pos && text[end-1] == '\r' {
		end--
	}
	return end, next
}

// beforeLine returns the offset of the line ending before the line that begins
// at pos.
func beforeLine(text []byte, pos int) int {
	if pos > 0 && text[pos-1] == '\n' {
		pos--
		if pos > 0 && text[pos-1] == '\r' {
			pos--
		}
	}
	return pos
}
