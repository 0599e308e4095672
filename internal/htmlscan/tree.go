package htmlscan

import "github.com/hrefix/hrefix/internal/markup"

// A mode is an insertion mode.
//
// HTML Standard 13.2.4.1 (the insertion mode)
type mode uint8

const (
	initial mode = iota
	beforeHTML
	beforeHead
	inHead
	inHeadNoscript
	afterHead
	inBody
	inTable
	inTableBody
	inRow
	inCaption
	inColumnGroup
	inCell
	inTemplate
	afterBody
	inFrameset
	afterFrameset
	afterAfterBody
	afterAfterFrameset
)

// A tree is the state of tree construction. It does not keep the nodes of the tree.
type tree struct {
	text   []byte
	stack  []element
	list   []entry
	places []fostered
	state
}

// A state is the part of a tree that assignment copies.
type state struct {
	open       [nNames]int32 // for each name, the number of open elements on the stack
	foreigns   int32         // the number of SVG and MathML elements on the stack
	serial     uint32        // the serial of the last element
	form       uint32        // the serial of the form element pointer, or 0
	body       int           // the offset of the tag that made the body
	last       int32         // the place of the element that was made last: see tree.place
	mode       mode
	raw        rawKind // the kind of raw text that begins after the last start tag
	headSeen   bool    // the head element pointer is set
	framesetOK bool
	fostering  bool
	quirks     bool
	inNoscript bool
	detached   bool // no tree is constructed: set by tests of the tokenizer
}

func (t *tree) reset(text []byte) {
	t.text = text
	t.stack, t.list = t.stack[:0], t.list[:0]
	t.places = append(t.places[:0], fostered{table: -1})
	t.state = state{framesetOK: true, quirks: true}
}

// copyFrom makes t a copy of from. Both share the slice of places.
func (t *tree) copyFrom(from *tree) {
	t.text, t.state = from.text, from.state
	t.stack = append(t.stack[:0], from.stack...)
	t.list = append(t.list[:0], from.list...)
}

// doctype ends the initial mode. Here, a document is in quirks mode if and only if it has
// no DOCTYPE.
//
// HTML Standard 13.2.6.4.1 (initial)
func (t *tree) doctype() {
	if t.mode == initial {
		t.mode, t.quirks = beforeHTML, false
	}
}

// start handles a start tag.
//
// HTML Standard 13.2.6 (tree construction), tree construction dispatcher
func (t *tree) start(tok *Token) {
	tok.Ignored, tok.Merged, tok.Namespace, tok.Dropped = true, false, HTML, markup.Span{}
	tok.InTemplate = t.open[nTemplate] > 0
	if t.detached || t.foreign() && t.foreignStart(tok) {
		return
	}
	for t.startIn(tok) {
	}
}

// startIn handles a start tag by the insertion mode. again means that the tag must be
// handled once more, in the new mode.
func (t *tree) startIn(tok *Token) (again bool) {
	switch t.mode {
	case inBody:
		return t.bodyStart(tok)
	case inTable, inTableBody, inRow:
		return t.tableStart(tok)
	case inCaption:
		return t.captionStart(tok)
	case inColumnGroup:
		return t.colgroupStart(tok)
	case inCell:
		return t.cellStart(tok)
	case inTemplate:
		return t.templateStart(tok)
	case inFrameset, afterFrameset, afterAfterFrameset:
		return t.framesetStart(tok)
	case afterBody, afterAfterBody:
		return t.afterBodyStart(tok)
	}
	return t.headStart(tok)
}

// endTag handles an end tag.
func (t *tree) endTag(tok *Token) {
	if t.detached || t.foreign() && t.foreignEnd(tok) {
		return
	}
	for t.endIn(tok) {
	}
}

// endIn handles an end tag by the insertion mode, as startIn does.
func (t *tree) endIn(tok *Token) (again bool) {
	switch t.mode {
	case inBody:
		return t.bodyEnd(tok)
	case inTable, inTableBody, inRow:
		return t.tableEnd(tok)
	case inCaption:
		return t.captionEnd(tok)
	case inColumnGroup:
		return t.colgroupEnd(tok)
	case inCell:
		return t.cellEnd(tok)
	case inTemplate:
		if tok.id == nTemplate {
			t.endTemplate()
		}
		return false
	case inFrameset, afterFrameset, afterAfterFrameset:
		t.framesetEnd(tok)
		return false
	case afterBody, afterAfterBody:
		return t.afterBodyEnd(tok)
	}
	return t.headEnd(tok)
}

// insert inserts an HTML element for tok.
//
// HTML Standard 13.2.6.1 (creating and inserting nodes), insert an HTML
// element
func (t *tree) insert(tok *Token) {
	t.note(tok, HTML)
	t.push(element{
		key: tok.key, start: tok.Start, serial: t.nextSerial(), place: t.last,
		class: classes[tok.id], id: tok.id,
	})
}

// insertVoid inserts an HTML element for tok, and pops it.
func (t *tree) insertVoid(tok *Token) { t.note(tok, HTML) }

// insertRaw inserts an HTML element for tok whose content is raw text. It does not push the
// element onto the stack, since nothing reads the stack before the end tag.
//
// HTML Standard 13.2.6.2 (parsing elements that contain only text)
func (t *tree) insertRaw(tok *Token, kind rawKind) {
	t.note(tok, HTML)
	t.raw = kind
}

// insertForeign inserts an SVG or MathML element for tok.
func (t *tree) insertForeign(tok *Token, ns Namespace) {
	t.note(tok, ns)
	if tok.SelfClosing {
		return
	}
	t.push(element{
		key: tok.key, start: tok.Start, serial: t.nextSerial(), place: t.last,
		class: t.foreignClass(tok, ns), ns: ns,
	})
}

// imply inserts an HTML element without a tag, because of the tag or text at start.
func (t *tree) imply(id name, start int) {
	t.push(element{
		key: shortKey(names[id]), start: start, serial: t.nextSerial(),
		place: t.place(), class: classes[id], id: id,
	})
}

// note sets the fields of tok for a tag that makes an element.
func (t *tree) note(tok *Token, ns Namespace) {
	tok.Ignored, tok.Namespace = false, ns
	tok.InTemplate = t.open[nTemplate] > 0
	t.last = t.place()
}

func (t *tree) nextSerial() uint32 {
	t.serial++
	return t.serial
}

// framesetStart handles a start tag in a frameset and after it.
//
// HTML Standard 13.2.6.4.18 (in frameset), 13.2.6.4.19 (after frameset) and
// 13.2.6.4.21 (after after frameset)
func (t *tree) framesetStart(tok *Token) (again bool) {
	switch {
	case tok.id == nHTML:
		return t.bodyStart(tok)
	case tok.id == nNoframes:
		t.headElement(tok)
	case tok.id == nFrameset && t.mode == inFrameset:
		t.insert(tok)
	case tok.id == nFrame && t.mode == inFrameset:
		t.insertVoid(tok)
	}
	return false
}

// framesetEnd handles an end tag in a frameset and after it.
func (t *tree) framesetEnd(tok *Token) {
	switch {
	case t.mode == inFrameset && tok.id == nFrameset && t.topIs(nFrameset):
		t.pop()
		if !t.topIs(nFrameset) {
			t.mode = afterFrameset
		}
	case t.mode == afterFrameset && tok.id == nHTML:
		t.mode = afterAfterFrameset
	}
}
