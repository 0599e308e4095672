package sites

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// An Escaped is HTML in XML text that is no place of hrefix: an export of a program whose format is not known.
type Escaped struct {
	At    int           // the offset of the value, plus one; 0 if there is none
	Place *places.Place // a place that reads the value
}

// seeEscaped looks for HTML in the value of an attribute, or in the content of an element if attr is empty.
func (x *xmlPage) seeEscaped(element, attr, text markup.Span) {
	if !isEscapedHTML(x.text[text.Start:text.End]) {
		return
	}
	switch name := string(x.text[element.Start:element.End]); name {
	case "programlisting", "screen", "literallayout", "codeblock", "code", "eg": // source code in DocBook, DITA and specifications of the W3C
	default:
		x.Escaped = Escaped{text.Start + 1, &places.Place{Elements: name, Attrs: string(x.text[attr.Start:attr.End]), Syntax: syntax.Markup}}
	}
}

// seeEscapedAttrs looks for HTML in the attributes of a start tag, whose sites begin at first, and sets the element
// whose content is looked at. In XHTML, SVG and MathML, such text is about HTML.
func (x *xmlPage) seeEscapedAttrs(t *xmlscan.Token, first int) {
	x.unread = markup.Span{}
	if x.Escaped.At > 0 || x.Feed.Format != nil || t.Space != xmlscan.Other {
		return
	}
	x.unread = t.Local
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if a.Space == xmlscan.None && a.Value.Start < a.Value.End && x.text[a.Value.Start] == '&' && !x.isSite(a.Value, first) {
			x.seeEscaped(t.Local, a.Local, a.Value)
		}
	}
}

// isSite reports whether a value is one of the sites from first on.
func (x *xmlPage) isSite(value markup.Span, first int) bool {
	for i := range x.Sites[first:] {
		if x.Sites[first+i].Value == value {
			return true
		}
	}
	return false
}

// isEscapedHTML reports whether text begins with a tag that HTML has in its body, and has a link or an image.
// The tag is escaped, or it is in a CDATA section.
func isEscapedHTML(text []byte) bool {
	text = bytes.TrimLeft(text, ascii.Whitespace)
	rest, ok := bytes.CutPrefix(text, []byte("&lt;"))
	if !ok {
		if rest, ok = bytes.CutPrefix(text, []byte("<")); !ok {
			return false
		}
	}
	n := bytes.IndexAny(rest[:min(len(rest), 12)], " />&\n")
	if n <= 0 {
		return false
	}
	switch atom.Lookup(ascii.AppendLower(nil, rest[:n])) {
	case atom.P, atom.Div, atom.Span, atom.A, atom.Img, atom.Ul, atom.Ol, atom.H1, atom.H2, atom.H3, atom.H4, atom.Table, atom.B, atom.Strong, atom.Em, atom.I, atom.Blockquote, atom.Br, atom.Center, atom.Font:
		return bytes.Contains(rest, []byte(" href=")) || bytes.Contains(rest, []byte(" src="))
	}
	return false
}
