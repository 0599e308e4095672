package linktext

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
)

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
