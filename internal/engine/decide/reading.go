package decide

import (
	"bytes"
	"iter"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/resolve"
)

// To find the file or the capture that a reference leads to, several readings of the reference are
// tried. The first reading that finds something counts:
//
//  1. the URL by the dialect, against the base of the document;
//  2. the location, if the reference is relative and its document is in a tree (files.go);
//  3. the URL as browsers read it: by the URL Standard, against a base to which the header of an
//     HTTP response does not count (RFC 9110 section 8.7);
//  4. the location as browsers read it.
//
// So "img\i.png", "../x" at the top of a site, "/." and a page that was served with a wrong
// Content-Location lead where they lead in a browser, unless the dialect finds something else.

// A Reading is one of the readings of a reference.
type Reading struct {
	URL        string // the URL without its fragment; a location if ByLocation is set
	ByLocation bool
}

// maxReadings is the maximum number of readings of a reference.
const maxReadings = 4

// OtherReadings yields the readings of r after the first reading, whose URL is given. They are computed
// only when needed. Readings that equal the first reading are left out.
func (r *Reference) OtherReadings(url string) iter.Seq[Reading] {
	return func(yield func(Reading) bool) {
		text := cutReference(r.Text)
		v := r.Files
		byPath := v != nil && !r.Base.IsAbsolute(text)
		if byPath {
			if at := v.locationOf(r); at != "" && !yield(Reading{at, true}) {
				return
			}
		}
		browser := r.browserBase()
		if r.Doc != nil && !ascii.Is(r.Text) {
			browser = browser.WithEncoding(r.Doc.Coding)
		}
		var room [256]byte
		out, outcome := browser.Append(room[:0], text)
		if outcome != resolve.Unresolved && string(out) != url && !yield(Reading{URL: string(out)}) {
			return
		}
		if byPath && bytes.IndexByte(text, '\\') >= 0 {
			if at := v.locationAs(r, resolve.WHATWG); at != "" {
				yield(Reading{at, true})
			}
		}
	}
}

// browserBase returns the base of r in a browser, for UTF-8. It keeps the last result.
func (r *Reference) browserBase() *resolve.Base {
	m := &r.Memory.browser
	if m.of == r.Base {
		return m.base
	}
	request := ""
	if v := r.Files; v != nil {
		request = v.request
	}
	if m.of = r.Base; r.Base.Layer <= base.Retrieval && request == "" {
		m.base = resolve.WHATWG.Base(r.Base.String())
	} else {
		m.base = browserBase(r.Base.Candidates(), request)
	}
	return m.base
}

// A browser has the base that a browser uses in place of another base.
type browser struct {
	of   *base.Result // the other base
	base *resolve.Base
}

// browserBase returns the base that candidates give in a browser, the innermost first. request is the
// requested URL if the header of the HTTP response gave the document another URL, or "".
func browserBase(all []base.Candidate, request string) *resolve.Base {
	for i, c := range all {
		switch {
		case !c.Used && c.Reason != basereason.InnerLayer, strings.HasSuffix(c.From, OfResponse):
		case c.Layer == base.Retrieval && request != "":
			return resolve.WHATWG.Base(request)
		default:
			out, _ := browserBase(all[i+1:], request).AppendReplacement(nil, []byte(c.Value))
			return resolve.WHATWG.Base(string(out))
		}
	}
	return resolve.WHATWG.Base("")
}

// LacksScheme reports whether a relative reference seems to be the URL of another site, or the address of
// a person, without its scheme: "www.example.com/x", "example.com", "jan@example.com". By the rules it
// names a file, so this counts only if there is no such file.
func LacksScheme(text []byte) bool {
	end := bytes.IndexAny(text, "/?#")
	if end < 0 {
		end = len(text)
	}
	host := strings.ToLower(string(text[bytes.LastIndexByte(text[:end], '@')+1 : end]))
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	last := labels[len(labels)-1]
	switch {
	case len(labels) < 2 || len(last) < 2 || !ascii.IsAlpha(last[0]):
		return false
	case labels[0] == "www":
		return len(labels) > 2 // "www.html" is a file
	}
	switch last {
	case "com", "org", "net", "edu", "gov": // com, org and so on are no extensions of files, except of old programs
		return true
	}
	return false
}
