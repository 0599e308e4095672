package places

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/view"
)

// Tables has the places of each namespace, indexed by [htmlscan.Namespace] and
// OtherNamespace.
type Tables struct {
	Of    [OtherNamespace + 1]Index
	Names htmlscan.Names // the names of all attributes with places, and of attributes that saving programs add

	WithAnchors htmlscan.Names // Names, and the attributes that make an anchor

	Content map[string][]conditional // the places of the user that are the content of an element, by its name
	HasRows bool                     // some places are the user's
}

// OtherNamespace stands for all namespaces that htmlscan does not know.
const OtherNamespace = htmlscan.MathML + 1

// tables has the *Tables of each Groups value that was requested. They never change.
var tables sync.Map

// For returns the tables of all places without a group, of the places in groups, and of the places of a
// user.
func For(groups Groups, rows []*Place) *Tables {
	if len(rows) > 0 {
		return newTables(groups, rows)
	}
	t, ok := tables.Load(groups)
	if !ok {
		t, _ = tables.LoadOrStore(groups, newTables(groups, nil))
	}
	return t.(*Tables)
}

func newTables(groups Groups, rows []*Place) *Tables {
	t := &Tables{Of: [...]Index{
		htmlscan.HTML:   indexPlaces(htmlPlaces, groups),
		htmlscan.SVG:    indexPlaces(svgPlaces, groups),
		htmlscan.MathML: indexPlaces(mathPlaces, groups),
		OtherNamespace:  indexPlaces(otherPlaces, groups),
	}, HasRows: len(rows) > 0}
	for _, row := range rows {
		t.addRow(row)
	}
	for i := range t.Of {
		for _, a := range t.Of[i].list {
			t.Names.Add(a.Name)
		}
	}
	t.Names.Add(savedfrom.TeleportAttr)
	t.Names.Add(savedfrom.ScrapBookAttr)
	t.WithAnchors = t.Names
	anchors.Note(&t.WithAnchors)
	return t
}

// addRow adds a place of the user. A place of hrefix for the same attribute of the same element precedes it.
func (t *Tables) addRow(p *Place) {
	if p.Attrs == "" {
		if t.Content == nil {
			t.Content = make(map[string][]conditional)
		}
		for _, element := range asWritten(p.Elements) {
			t.Content[element] = append(t.Content[element], conditional{p, parseCondition(p.Only)})
		}
		return
	}
	for space := range t.Of {
		for _, attr := range asWritten(p.Attrs) {
			a := t.Of[space].add(attr)
			for _, element := range asWritten(p.Elements) {
				a.add(element, conditional{p, parseCondition(p.Only)})
			}
		}
	}
}

