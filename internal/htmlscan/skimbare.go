package htmlscan

import (
	"math/bits"

	"github.com/hrefix/hrefix/internal/simd"
)

// skimBare skips bare tags: tags without attributes whose names are short and have the rule skimPlain. It
// starts at i, which is in the window. at is the offset of the first "<" that begins anything else, or
// an offset at or after the end of the window. size is 0, unless a start tag with such a name is at at, and
// white space or "/" follows the name: then size is the length of the name. skimBare makes no calls, so that
// its variables stay in registers.
func (s *Scanner) skimBare(text []byte, i int) (at, size int) {
	m := &s.marks
	n := min(len(text), m.End+word)
	text = text[:n:n]
	if len(s.skim.foreign) > 0 {
		text = nil
	}
	w, before := uint(i-m.From)/simd.Block, uint(i-m.From)%simd.Block
	x := m.Bits[less][w] >> before << before
	first := m.From + int(w*simd.Block) + 1 // the offset of a name whose "<" is the first byte of the block
	for {
		for x == 0 {
			w++
			x = m.Bits[less][w]
			first += simd.Block
		}
		start := first + bits.TrailingZeros64(x) // the start of the name
		if start < 0 || start > len(text)-word {
			return start - 1, 0
		}
		x &= x - 1
		name := load(text, start)
		if byte(name) == '/' {
			if !isBareEndTag(name >> 8) {
				return start - 1, 0
			}
			continue
		}
		size = bits.TrailingZeros64(delimiters(name)|1<<63) / 8
		if rulesBySize[byte(name)]>>size&1 != 0 {
			return start - 1, 0
		}
		switch after := byte(name >> (8 * size)); {
		case after == '>':
		case byteClass[after]&(isSpace|isSlash) != 0:
			return start - 1, size
		default:
			return start - 1, 0
		}
	}
}

// isBareEndTag reports whether x is a name followed by ">", so that an end tag with this
// name has no attributes.
func isBareEndTag(x uint64) bool {
	size := bits.TrailingZeros64(delimiters(x)|1<<63) / 8
	return byte(x>>(8*size)) == '>' && byteClass[byte(x)] == isAlpha
}

// skimLongBare is skimBare for a single tag at at, whose name may be long or have any bytes. next is the
// offset after a bare tag. size is the length of the name if white space or "/" follows the name of a start
// tag. Both are 0 if the tag needs the full grammar.
func (s *Scanner) skimLongBare(text []byte, at int) (next, size int) {
	name := at + 1
	isEnd := name < len(text) && text[name] == '/'
	if isEnd {
		name++
	}
	if len(s.skim.foreign) > 0 || name >= len(text) || byteClass[text[name]] != isAlpha {
		return 0, 0
	}
	end := nameEnd(text, name)
	size = end - name
	switch {
	case end >= len(text)-word || !isEnd && rulesBySize[text[name]]>>min(size, 7)&1 != 0:
		return 0, 0
	case text[end] == '>':
		return end + 1, 0
	case isEnd:
		return 0, 0
	}
	return 0, size
}
