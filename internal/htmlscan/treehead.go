package htmlscan

// headStart handles a start tag in the modes before the body.
func (t *tree) headStart(tok *Token) (again bool) {
	if tok.id == nHTML && t.mode > beforeHTML {
		return t.bodyStart(tok)
	}
	switch t.mode {
	case beforeHead:
		// HTML Standard 13.2.6.4.3 (before head)
		if tok.id == nHead {
			t.insert(tok)
			t.mode, t.headSeen = inHead, true
			return false
		}
	case inHead:
		if tok.id == nNoscript {
			t.noscript(tok)
			return false
		}
		if t.headElement(tok) {
			return false
		}
	case inHeadNoscript:
		// HTML Standard 13.2.6.4.5 (in head noscript)
		switch tok.id {
		case nBasefont, nBgsound, nLink, nMeta, nNoframes, nStyle:
			t.headElement(tok)
			return false
		case nNoscript:
			return false
		}
	case afterHead:
		// HTML Standard 13.2.6.4.6 (after head). The head is on the stack only while the element is inserted.
		switch {
		case tok.id == nBody:
			t.insert(tok)
			t.body, t.framesetOK, t.mode = tok.Start, false, inBody
			return false
		case tok.id == nFrameset:
			t.insert(tok)
			t.mode = inFrameset
			return false
		case t.headElement(tok):
			return false
		}
	case initial, beforeHTML:
		// HTML Standard 13.2.6.4.2 (before html)
		if tok.id == nHTML {
			t.insert(tok)
			t.mode = beforeHead
			return false
		}
	}
	if tok.id == nHead && t.mode > beforeHead {
		return false
	}
	t.implyNext(tok.Start)
	return true
}

// implyNext implements "anything else" of the modes before the body: it makes the element
// that the tag or the text at start implies.
func (t *tree) implyNext(start int) {
	switch t.mode {
	case initial:
		t.mode = beforeHTML
	case beforeHTML:
		t.imply(nHTML, start)
		t.mode = beforeHead
	case beforeHead:
		t.imply(nHead, start)
		t.mode, t.headSeen = inHead, true
	case inHead:
		t.pop()
		t.mode = afterHead
	case inHeadNoscript:
		t.pop()
		t.mode = inHead
	case afterHead:
		t.imply(nBody, start)
		t.body = start
		t.mode = inBody
	}
}

// headElement inserts an element that the head may contain. It reports false for a tag of any other element.
// noscript is not among them, since its rules differ.
//
// HTML Standard 13.2.6.4.4 (in head)
func (t *tree) headElement(tok *Token) (done bool) {
	switch tok.id {
	case nBase, nBasefont, nBgsound, nLink, nMeta:
		t.insertVoid(tok)
	case nTitle, nNoframes, nStyle:
		t.insertRaw(tok, rawPlain)
	case nScript:
		t.insertRaw(tok, rawScript)
	case nTemplate:
		t.insert(tok)
		t.top().mode = inTemplate
		t.addMarker()
		t.framesetOK = false
		t.mode = inTemplate
	default:
		return false
	}
	return true
}

// noscript inserts a noscript element. Inside another noscript element it is an ordinary
// element.
func (t *tree) noscript(tok *Token) {
	if t.inNoscript {
		t.reconstruct()
		t.insert(tok)
		return
	}
	t.insertRaw(tok, rawNoscript)
}

// openNoscript begins the content of the noscript element of tok, for a reader without
// scripts.
func (t *tree) openNoscript(tok *Token) {
	t.inNoscript = true
	place := t.last
	t.insert(tok)
	t.top().place, t.last = place, place
	if t.mode == inHead {
		t.mode = inHeadNoscript
	}
}

// headEnd handles an end tag in the modes before the body.
func (t *tree) headEnd(tok *Token) (again bool) {
	switch {
	case tok.id == nTemplate && (t.mode == inHead || t.mode == afterHead):
		t.endTemplate()
		return false
	case tok.id == nHead && t.mode == inHead, tok.id == nNoscript && t.mode == inHeadNoscript:
		t.implyNext(tok.Start)
		return false
	case t.mode == initial:
	case t.mode == inHeadNoscript:
		if tok.id != nBr {
			return false
		}
	case tok.id == nHead:
		if t.mode > beforeHead {
			return false
		}
	case tok.id != nBody && tok.id != nHTML && tok.id != nBr:
		return false
	}
	t.implyNext(tok.Start)
	return true
}

// templateStart handles a start tag in a template.
//
// HTML Standard 13.2.6.4.16 (in template)
func (t *tree) templateStart(tok *Token) (again bool) {
	next := inBody
	switch tok.id {
	case nCaption, nColgroup, nTbody, nTfoot, nThead:
		next = inTable
	case nCol:
		next = inColumnGroup
	case nTr:
		next = inTableBody
	case nTd, nTh:
		next = inRow
	default:
		if t.headElement(tok) {
			return false
		}
	}
	t.mode = next
	if i := t.findInScope(nTemplate, 0); i >= 0 { // compact may have dropped the template
		t.stack[i].mode = next
	}
	return true
}

// endTemplate handles the end tag of a template.
//
// HTML Standard 13.2.6.4.4 (in head), end tag "template"
func (t *tree) endTemplate() {
	if t.open[nTemplate] == 0 {
		return
	}
	t.implyEndTags(implied|thorough, nOther)
	t.popUntil(nTemplate)
	t.clearToMarker()
	t.resetMode()
}

// resetModes maps an element to the insertion mode for its content.
var resetModes = [nNames]mode{
	nTd: inCell, nTh: inCell, nTr: inRow, nTbody: inTableBody, nThead: inTableBody,
	nTfoot: inTableBody, nCaption: inCaption, nColgroup: inColumnGroup, nTable: inTable,
	nHead: inHead, nBody: inBody, nFrameset: inFrameset,
}

// resetMode sets the insertion mode from the stack.
//
// HTML Standard 13.2.4.1 (the insertion mode), reset the insertion mode appropriately
func (t *tree) resetMode() {
	for i := len(t.stack) - 1; i > 0; i-- {
		e := &t.stack[i]
		if e.id == nTemplate {
			t.mode = e.mode
			return
		}
		if m := resetModes[e.id]; m != initial {
			t.mode = m
			return
		}
	}
	t.mode = beforeHead
	if t.headSeen {
		t.mode = afterHead
	}
}
