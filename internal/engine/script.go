package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/jsscan"
	"github.com/hrefix/hrefix/internal/microsyntax"
)

// Scripts in a document resolve module specifiers against the base of the document (HTML
// Standard section 8.1.5.2, "resolve a module specifier"). Specifiers are in import and
// export statements of modules, and in import(), which frameworks write into classic
// scripts too. Other strings in scripts are left, because there is no way to know which of
// them are URLs. Event handlers are left, because in practice they have no import(), and
// finding it would need a scan of every attribute.
//
// A URL-like specifier is replaced. An import map still matches it, because browsers resolve
// both the specifier and the keys of the map before they compare them. Bare specifiers are
// names that only an import map resolves.

// script decides the module specifiers of a script.
func (w *walk) script(list *edit.List, value []byte, goal jsscan.Goal, sc *scope, s *sites.Site) {
	named := false
	result := jsscan.Scan(value, goal, func(spec jsscan.Specifier) bool {
		named = true
		f := syntax.Match{Start: spec.Start, End: spec.End, Wrapping: syntax.InScript, Quote: spec.Quote}
		w.inValue(list, w.reference(w.buf.carried, value, f, sc, s))
		return true
	})
	at := func(off int) int { return sc.views.Source(w.link.ref.At.Inner[0].Source(off)) }
	if result.Stopped >= 0 {
		w.scriptNote(sc, &sc.outcomes.scripts.unread, UnreadScript, at(result.Stopped), "a script is not read any further, and imports after this stay as they are: "+result.Reason)
		sc.outcomes.relative++ // an import in the rest of the script may be relative
	}
	if result.Computed >= 0 {
		w.scriptNote(sc, &sc.outcomes.scripts.computed, ComputedImport, at(result.Computed), "a script computes what it imports, or uses import.meta.url: that depends on the URL of the document")
		sc.outcomes.relative++
	}
	if named && sc.outcomes.scripts.inScope {
		w.scriptNote(sc, &sc.outcomes.scripts.scopeNoted, ImportScope, at(0), "a scope of the import map is for the scripts in this document: they are in it only at the document's own URL")
	}
}

// hasOctalEscape reports whether a string of a script has an octal escape: a backslash before a digit,
// except for "\0" alone. Such a string is a syntax error in a module and in strict code (ECMAScript
// 2025, clause 12.9.4.1), and must stay a syntax error.
func hasOctalEscape(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			return false
		}
		if c := text[i+1]; ascii.IsDigit(c) && (c != '0' || i+2 < len(text) && ascii.IsDigit(text[i+2])) {
			return true
		}
		text = text[i+2:]
	}
}

// scriptNote notes that links depend on the URL of the document, unless *noted is set. It sets
// *noted. It does nothing if an absolute BASE stays in the document, or if links are not made
// absolute.
func (w *walk) scriptNote(sc *scope, noted *bool, code string, offset int, text string) {
	b := sc.doc.Base
	if *noted || w.opts.Mode != MakeAbsolute || b.Layer == base.Default || b.Layer == base.Embedded && !w.opts.DropBase {
		return
	}
	*noted = true
	w.note(code, sc.doc.Part, offset, text)
}

// seeScopes records whether a scope of an import map applies to the scripts in the document
// (HTML Standard section 8.1.5.2: a scope applies to scripts whose base URL is the scope, or
// begins with it if the scope ends in "/").
func (w *walk) seeScopes(value []byte, sc *scope) {
	own := sc.doc.Base.String()
	for start, end := range microsyntax.ImportMapScopes(value) {
		w.value.views.json.Reset(value, start, end)
		text := w.value.views.json.Text()
		w.value.views.url.Reset(text, 0, len(text))
		target, _ := sc.doc.Base.AppendReplacement(nil, w.value.views.url.Text())
		if n := len(target); n > 0 && (string(target) == own || target[n-1] == '/' && bytes.HasPrefix([]byte(own), target)) {
			sc.outcomes.scripts.inScope = true
		}
	}
}
