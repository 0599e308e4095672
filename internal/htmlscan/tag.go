package htmlscan

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/hrefix/hrefix/internal/markup"
)

// Classes of bytes.
const (
	isSpace   = 1 << iota // white space; CR too, since spans are of raw text
	isSlash               // "/"
	isGreater             // ">"
	isEquals              // "="
	isAlpha               // ASCII letters
)

var byteClass = func() (c [256]uint8) {
	for _, b := range " \t\n\f\r" {
		c[b] = isSpace
	}
	c['/'], c['>'], c['='] = isSlash, isGreater, isEquals
	for b := 'a'; b <= 'z'; b++ {
		c[b], c[b-'a'+'A'] = isAlpha, isAlpha
	}
	return c
}()

// scanTag scans a tag that starts at at and whose name starts at i. It
// returns the offset after the tag, or cutOff.
func (s *Scanner) scanTag(kind Kind, at, i int) int {
	text := s.text[:s.end]
	t := &s.tag
	t.Kind, t.Start = kind, at
	// HTML Standard 13.2.5.8 (tag name state)
	end := nameEnd(text, i)
	t.Name = markup.Span{Start: i, End: end}
	t.lookUp(text, keyOf(text[i:end]))
	t.Attrs, t.interest = t.Attrs[:0], 0
	if i = s.plainAttrs(text, end); i < len(text) && text[i] == '>' {
		i++
		t.SelfClosing, t.End = false, i
	} else if i = s.moreAttrs(text, i); i < 0 {
		return cutOff
	}
	if kind == EndTag {
		t.Attrs = t.Attrs[:0]
		t.clearTree()
	}
	return i
}

// moreAttrs scans the rest of a tag from i on, with attributes of any form. It returns the offset
// after the tag, or cutOff.
func (s *Scanner) moreAttrs(text []byte, i int) int {
	t := &s.tag
	for i >= 0 && i < len(text) {
		// HTML Standard 13.2.5.32 (before attribute name state) and
		// 13.2.5.40 (self-closing start tag state)
		from := i
		for i < len(text) && byteClass[text[i]]&(isSpace|isSlash) != 0 {
			i++
		}
		if i >= len(text) {
			break
		}
		if text[i] == '>' {
			t.SelfClosing = i > from && text[i-1] == '/'
			t.End = i + 1
			return i + 1
		}
		if i = s.scanAttr(text, i); i > 0 {
			if len(t.Attrs) > maxAttrs {
				s.thin(text)
			}
			i = s.plainAttrs(text, i)
		}
	}
	return cutOff
}

// An attribute of two bytes in the text takes twenty times as much memory. So only the first maxAttrs
// attributes of a tag are kept. Of the attributes after these, at most maxWanted are kept: wanted attributes,
// and only the first of each name, because the first counts.
const (
	maxAttrs  = 10_000
	maxWanted = 1000
)

// thin drops the last attribute of a tag with more than maxAttrs attributes, unless it must be
// kept.
func (s *Scanner) thin(text []byte) {
	t := &s.tag
	n := len(t.Attrs) - 1
	last := &t.Attrs[n]
	same := func(a Attr) bool {
		return bytes.EqualFold(text[a.Name.Start:a.Name.End], text[last.Name.Start:last.Name.End])
	}
	if !last.Wanted || n >= maxAttrs+maxWanted || slices.ContainsFunc(t.Attrs[maxAttrs:n], same) {
		t.Attrs = t.Attrs[:n]
	}
}

// plainAttrs scans attributes of the form ` name="value"` from i on, which is the usual
// form, and returns the offset after them. It stops before any other attribute, near the
// end of the window or the text, and when there is no memory for another attribute. It
// makes no calls, so that its variables stay in registers.
//
// The fewer instructions it has, the faster it is. Both quotation marks are usually in the next 64 bytes, and few
// names have other bytes than letters. It stores each offset as soon as it is known, to use few registers.
func (s *Scanner) plainAttrs(text []byte, i int) int {
	t, m := &s.tag, &s.marks
	n, attrs := len(t.Attrs), t.Attrs[:max(len(t.Attrs), min(cap(t.Attrs), maxAttrs))]
	text = text[:len(text):len(text)]
	for n < len(attrs) && i >= 0 && i < len(text)-(2+2*word) && text[i] == ' ' {
		quotes := m.Ahead(quote, i)
		open := i + bits.TrailingZeros64(quotes|1<<63)
		a := &attrs[n] // set field by field, which is faster than copying an Attr
		a.Name.Start, a.Name.End, a.Value.Start = i+1, open-1, open+1
		size := uint(open - i - 2)
		if size-1 >= 2*word || text[open-1] != '=' {
			break
		}
		key, mask := load(text, i+1), uint64(math.MaxUint64)
		if size < word {
			mask >>= 8 * (word - size) & 63
		}
		const letters = ones * 0x40 // a bit that letters have, and no byte that ends a name
		if (^key&mask&letters != 0 || size > word) && (attrDelimiters(key)&mask != 0 ||
			size > word && attrDelimiters(load(text, i+1+word))<<(8*(2*word-size)) != 0) {
			break
		}
		end := 0
		if quotes &= quotes - 1; quotes != 0 {
			end = i + bits.TrailingZeros64(quotes)
		} else {
			end = m.Near(quote, open+1)
		}
		if end >= m.End || end >= len(text) {
			break
		}
		a.Value.End, a.Quote = end, markup.DoubleQuoted
		of := s.names.get(key & mask)
		a.Wanted = of&wanted != 0
		t.interest |= of
		n++
		i = end + 1
	}
	t.Attrs = t.Attrs[:n]
	return i
}

