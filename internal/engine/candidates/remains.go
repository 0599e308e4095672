package candidates

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/mediatype"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// Remains finds the URLs of sites that move, in any spelling, wherever they are in a document.
type Remains struct {
	hosts map[string]bool // the hosts of the sites, in lower case and ASCII
	table *moves.Table
}

// NewRemains returns the Remains for moves, which are those of a table.
func NewRemains(list []moves.Move, table *moves.Table) *Remains {
	r := &Remains{hosts: make(map[string]bool), table: table}
	for _, m := range list {
		if uri, ok := urltext.ToURI(m.From); ok {
			_, rest, _ := strings.Cut(uri, "://")
			r.hosts[strings.ToLower(rest[:hostLen([]byte(rest))])] = true
		}
	}
	return r
}

// slashes are the spellings of "//", in lower case: in URLs, strings of scripts and JSON, URLs within URLs, and markup.
var slashes = []string{"//", `\/\/`, "%2f%2f", "%252f%252f", `\u002f\u002f`, `\x2f\x2f`, "&#47;&#47;", "&#x2f;&#x2f;", "&sol;&sol;"}

// colons are the spellings of ":" after a scheme.
var colons = []string{":", "%3a", "%253a", `\u003a`, `\x3a`, "&#58;", "&#x3a;", "&colon;"}

// Find yields the spans of the URLs in text that are below a URL that moves, in no order. They may overlap.
func (r *Remains) Find(text []byte) iter.Seq[markup.Span] {
	return func(yield func(markup.Span) bool) {
		for _, slash := range slashes {
			for pos := 0; ; {
				n := indexFold(text[pos:], slash)
				if n < 0 {
					break
				}
				at := pos + n
				pos = at + len(slash)
				if span, ok := r.urlAt(text, at, slash); ok && !yield(span) {
					return
				}
			}
		}
	}
}

// indexFold returns the index of a spelling in text, or -1. Its letters may be in any case.
func indexFold(text []byte, spelling string) int {
	if spelling == "//" || spelling == `\/\/` {
		return bytes.Index(text, []byte(spelling))
	}
	for pos := 0; ; pos++ {
		n := bytes.IndexByte(text[pos:], spelling[0])
		if n < 0 {
			return -1
		}
		if pos += n; len(text)-pos < len(spelling) {
			return -1
		}
		if ascii.EqualFold(text[pos:pos+len(spelling)], spelling) {
			return pos
		}
	}
}

// urlAt returns the span of the URL whose host follows the slashes at an offset, if it moves.
func (r *Remains) urlAt(text []byte, at int, slash string) (span markup.Span, moves bool) {
	host := at + len(slash)
	hostEnd := host + hostLen(text[host:])
	if hostEnd == host || !r.hosts[hostOf(text[host:hostEnd])] {
		return span, false
	}
	start, scheme := at, []byte(nil)
	for _, colon := range colons {
		if n := at - len(colon); n > 0 && ascii.EqualFold(text[n:at], colon) {
			for start = n; start > 0 && ascii.IsAlphanumeric(text[start-1]); start-- {
			}
			scheme = text[start:n]
			break
		}
	}
	if scheme == nil && at > 0 && (ascii.IsAlphanumeric(text[at-1]) || text[at-1] == '/' || text[at-1] == ':') {
		return span, false // in the path of another URL
	}
	end := hostEnd
	for end < len(text) && end-hostEnd < longest && text[end] > ' ' && bytes.IndexByte([]byte("\"'<>`),"), text[end]) < 0 {
		end++
	}
	one := slash[:len(slash)/2] // a slash in this spelling
	rest := replaceFold(text[hostEnd:end], one, "/")
	schemes := [][]byte{scheme}
	if scheme == nil {
		schemes = [][]byte{[]byte("http"), []byte("https")}
	}
	for _, scheme := range schemes {
		url := append(append(append(bytes.Clone(scheme), "://"...), hostOf(text[host:hostEnd])...), rest...)
		if _, _, moves := r.table.Append(nil, url); moves {
			return markup.Span{Start: start, End: end}, true
		}
	}
	return span, false
}

// replaceFold replaces a spelling, whose letters may be in any case.
func replaceFold(text []byte, spelling, by string) (out []byte) {
	for {
		n := indexFold(text, spelling)
		if spelling == "/" || n < 0 {
			return append(out, text...)
		}
		out, text = append(append(out, text[:n]...), by...), text[n+len(spelling):]
	}
}

// hostLen returns the length of the name of a host that text begins with.
func hostLen(text []byte) int {
	n := 0
	for n < len(text) && (ascii.IsAlphanumeric(text[n]) || text[n] == '-' || text[n] == '.' || text[n] == '_' || text[n] >= 0x80) {
		n++
	}
	return n
}

// hostOf returns the name of a host in lower case and ASCII.
func hostOf(name []byte) string {
	if ascii.Is(name) {
		return strings.ToLower(string(name))
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

// Places yields the kind of place of each span of HTML, XML or CSS. The spans are sorted.
func (f *Finder) Places(text []byte, of mediatype.Kind, spans []markup.Span) iter.Seq[string] {
	return func(yield func(in string) bool) {
		in := func(end int, kind func(at int) string) { // the spans up to an offset
			for ; len(spans) > 0 && spans[0].Start < end; spans = spans[1:] {
				if !yield(kind(spans[0].Start)) {
					spans = nil
					return
				}
			}
		}
		switch of {
		case mediatype.CSS:
			in(len(text), always("styles"))
		case mediatype.HTML:
			f.placesOfHTML(text, in)
		default:
			placesOfXML(text, in)
		}
		in(len(text), always("text"))
	}
}

func always(kind string) func(int) string { return func(int) string { return kind } }

func (f *Finder) placesOfHTML(text []byte, in func(int, func(int) string)) {
	f.names.AddAll()
	s := &f.scanner
	s.Reset(text)
	s.Want(&f.names)
	s.Skim()
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		in(t.Start, always("text"))
		switch {
		case t.Kind == htmlscan.StartTag:
			in(t.End, func(at int) string {
				for _, a := range t.Attrs {
					if a.Value.Start <= at && at < a.Value.End {
						return string(bytes.ToLower(text[a.Name.Start:a.Name.End]))
					}
				}
				return "text"
			})
		case t.Kind == htmlscan.Comment:
			in(t.End, always("comments"))
		case t.Kind == htmlscan.RawText && t.Element == atom.Script:
			in(t.End, always("scripts"))
		case t.Kind == htmlscan.RawText && t.Element == atom.Style:
			in(t.End, always("styles"))
		}
	}
}

func placesOfXML(text []byte, in func(int, func(int) string)) {
	s := xmlscan.New(text)
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		switch t.Kind {
		case xmlscan.StartTag:
			in(t.End, func(at int) string {
				for _, a := range t.Attrs {
					if a.Value.Start <= at && at < a.Value.End {
						return string(text[a.Name.Start:a.Name.End])
					}
				}
				return "text"
			})
		case xmlscan.Comment:
			in(t.End, always("comments"))
		case xmlscan.Text, xmlscan.CDATA:
			in(t.End, always(string(text[t.In.Local.Start:t.In.Local.End])))
		}
	}
}
