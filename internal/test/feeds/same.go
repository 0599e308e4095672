package feeds

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"
)

// A Change is a URL of a feed that differs.
type Change struct {
	Place         string // the element, its parent, and the attribute or "html"
	Before, After string
}

// Same compares two feeds: the elements, attributes and texts must be the same, except that a
// URL may be absolute afterwards. It returns the URLs that differ.
func Same(before, after []byte, url string) ([]Change, error) {
	a, err := Parse(before, url)
	if err != nil {
		return nil, fmt.Errorf("before: %w", err)
	}
	b, err := Parse(after, url)
	if err != nil {
		return nil, fmt.Errorf("after: %w", err)
	}
	var c comparison
	c.elements(a, b)
	return c.changes, c.err
}

// A comparison is the state of comparing two feeds.
type comparison struct {
	changes []Change
	err     error // the first
}

func (c *comparison) fail(e *Element, format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("%s at %d: %s", place(e), e.Start, fmt.Sprintf(format, args...))
	}
}

func (c *comparison) elements(a, b *Element) {
	if a.Name != b.Name || len(a.Attrs) != len(b.Attrs) || len(a.Children) != len(b.Children) {
		c.fail(a, "it became %s with %d attributes and %d children", place(b), len(b.Attrs), len(b.Children))
		return
	}
	for i := range a.Attrs {
		c.attribute(a, b, i)
	}
	if len(a.Children) == 0 {
		c.content(a, a.Texts[0], b.Texts[0])
		return
	}
	for i, text := range a.Texts {
		if b.Texts[i] != text {
			c.fail(a, "%q became %q", text, b.Texts[i])
		}
	}
	for i := range a.Children {
		c.elements(a.Children[i], b.Children[i])
	}
}

func (c *comparison) attribute(e, after *Element, i int) {
	a, b := e.Attrs[i], after.Attrs[i]
	base := e.Base
	if a.Name.Local == "base" && a.Name.Space != "" {
		base = e.Parent.Base
	}
	switch {
	case a.Name != b.Name:
		c.fail(e, "the attribute %v became %v", a.Name, b.Name)
	case a.Value == b.Value:
	case SameWords(a.Value, b.Value, base):
		at := place(e) + " @" + a.Name.Local
		if a.Name.Local == "base" {
			at = "xml:base"
		}
		c.changes = append(c.changes, Change{at, a.Value, b.Value})
	default:
		c.fail(e, "%s: %q became %q, with the base %s", a.Name.Local, a.Value, b.Value, base)
	}
}

// content compares the text of an element without children.
func (c *comparison) content(e *Element, a, b string) {
	if a == b {
		return
	}
	before, after := strings.TrimSpace(a), strings.TrimSpace(b)
	if strings.Replace(a, before, after, 1) == b && sameTarget(before, after, e.Base) { // the same white space is around a URL
		c.changes = append(c.changes, Change{place(e), before, after})
		return
	}
	kind := " html"
	if x, ok := fromBase64(a); ok {
		y, _ := fromBase64(b)
		a, b, kind = x, y, " base64"
	}
	if e.Name.Local == "style" && SameWords(a, b, e.Base) {
		kind = " css"
	} else if err := SameHTML(a, b, e.Base); err != nil {
		c.fail(e, "%v", err)
		return
	}
	c.changes = append(c.changes, Change{place(e) + kind, a, b})
}

func fromBase64(s string) (string, bool) {
	text, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
	return string(text), err == nil && strings.Contains(string(text), "<")
}

// sameTarget reports whether b is the absolute URL of a.
func sameTarget(a, b, base string) bool {
	target := Resolve(b, "")
	return strings.Contains(target, ":") && Resolve(b, "http://other.invalid/") == target && Resolve(a, base) == target
}

// SameWords compares two texts with URLs, such as style sheets: each word is the same, or a URL
// that has become absolute.
func SameWords(a, b, base string) bool {
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(),", r) }
	if sameTarget(strings.TrimSpace(a), strings.TrimSpace(b), base) {
		return true
	}
	x, y := strings.FieldsFunc(a, between), strings.FieldsFunc(b, between)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		before, after := word(x[i]), word(y[i])
		if before != after && !sameTarget(before, after, base) {
			return false
		}
	}
	return true
}

// word returns a word without quotes around it, and without the "url=" of a meta refresh.
func word(s string) string { return strings.Trim(strings.TrimPrefix(s, "url="), "\"'") }

// prefixes are short names for namespaces.
var prefixes = map[string]string{
	"http://www.w3.org/2005/Atom":                          "atom",
	"http://purl.org/atom/ns#":                             "atom03",
	"http://www.w3.org/1999/xhtml":                         "xhtml",
	"http://www.w3.org/2000/svg":                           "svg",
	"http://purl.org/rss/1.0/":                             "rss1",
	"http://my.netscape.com/rdf/simple/0.9/":               "rss09",
	"http://www.w3.org/1999/02/22-rdf-syntax-ns#":          "rdf",
	"http://purl.org/rss/1.0/modules/content/":             "content",
	"http://search.yahoo.com/mrss/":                        "media",
	"http://search.yahoo.com/mrss":                         "media",
	"http://www.itunes.com/dtds/podcast-1.0.dtd":           "itunes",
	"http://wellformedweb.org/CommentAPI/":                 "wfw",
	"http://wordpress.org/export/1.2/":                     "wp",
	"http://wordpress.org/export/1.2/excerpt/":             "excerpt",
	"http://www.sitemaps.org/schemas/sitemap/0.9":          "sitemap",
	"http://www.google.com/schemas/sitemap-image/1.1":      "image",
	"http://www.google.com/schemas/sitemap-video/1.1":      "video",
	"http://web.resource.org/cc/":                          "cc",
	"http://backend.userland.com/creativeCommonsRssModule": "creativeCommons",
	"http://purl.org/rss/1.0/modules/slash/":               "slash",
	"http://purl.org/dc/elements/1.1/":                     "dc",
	"http://podcastindex.org/namespace/1.0":                "podcast",
	"https://podcastindex.org/namespace/1.0":               "podcast",
}

// place names an element and its parent.
func place(e *Element) string {
	name := func(e *Element) string {
		if e.Name.Space == "" {
			return e.Name.Local
		}
		if p := prefixes[e.Name.Space]; p != "" {
			return p + ":" + e.Name.Local
		}
		return "{" + e.Name.Space + "}" + e.Name.Local
	}
	if e.Parent == nil || e.Parent.Name.Local == "" || e.Name.Space == "http://www.w3.org/1999/xhtml" {
		return name(e)
	}
	return name(e.Parent) + "/" + name(e)
}
