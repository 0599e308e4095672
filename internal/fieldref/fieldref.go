package fieldref

import (
	"cmp"
	"strings"

	"github.com/hrefix/hrefix/internal/view"
)

// A Reference is a URL in a header field.
type Reference struct {
	// Attr is the name of the field, as it is usually written.
	Attr string
	// Views lead from the text of the header to the URL: the innermost is of
	// exactly its bytes. There is at least one.
	Views view.Stack
	// Keep says why the reference must stay as it is, if it must.
	Keep string

	field  *field
	index  int    // among the references of the field
	bars   string // bytes that its target must not hold
	words  bool   // it may be written as encoded words
	inside bool   // white space may be written in it
	before int    // where its line may be folded if not inside
	behind int    // where the next reference may; 0 if nowhere
}

// Text returns the URL.
func (r *Reference) Text() []byte { return r.Views[len(r.Views)-1].Text() }

// A kind is a field that holds references.
type kind uint8

const (
	contentLocation kind = iota
	contentBase
	link
	contentType
)

// names are those of the fields, as they are usually written.
var names = [...]string{
	contentLocation: "Content-Location", contentBase: "Content-Base", link: "Link", contentType: "Content-Type",
}

// lengths has a bit for each length of a name.
var lengths = func() (set uint64) {
	for _, name := range names {
		set |= 1 << len(name)
	}
	return set
}()

// A field is a header field whose body is text[start:end].
type field struct {
	kind
	text       []byte
	start, end int
	cursor     cursor
}

// A Header is a header of which the fields are added, in order.
type Header struct {
	text   []byte
	fields []*field
	count  [len(names)]int
}

// NewHeader returns the header whose fields stand in text. It has no fields.
func NewHeader(text []byte) *Header { return &Header{text: text} }

// Add adds the field of that name whose body is text[start:end], without the
// line ending at its end. The line that the body begins on has nothing else
// before it than the name.
func (h *Header) Add(name string, start, end int) {
	if lengths>>len(name)&1 == 0 {
		return
	}
	for k, known := range names {
		if len(name) != len(known) || name[0]|0x20 != known[0]|0x20 || !strings.EqualFold(name, known) {
			continue
		}
		h.count[k]++
		if kind(k) != contentType || mayBeExternal(h.text[start:end]) {
			h.fields = append(h.fields, newField(kind(k), h.text, start, end))
		}
	}
}

// mayBeExternal reports whether the body of a Content-Type field could be that of
// message/external-body. Of most, the first bytes tell.
func mayBeExternal(body []byte) bool {
	body = body[skipSpace(body, 0, len(body)):]
	return len(body) > 1 && (body[0] == '(' || body[0]|0x20 == 'm' && body[1]|0x20 == 'e')
}

func newField(k kind, text []byte, start, end int) *field {
	return &field{kind: k, text: text, start: start, end: end, cursor: newCursor(text, start, end)}
}

// References returns the references in the fields of the header, in order.
func (h *Header) References() []Reference {
	var all []Reference
	var seen [len(names)]bool
	for _, f := range h.fields {
		refs := f.references()
		again, stray := h.again(f, seen[f.kind]), f.strayBreak(len(refs))
		for i := range refs {
			refs[i].Keep = cmp.Or(again, refs[i].Keep, stray)
		}
		seen[f.kind] = true
		all = append(all, refs...)
	}
	return all
}

// again says why what a field holds must stay for there are others of its name,
// before it if seen is set.
func (h *Header) again(f *field, seen bool) string {
	switch {
	case f.kind == contentType && h.count[f.kind] > 1:
		return "Content-Type twice"
	case f.kind != link && seen:
		return "a second " + names[f.kind] + " field"
	}
	return ""
}

// strayBreak says why the references of a field, n in number, must stay if it has a
// line break that only some readers see.
func (f *field) strayBreak(n int) string {
	if n > 0 && HasStrayBreak(f.text[f.start:f.end]) {
		return reasonBreak
	}
	return ""
}

// references returns the references in the field.
func (f *field) references() (refs []Reference) {
	switch f.kind {
	case link:
		refs = f.links()
	case contentType:
		refs = f.external()
	default:
		refs = []Reference{f.location()}
	}
	for i := range refs {
		refs[i].Attr, refs[i].field, refs[i].index = names[f.kind], f, i
	}
	return refs
}

// isSpace reports whether c is white space of a header, folding included.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// skipSpace returns the offset of the first byte of text[pos:end] that is no
// white space.
func skipSpace(text []byte, pos, end int) int {
	for pos < end && isSpace(text[pos]) {
		pos++
	}
	return pos
}

// trimSpace returns text[start:end] without white space at its end.
func trimSpace(text []byte, start, end int) int {
	for end > start && isSpace(text[end-1]) {
		end--
	}
	return end
}
