package sites

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/jsscan"
	"github.com/hrefix/hrefix/internal/view"
)

// setContent sets the place for the content of the element t.
func (p *page) setContent(t *htmlscan.Token) {
	c := &p.content
	c.place, c.element = p.contentOf(t), p.elementName(t)
	c.early = c.place != nil && p.isEarly(c.place, t)
}

// contentOf returns the place for the content of the element t, or nil.
func (p *page) contentOf(t *htmlscan.Token) *places.Place {
	if t.Ignored || t.SelfClosing && t.Namespace != htmlscan.HTML {
		return nil
	}
	var row *places.Place
	if p.Places.Content != nil {
		row = p.rowFor(t)
	}
	switch {
	case t.Atom == atom.Style && p.isCSS(t):
		return places.StyleContent
	case t.Atom == atom.Script && (t.Namespace == htmlscan.HTML || t.Namespace == htmlscan.SVG):
		if place := p.scriptContent(t); place != nil {
			return place
		}
	}
	return row
}

// rowFor returns the place that the user gives for the content of the element t, or nil.
func (p *page) rowFor(t *htmlscan.Token) *places.Place {
	place := p.Places.ContentOf(p.elementName(t), t, p.text, p.within)
	if place == nil && p.prefixed.End > 0 {
		place = p.Places.ContentOf(string(p.text[p.prefixed.Start:p.prefixed.End]), t, p.text, p.within)
	}
	if place != nil {
		place.Seen.Found.Store(true)
	}
	return place
}

// isCSS reports whether the content of the style element t is CSS.
func (p *page) isCSS(t *htmlscan.Token) bool {
	kind := p.attrValue(t, "type")
	return len(kind) == 0 || ascii.EqualFold(kind, "text/css")
}

// scriptContent returns the place for the content of a script element, or nil: HTML Standard
// section 4.12.1.1, "prepare the script element"; SVG 2 section 17.3.2.
func (p *page) scriptContent(t *htmlscan.Token) *places.Place {
	kind := p.attrValue(t, "type")
	switch {
	case ascii.EqualFold(kind, "module"):
		return p.unlessLinked(t, places.ModuleContent)
	case p.isClassic(t, kind):
		return p.unlessLinked(t, places.ClassicContent)
	case t.Namespace != htmlscan.HTML:
	case ascii.EqualFold(kind, "importmap"):
		return places.ImportMapContent
	case ascii.EqualFold(kind, "speculationrules"):
		return places.SpeculationContent
	case ascii.EqualFold(kind, "application/ld+json") && p.Groups&places.JSONLD != 0:
		return places.JSONLDContent
	}
	return nil
}

// unlessLinked returns place, or nil if the element links to a script. If it does, its content does
// not run.
func (p *page) unlessLinked(t *htmlscan.Token, place *places.Place) *places.Place {
	_, linked := htmlscan.First(p.text, t.Attrs, "src")
	if t.Namespace == htmlscan.SVG {
		if _, linked = htmlscan.First(p.text, t.Attrs, "href"); !linked {
			_, linked = htmlscan.First(p.text, t.Attrs, "xlink:href")
		}
	}
	if linked {
		return nil
	}
	return place
}

// isClassic reports whether a script element with this type attribute is a classic script.
func (p *page) isClassic(t *htmlscan.Token, kind []byte) bool {
	if len(kind) > 0 {
		return isJavaScript(kind)
	}
	language := p.attrValue(t, "language")
	return len(language) == 0 || isJavaScript(append([]byte("text/"), language...))
}

// isJavaScript reports whether kind is a JavaScript MIME type: MIME Sniffing Standard
// section 4.6.
func isJavaScript(kind []byte) bool {
	for _, name := range javaScriptTypes {
		if ascii.EqualFold(kind, name) {
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

// mayHoldURLs reports whether the content may contain URLs. Most scripts import no module,
// so they do not.
func (p *page) mayHoldURLs() bool {
	goal, ok := p.content.place.Syntax.Goal()
	if !ok {
		return true
	}
	for _, piece := range p.content.pieces {
		text := p.text[piece.Start:piece.End]
		if jsscan.MayHold(text, goal) || piece.Form == CharData && bytes.IndexByte(text, '&') >= 0 {
			return true
		}
	}
	return false
}

// attrValue returns the value of an attribute, without whitespace around it.
func (p *page) attrValue(t *htmlscan.Token, name string) []byte {
	a, ok := htmlscan.First(p.text, t.Attrs, name)
	if !ok {
		return nil
	}
	return bytes.Trim(view.Unescape(p.text, a.Value, a.Quote), ascii.Whitespace)
}
