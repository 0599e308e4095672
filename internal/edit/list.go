package edit

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// A List holds many edits in little memory: three bytes or so for one whose New is
// that of an edit shortly before it, as most are. What edits have in front in common,
// such as a base, is kept once. The zero value is an empty list.
//
// Each edit is written as numbers of variable length: how far it begins after the end
// of the edit before it, how many bytes it replaces, and what comes in their place. The
// last of these is a kind in two bits, with a number:
//
//	plain      the bytes that follow, so many
//	kept       the same, which are remembered
//	same       those that were remembered at this place
//	extended   the first bytes of those, so many, and so many that follow
//
// Of what is remembered, the latest few count: reading a list, one comes across the
// same ones.
type List struct {
	chunks [][]byte
	end    int // of the last edit
	n      int
	memory recent
}

// Kinds of new bytes.
const (
	plain = iota
	kept
	same
	extended
)

const (
	firstChunk = 1 << 10
	maxChunk   = 256 << 10
	worth      = 8 // bytes that are worth to be remembered, or to be shared
	numbers    = 5 * binary.MaxVarintLen64
)

// recent is what is remembered.
type recent struct {
	texts  [16][]byte
	oldest int
}

func (r *recent) add(text []byte) {
	r.texts[r.oldest] = text
	r.oldest = (r.oldest + 1) % len(r.texts)
}

// Len returns how many edits are in the list.
func (l *List) Len() int { return l.n }

// Add adds edits, which come after those in the list, and do not overlap them. Of
// their bytes a copy is made.
func (l *List) Add(edits []Edit) {
	for i := range edits {
		if edits[i].many == nil {
			l.add(&edits[i])
			continue
		}
		for e := range edits[i].many.all {
			l.add(&e)
		}
	}
}

func (l *List) add(e *Edit) {
	slot, n := l.shared(e.New)
	b := l.room(len(e.New) - n)
	b = binary.AppendUvarint(b, uint64(e.Start-l.end))
	b = binary.AppendUvarint(b, uint64(e.End-e.Start))
	switch rest := e.New[n:]; {
	case n == 0 && len(rest) < worth:
		b = append(binary.AppendUvarint(b, uint64(len(rest))<<2|plain), rest...)
	case n == 0:
		b = append(binary.AppendUvarint(b, uint64(len(rest))<<2|kept), rest...)
		l.memory.add(b[len(b)-len(rest) : len(b) : len(b)])
	case len(rest) == 0 && n == len(l.memory.texts[slot]):
		b = binary.AppendUvarint(b, uint64(slot)<<2|same)
	default:
		b = binary.AppendUvarint(b, uint64(slot)<<2|extended)
		b = binary.AppendUvarint(b, uint64(n))
		b = append(binary.AppendUvarint(b, uint64(len(rest))), rest...)
	}
	l.chunks[len(l.chunks)-1] = b
	l.end = e.End
	l.n++
}

// shared returns a text that is remembered and begins as text does, and how many bytes
// the two have in common: 0 if that is not worth it.
func (l *List) shared(text []byte) (slot, n int) {
	if len(text) < worth {
		return 0, 0
	}
	for i, t := range l.memory.texts {
		if len(t) == len(text) && bytes.Equal(t, text) {
			return i, len(text)
		}
	}
	for i, t := range l.memory.texts {
		if k := common(t, text); k >= worth && k >= len(text)/2 {
			return i, k
		}
	}
	return 0, 0
}

// common returns how many bytes a and b have in common at their start.
func common(a, b []byte) (n int) {
	for n+8 <= len(a) && n+8 <= len(b) && binary.LittleEndian.Uint64(a[n:]) == binary.LittleEndian.Uint64(b[n:]) {
		n += 8
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// room returns the chunk that an edit with so many bytes of its own fits into.
func (l *List) room(n int) []byte {
	n += numbers
	size := firstChunk
	if k := len(l.chunks); k > 0 {
		last := l.chunks[k-1]
		if cap(last)-len(last) >= n {
			return last
		}
		size = min(2*cap(last), maxChunk)
	}
	l.chunks = append(l.chunks, make([]byte, 0, max(size, n)))
	return l.chunks[len(l.chunks)-1]
}

// All yields the edits. Their bytes must not be changed.
func (l *List) All() iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		var memory recent
		end := 0
		for _, b := range l.chunks {
			for len(b) > 0 {
				var e Edit
				e, b = memory.read(b)
				e.Start += end
				e.End += e.Start
				end = e.End
				if !yield(e) {
					return
				}
			}
		}
	}
}

// read reads the edit that b begins with. Its Start is the distance from the end of
// the edit before it, and its End the length of what it replaces.
func (r *recent) read(b []byte) (e Edit, rest []byte) {
	next := func() int {
		v, n := binary.Uvarint(b)
		b = b[n:]
		return int(v)
	}
	cut := func(n int) []byte {
		text := b[:n:n]
		b = b[n:]
		return text
	}
	e.Start, e.End = next(), next()
	switch code := next(); code & 3 {
	case plain:
		e.New = cut(code >> 2)
	case kept:
		e.New = cut(code >> 2)
		r.add(e.New)
	case same:
		e.New = r.texts[code>>2]
	case extended:
		first := r.texts[code>>2][:next()]
		own := cut(next())
		e.New = append(append(make([]byte, 0, len(first)+len(own)), first...), own...)
	}
	return e, b
}
