package linktext

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/printable"
	"github.com/hrefix/hrefix/internal/urltext"
)

// HasTarget reports whether a reference has a target: a URL that it leads to.
func HasTarget(ref *engine.Reference) bool {
	return ref.Status == engine.Absolute || ref.Status == engine.Resolved
}

// AppendURL appends a URL in the form in which URLs are compared: see [addressbook.AppendNormal]. A URL without a
// net_loc is appended as it is. Hidden characters ([printable.IsHidden]) and bytes that are not UTF-8 become escapes.
func AppendURL[T string | []byte](dst []byte, url T) []byte {
	at := len(dst)
	normal, ok := addressbook.AppendNormal(dst, url)
	if !ok {
		normal = append(dst, url...)
	}
	return escape(normal, at)
}

// AppendTarget appends the target of a reference in the form of AppendURL. Its characters are read in
// the charset of the document, as browsers do: see [engine.Reference.AppendURI].
func AppendTarget(dst []byte, ref *engine.Reference) []byte {
	if len(ref.Target) > 0 && ascii.Is(ref.Target) {
		return AppendURL(dst, ref.Target)
	}
	return AppendURL(dst, inUTF8(ref))
}

// inUTF8 returns the target of a reference with its characters in UTF-8.
func inUTF8(ref *engine.Reference) []byte {
	if uri, ok := ref.AppendURI(nil); ok {
		return uri
	}
	return ref.Target
}

// targetText returns the target of a reference as the resolver gives it. If that is not UTF-8, it
// returns the target with its characters in UTF-8.
func targetText(ref *engine.Reference) []byte {
	if ascii.Is(ref.Target) || utf8.Valid(ref.Target) {
		return ref.Target
	}
	return AppendText(nil, inUTF8(ref))
}

// AppendText appends text with escapes for hidden characters and bytes that are not UTF-8.
func AppendText[T string | []byte](dst []byte, text T) []byte {
	at := len(dst)
	return escape(append(dst, text...), at)
}

// escape replaces hidden characters and bytes that are not UTF-8 in dst[at:] by escapes.
func escape(dst []byte, at int) []byte {
	high := false
	for i := at; i < len(dst); i++ {
		switch b := dst[i]; {
		case b >= utf8.RuneSelf:
			high = true
		case b < ' ' || b == 0x7f:
			return appendEscaped(dst[:at], string(dst[at:]))
		}
	}
	if high && (!utf8.Valid(dst[at:]) || bytes.ContainsFunc(dst[at:], printable.IsHidden)) {
		return appendEscaped(dst[:at], string(dst[at:]))
	}
	return dst
}

// appendEscaped appends text with escapes.
func appendEscaped(dst []byte, text string) []byte {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if one := text[i : i+size]; printable.IsHidden(r) || printable.IsInvalid(r, size) {
			dst = append(dst, urltext.Encode(one, func(byte) bool { return true })...)
		} else {
			dst = append(dst, one...)
		}
		i += size
	}
	return dst
}

// AppendTSV appends the line of a reference in the document with that URL. The URL must be the
// result of [AppendURL].
func AppendTSV(dst, url []byte, ref *engine.Reference) []byte {
	dst = append(append(dst, url...), '\t')
	dst = append(AppendTarget(dst, ref), '\t')
	dst = append(AppendText(dst, ref.Element), '\t')
	return append(AppendText(dst, ref.Attr), '\n')
}

// A Source finds the URL of the document that references are in. The zero value is for a document
// without a name.
type Source struct {
	Name  string // the name of a document without a URL
	fixed bool   // url is the URL of a record, which all its references have

	base *base.Result // the base that the URL was found for
	url  []byte
}

// Reset prepares s for the references of another piece: a document called name, or, unless r is nil,
// the record r of a web archive. It keeps the memory of s.
func (s *Source) Reset(name string, r *format.Record) {
	*s = Source{Name: name, url: s.url[:0]}
	if r != nil && r.URL != "" {
		s.fixed, s.url = true, AppendURL(s.url, r.URL)
	}
}

// URL returns the URL of the document that ref is in, for AppendTSV: the base that the document has
// without elements and attributes such as BASE, and without the links of a feed, which lead to other
// documents. If there is no such base, URL returns the name of the document.
func (s *Source) URL(ref *engine.Reference) []byte {
	if s.fixed || ref.Base == s.base && s.url != nil {
		return s.url
	}
	s.base = ref.Base
	url := s.Name
	for _, c := range ref.Base.Candidates() {
		if !isWithin(&c) && c.URL != "" && (c.Used || c.Reason == basereason.InnerLayer) {
			url = c.URL
			break
		}
	}
	s.url = AppendURL(s.url[:0], url)
	return s.url
}

// ofFeed are the names of the links in a feed that give a base.
var ofFeed = []string{decide.FromFeedLink, decide.FromFeedSelf, decide.FromItemLink, decide.FromItemGUID}

// isWithin reports whether a base comes from the content of the document, and is not the URL of the
// document.
func isWithin(c *base.Candidate) bool {
	from := strings.TrimSuffix(c.From, engine.Around)
	return c.Layer == base.Embedded || from != c.From || slices.Contains(ofFeed, from)
}
