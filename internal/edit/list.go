package edit

import (
	"bytes"
	"encoding/binary"
	"iter"
	"slices"
)

// A List holds many edits in little memory: about three bytes for an edit whose New is
// the same as the prefix of an edit shortly before it, which is usual. A prefix that edits have in
// common, such as a base, is stored once. The zero value is an empty list.
//
// An edit is encoded as varints: the distance of its Start from the End of the edit before
// it, the number of bytes that it replaces, and a code with a kind in the low two bits and
// an argument n. The kind says how New is encoded:
//
//	fresh      n bytes that follow
//	same       the recent text in slot n
//	extended   a varint i, a varint k and k bytes follow: New is the first i bytes of the
//	           recent text in slot n, and those k bytes
//
// A New that is fresh or extended becomes a recent text, unless it is short. Add and All both keep
// the last few texts, so that slots have the same texts in both.
type List struct {
	chunks [][]byte
	memory recent
	n      int // edits
	grown  int // bytes that they add
	start  int // the start of the first edit
	end    int // the end of the last edit
}

// The kinds of code.
const (
	fresh = iota
	same
	extended
)

const (
	firstChunk = 1 << 10
	maxChunk   = 256 << 10
	minShared  = 8                         // bytes of a text that is kept, or of a prefix that is shared
	maxVarints = 5 * binary.MaxVarintLen64 // bytes of the varints of an edit
)

// recent has the last few texts that were not recent before.
type recent struct {
	texts  [16][]byte
	oldest int // the slot of the next text
}

// code returns the code with this kind and argument.
func code(kind, n int) uint64 { return uint64(n)<<2 | uint64(kind) }

// add replaces the oldest text, unless text is too short to be shared.
func (r *recent) add(text []byte) {
	if len(text) < minShared {
		return
	}
	r.texts[r.oldest] = text
	r.oldest = (r.oldest + 1) % len(r.texts)
}

// Edits appends to dst the edits of the list and the edits in extra, which is sorted, in the order of their
// offsets. If there are more than few of them, it appends one group. No edit must be added to the list after
// that.
func (l *List) Edits(dst, extra []Edit, few int) []Edit {
	all := l.All()
	if len(extra) > 0 {
		all = merged(all, extra)
	}
	n := l.n + len(extra)
	if n <= few || n == 0 {
		return slices.AppendSeq(dst, all)
	}
	group := Edit{Start: l.start, End: l.end, many: &many{all: all, n: n, grown: l.grown}}
	for i := range extra {
		group.many.grown += len(extra[i].New) - (extra[i].End - extra[i].Start)
	}
	switch {
	case l.n == 0:
		group.Start, group.End = extra[0].Start, extra[len(extra)-1].End
	case len(extra) > 0:
		group.Start, group.End = min(l.start, extra[0].Start), max(l.end, extra[len(extra)-1].End)
	}
	return append(dst, group)
}

// merged yields the edits of a and b in order. Both are sorted.
func merged(a iter.Seq[Edit], b []Edit) iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		rest := b
		for e := range a {
			for ; len(rest) > 0 && rest[0].Start < e.Start; rest = rest[1:] {
				if !yield(rest[0]) {
					return
				}
			}
			if !yield(e) {
				return
			}
		}
		for _, e := range rest {
			if !yield(e) {
				return
			}
		}
	}
}

// Add appends edits, which must come after the edits in the list and not overlap them. It copies
// their bytes.
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
	case n == 0:
		b = append(binary.AppendUvarint(b, code(fresh, len(rest))), rest...)
		l.memory.add(b[len(b)-len(rest) : len(b) : len(b)])
	case len(rest) == 0 && n == len(l.memory.texts[slot]):
		b = binary.AppendUvarint(b, code(same, slot))
	default:
		b = binary.AppendUvarint(b, code(extended, slot))
		b = binary.AppendUvarint(b, uint64(n))
		b = append(binary.AppendUvarint(b, uint64(len(rest))), rest...)
		l.memory.add(bytes.Clone(e.New))
	}
	l.chunks[len(l.chunks)-1] = b
	if l.n == 0 {
		l.start = e.Start
	}
	l.n++
	l.grown += len(e.New) - (e.End - e.Start)
	l.end = e.End
}

// shared returns the slot of a recent text that has a prefix in common with text, and the
// length of the prefix: 0 if no prefix is long enough to be worth sharing.
func (l *List) shared(text []byte) (slot, n int) {
	if len(text) < minShared {
		return 0, 0
	}
	for i, t := range l.memory.texts {
		if len(t) == len(text) && bytes.Equal(t, text) {
			return i, len(text)
		}
	}
	for i, t := range l.memory.texts {
		if k := common(t, text); k >= minShared && k >= len(text)/2 {
			return i, k
		}
	}
	return 0, 0
}

// common returns the length of the longest common prefix of a and b.
func common(a, b []byte) (n int) {
	for n+8 <= len(a) && n+8 <= len(b) && binary.LittleEndian.Uint64(a[n:]) == binary.LittleEndian.Uint64(b[n:]) {
		n += 8
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// room returns a chunk with room for an edit that has n bytes besides its varints. It is the last chunk,
// or a new chunk.
func (l *List) room(n int) []byte {
	n += maxVarints
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
	switch c := next(); c & 3 {
	case fresh:
		e.New = cut(c >> 2)
		r.add(e.New)
	case same:
		e.New = r.texts[c>>2]
	case extended:
		first := r.texts[c>>2][:next()]
		own := cut(next())
		e.New = append(append(make([]byte, 0, len(first)+len(own)), first...), own...)
		r.add(e.New)
	}
	return e, b
}
