package candidates

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/cssscan"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/microsyntax"
)

// mayHold reports whether the value of an attribute, or a string, may have a reference. It is quick.
func mayHold(value []byte) bool {
	if len(value) < len("../") {
		return false
	}
	for _, c := range value {
		if c == '/' || c == '.' || c == '\\' {
			return true
		}
	}
	return false
}

// never are the attributes whose values are no references: names, text for people, and identifiers that look like URLs.
var never = map[string]bool{
	"accept": true, "alt": true, "class": true, "coords": true, "d": true, "datatype": true, "datetime": true, "download": true,
	"enctype": true, "for": true, "headers": true, "id": true, "integrity": true, "itemprop": true, "itemtype": true, "keytimes": true,
	"label": true, "lang": true, "media": true, "name": true, "nonce": true, "path": true, "pattern": true, "placeholder": true, "points": true,
	"prefix": true, "property": true, "rel": true, "rev": true, "role": true, "style": true, "summary": true, "title": true,
	"transform": true, "type": true, "typeof": true, "version": true, "viewbox": true, "vocab": true, "xmlns": true,
	"xlink:arcrole": true, "xlink:role": true, "xlink:title": true, "xsi:schemalocation": true, "data-reactid": true,
}

// neverIn are parts of the names of such attributes.
var neverIn = []string{
	"alt", "analytic", "caption", "class", "cookie", "desc", "domain", "event", "label", "metric", "pattern", "regex", "selector", "template", "test",
	"text", "title", "track", "xpath",
}

// isNever reports whether the values of an attribute are no references.
func isNever(attr []byte) bool {
	if never[string(attr)] || bytes.HasPrefix(attr, []byte("xmlns:")) || bytes.HasPrefix(attr, []byte("xml:")) || bytes.HasPrefix(attr, []byte("aria-")) {
		return true
	}
	for _, part := range neverIn {
		if bytes.Contains(attr, []byte(part)) {
			return true
		}
	}
	return false
}

// attribute finds the references in the value of an attribute, by the syntax that the value seems to have.
func (f *Finder) attribute(value []byte) {
	start := len(value) - len(bytes.TrimLeft(value, ascii.Whitespace))
	text := bytes.Trim(value, ascii.Whitespace)
	switch {
	case len(text) == 0:
	case text[0] == '{' || text[0] == '[':
		f.jsonStrings(value, "json")
	case bytes.IndexByte(text, '<') >= 0:
		f.html(value)
	case syntax.IsImageCSS(text):
		for ref := range cssscan.Refs(value, cssscan.Value) {
			if url := value[ref.Start:ref.End]; syntax.IsReference(url) || syntax.IsFile(url) {
				f.put(url, ref.Start, "css")
			}
		}
	case bytes.ContainsAny(text, ascii.Whitespace):
		f.list(value)
	case syntax.IsReference(text), syntax.IsFile(text) && mayBeFile(f.value.Element, f.value.Attr):
		f.put(text, start, syntax.Link.String())
	}
}

// mayBeFile reports whether a name of a file, without a path, is a reference in an attribute: it may also be what
// people see.
func mayBeFile(element, attr string) bool {
	return element != "meta" && attr != "value" && !strings.Contains(attr, "name")
}

// list finds the references of a srcset, or of a list of URLs with spaces between them. All must look like references.
func (f *Finder) list(value []byte) {
	described, all := false, true
	for c := range microsyntax.Srcset(value) {
		url := value[c.Start:c.End]
		all = all && (syntax.IsReference(url) || syntax.IsFile(url))
		described = described || hasDescriptor(value[c.End:])
	}
	if all && described {
		for c := range microsyntax.Srcset(value) {
			f.put(value[c.Start:c.End], c.Start, "srcset")
		}
		return
	}
	for start, end := range microsyntax.Tokens(value) {
		if !syntax.IsReference(value[start:end]) {
			return
		}
	}
	for start, end := range microsyntax.Tokens(value) {
		f.put(value[start:end], start, "urls")
	}
}

// hasDescriptor reports whether text begins with a descriptor of a srcset, such as " 2x" or " 300w".
func hasDescriptor(text []byte) bool {
	text = bytes.TrimLeft(text, ascii.Whitespace)
	n := 0
	for n < len(text) && (ascii.IsDigit(text[n]) || text[n] == '.') {
		n++
	}
	return n > 0 && n < len(text) && (text[n] == 'x' || text[n] == 'w')
}

// html finds the references in HTML in the value of an attribute: those of the attributes that most links have.
func (f *Finder) html(value []byte) {
	s := &f.nested
	s.Reset(value)
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		if t.Kind != htmlscan.StartTag || t.Atom == 0 {
			continue
		}
		for _, a := range t.Attrs {
			switch name := atom.Lookup(bytes.ToLower(value[a.Name.Start:a.Name.End])); name {
			case atom.Href, atom.Src, atom.Action, atom.Poster:
				if url := value[a.Value.Start:a.Value.End]; syntax.IsReference(url) || syntax.IsFile(url) {
					f.put(url, a.Value.Start, "html")
				}
			}
		}
	}
}
