package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/mimebase"
)

// A style sheet or a frame of a page can be a part that has no URL but cid:
// (RFC 2392): Chromium writes style elements, and frames without a URL, that
// way. Such a name gives no base, and the part is nowhere but in the document
// that embeds it: the base of that is around the part, inside of what encloses
// both.

// embed prepares for the documents that embed parts of e.
func (w *walk) embed(e *mimebase.Entity) {
	if e.MediaType != "multipart/related" {
		return
	}
	for _, part := range e.Parts {
		name := nameOf(part)
		if name == "" {
			continue
		}
		if w.siblings.embedding == nil {
			w.siblings.embedding = make(map[string]*embedding)
		}
		w.siblings.embedding[name] = new(embedding)
	}
}

// forget forgets the documents that embed parts: they are met again.
func (w *walk) forget() {
	for _, d := range w.siblings.embedding {
		d.base = nil
	}
}

// nameOf returns what stands after cid: in the URL of a style sheet or an HTML
// document that has no other URL.
func nameOf(e *mimebase.Entity) string {
	if e.MediaType != "text/css" && e.MediaType != "text/html" && e.MediaType != "text/x-amp-html" {
		return ""
	}
	for _, field := range base.DefaultFields() {
		if value := e.FieldValue(field); value != "" {
			name, _ := cutCID(value)
			return name
		}
	}
	id, isID := strings.CutPrefix(e.FieldValue("Content-ID"), "<")
	id, closed := strings.CutSuffix(id, ">")
	if !isID || !closed {
		return ""
	}
	return id
}

// cutCID takes the scheme off a cid: URL.
func cutCID[T string | []byte](url T) (name T, ok bool) {
	const scheme = "cid:"
	if !hasPrefixFold(url, scheme) {
		return url[:0], false
	}
	return url[len(scheme):], true
}

// meet notes the document that a reference embeds a part in: the first such reference
// counts. Chromium writes a style element as a link at the start of the head, before a
// BASE that the element stood after: the part has the base of the document.
func (w *walk) meet(ref *Reference) {
	if len(w.siblings.embedding) == 0 {
		return
	}
	link := ref.Element == "a" || ref.Element == "area"
	field := ref.Element == "" && ref.Attr != ""
	if link || field {
		return
	}
	name, ok := cutCID(ref.Text)
	if d := w.siblings.embedding[string(name)]; ok && d != nil && d.base == nil {
		d.part, d.base = ref.Part, ref.Base
		if ref.early && ref.Element == "link" {
			d.base = w.scope.doc.Base
		}
	}
}

// around returns what a document in the body of e stands in.
func (w *walk) around(e *mimebase.Entity) *base.Context {
	if len(w.siblings.embedding) == 0 {
		return e.Context()
	}
	d := w.siblings.embedding[nameOf(e)]
	if d == nil || d.base == nil || d.base.Layer == base.Default {
		return e.Context()
	}
	around := base.Source{
		Layer: base.Encapsulating, From: "the document in part " + d.part, Value: d.base.String(), Hint: d.base.Hint, Unknown: d.base.Unknown,
	}
	if around.Value == "" && around.Unknown == "" {
		around.Unknown = basereason.OuterDocument
	}
	return e.Context().Enclose(around)
}
