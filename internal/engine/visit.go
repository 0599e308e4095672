package engine

import (
	"html"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// Visit returns the plan of src, and calls the functions of v for its documents, references and
// texts.
func (rw *Rewriter) Visit(src []byte, v Visitor) *Plan { return rw.VisitPiece(Piece{Source: src}, v) }

// VisitPiece is Visit for the source of a piece, which may be a copy. Offsets are in the piece.
// It does not look for the ends of a message of a mailbox again.
func (rw *Rewriter) VisitPiece(p Piece, v Visitor) *Plan {
	return rw.run(p, purpose{reports: reports{visitor: v}})
}

// texts is the state for reporting decoded texts.
type texts struct {
	encodings []string        // the encodings of the current text, the outermost first
	decoded   []mimebase.Span // spans of the current text that were reported as separate texts
}

// decodedText calls do for a text that is encoded in the span at of the text around it, and reports
// the text with the edits that do returns. If there is no encoding, it only calls do.
func (w *walk) decodedText(part, encoding string, at mimebase.Span, views view.Stack, text []byte, do func() []edit.Edit) []edit.Edit {
	if w.visitor.Text == nil || encoding == "" {
		return do()
	}
	outer := w.texts
	w.texts = texts{encodings: append(outer.encodings, encoding)}
	edits := do()
	w.reportText(part, views.Source(0), text, edits)
	w.texts = texts{encodings: outer.encodings, decoded: append(outer.decoded, at)}
	return edits
}

// reportText passes a text to the visitor if edits change it.
func (w *walk) reportText(part string, offset int, text []byte, edits []edit.Edit) {
	if w.visitor.Text == nil {
		return
	}
	var own []edit.Edit // the edits that are not in a decoded text within the text
	inner := w.texts.decoded
	for e := range edit.All(edits) { // edits and texts are sorted
		for len(inner) > 0 && inner[0].End < e.End {
			inner = inner[1:]
		}
		if len(inner) == 0 || e.Start < inner[0].Start {
			own = append(own, e)
		}
	}
	if len(own) > 0 {
		w.visitor.Text(&Text{
			Part: part, Encoding: strings.Join(w.texts.encodings, ", "), Offset: offset, Content: text, Edits: own,
		})
	}
}

// VisitReferences calls visit for every reference of a piece until visit returns false. It reports
// whether visit always returned true.
func (rw *Rewriter) VisitReferences(p Piece, visit func(*Reference) bool) (all bool) {
	var s stopper
	defer s.recover()
	rw.VisitPiece(p, Visitor{Reference: func(r *Reference) { s.stopUnless(visit(r)) }}).Release()
	return true
}

// VisitDocuments is [Rewriter.VisitReferences] for documents.
func (rw *Rewriter) VisitDocuments(p Piece, visit func(*Document) bool) (all bool) {
	var s stopper
	defer s.recover()
	rw.VisitPiece(p, Visitor{Document: func(d *Document) { s.stopUnless(visit(d)) }}).Release()
	return true
}

// A stopper ends a walk early, by a panic. The buffers of the walk are then lost.
type stopper struct{ stopped bool }

// stopUnless ends the walk that calls it, unless more is true.
func (s *stopper) stopUnless(more bool) {
	if !more {
		s.stopped = true
		panic(s)
	}
}

// recover must be deferred. It stops the panic of stopUnless, but no other panic.
func (s *stopper) recover() {
	if s.stopped {
		_ = recover()
	}
}

// A Document is a piece of a source that has a base of its own: an HTML
// document, a message, or a part of a message.
type Document struct {
	// Part is the entity of a message, as in [Reference].
	Part string
	// MediaType is the document's type, such as "text/html".
	MediaType string
	// Base is the document's base, and why.
	Base *base.Result
	// IsContents says that the document is the table of contents or the manifest of a manual, a course or a book.
	IsContents bool
}

// A Visitor has the functions that [Rewriter.Visit] calls. Any of them may be nil. Their arguments
// are valid until they return, and must not be changed.
type Visitor struct {
	// Document is called for every document, the entities of a message among
	// them, in the order of the source. The base of the document is known by
	// then. References of the document come after this call, except for
	// references in the header of an entity, which come before.
	Document func(*Document)
	// Head is called, after Document, for the title of a document of HTML or XHTML, and for its META, LINK and
	// SCRIPT elements, in the order of the source.
	Head func(*HeadTag)
	// Reference is called for every reference, in the order of the source, with
	// what becomes of it.
	Reference func(*Reference)
	// Plain, if it is not nil, counts references for which Reference is not called: see [Plain].
	Plain *Plain
	// Unread, if it is not nil, is called for values that look like references, and that are not read. Those of a
	// document come after its references. To find them costs a walk of its own.
	Unread func(*Unread)
	// Remains, if it is not nil, is called for each URL below a From of the moves that stays in a document, in whatever
	// place; or, where links become relative, for the URL of each file of the tree in a place that is not read.
	Remains func(*Remaining)
	// Text is called for every text that is changed, when its last reference has been visited:
	// texts that are encoded in the source come first, the source itself last.
	Text func(*Text)
}

// A HeadTag is the start tag of a META, LINK or SCRIPT element, or the content of a TITLE element.
type HeadTag struct {
	Element    string
	Start, End int // offsets in the source
	text       []byte
	tag        *htmlscan.Token // nil for a title
}

// Title returns the content of a TITLE element, with its white space as document.title has it: stripped and
// collapsed (HTML Standard section 3.1.5).
func (t *HeadTag) Title() string {
	return strings.Join(strings.FieldsFunc(html.UnescapeString(string(t.text)), func(r rune) bool { return r < 0x80 && ascii.IsWhitespace(byte(r)) }), " ")
}

// Attr returns the value of an attribute, if the tag has it.
func (t *HeadTag) Attr(name string) (value []byte, ok bool) {
	if t.tag == nil {
		return nil, false
	}
	a, ok := htmlscan.First(t.text, t.tag.Attrs, name)
	if !ok {
		return nil, false
	}
	return view.Unescape(t.text, a.Value, a.Quote), true
}

// visitHead passes what the collector has recorded for Visitor.Head to the visitor.
func (w *walk) visitHead(doc *Document, t content) {
	if len(w.collector.Head) == 0 {
		return
	}
	for _, h := range w.collector.Head {
		tag := HeadTag{Element: h.Element.String(), Start: t.views.Source(h.At.Start), End: t.views.Source(h.At.End)}
		if h.Element == atom.Title {
			tag.text = t.bytes[h.At.Start:h.At.End]
		} else {
			tag.text = t.bytes
			tag.tag = w.collector.Tag(t.bytes, h)
		}
		w.visitor.Head(&tag)
	}
}

// Plain counts references of which a visitor wants to know no more than what becomes of them. That saves
// a quarter of the time for pages of links. A reference that begins with "#", that names a file of one
// computer or whose target leads above the root of its base is never among them, nor is one that stays for a
// reason.
type Plain struct {
	Absolute int // references that are absolute already
	Resolved int // references that become absolute, with another text than before
}

// A Text is a text that changes: the source itself, or a part of it that is encoded in
// quoted-printable, base64 or UTF-16, decoded. Each edit of a source is an edit of exactly
// one of its texts.
type Text struct {
	// Part is the entity of a message whose body holds the text, as in
	// [Reference].
	Part string
	// Encoding names the encodings of the text in the source, the outermost first,
	// such as "quoted-printable" or "base64, utf-16le". It is empty for the source
	// itself. Character encodings are not included, because the text is still in them,
	// except for UTF-16.
	Encoding string
	// Offset is the offset of the text in the source.
	Offset int
	// Content is the text, decoded.
	Content []byte
	// Edits are the edits of Content, sorted and disjoint. Edits of a text that is encoded in
	// Content are not among them.
	Edits []Edit
}
