package linklist

import (
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/urltext"
)

// The formats.
const (
	Text = "text"
	JSON = "json"
	TSV  = "tsv"
	WAT  = "wat"
)

// Formats returns the names of the formats.
func Formats() []string { return []string{Text, JSON, TSV, WAT} }

// AppendTSV appends the line of a reference in the document with that URL. The URL must be the
// result of AppendURL.
func AppendTSV(dst, url []byte, ref *engine.Reference) []byte {
	dst = append(append(dst, url...), '\t')
	dst = append(AppendURL(dst, ref.Target), '\t')
	dst = append(AppendURL(dst, ref.Element), '\t')
	return append(AppendURL(dst, ref.Attr), '\n')
}

// AppendURL appends a URL with escapes for control characters and bytes that are not UTF-8.
func AppendURL[T string | []byte](dst []byte, url T) []byte {
	at := len(dst)
	dst = append(dst, url...)
	high := false
	for i := at; i < len(dst); i++ {
		switch b := dst[i]; {
		case b >= utf8.RuneSelf:
			high = true
		case b < ' ' || b == 0x7f:
			return appendEscaped(dst[:at], string(url))
		}
	}
	if high && !utf8.Valid(dst[at:]) {
		return appendEscaped(dst[:at], string(url))
	}
	return dst
}

// appendEscaped is AppendURL for a URL that needs escapes.
func appendEscaped(dst []byte, url string) []byte {
	for i := 0; i < len(url); {
		r, size := utf8.DecodeRuneInString(url[i:])
		if b := url[i]; r < ' ' || r == 0x7f || r == utf8.RuneError && size == 1 {
			e := urltext.Escape(b)
			dst = append(dst, e[:]...)
		} else {
			dst = append(dst, url[i:i+size]...)
		}
		i += size
	}
	return dst
}

// A Source finds the URL of the document that references are in. The zero value is for a document
// without a name.
type Source struct {
	Name  string // of a document without a URL
	fixed bool   // url is that of a record, which all its references have

	base *base.Result // that the URL was found for
	url  []byte
}

// URL returns the URL of the document that ref is in, for AppendTSV: the base that it has without
// elements and attributes that give one, such as BASE, or its name.
func (s *Source) URL(ref *engine.Reference) []byte {
	if s.fixed || ref.Base == s.base && s.url != nil {
		return s.url
	}
	s.base = ref.Base
	url := s.Name
	for _, c := range ref.Base.Candidates() {
		own := c.Layer == base.Embedded || strings.HasSuffix(c.From, engine.Around)
		if !own && c.URL != "" && (c.Used || c.Reason == basereason.InnerLayer) {
			url = c.URL
			break
		}
	}
	s.url = AppendURL(s.url[:0], url)
	return s.url
}
