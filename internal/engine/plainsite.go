package engine

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/iri"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// Most values are a single URL without anything unusual. For these, plainSite does the same as
// site, but skips the views that would change nothing. It has no rules of its own: for other values
// it reports false, and site handles them.

// plainSite does what site does for a plain value. It reports false if the value is not plain.
func (w *walk) plainSite(edits []edit.Edit, sc *scope, s *sites.Site) (_ []edit.Edit, done bool) {
	quote := plainQuote(s.Form)
	if s.Syntax > syntax.LocalURL || s.HasDetails() || quote == markup.NoValue || quote > markup.XMLDoubleQuoted || sc.keep.Code != "" {
		return edits, false
	}
	raw := sc.bytes[s.Value.Start:s.Value.End]
	plain, refs := isPlain(raw)
	if !plain || len(raw) == 0 {
		return edits, false
	}
	keep := none
	switch {
	case raw[0] != '#' && raw[0] != '&' || !sc.ownAnchors:
	case refs:
		return edits, false
	default:
		if keep = w.keepOwnAnchor(raw, sc, s); keep != none && sc.prefixes {
			return edits, true
		}
	}
	if unusualStarts[raw[0]] && (w.inItem || w.opts.mayStay(s.Syntax, raw)) {
		return edits, false
	}
	if (w.opts.Beside != nil || w.opts.entry.From != "") && savedfrom.OwnFile(raw) {
		return edits, false
	}
	if sc.prefixes && s.Excluded&^syntax.NoSectionEnd == 0 && (!refs || w.opts.keepsStart(raw)) {
		if edits, done = w.prefix(edits, sc, s, raw); done {
			return edits, true
		}
	}
	text, inner := w.plainText(sc, s, raw, refs)
	if len(text) == 0 || unusualStarts[text[0]] && (w.inItem || w.opts.mayStay(s.Syntax, text)) {
		return edits, false
	}
	b := sc.baseOf(s)
	if !w.isPlainBase(sc, b) {
		return edits, false
	}
	ref := &w.link.ref
	ref.Part, ref.Element, ref.Attr, ref.Text, ref.Base = sc.doc.Part, s.Element, s.Attr, text, b
	ref.Rules.Place, ref.Facts.Imported, ref.Facts.Early, ref.Facts.InJSON = s.Place, false, s.Early, w.inJSON
	ref.Rules.Excluded, ref.Rules.Keep, ref.Facts.Saved, ref.Facts.Archived, ref.Rules.Fit, ref.At.Views = s.Excluded|w.excluded, keep, nil, false, nil, sc.views
	ref.At.Inner[0], ref.At.Layers = inner, 1
	if !w.decide(ref) {
		return edits, true
	}
	e := w.link.change[0]
	if (inner == &w.value.views.Ident || e.End == 0) && w.link.inserted.last.literal && len(e.New) > 0 {
		return addEdit(edits, s.Value.Start+e.Start, s.Value.Start+e.End, e.New), true
	}
	if inner == &w.value.views.Ident {
		w.value.views.Chars.Reset(sc.bytes, s.Value.Start, s.Value.End, quote)
	}
	return w.value.views.Chars.Carry(edits, w.link.change[:]), true
}

// plainQuote returns the quotes of a value. The content of an element of XML, which has no quotes,
// is escaped like a value in quotation marks.
func plainQuote(f sites.Form) markup.Quote {
	if f == sites.CharData {
		return markup.XMLDoubleQuoted
	}
	return markup.Quote(f)
}

// mayPrefix reports whether prefix may be used for the document: links become absolute, only
// the base decides what becomes of a reference, and no visitor sees it.
func (w *walk) mayPrefix() bool {
	return w.prefixes && w.limits.growth == nil && w.visitor.Reference == nil && len(w.siblings.pinned) == 0 && len(w.siblings.embedding) == 0
}

// prefix does the same as plainSite for a value that does not change or that changes only at
// its start: bytes are inserted there, or replace leading ".." segments. It reports false for
// other values. The new bytes cannot form "]]>": they have no ">", and do not end in a bracket.
func (w *walk) prefix(edits []edit.Edit, sc *scope, s *sites.Site, raw []byte) (_ []edit.Edit, done bool) {
	b := sc.baseOf(s)
	if !w.isPlainBase(sc, b) {
		return edits, false
	}
	prefix, n, outcome, ok := b.Prefix(raw)
	switch {
	case b == sc.early.base && !sc.early.noted && outcome != resolve.Absolute, !ok, outcome == resolve.Unresolved:
		return edits, false
	case outcome == resolve.Absolute || prefix == "":
		return edits, true
	}
	k := w.link.inserted.keepString(prefix)
	if !k.literal {
		return edits, false
	}
	return addEdit(edits, s.Value.Start, s.Value.Start+n, k.bytes), true
}

// keepsStart reports whether the first character reference of a value comes after the path, so that neither
// the prefix nor the decision to stay depends on it. In the URL Standard the prefix may always depend on it,
// because the target may have an escape for a character anywhere.
func (o *Options) keepsStart(raw []byte) bool {
	if o.Dialect == resolve.WHATWG || raw[0] == '#' {
		return false
	}
	before := raw[:bytes.IndexByte(raw, '&')]
	return bytes.IndexByte(before, '?') >= 0 || bytes.IndexByte(before, '#') >= 0
}

// plainText returns the text and the view of a plain value, or nil if the text is not plain once
// its character references are decoded.
func (w *walk) plainText(sc *scope, s *sites.Site, raw []byte, refs bool) ([]byte, view.View) {
	if !refs {
		w.value.views.Ident.Reset(sc.bytes, s.Value.Start, s.Value.End)
		return slices.Clip(raw), &w.value.views.Ident
	}
	w.value.views.Chars.Reset(sc.bytes, s.Value.Start, s.Value.End, plainQuote(s.Form))
	text := w.value.views.Chars.Text()
	if plain, _ := isPlain(text); !plain {
		return nil, nil
	}
	return text, &w.value.views.Chars
}

// isPlainBase reports whether references against b are plain. It caches the result.
func (w *walk) isPlainBase(sc *scope, b *base.Result) bool {
	if sc.plain.base != b {
		hinted := !w.opts.NoHints && !w.inFeed && (b.Layer == base.Default || w.isHint(b) || w.saved.IsArchived())
		sc.plain = plainBase{b, !hinted && !w.isForeign(sc, b) && (sc.coded == nil || iri.IsASCII(b.String()))}
	}
	return sc.plain.ok
}

// isPlain reports whether a value has neither control characters nor white space, and whether
// it has ampersands.
func isPlain(value []byte) (plain, ampersands bool) {
	if len(value) < 8 {
		for _, c := range value {
			if c <= ' ' {
				return false, false
			}
			ampersands = ampersands || c == '&'
		}
		return true, ampersands
	}
	var spaces, amps uint64
	for i := 0; i < len(value)-8; i += 8 {
		s, a := plainMarks(binary.LittleEndian.Uint64(value[i : i+8]))
		spaces, amps = spaces|s, amps|a
	}
	s, a := plainMarks(binary.LittleEndian.Uint64(value[len(value)-8:])) // the last word may overlap the one before
	const highs = 0x8080808080808080
	return (spaces|s)&highs == 0, (amps|a)&highs != 0
}

// plainMarks returns words that have a high bit set if x has control characters or spaces,
// and if it has ampersands.
func plainMarks(x uint64) (spaces, amps uint64) {
	const ones = 0x0101010101010101
	y := x ^ ones*'&'
	return (x - ones*'!') &^ x, (y - ones) &^ y
}
