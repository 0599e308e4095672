// Package candidates finds values that look like references and that no place reads: what a run would otherwise pass
// over in silence. It finds them for people, who decide. Nothing that it finds is ever edited.
//
// What looks like a reference is a guess, and this package prefers to miss one: see syntax.IsReference.
//
//	candidates.go  a value, the Finder, and HTML
//	attribute.go   the references in the value of an attribute
//	script.go      the strings of scripts and of JSON
//	xml.go         XML
//	remains.go     URLs of sites that move, wherever they are
package candidates

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/jsonscan"
	"github.com/hrefix/hrefix/internal/view"
)

// A Value is text that looks like a reference. It is valid until the function that gets it returns.
type Value struct {
	Element string        // the name of the element
	Attr    string        // the attribute, or "" for the content of the element
	In      string        // the kind of place, for counts: the attribute, "scripts", "JSON", or the element of XML
	At      int           // the offset of the text in the document, or of the value that the text is in
	Text    []byte        // the text, decoded
	Group   places.Groups // the group of places that reads it, or 0

	only   string // the condition of a row that reads it
	syntax string // the syntax of the row, or "" if no row reads it
}

// selectors are the attributes that say what another attribute of the same element means.
var selectors = map[string][]string{
	"meta": {"name", "property", "itemprop", "http-equiv"}, "param": {"name"}, "input": {"name"}, "script": {"type"},
}

// Row returns the row of a place that would read the text, as [places.Parse] reads it, or "".
func (v *Value) Row() string {
	if v.syntax == "" {
		return ""
	}
	row := v.Element + v.only
	if v.Attr != "" {
		row += "[" + v.Attr + "]"
	}
	row += "=" + v.syntax
	if _, err := places.Parse(row); err != nil { // a name that no row can have
		return ""
	}
	return row
}

// A Finder finds the values of documents, one after the other. It reuses its memory.
type Finder struct {
	scanner, inner, nested htmlscan.Scanner // of the document, of markup that only some readers parse, of HTML in a value

	json   jsonscan.Scanner
	names  htmlscan.Names // all names
	all    *places.Tables // the places of all groups
	allXML *places.Tables // the same, with rows
	rows   []*places.Place
	read   *places.Tables // the places that are read
	groups places.Groups  // the groups that are read
	text   []byte
	report func(*Value)

	element, attr []byte // the names of the current element and attribute, in lower case
	at            int    // the offset of the current value
	exact         bool   // the current value is the text from there on, without escapes
	noRow         bool   // the group of the current value is enough
	value         Value

	sites   sites.Collector // the sites of XML
	next    int             // the index of the next site
	readEnd int             // the end of the content of the last site that is in pieces
}

// HTML calls report for the values of HTML text in UTF-8 that tables, which are those of groups, do not read.
func (f *Finder) HTML(text []byte, tables *places.Tables, groups places.Groups, report func(*Value)) {
	if f.all == nil {
		f.all = places.For(places.AllGroups, nil)
		f.names.AddAll()
	}
	f.text, f.read, f.groups, f.report = text, tables, groups, report
	f.markup(&f.scanner, 0, len(text))
	f.text, f.report, f.value = nil, nil, Value{}
}

// markup finds the values of the HTML between two offsets: the document, or markup in it that only some readers parse,
// for which s is the inner scanner.
func (f *Finder) markup(s *htmlscan.Scanner, start, end int) {
	s.ResetAt(f.text[:end], start)
	s.Want(&f.names)
	s.Skim()
	isInner, kind := s == &f.inner, noContent
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		switch t.Kind {
		case htmlscan.StartTag:
			f.tag(t, isInner)
			if kind = noContent; t.Atom == atom.Script {
				kind = f.contentOf(t)
			}
		case htmlscan.RawText:
			switch {
			case kind != noContent:
				f.content(kind, t.Span)
			case !isInner && (t.Element == atom.Iframe || t.Element == atom.Noembed || t.Element == atom.Noframes):
				f.markup(&f.inner, t.Start, t.End)
			}
			kind = noContent
		case htmlscan.Comment:
			comment := f.text[t.Start:t.End]
			if open := bytes.Index(comment, []byte("]>")); !isInner && bytes.HasPrefix(comment, []byte("<!--[if")) && open > 0 {
				f.markup(&f.inner, t.Start+open+len("]>"), t.End)
			}
		}
	}
}

// tag finds the values among the attributes of a start tag. The tag may be in markup that only some readers parse.
func (f *Finder) tag(t *htmlscan.Token, isInner bool) {
	f.element = f.element[:0]
	for i := range t.Attrs {
		a := &t.Attrs[i]
		raw := f.text[a.Value.Start:a.Value.End]
		switch string(f.text[a.Name.Start:a.Name.End]) {
		case "class", "id", "style", "title", "type", "rel", "name": // most attributes are these, and their values are read or no references
			continue
		}
		if !mayHold(raw) {
			continue
		}
		f.attr = ascii.AppendLower(f.attr[:0], f.text[a.Name.Start:a.Name.End])
		place, group := f.placeOf(f.read, t), places.Groups(0)
		if isInner {
			group = places.Conditional &^ f.groups
		}
		isScript := isScriptURL(raw) || bytes.HasPrefix(f.attr, []byte("on"))
		if place != nil && group == 0 && !isScript {
			continue
		}
		if f.noRow = place != nil; place == nil && !isScript {
			if asked := f.placeOf(f.all, t); asked != nil {
				group |= asked.Group
				f.noRow = true
			} else if isNever(f.attr) {
				continue
			}
		}
		value := view.Unescape(f.text, a.Value, a.Quote)
		f.at, f.exact = a.Value.Start, len(value) == len(raw)
		f.value = Value{Element: string(f.nameOf(t)), Attr: string(f.attr), In: string(f.attr), Group: group, only: f.conditionOf(t)}
		if isScript {
			f.script(value)
		} else {
			f.attribute(value)
		}
	}
}

// nameOf returns the name of the element of a tag, in lower case.
func (f *Finder) nameOf(t *htmlscan.Token) []byte {
	if len(f.element) == 0 {
		f.element = ascii.AppendLower(f.element, f.text[t.Name.Start:t.Name.End])
	}
	return f.element
}

// conditionOf returns the condition that a row for the current attribute of a tag needs.
func (f *Finder) conditionOf(t *htmlscan.Token) string {
	for _, name := range selectors[string(f.nameOf(t))] {
		if a, ok := htmlscan.First(f.text, t.Attrs, name); ok && string(f.attr) != name && a.Value.Start < a.Value.End {
			value := bytes.Trim(view.Unescape(f.text, a.Value, a.Quote), ascii.Whitespace)
			return "[" + name + "=" + places.Quote(string(value)) + "]"
		}
	}
	return ""
}

// placeOf returns the place that the tables have for the current attribute of a tag, or nil.
func (f *Finder) placeOf(tables *places.Tables, t *htmlscan.Token) *places.Place {
	known := tables.Of[t.Namespace].Attr(f.attr)
	if known == nil {
		return nil
	}
	element := ""
	if t.Atom == 0 {
		element = string(f.nameOf(t))
	}
	return known.Place(t, f.text, element)
}

// put reports a text, which is at an offset of the current value. syntax is the syntax of a row that would read it,
// or "".
func (f *Finder) put(text []byte, offset int, syntax string) {
	v := f.value
	if v.Text, v.At = text, f.at; !f.noRow {
		v.syntax = syntax
	}
	if f.exact {
		v.At += offset
	}
	f.report(&v)
}
