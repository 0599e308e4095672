package places

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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
	MaxID int            // the greatest Attr.ID
	Names htmlscan.Names // the names of all attributes with places, and of attributes that saving programs add

	WithAnchors htmlscan.Names // Names, and the attributes that make an anchor

	Content map[string][]conditional // the places of the user that are the content of an element, by its name
	HasRows bool                     // some places are the user's

	groups Groups
	rows   []*Place // the places of the user
}

// OtherNamespace stands for all namespaces that htmlscan does not know.
const OtherNamespace = htmlscan.MathML + 1

// tables has the *Tables of each Groups value that was requested without places of a user. They never change.
var tables sync.Map

// lastRows are the tables with places of a user that were requested last. A run has many rewriters with the same places.
var lastRows atomic.Pointer[Tables]

// For returns the tables of all places without a group, of the places in groups, and of the places of a
// user.
func For(groups Groups, rows []*Place) *Tables {
	if len(rows) > 0 {
		t := lastRows.Load()
		if t == nil || t.groups != groups || !slices.Equal(t.rows, rows) {
			t = newTables(groups, rows)
			lastRows.Store(t)
		}
		return t
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
	}, HasRows: len(rows) > 0, groups: groups, rows: slices.Clone(rows)}
	for _, row := range rows {
		t.addRow(row)
	}
	for i := range t.Of {
		for _, a := range t.Of[i].list {
			t.Names.Add(a.Name)
		}
		t.MaxID = max(t.MaxID, len(t.Of[i].list)-1)
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
	m := matcher{text: text, attrs: tag.Attrs}
	for _, p := range t.Content[element] {
		if (p.Within == "" || within != nil && within(p.Within)) && (p.condition == nil || m.meets(p.condition)) {
			return p.Place
		}
	}
	return nil
}

// An Index finds the places of an attribute by its name.
type Index struct {
	list []Attr
	// first is a hash table of the names by slotOf. It has the index in list, plus one, of the first name of a
	// chain, or 0. Its size is a power of two.
	first []int32
}

// minSlots is the size of a hash table of few names.
const minSlots = 1024

// An Attr has the places of an attribute by the name of the element. If an element has several
// places, they differ by their conditions.
type Attr struct {
	Name     string // the name in lower case, or as a place of the user has it
	ID       int    // the index of the Attr in Index.list
	next     int32  // the next name of the chain, as in first
	elements []elementPlaces
	byName   map[string]int // the indexes in elements, if there are many
	all      []conditional  // places on any element
}

// fewElements is a number of elements that are searched one by one about as fast as in a map. The tables of hrefix have
// no more, and begin with those that most documents have.
const fewElements = 64

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

// A condition requires that an attribute of the element has one of several values, in any case: "name=value value". A
// value with spaces is in quotes, as in CSS. With "~=", one of the tokens of the attribute's value must be among the
// values. With "name,other=value" either attribute will do. "!name name" requires that the element has none of these
// attributes.
type condition struct {
	attrs  []string // in lower case
	values []string
	tokens bool
	absent []string // in lower case
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

// slotOf returns the slot of a name, in any case, in the hash table.
func (idx *Index) slotOf(name []byte) *int32 {
	hash := uint32(len(name))
	for _, c := range name {
		hash = hash*31 + uint32(c|0x20)
	}
	return &idx.first[hash&uint32(len(idx.first)-1)]
}

// add returns the places of the attribute with this name. It adds the attribute if it is new.
func (idx *Index) add(name string) *Attr {
	if len(idx.list) >= len(idx.first)/2 {
		idx.first = make([]int32, max(minSlots, 2*len(idx.first)))
		for i := range idx.list {
			idx.chain(&idx.list[i])
		}
	}
	for i := *idx.slotOf([]byte(name)); i > 0; i = idx.list[i-1].next {
		if a := &idx.list[i-1]; a.Name == name {
			return a
		}
	}
	idx.list = append(idx.list, Attr{Name: name, ID: len(idx.list)})
	a := &idx.list[len(idx.list)-1]
	idx.chain(a)
	return a
}

// chain puts an attribute of the list at the start of the chain of its slot.
func (idx *Index) chain(a *Attr) {
	slot := idx.slotOf([]byte(a.Name))
	a.next, *slot = *slot, int32(a.ID+1)
}

// add adds a place of an element, or of every element if element is "*".
func (a *Attr) add(element string, p conditional) {
	if element == "*" {
		a.all = append(a.all, p)
		return
	}
	e := a.of(atom.Lookup([]byte(element)), element)
	if e == nil {
		a.elements = append(a.elements, elementPlaces{element: element, atom: atom.Lookup([]byte(element))})
		n := len(a.elements) - 1
		switch e = &a.elements[n]; {
		case a.byName != nil:
			a.byName[element] = n
		case n == fewElements:
			a.byName = make(map[string]int)
			for i := range a.elements {
				a.byName[a.elements[i].element] = i
			}
		}
	}
	e.places = append(e.places, p)
}

// of returns the places of an element, or nil. name is the name if there is no atom.
func (a *Attr) of(at atom.Atom, name string) *elementPlaces {
	if a.byName != nil {
		if at != 0 {
			name = at.String()
		}
		if i, ok := a.byName[name]; ok {
			return &a.elements[i]
		}
		return nil
	}
	for i := range a.elements {
		if e := &a.elements[i]; at != 0 && e.atom == at || at == 0 && e.element == name {
			return e
		}
	}
	return nil
}

func parseCondition(only string) *condition {
	if absent, ok := strings.CutPrefix(only, "!"); ok {
		return &condition{absent: strings.Fields(strings.ToLower(absent))}
	}
	attrs, values, ok := strings.Cut(only, "=")
	if !ok {
		return nil
	}
	names, tokens := strings.CutSuffix(attrs, "~")
	c := &condition{attrs: strings.Split(strings.ToLower(names), ","), tokens: tokens}
	c.values, _ = splitValues(values)
	return c
}

// splitValues returns the values of a condition, which have spaces between them. ok is false if a quote is not closed,
// or if text follows it.
func splitValues(list string) (all []string, ok bool) {
	for list = strings.Trim(list, ascii.Whitespace); list != ""; list = strings.Trim(list, ascii.Whitespace) {
		value, rest, isQuoted := cutQuoted(list)
		if !isQuoted {
			if list[0] == '"' || list[0] == '\'' {
				return nil, false
			}
			n := strings.IndexAny(list+" ", ascii.Whitespace)
			value, rest = list[:n], list[n:]
		} else if rest != "" && strings.IndexByte(ascii.Whitespace, rest[0]) < 0 {
			return nil, false
		}
		all, list = append(all, value), rest
	}
	return all, true
}

// cutQuoted returns the text in the quotes that s begins with, and what follows the quotes. ok is false if s does not
// begin with a quote, or the quote is not closed.
func cutQuoted(s string) (value, rest string, ok bool) {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", s, false
	}
	return strings.Cut(s[1:], s[:1])
}