// scanAttr scans the attribute that begins at i. It returns the offset after it, or
// cutOff.
func (s *Scanner) scanAttr(text []byte, i int) int {
	t := &s.tag
	n := len(t.Attrs)
	if n == cap(t.Attrs) {
		t.Attrs = append(t.Attrs, Attr{})
	}
	t.Attrs = t.Attrs[:n+1]
	a := &t.Attrs[n]
	// HTML Standard 13.2.5.33 (attribute name state). An equals sign at i belongs to the name.
	end := i + 1
	for end < len(text) && byteClass[text[end]]&(isSpace|isSlash|isGreater|isEquals) == 0 {
		end++
	}
	a.Name.Start, a.Name.End = i, end
	of := s.names.get(nameKey(text, i, end))
	a.Wanted = of&wanted != 0
	t.interest |= of
	a.Quote, a.Value.Start, a.Value.End = markup.NoValue, end, end
	// HTML Standard 13.2.5.34 (after attribute name state)
	i = skipSpace(text, end)
	if i >= len(text) || text[i] != '=' {
		return i
	}
	// HTML Standard 13.2.5.35 (before attribute value state)
	i = skipSpace(text, i+1)
	if i >= len(text) {
		return cutOff
	}
	return s.scanValue(a, text, i)
}

func skipSpace(text []byte, i int) int {
	for i < len(text) && byteClass[text[i]] == isSpace {
		i++
	}
	return i
}

// nameKey returns the first eight bytes of a name, or the whole name if it is shorter.
func nameKey(text []byte, start, end int) uint64 {
	if start >= 0 && start <= len(text)-word {
		x := load(text, start)
		if size := uint(end - start); size < word {
			x &= 1<<(8*size) - 1
		}
		return x
	}
	return shortKey(text[start:min(end, start+word)])
}

// scanValue scans the value that begins at i, with its quotes, and returns the offset
// after it, or cutOff.
func (s *Scanner) scanValue(a *Attr, text []byte, i int) int {
	// HTML Standard 13.2.5.36, 13.2.5.37 and 13.2.5.38 (attribute value (double-quoted),
	// (single-quoted) and (unquoted) state)
	var end int
	switch text[i] {
	case '"':
		i++
		a.Quote, end = markup.DoubleQuoted, s.marks.Next(quote, i)
	case '\'':
		i++
		a.Quote, end = markup.SingleQuoted, len(text)
		if n := bytes.IndexByte(text[i:], '\''); n >= 0 {
			end = i + n
		}
	default:
		for end = i; end < len(text) && byteClass[text[end]]&(isSpace|isGreater) == 0; {
			end++
		}
		a.Quote, a.Value.Start, a.Value.End = markup.Unquoted, i, end
		return end
	}
	if end >= len(text) {
		return cutOff
	}
	a.Value.Start, a.Value.End = i, end
	return end + 1
}

// Names are short. To read a name as a word of eight bytes is faster than a loop, and than [bytes.IndexByte].
const (
	word  = 8
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load returns the eight bytes at i as a little-endian word.
func load(text []byte, i int) uint64 { return binary.LittleEndian.Uint64(text[i : i+word]) }

// delimiters sets the high bits of the bytes of x that are below "0", or in "<=>?", or not ASCII.
// These include all bytes that end a name. Only the lowest bit that is set is reliable: higher bits may
// be wrong.
func delimiters(x uint64) uint64 {
	y := x&(ones*0xFC) ^ ones*'<'
	return ((y - ones) | (x - ones*'0')) & highs
}

// attrDelimiters is delimiters for control characters, spaces, "/", the bytes of "<=>?", and bytes
// that are not ASCII. These include all bytes that end an attribute name, but no byte that is usual
// in such names.
func attrDelimiters(x uint64) uint64 {
	y, z := x&(ones*0xFC)^ones*'<', x^ones*'/'
	return ((y - ones) | (z - ones) | (x - ones*'!')) & highs
}
