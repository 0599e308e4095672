package fieldref

import (
	"bytes"
	"cmp"
	"iter"
	"strings"

	"github.com/hrefix/hrefix/internal/microsyntax"
	"github.com/hrefix/hrefix/internal/view"
)

// A Reference is a URL in a header field.
type Reference struct {
	// Attr is the name of the field in its usual case.
	Attr string
	// Views are the views from the text of the header to the URL. The text of the innermost view is
	// exactly the URL. There is at least one view.
	Views view.Stack
	// Keep is the reason why the reference must not be changed, or "".
	Keep string

	field      *field
	index      int    // index of the reference in the field
	bars       string // bytes that the target must not contain
	words      bool   // the URL may be written as encoded words
	foldInside bool   // lines may be folded inside the reference
	foldBefore int    // the offset before the reference at which its line may be folded
	foldAfter  int    // foldBefore of the next reference in the field, or 0
}

// Text returns the URL.
func (r *Reference) Text() []byte { return r.Views[len(r.Views)-1].Text() }

// A kind is a kind of field with references.
type kind uint8

const (
	contentLocation kind = iota
	contentBase
	link
	contentType
	headerBase
	location
	refresh
)

// names are the names of the fields, in their usual case.
var names = [...]string{
	contentLocation: "Content-Location", contentBase: "Content-Base", link: "Link", contentType: "Content-Type", headerBase: "Base",
	location: "Location", refresh: "Refresh",
}

// kindOf returns the kind of a field called name, in any case. ok is false for a field without references.
func kindOf[T string | []byte](name T) (k kind, ok bool) {
	for k, known := range names {
		if len(name) == len(known) && strings.EqualFold(string(name), known) {
			return kind(k), true
		}
	}
	return 0, false
}

// IsHTTP reports whether a field called name may have references in the header of an HTTP response.
func IsHTTP(name []byte) bool {
	k, ok := kindOf(name)
	return ok && k != contentType
}

// A field is a header field whose body is text[start:end].
type field struct {
	kind
	http       bool // the field belongs to an HTTP response
	text       []byte
	start, end int
	cursor     cursor
}

// A Header collects the fields of a header. Begin is called first, and then the fields are added in order.
type Header struct {
	// Bases is set if Base fields (RFC 1808 section 3.1) are references. It is set after
	// Begin.
	Bases bool
	// HTTP is set if the header belongs to an HTTP response. It is set after Begin.
	HTTP bool

	text   []byte
	fields []*field
	count  [len(names)]int
}

// Begin begins a header without fields, and drops the fields of the last header. text contains the
// fields to be added.
func (h *Header) Begin(text []byte) {
	clear(h.fields)
	*h = Header{text: text, fields: h.fields[:0]}
}

// Add adds the field called name with the body text[start:end], without its last line
// ending. The line on which the body begins must have only the name before it.
func (h *Header) Add(name string, start, end int) {
	k, ok := kindOf(name)
	if !ok || k == headerBase && !h.Bases || k == contentType && h.HTTP || k >= location && !h.HTTP {
		return
	}
	h.count[k]++
	if k == contentType { // for most types other than message/external-body, the first bytes are enough to decide
		body := h.text[skipSpace(h.text, start, end):end]
		if len(body) < 2 || body[0] != '(' && (body[0]|0x20 != 'm' || body[1]|0x20 != 'e') {
			return
		}
	}
	f := newField(k, h.text, start, end)
	f.http = h.HTTP
	h.fields = append(h.fields, f)
}

func newField(k kind, text []byte, start, end int) *field {
	return &field{kind: k, text: text, start: start, end: end, cursor: newCursor(text, start, end)}
}

// HasFields reports whether a field was added that may have references.
func (h *Header) HasFields() bool { return len(h.fields) > 0 }

// Rewind makes it possible to write the references of the header once more, from the first on.
func (h *Header) Rewind() {
	for _, f := range h.fields {
		f.cursor = newCursor(f.text, f.start, f.end)
	}
}

// References returns the references in the fields of the header, in order. A field can have very many, so they are not
// all in memory at once.
func (h *Header) References() iter.Seq[*Reference] {
	return func(yield func(*Reference) bool) {
		var seen [len(names)]bool
		for _, f := range h.fields {
			again, stray, n := "", "", 0
			switch {
			case f.kind == contentType && h.count[f.kind] > 1:
				again = "Content-Type twice"
			case f.kind != link && seen[f.kind]:
				again = "a second " + names[f.kind] + " field"
			}
			for r := range f.references {
				if n == 0 && HasStrayBreak(f.text[f.start:f.end]) {
					stray = reasonBreak
				}
				r.Attr, r.field, r.index = names[f.kind], f, n
				r.Keep = cmp.Or(again, r.Keep, stray)
				if n++; !yield(r) {
					return
				}
			}
			seen[f.kind] = true
		}
	}
}

// Most returns an upper bound for the number of references in the header.
func (h *Header) Most() (n int) {
	for _, f := range h.fields {
		body := f.text[f.start:f.end]
		n += 1 + bytes.Count(body, []byte("<")) + bytes.Count(body, []byte(";"))
	}
	return n
}

// references yields the references in the field.
func (f *field) references(yield func(*Reference) bool) {
	var r Reference
	switch f.kind {
	case link:
		f.links(yield)
		return
	case contentType:
		f.external(yield)
		return
	case location:
		r = f.url(f.start, f.end)
	case refresh: // the value has the form of a meta element with http-equiv=refresh (HTML Standard section 7.5.1)
		start, end, ok := microsyntax.Refresh(f.text[f.start:f.end])
		if !ok { // a value without a URL
			return
		}
		r = f.url(f.start+start, f.start+end)
	default:
		r = f.location()
	}
	yield(&r)
}

// isSpace reports whether c is white space in a header field, including folding.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// skipSpace returns the offset of the first byte of text[pos:end] that is not white space,
// or end.
func skipSpace(text []byte, pos, end int) int {
	for pos < end && isSpace(text[pos]) {
		pos++
	}
	return pos
}

// trimSpace returns the end of text[start:end] without the white space at its end.
func trimSpace(text []byte, start, end int) int {
	for end > start && isSpace(text[end-1]) {
		end--
	}
	return end
}
