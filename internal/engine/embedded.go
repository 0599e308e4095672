package engine

import (
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/mimebase"
)

// A style sheet or a frame of a page can be a part whose only URL is a cid: URL (RFC 2392).
// Chromium writes style elements, and frames without a URL, as such parts. A cid: URL gives
// no base. The part belongs to the document that embeds it, so the base of that document
// comes between the part and the entities around both.

// embed prepares to record which documents embed the parts of e.
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

// forget drops the bases of the documents that embed parts, which are walked again.
func (w *walk) forget() {
	for _, d := range w.siblings.embedding {
		d.base = nil
	}
}

// nameOf returns what follows cid: in the URL of a style sheet or an HTML
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

// recordEmbedding records the document in which a reference embeds a part. The first such
// reference counts. Chromium writes a style element as a link at the start of the head, even
// if the element came after BASE, so such a part has the base of the document.
func (w *walk) recordEmbedding(ref *Reference) {
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
		if ref.traits.early && ref.Element == "link" {
			d.base = w.scope.doc.Base
		}
	}
}

// around returns the context of a document in the body of e.
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
