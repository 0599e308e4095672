package htmlscan

import (
	"bytes"
	"html"

	"github.com/hrefix/hrefix/internal/ascii"
)

// foreignStart handles a start tag whose current node is an SVG or MathML
// element. It reports false if the rules for HTML content are to handle it.
//
// HTML Standard 13.2.6 (tree construction) and 13.2.6.5 (foreign content)
func (t *tree) foreignStart(tok *Token) (done bool) {
	top := t.top()
	switch {
	case top.class&htmlPoint != 0,
		top.class&mathText != 0 && tok.id != nMglyph && tok.id != nMalignmark,
		top.class&annotation != 0 && tok.id == nSVG:
		return false
	case names[tok.id].class&breakout != 0,
		tok.id == nFont && (t.attr(tok, "color") >= 0 || t.attr(tok, "face") >= 0 || t.attr(tok, "size") >= 0):
		t.leaveForeign()
		return false
	}
	t.insertForeign(tok, top.ns)
	return true
}

// leaveForeign pops elements down to an HTML one or an integration point.
func (t *tree) leaveForeign() {
	for t.foreign() && t.top().class&(mathText|htmlPoint) == 0 {
		t.pop()
	}
}

// foreignEnd handles an end tag whose current node is an SVG or MathML
// element. It reports false if the rules for HTML content are to handle it.
//
// HTML Standard 13.2.6.5 (foreign content), end tags
func (t *tree) foreignEnd(tok *Token) (done bool) {
	if tok.id == nBr || tok.id == nP {
		t.leaveForeign()
		return false
	}
	for i := len(t.stack) - 1; t.stack[i].ns != HTML; i-- {
		if t.same(&t.stack[i], tok) {
			t.popTo(i)
			return true
		}
	}
	return false
}

// foreignClass returns the class of a foreign element: whether it is an
// integration point, and special.
//
// HTML Standard 13.2.6 (tree construction), integration points
func (t *tree) foreignClass(tok *Token, ns Namespace) class {
	switch tok.id {
	case nMi, nMn, nMo, nMs, nMtext:
		if ns == MathML {
			return mathText | special | scope
		}
	case nForeignObject, nDesc, nTitle:
		if ns == SVG {
			return htmlPoint | special | scope
		}
	case nAnnotationXML:
		if ns != MathML {
			break
		}
		if t.attrIs(tok, "encoding", "text/html") || t.attrIs(tok, "encoding", "application/xhtml+xml") {
			return annotation | htmlPoint | special | scope
		}
		return annotation | special | scope
	}
	return 0
}

// attr returns the index of the first attribute of that lower-case name, or -1.
func (t *tree) attr(tok *Token, name string) int {
	for i := range tok.Attrs {
		if n := tok.Attrs[i].Name; ascii.EqualFold(t.text[n.Start:n.End], name) {
			return i
		}
	}
	return -1
}

// attrIs reports whether the attribute called name has the value, which is in
// lower case, in any ASCII case.
func (t *tree) attrIs(tok *Token, name, value string) bool {
	i := t.attr(tok, name)
	if i < 0 {
		return false
	}
	v := tok.Attrs[i].Value
	b := t.text[v.Start:v.End]
	if bytes.IndexByte(b, '&') >= 0 {
		b = []byte(html.UnescapeString(string(b)))
	}
	return ascii.EqualFold(b, value)
}
