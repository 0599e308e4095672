package htmlscan

import (
	"math/bits"

	"github.com/hrefix/hrefix/internal/simd"
)

// passBare passes over tags without attributes whose names are short and have no rule,
// from i on, which is in the window. It returns where the next other "<" is, or the end
// of the window or more; and how long the name of that tag is, if white space or "/" is
// behind it and it is like the others in all else. It calls nothing, so that what it needs
// stays in registers.
func (s *Scanner) passBare(text []byte, i int) (at, size int) {
	m := &s.marks
	n := min(len(text), m.End+word)
	text = text[:n:n]
	if len(s.skim.foreign) > 0 {
		text = nil
	}
	w, before := uint(i-m.From)/simd.Block, uint(i-m.From)%simd.Block
	x := m.Bits[less][w] >> before << before
	behind := m.From + int(w*simd.Block) + 1 // the offset behind the first byte of the block
	for {
		for x == 0 {
			w++
			x = m.Bits[less][w]
			behind += simd.Block
		}
		start := behind + bits.TrailingZeros64(x) // of the name
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

// isBareEndTag reports whether x has a name and ">", so that an end tag of it has no
// attributes.
func isBareEndTag(x uint64) bool {
	size := bits.TrailingZeros64(delimiters(x)|1<<63) / 8
	return byte(x>>(8*size)) == '>' && byteClass[byte(x)] == isAlpha
}

// longBare does what passBare does for a tag at at whose name may be longer, or have
// bytes in it that few names have. It returns the offset after the tag, or the size of the
// name of a start tag with white space or "/" behind it; 0 and 0 if the tag may be more.
func (s *Scanner) longBare(text []byte, at int) (next, size int) {
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
