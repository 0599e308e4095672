package htmlscan

import (
	"html"
	"slices"

	"github.com/hrefix/hrefix/internal/ascii"
)

// foreignStart handles a start tag whose current node is an SVG or MathML
// element. It reports false if the rules for HTML content are to handle it.
//
// HTML Standard 13.2.6 (tree construction) and 13.2.6.5 (foreign content)
func (t *tree) foreignStart(tok *Token) (done bool) {
	top := t.top()
	hasAttr := func(name string) bool {
		_, ok := First(t.text, tok.Attrs, name)
		return ok
	}
	switch {
	case top.class&htmlPoint != 0,
		top.class&mathText != 0 && tok.id != nMglyph && tok.id != nMalignmark,
		top.class&annotation != 0 && tok.id == nSVG:
		return false
	case classes[tok.id]&breakout != 0,
		tok.id == nFont && slices.ContainsFunc([]string{"color", "face", "size"}, hasAttr):
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

// attrIs reports whether the attribute called name has the value, which is in
// lower case, in any ASCII case.
func (t *tree) attrIs(tok *Token, name, value string) bool {
	a, ok := First(t.text, tok.Attrs, name)
	return ok && ascii.EqualFold([]byte(html.UnescapeString(string(t.text[a.Value.Start:a.Value.End]))), value)
}
