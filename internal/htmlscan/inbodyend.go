package htmlscan

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
		t.endBlock(tok.id, scope)
	case endP:
		if !t.inScope(nP, scope|buttonScope) {
			return false // makes an empty p element
		}
		t.closeP()
	case endLi:
		t.endItem(nLi, scope|listScope)
	case endDdDt:
		t.endItem(tok.id, scope)
	case endHeading:
		if t.anyInScope(scope, nH1, nH2, nH3, nH4, nH5, nH6) {
			t.implyEndTags(implied, nOther)
			t.popHeading()
		}
	case endFormatting:
		t.adopt(tok)
	case endMarker:
		if t.endBlock(tok.id, scope) {
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

// endBlock closes the element named id if it is in scope.
func (t *tree) endBlock(id name, bounds class) bool {
	if !t.inScope(id, bounds) {
		return false
	}
	t.implyEndTags(implied, nOther)
	t.popUntil(id)
	return true
}

// endItem is endBlock for elements whose end tags can be implied.
func (t *tree) endItem(id name, bounds class) {
	if t.inScope(id, bounds) {
		t.implyEndTags(implied, id)
		t.popUntil(id)
	}
}

func (t *tree) popHeading() {
	for t.top().class&heading == 0 {
		t.pop()
	}
	t.pop()
}

func (t *tree) endForm() {
	if t.open[nTemplate] > 0 {
		t.endBlock(nForm, scope)
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
