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

// A Found is a URL that Remains has found in a text.
type Found struct {
	markup.Span
	at    int    // the offset of the slashes before the host
	slash string // their spelling
}

// Find yields the URLs in text that should change, in no order. They may overlap. For a tree it yields all URLs, and Places
// asks the tree for those in places that are not read: these are few.
func (r *Remains) Find(text []byte) iter.Seq[Found] {
	return func(yield func(Found) bool) {
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
				if f, ok := r.urlAt(text, at, slash); ok && (!r.everywhere || r.doesChange(text, &f)) && !yield(f) {
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

// urlAt returns the URL whose host follows the slashes at an offset, if it may be one that should change.
func (r *Remains) urlAt(text []byte, at int, slash string) (f Found, ok bool) {
	host := at + len(slash)
	hostEnd := host + syntax.HostLen(text[host:])
	if hostEnd == host || r.hosts != nil && !r.hosts[hostOf(text[host:hostEnd])] {
		return f, false
	}
	start, end := at, hostEnd
	if colon := colonBefore(text, at); colon > 0 {
		start -= colon
		n := start
		for start > 0 && ascii.IsAlphanumeric(text[start-1]) {
			start--
		}
		for _, web := range []string{"http", "https"} { // an escape may be before it: "%20http:"
			if at := n - len(web); at > start && ascii.EqualFold(text[at:n], web) {
				start = at
			}
		}
	} else if at > 0 && (ascii.IsAlphanumeric(text[at-1]) || text[at-1] == '/' || text[at-1] == ':') {
		return f, false // in the path of another URL
	}
	for end < len(text) && end-hostEnd < syntax.MaxReference && !endsURL[text[end]] && !endsEscaped(text[end:], slash) {
		end++
	}
	return Found{markup.Span{Start: start, End: end}, at, slash}, true
}

// colonBefore returns the length of the spelling of ":" before an offset, or 0.
func colonBefore(text []byte, at int) int {
	for _, colon := range colons {
		if n := at - len(colon); n > 0 && ascii.EqualFold(text[n:at], colon) {
			return len(colon)
		}
	}
	return 0
}

// doesChange reports whether a reference to a URL that was found in text changes. A URL without a scheme may have either
// scheme of the web.
func (r *Remains) doesChange(text []byte, f *Found) bool {
	host := f.at + len(f.slash)
	hostEnd := host + syntax.HostLen(text[host:f.End])
	schemes := []string{"http", "https"}
	if colon := colonBefore(text, f.at); colon > 0 {
		schemes = []string{string(text[f.Start : f.at-colon])}
	}
	for _, scheme := range schemes {
		url := append(append(append(make([]byte, 0, f.End-f.Start+len("https:")), scheme...), "://"...), hostOf(text[host:hostEnd])...)
		if url = appendSlashes(url, text[hostEnd:f.End], f.slash[:len(f.slash)/2]); r.changes(url) {
			return true
		}
	}
	return false
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

// Unedited returns the URLs that no edit touches, sorted. The edits are sorted and disjoint. They are not kept,
// since a large document has many.
func Unedited(spans []Found, edits iter.Seq[edit.Edit]) (left []Found) {
	slices.SortFunc(spans, func(a, b Found) int { return a.Start - b.Start })
	for e := range edits {
		for ; len(spans) > 0 && spans[0].Start <= e.End; spans = spans[1:] { // e is the first edit that ends there or later
			if e.Start > spans[0].End {
				left = append(left, spans[0])
			}
		}
	}
	return append(left, spans...)
}

// Places yields the spans of the URLs that r has found in HTML, XML or CSS, each with the kind of its place. The URLs are sorted.
// read are the places that are read, and rows the places among these that the user gave.
func (f *Finder) Places(r *Remains, text []byte, of mediatype.Kind, spans []Found, read *places.Tables, rows []*places.Place, groups places.Groups) iter.Seq2[string, markup.Span] {
	return func(yield func(in string, at markup.Span) bool) {
		in := func(end int, kind func(at int) string) { // the spans up to an offset; kind returns "" to pass one over
			for ; len(spans) > 0 && spans[0].Start < end; spans = spans[1:] {
				if k := kind(spans[0].Start); k != "" && (r.everywhere || r.doesChange(text, &spans[0])) && !yield(k, spans[0].Span) {
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
			f.sites.Reset()
			f.next, f.readEnd = 0, 0
			if !r.everywhere && len(text) <= maxXML {
				f.collectXML(rows)
			}
			f.placesOfXML(r, in, everywhere)
		}
		in(len(text), everywhere("text"))
		f.text = nil
	}
}

// maxXML is the size in bytes of the largest XML text of which Places knows which places are read: it holds them in memory.
// In larger text it takes no place for one that is read.
const maxXML = 1 << 20

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
						if place := f.placeOf(f.read, t); place != nil && place.Syntax != syntax.Document && !r.everywhere {
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
