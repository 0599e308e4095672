// Package pin finds where the base of a document can be written into the document:
//
//	HTML   a BASE element, before everything with a URL    html.go
//	XHTML  the same, in the namespace of the head          xml.go
//	XML    an xml:base attribute of the root element       xml.go
//
// Package engine decides whether the base is written. Package messages has the rules for
// messages.
package pin

import (
	"strconv"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
)

// A Spot is the place in a document where its base can be written.
type Spot struct {
	At     int           // the offset in the text
	Reason reason.Reason // why the base cannot be written; none if it can
	Root   Root          // the root element of an XML document

	before, after string // the markup around the URL
}

// A Root is the root element of an XML document.
type Root struct {
	End     int  // the offset after its start tag
	NameEnd int  // the offset after its name
	HasBase bool // the root has an xml:base attribute with an absolute URL
	Ignored bool // browsers show the document but ignore xml:base, which gives its base
}

var none reason.Reason

// notPinned returns a reason why the base of a document is not written.
func notPinned(why string) reason.Reason { return reason.NotPinned.With(why) }

// Edit returns the edit that writes url as the base. ok is false if readers would read another
// URL from the attribute.
func (s *Spot) Edit(url string) (e edit.Edit, ok bool) {
	value := attrText(url)
	if view.AttrURL(value, 0, len(value), markup.DoubleQuoted) != url {
		return e, false
	}
	return edit.Edit{Start: s.At, End: s.At, New: []byte(s.before + string(value) + s.after)}, true
}

// attrText returns a URL as the value of an attribute in quotation marks, in HTML or XML
// of any encoding.
func attrText(url string) (out []byte) {
	for len(url) > 0 {
		c, n := utf8.DecodeRuneInString(url)
		switch {
		case c == '&':
			out = append(out, "&amp;"...)
		case c == '"':
			out = append(out, "&quot;"...)
		case c == '<':
			out = append(out, "&lt;"...)
		case c >= utf8.RuneSelf && n > 1:
			out = append(strconv.AppendInt(append(out, "&#"...), int64(c), 10), ';')
		default:
			out = append(out, url[:n]...)
		}
		url = url[n:]
	}
	return out
}