// asWritten returns names as documents write them: in lower case in HTML, and as they are in XML.
func asWritten(names string) []string {
	all := strings.Fields(strings.ToLower(names))
	for _, name := range strings.Fields(names) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// ContentOf returns the place that the user gives for the content of an element, which the tag of text opens, or
// nil. within reports whether an element of XML with a name is around it; it is nil in HTML.
func (t *Tables) ContentOf(element string, tag *htmlscan.Token, text []byte, within func(name string) bool) *Place {
	for _, p := range t.Content[element] {
		if (p.Within == "" || within != nil && within(p.Within)) && (p.condition == nil || p.condition.holds(text, tag.Attrs)) {
			return p.Place
		}
	}
	return nil
}

// An Index finds the places of an attribute by its name.
type Index struct {
	list []Attr
	// first is a hash table of the names by slotOf. It has the index in list, plus one, of
	// the first name of a chain, or 0.
	first [32 * 32]uint16
}

// An Attr has the places of an attribute by the name of the element. If an element has several
// places, they differ by their conditions.
type Attr struct {
	Name     string // the name in lower case, or as a place of the user has it
	ID       int    // the index of the Attr in Index.list
	next     uint16 // the next name of the chain, as in first
	elements []elementPlaces
	all      []conditional // places on any element
}

// elementPlaces has the places of an attribute of one element.
type elementPlaces struct {
	element string
	atom    atom.Atom // 0 if the name has no atom
	places  []conditional
}

// A conditional is a place with its condition, which may be nil.
type conditional struct {
	*Place
	*condition
}

// A condition requires that an attribute of the element has one of several values, in
// any case: "name=value value". With "~=", one of the tokens of the attribute's value must
// be among the values. "!name name" requires that the element has none of these attributes.
type condition struct {
	attr   string
	values []string
	tokens bool
	absent []string
}

func indexPlaces(list []Place, groups Groups) (idx Index) {
	for i := range list {
		p := &list[i]
		if p.Group != 0 && p.Group&groups == 0 {
			continue
		}
		for _, name := range strings.Fields(p.Attrs) {
			attr := idx.add(strings.ToLower(name))
			for _, element := range strings.Fields(p.Elements) {
				attr.add(element, conditional{p, parseCondition(p.Only)})
			}
		}
	}
	return idx
}

// slotOf returns the slot of a name in the hash table: its first letter and its length. The
// name must not be empty.
func slotOf(name []byte) int { return int(name[0]&31)<<5 | len(name)&31 }

// add returns the places of the attribute with this name. It adds the attribute if it is
// new.
func (idx *Index) add(name string) *Attr {
	if i := slices.IndexFunc(idx.list, func(a Attr) bool { return a.Name == name }); i >= 0 {
		return &idx.list[i]
	}
	slot := &idx.first[slotOf([]byte(name))]
	idx.list = append(idx.list, Attr{Name: name, ID: len(idx.list), next: *slot})
	*slot = uint16(len(idx.list))
	return &idx.list[len(idx.list)-1]
}

// add adds a place of an element, or of every element if element is "*".
func (a *Attr) add(element string, p conditional) {
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
	if absent, ok := strings.CutPrefix(only, "!"); ok {
		return &condition{absent: strings.Fields(absent)}
	}
	attr, values, ok := strings.Cut(only, "=")
	if !ok {
		return nil
	}
	name, tokens := strings.CutSuffix(attr, "~")
	return &condition{attr: name, values: strings.Fields(values), tokens: tokens}
}

// Attr returns the places of the attribute called name, in any case, or nil.
func (idx *Index) Attr(name []byte) *Attr {
	if len(name) == 0 {
		return nil
	}
	for i := idx.first[slotOf(name)]; i > 0; i = idx.list[i-1].next {
		if a := &idx.list[i-1]; a.Name == string(name) || ascii.EqualFold(name, a.Name) {
			return a
		}
	}
	return nil
}

// firstMatch returns the first place whose condition the attributes of an element meet,
// or nil.
func firstMatch(places []conditional, text []byte, attrs []htmlscan.Attr) *Place {
	for _, p := range places {
		if p.condition == nil || p.condition.holds(text, attrs) {
			return p.Place
		}
	}
	return nil
}

// Applies reports whether the attributes of an element meet the condition of the place.
func (p *Place) Applies(text []byte, attrs []htmlscan.Attr) bool {
	return p.Only == "" || parseCondition(p.Only).holds(text, attrs)
}

// holds reports whether the attributes of an element meet the condition. Whitespace
// around a value is ignored.
func (c *condition) holds(text []byte, attrs []htmlscan.Attr) bool {
	if c.absent != nil {
		return !slices.ContainsFunc(c.absent, func(name string) bool {
			_, has := htmlscan.First(text, attrs, name)
			return has
		})
	}
	a, ok := htmlscan.First(text, attrs, c.attr)
	if !ok {
		return false
	}
	value := bytes.Trim(view.Unescape(text, a.Value, a.Quote), ascii.Whitespace)
	for c.tokens && len(value) > 0 {
		n := bytes.IndexAny(value, ascii.Whitespace)
		if n < 0 {
			return c.has(value)
		}
		if c.has(value[:n]) {
			return true
		}
		value = bytes.TrimLeft(value[n:], ascii.Whitespace)
	}
	return !c.tokens && c.has(value)
}

// has reports whether value is one of the condition's values.
func (c *condition) has(value []byte) bool {
	for _, v := range c.values {
		if len(v) == len(value) && strings.EqualFold(v, string(value)) {
			return true
		}
	}
	return false
}

// A Set is a set of attributes by ID.
type Set [8]uint64

// Add adds an ID. It reports whether the set had it before.
func (s *Set) Add(id int) (had bool) {
	bit := uint64(1) << (id % 64)
	had = s[id/64]&bit != 0
	s[id/64] |= bit
	return had
}

// Place returns the place of the attribute in the tag t of text, or nil. element is the name
// of the element if the tag has no atom.
func (a *Attr) Place(t *htmlscan.Token, text []byte, element string) *Place {
	for i := range a.elements {
		e := &a.elements[i]
		if t.Atom != 0 && e.atom == t.Atom || t.Atom == 0 && e.element == element {
			if p := firstMatch(e.places, text, t.Attrs); p != nil {
				return p
			}
		}
	}
	return firstMatch(a.all, text, t.Attrs)
}
