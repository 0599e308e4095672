package view

import (
	"iter"
	"slices"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
)

// Carry appends to dst the edits that v.Carry appends. If there is a group among edits, it appends
// a group instead, which carries the edits each time it is ranged over. In this case v must not be
// Reset while the group is in use.
func Carry(v View, dst, edits []edit.Edit) []edit.Edit {
	if !edit.HasGroup(edits) {
		return v.Carry(dst, edits)
	}
	// The caller may reuse the memory of edits before the group is ranged over.
	if group, ok := edit.Group(Stream(v, edit.All(slices.Clone(edits)))); ok {
		dst = append(dst, group)
	}
	return dst
}

// Stream yields the edits that v.Carry would return for the edits of all. It holds in memory only
// edits that are close together. all must yield the same edits each time, in order. The result can
// be ranged over many times, as long as v is not Reset. Where Carry returns one edit of base64,
// Stream yields several adjacent ones.
func Stream(v View, all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	switch v := v.(type) {
	case *Identity:
		return v.stream(all)
	case *CharRefs:
		return v.stream(all)
	case *QuotedPrintable:
		return v.stream(all)
	case *Base64:
		return v.stream(all)
	case *UTF16:
		return v.stream(all)
	case *Charset:
		return v.stream(all)
	case *JSON:
		return v.stream(all)
	case *Joined:
		return v.stream(all)
	}
	return func(yield func(edit.Edit) bool) {
		for _, e := range v.Carry(nil, slices.Collect(all)) {
			if !yield(e) {
				return
			}
		}
	}
}

func (v *Identity) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		for e := range all {
			e.Start, e.End = v.start+e.Start, v.start+e.End
			if !yield(e) {
				return
			}
		}
	}
}

// changesOf yields the same changes as [table.changes], each with the next change. After the last
// change, the next change is nil.
func (t *table) changesOf(text []byte, all iter.Seq[edit.Edit]) iter.Seq2[*change, *change] {
	return func(yield func(c, next *change) bool) {
		var group []edit.Edit // edits that touch each other
		var start, end int
		var two [2]change // the last two changes
		var before *change
		// settle makes a change of the group. It reports whether to continue.
		settle := func() bool {
			c := &two[0]
			if c == before {
				c = &two[1]
			}
			*c = t.newChange(start, end, splice(text, start, end, group))
			group = group[:0]
			if before == nil {
				before = c
				return true
			}
			ok := yield(before, c)
			before = c
			return ok
		}
		for e := range all {
			if isIdle(e) {
				continue
			}
			s, n := t.widen(e)
			if len(group) > 0 && s > end && !settle() {
				return
			}
			if len(group) == 0 {
				start, end = s, n
			}
			group, end = append(group, e), max(end, n)
		}
		if len(group) > 0 && !settle() {
			return
		}
		if before != nil {
			yield(before, nil)
		}
	}
}

// own returns a copy of t that can be used concurrently with t.
func (t *table) own() table {
	c := *t
	c.changed = nil
	return c
}

func (v *CharRefs) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		t := v.tab.own()
		w := v.writerTo(nil, v.quote == markup.Unquoted && v.streamNeedsQuotes(all))
		w.tab = &t
		begun := false
		for c, next := range t.changesOf(v.text, all) {
			if !begun {
				w.open()
				begun = true
			}
			w.change(c, next)
			n := len(w.out) - 1 // the last edit is held back, since it may grow
			for _, e := range w.out[:max(n, 0)] {
				if !yield(e) {
					return
				}
			}
			if n > 0 {
				w.out = append(w.out[:0], w.out[n])
			}
		}
		if !begun {
			return
		}
		for _, e := range w.close() {
			if !yield(e) {
				return
			}
		}
	}
}

// streamNeedsQuotes is [CharRefs.needsQuotes] for a sequence of edits.
func (v *CharRefs) streamNeedsQuotes(all iter.Seq[edit.Edit]) bool {
	t, kept := v.tab.own(), len(v.text)
	for c := range t.changesOf(v.text, all) {
		if needsQuotes(c.text) {
			return true
		}
		kept += len(c.text) - (c.end - c.start)
	}
	return kept == 0
}

// held is the number of edits that are held at once if any number of edits may belong together.
// Tests set it to less.
var held = 1024

func (v *QuotedPrintable) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		t := v.tab.own()
		var w qpWriter
		w.reset(&t)
		var out []edit.Edit
		// fold yields the edits of the first n pieces, which are in one line.
		fold := func(n int) bool {
			out = w.foldLine(out[:0], w.pieces[:n])
			w.pieces = append(w.pieces[:0], w.pieces[n:]...)
			for _, e := range out {
				if !yield(e) {
					return false
				}
			}
			return true
		}
		for c, next := range t.changesOf(v.text, all) {
			w.placeOne(c, next)
			n := len(w.pieces) - 1 // the last edit is held back, since it may grow
			if n == 0 {
				continue
			}
			if w.breaksAfter(w.pieces, n-1) || n >= held && w.isEndless(w.pieces[n-1].end) && w.isEndless(w.pieces[n].start) {
				if !fold(n) {
					return
				}
			}
		}
		if len(w.pieces) > 0 {
			fold(len(w.pieces))
		}
	}
}

// tail is the number of edits at the end of UTF-16 text that have to be carried together: see
// [UTF16.closed].
const tail = 2

