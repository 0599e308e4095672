package places

import "iter"

// A Row is a place that hrefix reads, for a list.
type Row struct {
	Place  string `json:"place"`           // the place as [Parse] reads it
	In     string `json:"in"`              // what has the place: "html", "svg" or "mathml" (also within HTML), "xml" or "feed"
	Group  string `json:"group,omitempty"` // the group that must be requested, or ""
	Source string `json:"source"`          // the specification, or the programs, that make the value a URL
}

// content are the places that are the content of an element, and the instruction of XML, each with the element.
var content = []struct {
	element string
	in      string
	place   *Place
}{
	{"style", "html", StyleContent},
	{"script", "html", ClassicContent},
	{"script[type=module]", "html", ModuleContent},
	{"script[type=importmap]", "html", ImportMapContent},
	{"script[type=speculationrules]", "html", SpeculationContent},
	{"script[type=application/ld+json]", "html", JSONLDContent},
	{"<!-- wp:… -->", "html", BlockComment},
	{"*[xml:base]", "xml", XMLBase},
	{"<?xml-stylesheet href?>", "xml", XMLStyleSheet},
}

// Rows yields all places that hrefix reads.
func Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for _, table := range []struct {
			in, source string
			places     []Place
		}{
			{"html", "HTML Standard", htmlPlaces}, {"svg", "SVG 2", svgPlaces}, {"mathml", "MathML 3", mathPlaces}, {"xml", "XLink 1.1", otherPlaces},
		} {
			for i := range table.places {
				if p := &table.places[i]; !yield(p.row(p.String(), table.in, table.source)) {
					return
				}
			}
		}
		for _, c := range content {
			text := c.element
			if name := c.place.Syntax.String(); name != "url" {
				text += "=" + name
			}
			row := c.place.row(text, c.in, "")
			if c.place == JSONLDContent {
				row.Group = JSONLD.names()[0]
			}
			if !yield(row) {
				return
			}
		}
		for i := range feedPlaces {
			if p := &feedPlaces[i]; !yield(p.row(p.String(), "feed", spaceNames[p.Space])) {
				return
			}
		}
	}
}

// row returns a row with the place as text. source is the source of the table.
func (p *Place) row(text, in, source string) Row {
	r := Row{Place: text, In: in, Source: source}
	if p.Source != "" {
		r.Source = p.Source
	}
	if p.Group != 0 {
		r.Group = p.Group.names()[0]
	}
	return r
}