// Attr returns the places of the attribute called name, in any case, or nil.
func (idx *Index) Attr(name []byte) *Attr {
	if len(idx.list) == 0 {
		return nil
	}
	for i := *idx.slotOf(name); i > 0; i = idx.list[i-1].next {
		if a := &idx.list[i-1]; a.Name == string(name) || ascii.EqualFold(name, a.Name) {
			return a
		}
	}
	return nil
}

// firstMatch returns the first place whose condition the attributes of an element meet,
// or nil.
func firstMatch(places []conditional, text []byte, attrs []htmlscan.Attr) *Place {
	if len(places) == 0 {
		return nil
	}
	if places[0].condition == nil { // of most attributes
		return places[0].Place
	}
	m := matcher{text: text, attrs: attrs}
	for _, p := range places {
		if p.condition == nil || m.meets(p.condition) {
			return p.Place
		}
	}
	return nil
}

// Applies reports whether the attributes of an element meet the condition of the place.
func (p *Place) Applies(text []byte, attrs []htmlscan.Attr) bool {
	m := matcher{text: text, attrs: attrs}
	return p.Only == "" || m.meets(parseCondition(p.Only))
}

// A matcher compares the attributes of an element with conditions, one after the other. It keeps the last attribute,
// because many conditions are on the same one.
type matcher struct {
	text  []byte
	attrs []htmlscan.Attr
	name  string
	value []byte // without white space around it
	has   bool
}

// find finds the attribute with a name.
func (m *matcher) find(name string) bool {
	if name == m.name {
		return m.has
	}
	a, has := htmlscan.First(m.text, m.attrs, name)
	if m.name, m.has, m.value = name, has, nil; has {
		m.value = bytes.Trim(view.Unescape(m.text, a.Value, a.Quote), ascii.Whitespace)
	}
	return has
}

// meets reports whether the attributes meet the condition.
func (m *matcher) meets(c *condition) bool {
	for _, name := range c.absent {
		if m.find(name) {
			return false
		}
	}
	for _, name := range c.attrs {
		if m.find(name) && c.allows(m.value) {
			return true
		}
	}
	return len(c.attrs) == 0
}

// allows reports whether a value of the attribute meets the condition.
func (c *condition) allows(value []byte) bool {
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

// Place returns the place of the attribute in the tag t of text, or nil. element is the name
// of the element if the tag has no atom.
func (a *Attr) Place(t *htmlscan.Token, text []byte, element string) *Place {
	if e := a.of(t.Atom, element); e != nil {
		if p := firstMatch(e.places, text, t.Attrs); p != nil {
			return p
		}
	}
	return firstMatch(a.all, text, t.Attrs)
}
