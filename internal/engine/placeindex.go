package engine

import (
	"bytes"
	"strings"
	"sync"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/view"
)

// placeTables are the places of each namespace, by [htmlscan.Namespace] and
// otherNamespace.
type placeTables struct {
	of    [otherNamespace + 1]placeIndex
	names htmlscan.Names // of all attributes, and of the one that tells a link's absolute form
}

// otherNamespace stands for all namespaces that htmlscan does not know.
const otherNamespace = htmlscan.MathML + 1

// usualTables are the tables without groups, which do not change.
var usualTables = sync.OnceValue(func() *placeTables { return newPlaceTables(0) })

// tablesFor returns the tables of the places that are read with the groups.
func tablesFor(groups Groups) *placeTables {
	if groups == 0 {
		return usualTables()
	}
	return newPlaceTables(groups)
}

func newPlaceTables(groups Groups) *placeTables {
	t := &placeTables{of: [...]placeIndex{
		htmlscan.HTML:   indexPlaces(htmlPlaces, groups),
		htmlscan.SVG:    indexPlaces(svgPlaces, groups),
		htmlscan.MathML: indexPlaces(mathPlaces, groups),
		otherNamespace:  indexPlaces(otherPlaces, groups),
	}}
	for i := range t.of {
		for _, a := range t.of[i].list {
			t.names.Add(a.name)
		}
	}
	t.names.Add(savedfrom.TeleportAttr)
	t.names.Add(savedfrom.ScrapBookAttr)
	return t
}

// A placeIndex finds the places of an attribute by its name.
type placeIndex struct {
	list []attrPlaces
	// first is where in list a name may stand, plus one, by its first letter
	// and its length: see slotOf.
	first [32 * 32]uint8
}

// attrPlaces are the places of an attribute, by the name of the element. Several places
// of one element differ by their conditions.
type attrPlaces struct {
	name     string // in lower case
	id       int    // index in the list
	next     uint8  // the next one in the same slot, as in first
	elements []elementPlaces
	all      []conditional // of all elements
}

// elementPlaces are the places of an attribute of an element.
type elementPlaces struct {
	element string
	atom    atom.Atom // 0 if the name has none
	places  []conditional
}

// A conditional place is one if its condition holds.
type conditional struct {
	*place
	*condition
}

// A condition is that an attribute of the element has one of some values,
// whatever their case: "name=value value"; or, with "~=", that one of the tokens of its
// value is one of them.
type condition struct {
	attr   string
	values []string
	tokens bool
}

func indexPlaces(list []place, groups Groups) (idx placeIndex) {
	for i := range list {
		p := &list[i]
		if p.group != 0 && p.group&groups == 0 {
			continue
		}
		for _, name := range strings.Fields(p.attrs) {
			attr := idx.add(strings.ToLower(name))
			for _, element := range strings.Fields(p.elements) {
				attr.add(element, conditional{p, parseCondition(p.only)})
			}
		}
	}
	return idx
}

// slotOf returns the slot of a name that is not empty.
func slotOf(name []byte) int { return int(name[0]&31)<<5 | len(name)&31 }

// add returns the places of the attribute of that name, which are new at first.
func (idx *placeIndex) add(name string) *attrPlaces {
	if a := idx.attr([]byte(name)); a != nil {
		return a
	}
	slot := &idx.first[slotOf([]byte(name))]
	idx.list = append(idx.list, attrPlaces{name: name, id: len(idx.list), next: *slot})
	*slot = uint8(len(idx.list))
	return &idx.list[len(idx.list)-1]
}

// add adds a place of an element, or of all for "*".
func (a *attrPlaces) add(element string, p conditional) {
	if element == "*" {
		a.all = append(a.all, p)
		return
	}
	for i := range a.elements {
		if e := &a.elements[i]; e.element == element {
			e.places = append(e.places, p)
			return
		}
	}
	a.elements = append(a.elements, elementPlaces{element, atom.Lookup([]byte(element)), []conditional{p}})
}

func parseCondition(only string) *condition {
	attr, values, ok := strings.Cut(only, "=")
	if !ok {
		return nil
	}
	name, tokens := strings.CutSuffix(attr, "~")
	return &condition{name, strings.Fields(values), tokens}
}

// mayHave reports whether name may be that of an attribute with places.
func (idx *placeIndex) mayHave(name []byte) bool {
	return len(name) > 0 && idx.first[slotOf(name)] > 0
}

// attr returns the places of the attribute called name, in whatever case; nil
// if there are none.
func (idx *placeIndex) attr(name []byte) *attrPlaces {
	if !idx.mayHave(name) {
		return nil
	}
	for i := idx.first[slotOf(name)]; i > 0; i = idx.list[i-1].next {
		if a := &idx.list[i-1]; a.name == string(name) || is(name, a.name) {
			return a
		}
	}
	return nil
}

// firstThatHolds returns the first place whose condition the element with attrs meets.
func firstThatHolds(places []conditional, text []byte, attrs []htmlscan.Attr) *place {
	for _, p := range places {
		if p.condition == nil || p.condition.holds(text, attrs) {
			return p.place
		}
	}
	return nil
}

// holds reports whether an element with attrs meets the condition. White space
// around a value does not count.
func (c *condition) holds(text []byte, attrs []htmlscan.Attr) bool {
	a, ok := firstAttr(text, attrs, c.attr)
	if !ok {
		return false
	}
	value := bytes.Trim(decoded(text, a), asciiSpace)
	for c.tokens && len(value) > 0 {
		n := tokenLen(value)
		if c.has(value[:n]) {
			return true
		}
		value = bytes.TrimLeft(value[n:], asciiSpace)
	}
	return !c.tokens && c.has(value)
}

// tokenLen returns the length of the token that value begins with.
func tokenLen(value []byte) int {
	for i, b := range value {
		if b <= ' ' && strings.IndexByte(asciiSpace, b) >= 0 {
			return i
		}
	}
	return len(value)
}

// has reports whether a value is one of the condition.
func (c *condition) has(value []byte) bool {
	for _, v := range c.values {
		if len(v) == len(value) && strings.EqualFold(v, string(value)) {
			return true
		}
	}
	return false
}

// firstAttr returns the first attribute of that name, which is in lower case.
func firstAttr(text []byte, attrs []htmlscan.Attr, name string) (htmlscan.Attr, bool) {
	for i := range attrs {
		if a := &attrs[i]; a.Name.End-a.Name.Start == len(name) && is(text[a.Name.Start:a.Name.End], name) {
			return *a, true
		}
	}
	return htmlscan.Attr{}, false
}

// asciiSpace is white space as HTML has it.
const asciiSpace = " \t\n\f\r"

// decoded returns the value of an attribute, its character references decoded.
func decoded(text []byte, a htmlscan.Attr) []byte {
	if bytes.IndexByte(text[a.Value.Start:a.Value.End], '&') < 0 {
		return text[a.Value.Start:a.Value.End]
	}
	return view.NewCharRefs(text, a.Value.Start, a.Value.End, a.Quote).Text()
}

// lower appends s to dst, its ASCII letters in lower case.
func lower(dst, s []byte) []byte {
	for _, c := range s {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}

// A nameSet is a set of attributes by their id.
type nameSet [2]uint64

// add adds an id, and reports whether it was there.
func (s *nameSet) add(id int) (had bool) {
	bit := uint64(1) << (id % 64)
	had = s[id/64]&bit != 0
	s[id/64] |= bit
	return had
}
