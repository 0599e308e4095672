package candidates

import (
	"bytes"
	"html"
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/mediatype"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// Remains finds URLs that should change and are not references, in any spelling: the URLs of sites that move, wherever
// they are in a document, or the URLs of files of a tree, where something may load or follow them.
type Remains struct {
	hosts      map[string]bool       // the hosts of the URLs, in lower case and ASCII; nil for all hosts
	changes    func(url []byte) bool // reports whether a reference to a URL changes
	everywhere bool                  // also in text, comments and places that are read
}

// InTree returns the Remains for the files of a tree. has reports whether the tree has a file for a URL.
func InTree(has func(url string) bool) *Remains {
	return &Remains{changes: func(url []byte) bool { return has(string(url)) }}
}

// OfMoves returns the Remains for moves. table has the moves.
func OfMoves(list []moves.Move, table *moves.Table) *Remains {
	r := &Remains{hosts: make(map[string]bool), everywhere: true, changes: func(url []byte) bool {
		_, _, moves := table.Append(nil, url)
		return moves
	}}
	for _, m := range list {
		if uri, ok := urltext.ToURI(m.From); ok {
			_, rest, _ := strings.Cut(uri, "://")
			r.hosts[strings.ToLower(rest[:syntax.HostLen([]byte(rest))])] = true
		}
	}
	return r
}

// slashes are the spellings of "//", in lower case: in URLs, strings of scripts and JSON, URLs within URLs, and markup.
// Those in a row begin with the same byte.
var slashes = [][]string{
	{"//"}, {`\/\/`, `\u002f\u002f`, `\x2f\x2f`}, {"%2f%2f", "%252f%252f"}, {"&#47;&#47;", "&#x2f;&#x2f;", "&sol;&sol;"},
}

// colons are the spellings of ":" after a scheme.
var colons = []string{":", "%3a", "%253a", `\u003a`, `\x3a`, "&#58;", "&#x3a;", "&colon;"}

// Find yields the spans of the URLs in text that should change, in no order. They may overlap.
func (r *Remains) Find(text []byte) iter.Seq[markup.Span] {
	return func(yield func(markup.Span) bool) {
		for _, spellings := range slashes {
			for at := 0; ; {
				n := bytes.IndexByte(text[at:], spellings[0][0])
				if n < 0 {
					break
				}
				at += n
				slash := spelledAt(text[at:], spellings)
				if slash == "" {
					at++
					continue
				}
				if span, ok := r.urlAt(text, at, slash); ok && !yield(span) {
					return
				}
				at += len(slash)
			}
		}
	}
}

// spelledAt returns the spelling that text begins with, or "".
func spelledAt(text []byte, spellings []string) string {
	for _, s := range spellings {
		if len(text) >= len(s) && ascii.EqualFold(text[:len(s)], s) {
			return s
		}
	}
	return ""
}

// urlAt returns the span of the URL whose host follows the slashes at an offset, if it should change.
func (r *Remains) urlAt(text []byte, at int, slash string) (span markup.Span, ok bool) {
	host := at + len(slash)
	hostEnd := host + syntax.HostLen(text[host:])
	name := hostOf(text[host:hostEnd])
	if name == "" || r.hosts != nil && !r.hosts[name] {
		return span, false
	}
	start, scheme := at, []byte(nil)
	for _, colon := range colons {
		if n := at - len(colon); n > 0 && ascii.EqualFold(text[n:at], colon) {
			for start = n; start > 0 && ascii.IsAlphanumeric(text[start-1]); start-- {
			}
			for _, web := range []string{"http", "https"} { // an escape may be before it: "%20http:"
				if at := n - len(web); at > start && ascii.EqualFold(text[at:n], web) {
					start = at
				}
			}
			scheme = text[start:n]
			break
		}
	}
	if scheme == nil && at > 0 && (ascii.IsAlphanumeric(text[at-1]) || text[at-1] == '/' || text[at-1] == ':') {
		return span, false // in the path of another URL
	}
	end := hostEnd
	for end < len(text) && end-hostEnd < syntax.MaxReference && !endsURL[text[end]] && !endsEscaped(text[end:], slash) {
		end++
	}
	one := slash[:len(slash)/2] // a slash in this spelling
	schemes := [][]byte{scheme}
	if scheme == nil {
		schemes = [][]byte{[]byte("http"), []byte("https")}
	}
	for _, scheme := range schemes {
		url := append(append(append(make([]byte, 0, end-start+len("https:")), scheme...), "://"...), name...)
		if url = appendSlashes(url, text[hostEnd:end], one); r.changes(url) {
			return markup.Span{Start: start, End: end}, true
		}
	}
	return span, false
}

// endsURL are the bytes that end a URL in text.
var endsURL [256]bool

func init() {
	for c := range ' ' + 1 {
		endsURL[c] = true
	}
	for _, c := range "\"'<>`)," {
		endsURL[c] = true
	}
}

// endsEscaped reports whether text begins with an escape of a character that ends a URL: a character reference, an escape
// of a script or of JSON or, if the slashes of the URL are escaped so, a percent-encoded byte. After such slashes, "&" ends
// the URL, too.
func endsEscaped(text []byte, slash string) bool {
	short := text[:min(len(text), len("&quot;"))]
	switch text[0] {
	case '&':
		decoded := html.UnescapeString(string(short))
		return slash[0] == '%' || decoded[0] != '&' && endsURL[decoded[0]]
	case '\\':
		return len(text) == 1 || strings.IndexByte("\"'`nrt", text[1]) >= 0 || spelledAt(short, []string{`\u0022`, `\u0027`, `\u003c`, `\u003e`, `\x22`, `\x27`, `\x3c`, `\x3e`}) != ""
	case '%':
		return slash[0] == '%' && spelledAt(short, []string{"%20", "%22", "%27", "%3c", "%3e", "%2520", "%2522", "%2527", "%253c"}) != ""
	}
	return false
}

// appendSlashes appends text with "/" for each slash in a spelling, whose letters may be in any case.
func appendSlashes(out, text []byte, spelling string) []byte {
	for spelling != "/" {
		n := bytes.IndexByte(text, spelling[0])
		if n < 0 {
			break
		}
		if out, text = append(out, text[:n]...), text[n:]; spelledAt(text, []string{spelling}) != "" {
			out, text = append(out, '/'), text[len(spelling):]
		} else {
			out, text = append(out, text[0]), text[1:]
		}
	}
	return append(out, text...)
}

// hostOf returns the name of a host in lower case and ASCII.
func hostOf(name []byte) string {
	if ascii.Is(name) {
		return string(bytes.ToLower(name))
	}
	uri, _ := urltext.ToURI("http://" + string(name) + "/")
	return strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(uri, "http://"), "/"))
}

