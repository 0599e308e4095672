package htmlscan

import (
	"math"
	"math/bits"

	"github.com/hrefix/hrefix/internal/simd"
)

// What is marked.
const (
	less  = iota // "<"
	quote        // a quotation mark
	markedKinds
)

const (
	blockSize    = simd.Block
	windowBlocks = 32
)

// A marks tells where bytes of some kinds are in a text. Such bytes are near each other
// in tags, so that looking for one after the other takes longer for each beginning than
// for the bytes. Instead a window of the text has a bit for each byte.
type marks struct {
	text []byte
	from int // where the window begins
	end  int // where it ends; may be behind the text
	// A word for each block of the window, whose lowest bit is that of the first byte;
	// behind them one with all bits.
	bits [markedKinds][windowBlocks + 1]uint64
}

// reset makes m tell of text.
func (m *marks) reset(text []byte) { m.text, m.from, m.end = text, 0, 0 }

// holds reports whether offset i is in the window.
func (m *marks) holds(i int) bool { return uint(i-m.from) < uint(m.end-m.from) }

// near returns the offset of the next byte of a kind from i on, or the end of the
// window or more if it is not in the window, or i is not.
func (m *marks) near(kind, i int) int {
	at := uint(i - m.from)
	if at >= uint(m.end-m.from) {
		return m.end
	}
	w := at / blockSize
	x := m.bits[kind][w] >> (at % blockSize)
	if x == 0 {
		for {
			w++
			if x = m.bits[kind][w]; x != 0 {
				break
			}
		}
		i = m.from + int(w*blockSize)
	}
	return i + bits.TrailingZeros64(x)
}

// next returns the offset of the next byte of a kind from i on, or the length of the
// text. It moves the window if it has to.
func (m *marks) next(kind, i int) int {
	for {
		if at := m.near(kind, i); at < m.end {
			return at
		}
		if m.holds(i) {
			i = m.end
		}
		if i >= len(m.text) {
			return len(m.text)
		}
		m.fill(i)
	}
}

// fill moves the window to i, which is in the text.
func (m *marks) fill(i int) {
	text := m.text[i:min(len(m.text), i+windowBlocks*blockSize)]
	n := len(text) / blockSize
	lesses, quotes := m.bits[less][:], m.bits[quote][:]
	simd.Mark(text, '<', '"', lesses, quotes)
	if text = text[n*blockSize:]; len(text) > 0 {
		var last [blockSize]byte
		copy(last[:], text)
		simd.Mark(last[:], '<', '"', lesses[n:], quotes[n:])
		n++
	}
	lesses[n], quotes[n] = math.MaxUint64, math.MaxUint64
	m.from, m.end = i, i+n*blockSize
}
