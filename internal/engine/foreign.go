package engine

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/urltext"
)

// A base from outside of a document is in UTF-8. In a document of another encoding its bytes are
// other characters, unless they are ASCII. So the base is mapped to a URI there (RFC 3987 section
// 3.1), which is the same resource. That includes a document whose charset is known to be UTF-8,
// but that declares another charset: a reader who does not know the charset uses the declared
// charset. A base that cannot be mapped leaves the links against it as they are.
//
// Some bases are foreign to documents in UTF-8, too: those that are not valid UTF-8, which
// cannot be mapped, and those with U+FFFE or U+FFFF, which XML does not allow and IRIs cannot
// have.

// asciiBase returns the context of a document with its base mapped to a URI if the document may
// not have its characters. It adds a note if that changes the base.
func (w *walk) asciiBase(doc *Document, t content, ctx *base.Context, own []base.Source) *base.Context {
	if w.depth > 0 || w.opts.Tree != nil || urltext.IsASCII(ctx.Base().String()) {
		return ctx
	}
	isUTF8 := t.isUTF8(&w.collector)
	if foreignStart(isUTF8, ctx.Base().String()) == "" {
		return ctx
	}
	was, mapped := ctx.Establish(own...), ctx.WithURI()
	is := mapped.Establish(own...)
	written := (len(w.collector.Sites) > 0 || w.batches.over) && (w.opts.Mode != Pin || doc.Part == "")
	if written && was.String() != is.String() {
		why := "it has U+FFFE or U+FFFF"
		if other := t.otherEncoding(&w.collector); other != "" {
			why = "the document declares " + other + ", and its charset is " + t.enc.Name()
		} else if !isUTF8 {
			why = isIn(t.enc)
		}
		w.noteMapped(doc.Part, t.views.Source(0), is, why)
	}
	return mapped
}

// isUTF8 reports whether every reader of a document takes its text for UTF-8.
func (t *content) isUTF8(c *sites.Collector) bool {
	return t.enc.Name() == charenc.UTF8 && t.otherEncoding(c) == ""
}

// otherEncoding returns the name of the encoding that a document declares, if its charset is known
// to be another encoding.
func (t *content) otherEncoding(c *sites.Collector) string {
	if t.enc.Source() != charenc.Transport {
		return ""
	}
	e, ok := charenc.Declared(t.bytes)
	if c.HasMeta {
		e, ok = c.MetaEncoding, true
	}
	if !ok || e.Name() == t.enc.Name() {
		return ""
	}
	return e.Name()
}

// isIn says which encoding a document is in.
func isIn(enc charenc.Encoding) string {
	if enc.Source() == charenc.Default && enc.Name() == (charenc.Encoding{}).Name() {
		return "the document declares no charset"
	}
	return "the document is in " + enc.Name()
}

// noteMapped notes that a base is written as a URI, and why.
func (w *walk) noteMapped(part string, offset int, b *base.Result, why string) {
	w.note(MappedBase, part, offset, "the base is written in ASCII, as "+b.String()+": "+why)
}

// foreignStart returns url up to the first byte that is no part of the same character in a
// document, or "" if there is no such byte. url comes from outside of the document. isUTF8 says
// whether the document is in UTF-8.
func foreignStart(isUTF8 bool, url string) string {
	if urltext.IsASCII(url) {
		return ""
	}
	for i, c := range url {
		invalid := c == utf8.RuneError && !strings.HasPrefix(url[i:], string(utf8.RuneError))
		notInXML := c == 0xfffe || c == 0xffff
		if c >= utf8.RuneSelf && (!isUTF8 || invalid || notInXML) {
			return url[:i+1]
		}
	}
	return ""
}

// isForeign reports whether b has bytes from outside of the document that mean something else in
// it. These bytes come from the base without BASE elements. A base that is relative to that base
// has them, too.
func (w *walk) isForeign(sc *scope, b *base.Result) bool {
	if w.foreign == "" || !strings.HasPrefix(b.String(), w.foreign) {
		return false
	}
	return b.Layer != base.Embedded || !slices.ContainsFunc(sc.sources, func(s base.Source) bool {
		return strings.HasPrefix(s.Value, w.foreign) // the bytes belong to the document
	})
}

// foreignBase returns the reason why links stay if the base isForeign.
func foreignBase(enc charenc.Encoding) Reason {
	if enc.Name() == charenc.UTF8 {
		return reason.BaseBytes
	}
	return reason.BaseEncoding.With(isIn(enc) + ": escape them in the base")
}
