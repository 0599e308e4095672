package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/jsscan"
	"github.com/hrefix/hrefix/internal/microsyntax"
)

// The scripts that are part of a document resolve the specifiers of modules against its
// base (HTML Standard section 8.1.5.2, "resolve a module specifier"): those of import
// and export statements in modules, and those of import(), which frameworks write into
// classic scripts too. Other strings of scripts are left, because there is no way to know
// which of them are URLs. So are event handlers: in practice they have no import(), and
// looking for it would mean to scan every attribute.
//
// A specifier that is URL-like is replaced. An import map still matches it, since browsers
// resolve both the specifier and the keys of the map before they compare them. Bare
// specifiers are names that only the map resolves.

// script decides the module specifiers of a script. masked is value with those bytes blanked
// that only look like ASCII.
func (w *walk) script(list *edit.List, value, masked []byte, goal jsscan.Goal, sc *scope, s *sites.Site) {
	named := false
	result := jsscan.Scan(masked, goal, sc.enc.Name() == charenc.UTF8, func(spec jsscan.Specifier) bool {
		named = true
		f := syntax.Match{Start: spec.Start, End: spec.End, Wrapping: syntax.InScript, Quote: spec.Quote}
		w.inValue(list, w.reference(w.buf.carried, value, f, sc, s))
		return true
	})
	at := func(off int) int { return sc.views.Source(w.link.ref.inner[0].Source(off)) }
	if result.Stopped >= 0 {
		w.scriptNote(sc, &w.outcomes.scripts.unread, UnreadScript, at(result.Stopped), "a script is not read any further, and imports after this stay as they are: "+result.Reason)
		w.outcomes.relative++ // perhaps
	}
	if result.Computed >= 0 {
		w.scriptNote(sc, &w.outcomes.scripts.computed, ComputedImport, at(result.Computed), "a script computes what it imports, or uses import.meta.url: that depends on the URL of the document")
		w.outcomes.relative++
	}
	if named && w.outcomes.scripts.inScope {
		w.scriptNote(sc, &w.outcomes.scripts.scopeNoted, ImportScope, at(0), "a scope of the import map is for the scripts in this document: they are in it only at the document's own URL")
	}
}

// scriptNote notes once that links depend on the URL of the document. It does nothing if an
// absolute BASE stays in the document, or links are not made absolute anyway.
func (w *walk) scriptNote(sc *scope, told *bool, code string, offset int, text string) {
	b := sc.doc.Base
	if *told || w.opts.Mode != MakeAbsolute || b.Layer == base.Default || b.Layer == base.Embedded && !w.opts.DropBase {
		return
	}
	*told = true
	w.note(code, sc.doc.Part, offset, text)
}

// seeScopes sets w.scoped if a scope of an import map applies to the scripts in the document
// (HTML Standard section 8.1.5.2: a scope applies to scripts whose base URL is the scope, or
// begins with it if the scope ends in "/").
func (w *walk) seeScopes(value []byte, sc *scope) {
	own := sc.doc.Base.String()
	for start, end := range microsyntax.ImportMapScopes(value) {
		w.views.json.Reset(value, start, end)
		text := w.views.json.Text()
		w.views.url.Reset(text, 0, len(text))
		target, _ := sc.doc.Base.AppendReplacement(nil, w.views.url.Text())
		if n := len(target); n > 0 && (string(target) == own || target[n-1] == '/' && bytes.HasPrefix([]byte(own), target)) {
			w.outcomes.scripts.inScope = true
		}
	}
}
