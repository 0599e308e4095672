package engine

import (
	"bytes"
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// When links become absolute and nothing but the base decides what becomes of them, most references get the
// same prefix: their base, its directory or its root. They then need neither views nor a policy.

// mayPrefix reports whether prefix may be used for the document: links become absolute, only
// the base decides what becomes of a reference, and no visitor sees it, or only its count.
func (w *walk) mayPrefix() bool {
	return w.prefixes && w.limits.growth == nil && (w.visitor.Reference == nil || w.visitor.Plain != nil) && len(w.siblings.disputed) == 0 && len(w.siblings.embedding) == 0
}

// prefix does what site does for a value that does not change or that changes only at
// its start: bytes are inserted there, or replace leading ".." segments. It reports false for
// other values. The new bytes cannot form "]]>": they have no ">", and do not end in a bracket.
func (w *walk) prefix(edits []edit.Edit, sc *scope, s *sites.Site) (_ []edit.Edit, done bool) {
	isAttr := s.Form != sites.Form(markup.NoValue) && s.Form <= sites.Form(markup.XMLDoubleQuoted) || s.Form == sites.CharData
	if !s.Syntax.IsURL() || !isAttr || s.HasDetails() || s.Excluded&^syntax.NoSectionEnd != 0 || sc.keep != none {
		return edits, false
	}
	raw := sc.bytes[s.Value.Start:s.Value.End]
	plain, refs := isPlain(raw)
	count := w.visitor.Plain
	switch {
	case !plain, len(raw) == 0, refs && !w.opts.keepsStart(raw), count != nil && raw[0] == '#':
		return edits, false
	case w.keepOwnAnchor(raw, sc, s) != none:
		return edits, true
	case unusualStarts[raw[0]] && (w.inItem || raw[0] == '3' || w.opts.keepText(s.Syntax, raw) != none):
		return edits, false
	case w.mayBeOwn(raw):
		return edits, false
	}
	b := sc.baseOf(s)
	if !w.isPlainBase(sc, b) || sc.coded != nil && !urltext.IsASCII(b.String()) {
		return edits, false
	}
	prefix, n, outcome, ok := b.Prefix(raw)
	switch {
	case b == sc.early.base && !sc.early.noted && outcome != resolve.Absolute, !ok, outcome == resolve.Unresolved:
		return edits, false
	case count != nil && (outcome == resolve.Absolute && urltext.IsFileURL(raw) || strings.Contains(prefix, "/..") || b.Hint && b.From == decide.FromFeedLink && raw[0] != '/'):
		return edits, false
	case outcome == resolve.Absolute:
		if count != nil {
			count.Absolute++
		}
		return edits, true
	}
	k := w.link.inserted.keepString(prefix)
	if !k.literal {
		return edits, false
	}
	if count != nil {
		count.Resolved++
	}
	return append(edits, edit.Edit{Start: s.Value.Start, End: s.Value.Start + n, New: k.bytes}), true
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
