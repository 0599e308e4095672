package htmlscan

import "github.com/hrefix/hrefix/internal/markup"

// bodyStart handles a start tag in body.
//
// HTML Standard 13.2.6.4.7 (in body), start tags
func (t *tree) bodyStart(tok *Token) (again bool) {
	switch names[tok.id].start {
	case startOther:
		t.reconstruct()
		t.insert(tok)
	case startHTML:
		tok.Merged = t.open[nTemplate] == 0
	case startHead:
		t.headElement(tok)
	case startBody:
		if t.bodyIsSecond() && t.open[nTemplate] == 0 {
			t.framesetOK = false
			tok.Merged = true
		}
	case startFrameset:
		t.replaceBody(tok)
	case startBlock:
		t.closeP()
		t.insert(tok)
	case startHeading:
		t.closeP()
		if t.top().class&heading != 0 {
			t.pop()
		}
		t.insert(tok)
	case startPre:
		t.closeP()
		t.insert(tok)
		t.framesetOK = false
	case startA:
		t.startA(tok)
	case startFormatting:
		t.reconstruct()
		t.insertFormatting(tok)
	case startLi, startDdDt:
		t.startItem(tok)
	case startTable:
		if !t.quirks {
			t.closeP()
		}
		t.insert(tok)
		t.framesetOK = false
		t.mode = inTable
	case startVoid:
		t.reconstruct()
		t.insertVoid(tok)
		t.framesetOK = false
	case startMath:
		t.reconstruct()
		t.insertForeign(tok, MathML)
	case startSVG:
		t.reconstruct()
		t.insertForeign(tok, SVG)
	case startIgnored:
	default:
		t.bodyStartRare(tok)
	}
	return false
}

// bodyStartRare handles the start tags that bodyStart does not handle itself.
func (t *tree) bodyStartRare(tok *Token) {
	switch names[tok.id].start {
	case startForm:
		template := t.open[nTemplate] > 0
		if t.form != 0 && !template {
			return
		}
		t.closeP()
		if t.insert(tok); !template {
			t.form = t.serial
		}
	case startPlaintext:
		t.closeP()
		t.insertRaw(tok, rawForever)
	case startButton:
		t.closeInScope(nButton, scope, nOther)
		t.reconstruct()
		t.insert(tok)
		t.framesetOK = false
	case startNobr:
		t.reconstruct()
		if t.inScope(nNobr, scope) {
			t.adopt(tok)
			t.reconstruct()
		}
		t.insertFormatting(tok)
	case startMarker:
		t.reconstruct()
		t.insert(tok)
		t.addMarker()
		t.framesetOK = false
	case startParam:
		t.insertVoid(tok)
	case startTextarea:
		t.insertRaw(tok, rawPlain)
		t.framesetOK = false
	case startXmp:
		t.closeP()
		t.reconstruct()
		t.framesetOK = false
		t.insertRaw(tok, rawPlain)
	case startIframe:
		t.framesetOK = false
		t.insertRaw(tok, rawPlain)
	case startNoembed:
		t.insertRaw(tok, rawPlain)
	case startNoscript:
		t.noscript(tok)
	case startRb:
		if t.inScope(nRuby, scope) {
			t.implyEndTags(implied, nOther)
		}
		t.insert(tok)
	case startRt:
		if t.inScope(nRuby, scope) {
			t.implyEndTags(implied, nRtc)
		}
		t.insert(tok)
	default:
		t.selectStart(tok)
	}
}

// selectStart handles the start tags that have a rule inside a select element.
func (t *tree) selectStart(tok *Token) {
	inSelect := t.inScope(nSelect, scope)
	switch names[tok.id].start {
	case startSelect:
		if inSelect {
			t.popUntil(nSelect)
			return
		}
		t.reconstruct()
		t.insert(tok)
		t.framesetOK = false
	case startInput:
		if inSelect {
			t.popUntil(nSelect)
		}
		t.reconstruct()
		t.insertVoid(tok)
		t.framesetOK = t.framesetOK && t.isHidden(tok)
	case startHr:
		t.closeP()
		if inSelect {
			t.implyEndTags(implied, nOther)
		}
		t.insertVoid(tok)
		t.framesetOK = false
	case startOption: // option and optgroup
		switch {
		case inSelect && tok.id == nOption:
			t.implyEndTags(implied, nOptgroup)
		case inSelect:
			t.implyEndTags(implied, nOther)
		case t.topIs(nOption):
			t.pop()
		}
		t.reconstruct()
		t.insert(tok)
	}
}

// closeP closes a p element in button scope.
func (t *tree) closeP() { t.closeInScope(nP, scope|buttonScope, nP) }

