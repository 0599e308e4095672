package htmlscan

import "slices"

// An element is an open element of the document.
type element struct {
	key    uint64 // the key of its lower-case name
	start  int    // offset of its start tag
	serial uint32 // identifies the element; reconstruction and adoption keep the serial
	place  int32  // see tree.place
	class  class
	id     name // nOther outside the HTML namespace
	ns     Namespace
	mode   mode // the insertion mode, if the element is a template
}

// maxDepth is the maximum number of elements on the stack.
const maxDepth = 512

func (t *tree) top() *element { return &t.stack[len(t.stack)-1] }

// foreign reports whether the current node is not an HTML element.
func (t *tree) foreign() bool {
	return len(t.stack) > 0 && t.top().ns != HTML
}

// push puts an element on the stack.
func (t *tree) push(e element) {
	if len(t.stack) >= maxDepth {
		t.compact()
	}
	t.open[e.id]++
	if e.ns != HTML {
		t.foreigns++
	}
	t.stack = append(t.stack, e)
}

// pop removes the current node from the stack.
func (t *tree) pop() { t.popTo(len(t.stack) - 1) }

// popTo removes the elements from index n on from the stack.
func (t *tree) popTo(n int) {
	from := len(t.list)
	for i := len(t.stack) - 1; i >= n; i-- {
		from = t.closed(&t.stack[i], from)
	}
	t.stack = t.stack[:n]
}

// closed updates the state for an element that leaves the stack. It searches the list for
// the element's entry backwards from index from, since list and stack mostly have the same
// order, and returns the index of the entry.
func (t *tree) closed(e *element, from int) int {
	t.open[e.id]--
	if e.ns != HTML {
		t.foreigns--
	}
	if e.class&formatting == 0 {
		return from
	}
	i := from - 1
	if i < 0 || t.list[i].el.serial != e.serial {
		i = t.entryOf(e.serial)
	}
	if i < 0 {
		return from
	}
	t.list[i].open = false
	return i
}

// remove removes the element at index i from the stack.
func (t *tree) remove(i int) {
	t.closed(&t.stack[i], len(t.list))
	t.stack = append(t.stack[:i], t.stack[i+1:]...)
}

// popUntil removes elements from the stack up to and including the topmost element named id. There must
// be an element with this name.
func (t *tree) popUntil(id name) {
	for t.top().id != id {
		t.pop()
	}
	t.pop()
}

// clearTo removes elements from the stack until the current node is one of the named HTML
// elements, a template or html.
//
// HTML Standard 13.2.6.4.9 (in table), clear the stack back to a context
func (t *tree) clearTo(ids ...name) {
	for !t.topIs(ids...) && !t.topIs(nTemplate, nHTML) {
		t.pop()
	}
}

// topIs reports whether the current node is an HTML element with one of the names.
func (t *tree) topIs(ids ...name) bool {
	return slices.Contains(ids, t.top().id)
}

// inScope reports whether an element named id is on the stack above the topmost element
// with a class of bounds.
//
// HTML Standard 13.2.4.2 (stack of open elements), have an element in scope
func (t *tree) inScope(id name, bounds class) bool {
	return t.open[id] > 0 && t.findInScope(id, bounds) >= 0
}

// findInScope returns the index of the element that inScope looks for, or -1.
func (t *tree) findInScope(id name, bounds class) int {
	for i := len(t.stack) - 1; i >= 0; i-- {
		e := &t.stack[i]
		switch {
		case e.id == id:
			return i
		case e.class&bounds != 0:
			return -1
		}
	}
	return -1
}

// anyInScope is inScope for several names.
func (t *tree) anyInScope(bounds class, ids ...name) bool {
	return slices.ContainsFunc(ids, func(id name) bool { return t.inScope(id, bounds) })
}

// indexOfSerial returns the index of the element with that serial, or -1.
func (t *tree) indexOfSerial(serial uint32) int {
	for i := len(t.stack) - 1; i >= 0; i-- {
		if t.stack[i].serial == serial {
			return i
		}
	}
	return -1
}

// implyEndTags pops current nodes as long as they have a class of c and another name than except.
//
// HTML Standard 13.2.6.3 (closing elements that have implied end tags)
func (t *tree) implyEndTags(c class, except name) {
	for t.top().class&c != 0 && t.top().id != except {
		t.pop()
	}
}

// same reports whether e has the name of tok.
func (t *tree) same(e *element, tok *Token) bool {
	return e.key == tok.key && sameName(t.text, e.start+1, tok.Name)
}

// compact makes room on a full stack. It drops the elements of the older half that bound no
// scope. If that frees too little room, it also drops the oldest of the others, but not html and body.
func (t *tree) compact() {
	const keep, half, room = 2, maxDepth / 2, maxDepth / 4
	n := keep
	for i := keep; i < len(t.stack); i++ {
		e := t.stack[i]
		if i < half && e.ns == HTML && e.class&(scope|thorough) == 0 {
			t.forget(&e)
			continue
		}
		t.stack[n] = e
		n++
	}
	t.stack = t.stack[:n]
	if n <= maxDepth-room {
		return
	}
	for i := keep; i < half; i++ {
		t.forget(&t.stack[i])
	}
	t.stack = append(t.stack[:keep], t.stack[half:]...)
}

// forget updates the state for an element that compact drops.
func (t *tree) forget(e *element) {
	if i := t.closed(e, len(t.list)); i < len(t.list) {
		t.removeEntry(i)
	}
}

// A fostered node is the place directly before a table, for content that the table may not
// contain.
type fostered struct {
	table int   // offset of the start tag of the table
	outer int32 // the place of the table itself
}

// place returns the place for the next child of the current node, an index of t.places. 0 means source
// order.
//
// HTML Standard 13.2.6.1 (creating and inserting nodes), appropriate place for inserting a
// node
func (t *tree) place() int32 {
	if len(t.stack) == 0 {
		return 0
	}
	top := t.top()
	if !t.fostering || top.class&foster == 0 {
		return top.place
	}
	for i := len(t.stack) - 1; i >= 0; i-- {
		e := &t.stack[i]
		if e.id == nTemplate {
			return e.place
		}
		if e.id == nTable { // the place directly before the table
			f := fostered{e.start, e.place}
			if last := len(t.places) - 1; t.places[last] != f {
				t.places = append(t.places, f)
			}
			return int32(len(t.places) - 1)
		}
	}
	return top.place
}

// Place returns the place in tree order of the element of the last start tag.
// [slices.Compare] orders places: of two elements, the element with the lesser place comes
// first. Tree order is source order, except that content that a table may not contain comes
// before the table.
func (s *Scanner) Place() []int {
	var key []int
	for p := s.tree.last; p != 0; p = s.tree.places[p].outer {
		key = append(key, 2*s.tree.places[p].table-1)
	}
	slices.Reverse(key)
	return append(key, 2*s.tag.Start)
}
