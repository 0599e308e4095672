package charenc

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
)

// Tentative reports whether an HTML text that [Determine] gave the encoding has
// that of its first meta element which declares one, if there is such an element
// (HTML Standard section 13.2.3.4, "changing the encoding while parsing").
func (e Encoding) Tentative() bool {
	_, wide := e.UTF16()
	return !wide && (e.source == Meta || e.source == Default)
}

// OfMeta returns the encoding that a meta element declares (HTML Standard section
// 13.2.6.4.4, "A start tag whose tag name is "meta""): charset is the value of its
// charset attribute, httpEquiv and content are those of the others, decoded; nil
// if it has no such attribute.
func OfMeta(charset, httpEquiv, content []byte) (Encoding, bool) {
	e, ok := declared(string(charset))
	if !ok && bytes.EqualFold(httpEquiv, []byte("content-type")) {
		e, ok = fromContent(ascii.AppendLower(nil, content))
	}
	return e.ofMeta().from(Meta), ok
}

// ofMeta returns what e is if a meta element declares it.
func (e Encoding) ofMeta() Encoding {
	if e.name == "x-user-defined" {
		return Encoding{name: defaultName}
	}
	return e
}