func (t *tree) startA(tok *Token) {
	if i := t.lastEntry(nA); i >= 0 {
		el := t.list[i].el.serial
		t.adopt(tok)
		if i := t.entryOf(el); i >= 0 {
			t.removeEntry(i)
		}
		if i := t.indexOfSerial(el); i >= 0 {
			t.remove(i)
		}
	}
	t.reconstruct()
	t.insertFormatting(tok)
}

// startItem handles li, dd and dt.
func (t *tree) startItem(tok *Token) {
	t.framesetOK = false
	for i := len(t.stack) - 1; i >= 0; i-- {
		e := &t.stack[i]
		if e.id != nOther && names[e.id].start == names[tok.id].start {
			id := e.id
			t.implyEndTags(implied, id)
			t.popUntil(id)
			break
		}
		if e.class&special != 0 && e.id != nAddress && e.id != nDiv && e.id != nP {
			break
		}
	}
	t.closeP()
	t.insert(tok)
}

// bodyIsSecond reports whether the second element of the stack is a body.
func (t *tree) bodyIsSecond() bool {
	return len(t.stack) > 1 && t.stack[1].id == nBody
}

// replaceBody handles a frameset tag in body.
func (t *tree) replaceBody(tok *Token) {
	if !t.framesetOK || !t.bodyIsSecond() {
		return
	}
	t.popTo(1)
	t.insert(tok)
	tok.Dropped = markup.Span{Start: t.body, End: tok.Start}
	t.mode = inFrameset
}

// isHidden reports whether an input tag is of the type hidden.
func (t *tree) isHidden(tok *Token) bool {
	return t.attrIs(tok, "type", "hidden")
}

// bodyEnd handles an end tag in body.
//
// HTML Standard 13.2.6.4.7 (in body), end tags
func (t *tree) bodyEnd(tok *Token) (again bool) {
	switch names[tok.id].end {
	case endOther:
		t.anyOtherEnd(tok)
	case endTemplate:
		t.endTemplate()
	case endBody, endHTML:
		if t.inScope(nBody, scope) {
			t.mode = afterBody
			return tok.id == nHTML
		}
	case endBlock:
		t.closeInScope(tok.id, scope, nOther)
	case endP:
		t.closeP()
	case endLi:
		t.closeInScope(nLi, scope|listScope, nLi)
	case endDdDt:
		t.closeInScope(tok.id, scope, tok.id)
	case endHeading:
		if t.anyInScope(scope, nH1, nH2, nH3, nH4, nH5, nH6) {
			t.implyEndTags(implied, nOther)
			for t.top().class&heading == 0 {
				t.pop()
			}
			t.pop()
		}
	case endFormatting:
		t.adopt(tok)
	case endMarker:
		if t.closeInScope(tok.id, scope, nOther) {
			t.clearToMarker()
		}
	case endBr:
		t.reconstruct()
		t.framesetOK = false
	case endForm:
		t.endForm()
	}
	return false
}

// closeInScope closes the topmost element named id, and reports whether there is such an element in the scope
// that bounds limits. It first implies end tags, but not for elements named except.
func (t *tree) closeInScope(id name, bounds class, except name) bool {
	if !t.inScope(id, bounds) {
		return false
	}
	t.implyEndTags(implied, except)
	t.popUntil(id)
	return true
}

func (t *tree) endForm() {
	if t.open[nTemplate] > 0 {
		t.closeInScope(nForm, scope, nOther)
		return
	}
	form := t.form
	t.form = 0
	i := -1
	if form != 0 {
		i = t.indexOfSerial(form)
	}
	if i < 0 || t.boundedAbove(i) {
		return
	}
	t.implyEndTags(implied, nOther)
	t.remove(i)
}

// anyOtherEnd handles an end tag without a rule of its own.
func (t *tree) anyOtherEnd(tok *Token) {
	for i := len(t.stack) - 1; i >= 0; i-- {
		e := &t.stack[i]
		if e.ns == HTML && t.same(e, tok) {
			t.implyEndTags(implied, tok.id)
			t.popTo(i)
			return
		}
		if e.class&special != 0 {
			return
		}
	}
}

// afterBodyStart handles a start tag after the body.
//
// HTML Standard 13.2.6.4.17 (after body), 13.2.6.4.20 (after after body)
func (t *tree) afterBodyStart(tok *Token) (again bool) {
	if tok.id == nHTML {
		return t.bodyStart(tok)
	}
	t.mode = inBody
	return true
}

// afterBodyEnd handles an end tag after the body.
func (t *tree) afterBodyEnd(tok *Token) (again bool) {
	if t.mode == afterBody && tok.id == nHTML {
		t.mode = afterAfterBody
		return false
	}
	t.mode = inBody
	return true
}
