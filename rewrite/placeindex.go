package rewrite

import (
	"bytes"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
)

// placeTables are the places of each namespace, by [htmlscan.Namespace] and
// otherNamespace.
type placeTables struct {
	of    [otherNamespace + 1]placeIndex
	names htmlscan.Names // of all attributes
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
	for _, idx := range t.of {
		for name := range idx {
			t.names.Add(name)
		}
	}
	return t
}

// A placeIndex finds the places of an attribute by its name in lower case.
type placeIndex map[string]*attrPlaces

// attrPlaces are the places of an attribute, by the name of the element. "*"
// stands for all elements. Several places of one element differ by their
// conditions.
type attrPlaces struct {
	name     string
	id       int // from 0
	elements map[string][]conditional
}

// A conditional place is one if its condition holds.
type conditional struct {
	*place
	*condition
}

// A condition is that an attribute of the element has one of some values,
// whatever their case: "name=value value".
type condition struct {
	attr   string
	values []string
}

func indexPlaces(list []place, groups Groups) placeIndex {
	idx := make(placeIndex)
	for i := range list {
		p := &list[i]
		if p.group != 0 && p.group&groups == 0 {
			continue
		}
		for _, name := range strings.Fields(p.attrs) {
			low := strings.ToLower(name)
			if idx[low] == nil {
				idx[low] = &attrPlaces{low, len(idx), make(map[string][]conditional)}
			}
			for _, element := range strings.Fields(p.elements) {
				idx[low].elements[element] = append(idx[low].elements[element], conditional{p, parseCondition(p.only)})
			}
		}
	}
	return idx
}

func parseCondition(only string) *condition {
	attr, values, ok := strings.Cut(only, "=")
	if !ok {
		return nil
	}
	return &condition{attr, strings.Fields(values)}
}

// longestName is the length of the longest attribute name that places know.
const longestName = len("data-background-image")

// attr returns the places of the attribute called name, in whatever case; nil
// if there are none.
func (idx placeIndex) attr(name []byte) *attrPlaces {
	var buf [longestName]byte
	if len(name) > longestName {
		return nil
	}
	return idx[string(lower(buf[:0], name))]
}

// of returns the place that the attribute is in an element with attrs of text;
// nil if it is none.
func (a *attrPlaces) of(element string, text []byte, attrs []htmlscan.Attr) *place {
	for _, name := range [...]string{element, "*"} {
		for _, p := range a.elements[name] {
			if p.condition.holds(text, attrs) {
				return p.place
			}
		}
	}
	return nil
}

// holds reports whether an element with attrs meets the condition. White space
// around a value does not count.
func (c *condition) holds(text []byte, attrs []htmlscan.Attr) bool {
	if c == nil {
		return true
	}
	a, ok := firstAttr(text, attrs, c.attr)
	if !ok {
		return false
	}
	value := bytes.Trim(decoded(text, a), asciiSpace)
	for _, v := range c.values {
		if strings.EqualFold(v, string(value)) {
			return true
		}
	}
	return false
}

// firstAttr returns the first attribute of that name, which is in lower case.
func firstAttr(text []byte, attrs []htmlscan.Attr, name string) (htmlscan.Attr, bool) {
	for _, a := range attrs {
		if a.Name.End-a.Name.Start == len(name) && bytes.EqualFold(text[a.Name.Start:a.Name.End], []byte(name)) {
			return a, true
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
	return view.NewCharRefs(text, a.Value.Start, a.Value.End, view.Quote(a.Quote)).Text()
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
