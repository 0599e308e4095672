package simd

import (
	"math"
	"math/bits"
)

const windowBlocks = 32

// A Window finds the next occurrence of either of two bytes, called 0 and 1, in a text. It
// has a bit for each byte of a part of the text, and moves through the text. For bytes that
// are close together, as in tags, this is faster than a separate search for each.
type Window struct {
	text  []byte
	bytes [2]byte

	// From and End are the offsets in the text where the window begins and ends. End may be
	// greater than the length of the text.
	From, End int
	// Bits has, for each of the two bytes, one word per block of the window. The lowest bit
	// of a word is for the block's first byte. A word with all bits set follows the last
	// block.
	Bits [2][windowBlocks + 1]uint64
}

// Reset makes w an empty window of text that finds the bytes a and b.
func (w *Window) Reset(text []byte, a, b byte) {
	w.text, w.bytes, w.From, w.End = text, [2]byte{a, b}, 0, 0
}

// Holds reports whether offset i is in the window.
func (w *Window) Holds(i int) bool { return uint(i-w.From) < uint(w.End-w.From) }

// Ahead returns the bits of the bytes k among the Block bytes from i on. The lowest bit is for the
// byte at i. It returns 0 if i is before the window. Bits after the end of the window mean nothing.
func (w *Window) Ahead(k, i int) uint64 {
	at := uint(i - w.From)
	n := at / Block
	if n >= windowBlocks {
		return 0
	}
	return w.Bits[k][n]>>(at%Block) | w.Bits[k][n+1]<<1<<(^at%Block)
}

// Near returns the offset of the next byte k from i on. If i or that byte is not in the
// window, it returns an offset at or after the end of the window.
func (w *Window) Near(k, i int) int {
	at := uint(i - w.From)
	if at >= uint(w.End-w.From) {
		return w.End
	}
	n := at / Block
	x := w.Bits[k][n] >> (at % Block)
	if x == 0 {
		for {
			n++
			if x = w.Bits[k][n]; x != 0 {
				break
			}
		}
		i = w.From + int(n*Block)
	}
	return i + bits.TrailingZeros64(x)
}

// Next returns the offset of the next byte k from i on, or the length of the text. It moves
// the window if needed.
func (w *Window) Next(k, i int) int {
	for {
		if at := w.Near(k, i); at < w.End {
			return at
		}
		if w.Holds(i) {
			i = w.End
		}
		if i >= len(w.text) {
			return len(w.text)
		}
		w.Move(i)
	}
}

// Move makes the window begin at i, an offset inside the text.
func (w *Window) Move(i int) {
	text := w.text[i:min(len(w.text), i+windowBlocks*Block)]
	n := len(text) / Block
	as, bs := w.Bits[0][:], w.Bits[1][:]
	Mark(text, w.bytes[0], w.bytes[1], as, bs)
	if text = text[n*Block:]; len(text) > 0 {
		var last [Block]byte
		copy(last[:], text)
		Mark(last[:], w.bytes[0], w.bytes[1], as[n:], bs[n:])
		behind := uint64(math.MaxUint64) << len(text)
		as[n], bs[n] = as[n]&^behind, bs[n]&^behind
		n++
	}
	as[n], bs[n] = math.MaxUint64, math.MaxUint64
	w.From, w.End = i, i+n*Block
}