// Unedited returns the spans that no edit touches, sorted. The edits are sorted and disjoint. They are not kept,
// since a large document has many.
func Unedited(spans []markup.Span, edits iter.Seq[edit.Edit]) (left []markup.Span) {
	slices.SortFunc(spans, func(a, b markup.Span) int { return a.Start - b.Start })
	for e := range edits {
		for ; len(spans) > 0 && spans[0].Start <= e.End; spans = spans[1:] { // e is the first edit that ends there or later
			if e.Start > spans[0].End {
				left = append(left, spans[0])
			}
		}
	}
	return append(left, spans...)
}

// Places yields the spans that r has found in HTML, XML or CSS, each with the kind of its place. The spans are sorted.
// read are the places that are read, and rows the places among these that the user gave.
func (f *Finder) Places(r *Remains, text []byte, of mediatype.Kind, spans []markup.Span, read *places.Tables, rows []*places.Place, groups places.Groups) iter.Seq2[string, markup.Span] {
	return func(yield func(in string, at markup.Span) bool) {
		in := func(end int, kind func(at int) string) { // the spans up to an offset; kind returns "" to pass one over
			for ; len(spans) > 0 && spans[0].Start < end; spans = spans[1:] {
				if k := kind(spans[0].Start); k != "" && !yield(k, spans[0]) {
					spans = nil
					return
				}
			}
		}
		everywhere := func(kind string) func(int) string { // a kind of place that loads and follows nothing, or is read
			if !r.everywhere {
				kind = ""
			}
			return func(int) string { return kind }
		}
		f.text, f.read, f.groups = text, read, groups
		switch of {
		case mediatype.CSS:
			in(len(text), everywhere("styles"))
		case mediatype.HTML:
			f.placesOfHTML(r, in, everywhere)
		default:
			if !r.everywhere {
				f.collectXML(rows)
			}
			f.placesOfXML(r, in, everywhere)
		}
		in(len(text), everywhere("text"))
		f.text = nil
	}
}

func (f *Finder) placesOfHTML(r *Remains, in func(int, func(int) string), everywhere func(string) func(int) string) {
	f.names.AddAll()
	s := &f.scanner
	s.Reset(f.text)
	s.Want(&f.names)
	s.Skim()
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		in(t.Start, everywhere("text"))
		switch {
		case t.Kind == htmlscan.StartTag:
			in(t.End, func(at int) string {
				f.element = f.element[:0]
				for _, a := range t.Attrs {
					if a.Value.Start <= at && at < a.Value.End {
						f.attr = ascii.AppendLower(f.attr[:0], f.text[a.Name.Start:a.Name.End])
						if !r.everywhere && f.placeOf(f.read, t) != nil {
							return ""
						}
						return string(f.attr)
					}
				}
				return everywhere("text")(at)
			})
		case t.Kind == htmlscan.Comment:
			in(t.End, everywhere("comments"))
		case t.Kind == htmlscan.RawText && t.Element == atom.Script:
			in(t.End, func(int) string { return "scripts" })
		case t.Kind == htmlscan.RawText && t.Element == atom.Style:
			in(t.End, everywhere("styles"))
		}
	}
}

func (f *Finder) placesOfXML(r *Remains, in func(int, func(int) string), everywhere func(string) func(int) string) {
	isRead := func(start int) bool {
		if r.everywhere {
			return false
		}
		group, isSite := f.siteAt(start)
		return isSite && group == 0
	}
	s := xmlscan.New(f.text)
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		switch t.Kind {
		case xmlscan.StartTag:
			in(t.End, func(at int) string {
				for _, a := range t.Attrs {
					if a.Value.Start <= at && at < a.Value.End {
						if isRead(a.Value.Start) {
							return ""
						}
						return string(f.text[a.Name.Start:a.Name.End])
					}
				}
				return everywhere("text")(at)
			})
		case xmlscan.Comment:
			in(t.End, everywhere("comments"))
		case xmlscan.Text, xmlscan.CDATA:
			start := t.Start
			if t.Kind == xmlscan.CDATA {
				start += len("<![CDATA[")
			}
			in(t.End, func(int) string {
				if isRead(start) {
					return ""
				}
				return string(f.text[t.In.Local.Start:t.In.Local.End])
			})
		}
	}
}
