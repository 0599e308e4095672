package charenc

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
)

// Tentative reports whether e, returned by [Determine], gives way to the encoding of the
// first meta element that declares one (HTML Standard section 13.2.3.4, "changing the
// encoding while parsing").
func (e Encoding) Tentative() bool {
	_, wide := e.UTF16()
	return !wide && (e.source == Meta || e.source == Default)
}

// OfMeta returns the encoding that a meta element declares (HTML Standard section 13.2.6.4.4, "A
// start tag whose tag name is "meta""). charset, httpEquiv and content are the decoded values of
// those attributes, or nil if the element lacks the attribute.
func OfMeta(charset, httpEquiv, content []byte) (Encoding, bool) {
	e, ok := declared(string(charset))
	if !ok && bytes.EqualFold(httpEquiv, []byte("content-type")) {
		e, ok = fromContent(ascii.AppendLower(nil, content))
	}
	return e.ofMeta().from(Meta), ok
}

// ofMeta returns the encoding to use if a meta element declares e.
func (e Encoding) ofMeta() Encoding {
	if e.name == "x-user-defined" {
		return Encoding{name: defaultName}
	}
	return e
}
