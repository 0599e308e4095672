package rewrite

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/jsscan"
	"github.com/hrefix/hrefix/internal/microsyntax"
)

// The scripts that are part of a document resolve the specifiers of modules against its
// base (HTML Standard section 8.1.5.2, "resolve a module specifier"): those of import
// and export statements in modules, and those of import() in classic scripts too, which
// frameworks write into pages. Other strings of scripts are left, for nobody can know
// which are URLs, and so are event handlers, where import() is not met in practice and
// every attribute would have to be looked at.
//
// A specifier that is URL-like is replaced. It stays the same key to an import map,
// since browsers resolve the keys of the map and the specifier alike before they
// compare them. Bare specifiers are names, which the map resolves.

// reasonMalformed is why a specifier stays that is a syntax error.
const reasonMalformed = "a string with a malformed escape"

var (
	moduleContent  = &place{syntax: module, loads: atOnce}
	classicContent = &place{syntax: classic, loads: atOnce}
)

// goal returns what a script is read as, if the syntax is that of scripts.
func (s syntax) goal() (jsscan.Goal, bool) {
	switch s {
	case module:
		return jsscan.Module, true
	case classic:
		return jsscan.Script, true
	}
	return 0, false
}

// scriptContent returns the place that the content of a script element is (HTML Standard
// section 4.12.1.1, "prepare the script element"; SVG 2 section 17.3.2).
func (c *collector) scriptContent(t *htmlscan.Token) *place {
	kind := c.attrValue(t, "type")
	switch {
	case is(kind, "module"):
		return c.unlessLinked(t, moduleContent)
	case c.isClassic(t, kind):
		return c.unlessLinked(t, classicContent)
	case t.Namespace != htmlscan.HTML:
	case is(kind, "importmap"):
		return importMapContent
	case is(kind, "speculationrules"):
		return speculationContent
	case is(kind, "application/ld+json") && c.opts.Also&JSONLD != 0:
		return jsonLDContent
	}
	return nil
}

// unlessLinked returns the place unless the script is that of a link: its content does
// not run then.
func (c *collector) unlessLinked(t *htmlscan.Token, p *place) *place {
	_, linked := firstAttr(c.text, t.Attrs, "src")
	if t.Namespace == htmlscan.SVG {
		if _, linked = firstAttr(c.text, t.Attrs, "href"); !linked {
			_, linked = firstAttr(c.text, t.Attrs, "xlink:href")
		}
	}
	if linked {
		return nil
	}
	return p
}

// isClassic reports whether a script element of that type is a classic script.
func (c *collector) isClassic(t *htmlscan.Token, kind []byte) bool {
	if len(kind) > 0 {
		return isJavaScript(kind)
	}
	language := c.attrValue(t, "language")
	return len(language) == 0 || isJavaScript(append([]byte("text/"), language...))
}

// isJavaScript reports whether kind is a JavaScript MIME type (MIME Sniffing Standard
// section 4.6).
func isJavaScript(kind []byte) bool {
	for _, name := range javaScriptTypes {
		if is(kind, name) {
			return true
		}
	}
	return false
}

var javaScriptTypes = [...]string{
	"text/javascript", "application/javascript", "application/x-javascript", "application/ecmascript", "application/x-ecmascript",
	"text/ecmascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2", "text/javascript1.3", "text/javascript1.4",
	"text/javascript1.5", "text/jscript", "text/livescript", "text/x-ecmascript", "text/x-javascript",
}

// mayHoldURLs reports whether the content that is collected may hold URLs: most scripts
// name no module.
func (c *collector) mayHoldURLs() bool {
	goal, ok := c.content.syntax.goal()
	if !ok {
		return true
	}
	for _, p := range c.pieces {
		text := c.text[p.Start:p.End]
		if jsscan.MayHold(text, goal) || p.form == charData && bytes.IndexByte(text, '&') >= 0 {
			return true
		}
	}
	return false
}

// script hands the module specifiers of a script to the policy. masked is the value
// without bytes that only look like ASCII.
func (w *walk) script(list *edit.List, value, masked []byte, goal jsscan.Goal, sc *scope, s *site) {
	named := false
	result := jsscan.Scan(masked, goal, sc.enc.Name() == charenc.UTF8, func(spec jsscan.Specifier) bool {
		named = true
		f := found{start: spec.Start, end: spec.End, wrapping: jsWrapped, quote: spec.Quote}
		w.inValue(list, w.reference(w.carried, value, f, sc, s))
		return true
	})
	at := func(off int) int { return sc.views.Source(w.ref.inner[0].Source(off)) }
	if result.Stopped >= 0 {
		w.scriptNote(sc, &w.unread, at(result.Stopped), "a script is not read any further, and imports after this stay as they are: "+result.Reason)
		w.relative++ // perhaps
	}
	if result.Computed >= 0 {
		w.scriptNote(sc, &w.computed, at(result.Computed), "a script computes what it imports, or uses import.meta.url: that depends on the URL of the document")
		w.relative++
	}
	if named && w.scoped {
		w.scriptNote(sc, &w.scopeTold, at(0), "a scope of the import map is for the scripts in this document: they are in it only at the document's own URL")
	}
}

// scriptNotes says what was noted of the scripts of a document. Each is noted once.
type scriptNotes struct {
	unread, computed, scopeTold bool
	scoped                      bool // an import map has a scope that the document is in
}

// scriptNote notes something that makes links depend on the URL of the document, unless
// an absolute BASE stays in it, or links stay anyway.
func (w *walk) scriptNote(sc *scope, told *bool, offset int, text string) {
	b := sc.doc.Base
	if *told || w.opts.Mode != MakeAbsolute || b.Layer == base.Default || b.Layer == base.Embedded && !w.opts.DropBase {
		return
	}
	*told = true
	w.note(sc.doc.Part, offset, text)
}

// seeScopes notices whether a scope of an import map is one of the document's own
// scripts (HTML Standard section 8.1.5.2: a scope counts for scripts whose base URL it
// is, or a prefix of it).
func (w *walk) seeScopes(value []byte, sc *scope) {
	own := sc.doc.Base.String()
	for start, end := range microsyntax.ImportMapScopes(value) {
		w.json.Reset(value, start, end)
		text := w.json.Text()
		w.url.Reset(text, 0, len(text))
		target, _ := sc.doc.Base.AppendPrefixed(nil, w.url.Text())
		if n := len(target); n > 0 && (string(target) == own || target[n-1] == '/' && bytes.HasPrefix([]byte(own), target)) {
			w.scoped = true
		}
	}
}

// isScript reports whether a start tag is that of a script element.
func isScript(t *htmlscan.Token) bool {
	return t.Atom == atom.Script && (t.Namespace == htmlscan.HTML || t.Namespace == htmlscan.SVG)
}