func (v *UTF16) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		own := *v
		own.tab = v.tab.own()
		var batch, out []edit.Edit
		carry := func(n int) bool {
			out = own.Carry(out[:0], batch[:n])
			batch = append(batch[:0], batch[n:]...)
			for _, e := range out {
				if !yield(e) {
					return false
				}
			}
			return true
		}
		for e := range all {
			if isIdle(e) {
				continue
			}
			batch = append(batch, e)
			if n := len(batch) - tail; n >= held && own.apart(batch[n-1], batch[n]) && !carry(n) {
				return
			}
		}
		carry(len(batch))
	}
}

// apart reports whether edits up to a are carried independently of edits from b on, because there
// are unchanged characters between a and b.
func (v *UTF16) apart(a, b edit.Edit) bool {
	_, end := v.tab.widen(a)
	start, _ := v.tab.widen(b)
	return start > end
}

func (v *JSON) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		t := v.tab.own()
		w := jsonWriter{newScriptWriter(&t, nil), v.ASCII}
		for c, next := range t.changesOf(v.text, all) {
			w.change(c, next)
			n := len(w.out) - 1 // the last edit is held back, since it may grow
			for _, e := range w.out[:n] {
				if !yield(e) {
					return
				}
			}
			w.out = append(w.out[:0], w.out[n])
		}
		for _, e := range w.out {
			if !yield(e) {
				return
			}
		}
	}
}

func (v *Joined) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		part, list := 0, new(edit.List)
		// carry yields the edits of the parts before next.
		carry := func(next int) bool {
			for e := range Stream(v.pieces[part], list.All()) {
				if !yield(e) {
					return false
				}
			}
			part, list = next, new(edit.List)
			return true
		}
		for e := range all {
			for i := v.at(e.Start); ; i++ {
				if i != part && !carry(i) {
					return
				}
				end := min(e.End, v.starts[i]+len(v.pieces[i].Text()))
				list.Add([]edit.Edit{{Start: e.Start - v.starts[i], End: end - v.starts[i], New: e.New}})
				if end == e.End {
					break
				}
				e.Start, e.New = end, nil
			}
		}
		carry(part)
	}
}

// written is the number of bytes of base64 that are collected before they become an edit. Tests set
// it to less.
var written = 32 << 10

func (v *Base64) stream(all iter.Seq[edit.Edit]) iter.Seq[edit.Edit] {
	return func(yield func(edit.Edit) bool) {
		if v.err != nil {
			return
		}
		own := *v
		own.tab, own.arena = v.tab.own(), nil
		s := base64Stream{v: &own, yield: yield}
		for e := range all {
			if !s.add(e) {
				return
			}
		}
		s.finish()
	}
}

// A base64Stream carries edits as [Base64.Carry] does.
type base64Stream struct {
	v          *Base64
	yield      func(edit.Edit) bool
	group      []edit.Edit // edits of the quanta in [start, end) that do not change the number of quanta
	start, end int
	lines      *base64Lines // once set, everything that follows is encoded again
	pos        int          // an offset in the text; the text before it is written
	from       int          // an offset in the outer text; the edits before it are yielded
}

// add adds an edit, and reports whether to continue.
func (s *base64Stream) add(e edit.Edit) bool {
	if s.lines != nil {
		return s.write(e)
	}
	start, end := s.v.round(e)
	if len(s.group) > 0 && start >= s.end {
		if !s.overwrite() {
			return false
		}
	}
	if len(s.group) == 0 {
		s.start, s.end = start, end
	}
	s.group, s.end = append(s.group, e), max(s.end, end)
	if len(e.New) == e.End-e.Start {
		return true
	}
	s.begin()
	for _, e := range s.group {
		if !s.write(e) {
			return false
		}
	}
	return true
}

// overwrite yields the edit for the group, and empties the group.
func (s *base64Stream) overwrite() bool {
	group := s.group
	s.group = s.group[:0]
	return s.start >= s.end || s.yield(s.v.overwrite(s.start, s.end, group))
}

// begin starts to encode everything again, beginning with the group.
func (s *base64Stream) begin() {
	s.pos, s.from = s.start, s.v.tab.source(s.start)
	s.lines = s.v.linesFrom(s.from)
}

// write writes the text up to e, and the new text of e.
func (s *base64Stream) write(e edit.Edit) bool {
	if !s.keep(e.Start) || !s.put(e.New) {
		return false
	}
	s.pos = e.End
	return true
}

// keep writes the text up to end.
func (s *base64Stream) keep(end int) bool {
	for s.pos < end {
		n := min(end-s.pos, written)
		if !s.put(s.v.text[s.pos : s.pos+n]) {
			return false
		}
		s.pos += n
	}
	return true
}

// put writes text, and yields an edit once enough bytes are collected.
func (s *base64Stream) put(text []byte) bool {
	s.lines.write(text)
	if len(s.lines.out) < written {
		return true
	}
	to := s.v.tab.source(s.pos)
	if to <= s.from {
		return true // an edit must replace something, since another edit begins here
	}
	e := edit.Edit{Start: s.from, End: to, New: s.lines.out}
	s.from, s.lines.out = to, make([]byte, 0, len(e.New))
	return s.yield(e)
}

// finish yields the remaining edits.
func (s *base64Stream) finish() {
	if s.lines == nil {
		if len(s.group) > 0 {
			s.overwrite()
		}
		return
	}
	if !s.keep(len(s.v.text)) {
		return
	}
	s.lines.end()
	begun := s.from > s.v.tab.source(s.start)
	if len(s.lines.out) == 0 && !begun { // leave no empty line
		s.from = s.v.tab.sourceEnd(s.start)
	}
	last := edit.Edit{Start: s.from, End: s.v.tab.sourceEnd(len(s.v.text)), New: s.lines.out}
	if !isIdle(last) {
		s.yield(last)
	}
}
