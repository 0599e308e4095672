package htmlscan

import (
	"bytes"
	"slices"

	"github.com/hrefix/hrefix/internal/markup"
)

// An entry is an element in the list of active formatting elements, or a marker.
//
// HTML Standard 13.2.4.3 (the list of active formatting elements)
type entry struct {
	el     element
	attrs  markup.Span // the attributes of its tag, as written
	open   bool        // el is on the stack
	marker bool
}

// maxEntries is the maximum number of entries after a marker, maxList the maximum in all.
const maxEntries, maxList = 64, 1024

func (t *tree) addMarker() { t.addEntry(entry{marker: true}) }

func (t *tree) addEntry(e entry) {
	if len(t.list) >= maxList {
		t.list = append(t.list[:0], t.list[maxList/2:]...)
	}
	t.list = append(t.list, e)
}

// clearToMarker drops the entries up to and including the last marker.
func (t *tree) clearToMarker() {
	for n := len(t.list) - 1; n >= 0; n-- {
		marker := t.list[n].marker
		t.list = t.list[:n]
		if marker {
			return
		}
	}
}

// entryOf returns the index of the entry of an element, or -1.
func (t *tree) entryOf(serial uint32) int {
	for i := len(t.list) - 1; i >= 0; i-- {
		if e := &t.list[i]; e.el.serial == serial && !e.marker {
			return i
		}
	}
	return -1
}

// lastEntry returns the index of the last entry after the last marker whose
// element is named id, or -1.
func (t *tree) lastEntry(id name) int {
	for i := len(t.list) - 1; i >= 0 && !t.list[i].marker; i-- {
		if t.list[i].el.id == id {
			return i
		}
	}
	return -1
}

func (t *tree) removeEntry(i int) {
	t.list = append(t.list[:i], t.list[i+1:]...)
}

// insertFormatting inserts the element of tok, and adds an entry for it.
//
// HTML Standard 13.2.4.3 (the list of active formatting elements), push onto the list
func (t *tree) insertFormatting(tok *Token) {
	t.insert(tok)
	e := entry{el: *t.top(), attrs: markup.Span{Start: tok.Name.End, End: tok.End}, open: true}
	n, same, oldest := 0, 0, 0
	attrs := t.text[e.attrs.Start:e.attrs.End]
	for i := len(t.list) - 1; i >= 0 && !t.list[i].marker; i-- {
		n++
		if o := &t.list[i]; o.el.id == e.el.id && bytes.Equal(t.text[o.attrs.Start:o.attrs.End], attrs) {
			same++
			oldest = i
		}
	}
	switch {
	case same >= 3:
		t.removeEntry(oldest)
	case n >= maxEntries:
		t.removeEntry(len(t.list) - n)
	}
	t.addEntry(e)
}

// reconstruct reopens the formatting elements that were closed together with an element
// around them.
//
// HTML Standard 13.2.4.3 (the list of active formatting elements), reconstruct
func (t *tree) reconstruct() {
	n := len(t.list)
	if n == 0 || t.list[n-1].marker || t.list[n-1].open {
		return
	}
	i := t.firstClosed()
	if len(t.stack)+n-i > maxDepth {
		t.compact()
		i = t.firstClosed()
	}
	for ; i < len(t.list); i++ {
		e := &t.list[i]
		e.el.place = t.place()
		e.open = true
		t.push(e.el)
	}
}

// firstClosed returns the index of the first of the closed entries at the end of the list.
func (t *tree) firstClosed() int {
	i := len(t.list)
	for i > 0 && !t.list[i-1].marker && !t.list[i-1].open {
		i--
	}
	return i
}

// adopt runs the adoption agency algorithm for the start or end tag tok.
//
// HTML Standard 13.2.6.4.7 (in body), adoption agency algorithm
func (t *tree) adopt(tok *Token) {
	if top := t.top(); top.id == tok.id && t.entryOf(top.serial) < 0 {
		t.pop()
		return
	}
	for range 8 {
		f := t.lastEntry(tok.id)
		if f < 0 {
			t.anyOtherEnd(tok)
			return
		}
		if !t.list[f].open {
			t.removeEntry(f)
			return
		}
		at := t.indexOfSerial(t.list[f].el.serial)
		if t.boundedAbove(at) {
			return
		}
		block := t.furthestBlock(at)
		if block < 0 {
			t.popTo(at)
			t.removeEntry(f)
			return
		}
		t.adoptBlock(f, at, block)
	}
}

// boundedAbove reports whether a scope ends above stack index at.
func (t *tree) boundedAbove(at int) bool {
	return slices.ContainsFunc(t.stack[at+1:], func(e element) bool { return e.class&scope != 0 })
}

// furthestBlock returns the index of the first special element above stack
// index at, or -1.
func (t *tree) furthestBlock(at int) int {
	for i := at + 1; i < len(t.stack); i++ {
		if t.stack[i].class&special != 0 {
			return i
		}
	}
	return -1
}

// adoptBlock moves the formatting element of entry f from stack index at to directly above
// the element at index block. A clone keeps the identity of its original, which leaves the
// stack.
func (t *tree) adoptBlock(f, at, block int) {
	fe := t.list[f]
	mark := f // the index in the list for the clone of fe
	for i, n, first := block-1, 1, true; i > at; i, n = i-1, n+1 {
		in := -1
		if t.stack[i].class&formatting != 0 {
			in = t.entryOf(t.stack[i].serial)
		}
		if in >= 0 && n > 3 {
			t.removeEntry(in)
			if in < f {
				f--
			}
			if in < mark {
				mark--
			}
			in = -1
		}
		if in < 0 {
			t.remove(i)
			block--
			continue
		}
		if first {
			mark, first = in+1, false
		}
	}
	fe.el.place = t.stack[block].place
	t.removeEntry(f)
	if mark > f {
		mark--
	}
	t.list = slices.Insert(t.list, mark, fe)
	copy(t.stack[at:block], t.stack[at+1:block+1])
	t.stack[block] = fe.el
}
