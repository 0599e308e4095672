package htmlscan

// A fostered node is the place directly before a table, for content that the table may not
// contain.
type fostered struct {
	table int   // offset of the start tag of the table
	outer int32 // the place of the table itself
}

// place returns the place for the next child of the current node: 0 is source order, any
// other value is an index of t.places.
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
		if e.id == nTable {
			return t.before(e)
		}
	}
	return top.place
}

// before returns the place directly before table e.
func (t *tree) before(e *element) int32 {
	f := fostered{e.start, e.place}
	if last := len(t.places) - 1; t.places[last] != f {
		t.places = append(t.places, f)
	}
	return int32(len(t.places) - 1)
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
	for i, j := 0, len(key)-1; i < j; i, j = i+1, j-1 {
		key[i], key[j] = key[j], key[i]
	}
	return append(key, 2*s.tag.Start)
}
