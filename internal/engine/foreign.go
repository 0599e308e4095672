package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/iri"
)

// A base from outside of a document is in UTF-8. In a document of another encoding its bytes
// are other characters, unless they are ASCII. So the base is mapped to a URI there (RFC 3987
// section 3.1), which is the same resource. A base that cannot be mapped leaves the links
// against it as they are.

// asciiBase returns the context of a document with its base mapped to a URI if the encoding of
// the document may not have its characters. It adds a note if that changes the base.
func (w *walk) asciiBase(doc *Document, t content, ctx *base.Context, own []base.Source) *base.Context {
	if t.enc.Name() == charenc.UTF8 || w.depth > 0 || w.opts.Tree != nil || iri.IsASCII(ctx.Base().String()) {
		return ctx
	}
	was, mapped := ctx.Establish(own...), ctx.WithURI()
	is := mapped.Establish(own...)
	written := (len(w.collector.Sites) > 0 || w.batches.over) && (w.opts.Mode != Pin || doc.Part == "")
	if written && was.String() != is.String() {
		w.noteMapped(doc.Part, t.views.Source(0), is, "the document is in "+t.enc.Name())
	}
	return mapped
}

// noteMapped notes that a base is written as a URI, and why.
func (w *walk) noteMapped(part string, offset int, b *base.Result, why string) {
	w.note(MappedBase, part, offset, "the base is written in ASCII, as "+b.String()+": "+why)
}

// isForeign reports whether a base from outside of the document holds bytes
// that mean something else in the document's encoding.
func (w *walk) isForeign(sc *scope, b *base.Result) bool {
	outside := b.Layer == base.Retrieval || b.Layer == base.Encapsulating && w.depth == 0
	return outside && sc.enc.Name() != charenc.UTF8 && !iri.IsASCII(b.String())
}

// foreignBase is why links stay where the base isForeign.
func foreignBase(enc charenc.Encoding) Reason {
	return reason.BaseEncoding.With(enc.Name() + ": escape them in the base")
}
