package htmlscan

import "github.com/hrefix/hrefix/internal/markup"

// bodyStart handles a start tag in body.
//
// HTML Standard 13.2.6.4.7 (in body), start tags
func (t *tree) bodyStart(tok *Token) (again bool) {
	switch tok.id {
	case nHTML:
		tok.Merged = t.open[nTemplate] == 0
	case nBody:
		if t.bodyIsSecond() && t.open[nTemplate] == 0 {
			t.framesetOK = false
			tok.Merged = true
		}
	case nFrameset:
		t.replaceBody(tok)
	case nAddress, nArticle, nAside, nBlockquote, nCenter, nDetails, nDialog, nDir, nDiv, nDl, nFieldset, nFigcaption,
		nFigure, nFooter, nHeader, nHgroup, nMain, nMenu, nNav, nOl, nP, nSearch, nSection, nSummary, nUl:
		t.closeP()
		t.insert(tok)
	case nH1, nH2, nH3, nH4, nH5, nH6:
		t.closeP()
		if t.top().class&heading != 0 {
			t.pop()
		}
		t.insert(tok)
	case nListing, nPre:
		t.closeP()
		t.insert(tok)
		t.framesetOK = false
	case nA:
		t.startA(tok)
	case nB, nBig, nCode, nEm, nFont, nI, nS, nSmall, nStrike, nStrong, nTt, nU:
		t.reconstruct()
		t.insertFormatting(tok)
	case nLi, nDd, nDt:
		t.startItem(tok)
	case nTable:
		if !t.quirks {
			t.closeP()
		}
		t.insert(tok)
		t.framesetOK = false
		t.mode = inTable
	case nArea, nBr, nEmbed, nImage, nImg, nKeygen, nWbr:
		t.reconstruct()
		t.insertVoid(tok)
		t.framesetOK = false
	case nMath:
		t.reconstruct()
		t.insertForeign(tok, MathML)
	case nSVG:
		t.reconstruct()
		t.insertForeign(tok, SVG)
	case nCaption, nCol, nColgroup, nFrame, nHead, nTbody, nTd, nTfoot, nTh, nThead, nTr:
	default:
		t.bodyStartRare(tok)
	}
	return false
}

// bodyStartRare handles the start tags that bodyStart does not handle itself.
func (t *tree) bodyStartRare(tok *Token) {
	switch tok.id {
	case nForm:
		template := t.open[nTemplate] > 0
		if t.form != 0 && !template {
			return
		}
		t.closeP()
		if t.insert(tok); !template {
			t.form = t.serial
		}
	case nPlaintext:
		t.closeP()
		t.insertRaw(tok, rawForever)
	case nButton:
		t.closeInScope(nButton, scope, nOther)
		t.reconstruct()
		t.insert(tok)
		t.framesetOK = false
	case nNobr:
		t.reconstruct()
		if t.inScope(nNobr, scope) {
			t.adopt(tok)
			t.reconstruct()
		}
		t.insertFormatting(tok)
	case nApplet, nMarquee, nObject:
		t.reconstruct()
		t.insert(tok)
		t.addMarker()
		t.framesetOK = false
	case nParam, nSource, nTrack:
		t.insertVoid(tok)
	case nTextarea:
		t.insertRaw(tok, rawPlain)
		t.framesetOK = false
	case nXmp:
		t.closeP()
		t.reconstruct()
		t.framesetOK = false
		t.insertRaw(tok, rawPlain)
	case nIframe:
		t.framesetOK = false
		t.insertRaw(tok, rawPlain)
	case nNoembed:
		t.insertRaw(tok, rawPlain)
	case nNoscript:
		t.noscript(tok)
	case nRb, nRtc:
		if t.inScope(nRuby, scope) {
			t.implyEndTags(implied, nOther)
		}
		t.insert(tok)
	case nRp, nRt:
		if t.inScope(nRuby, scope) {
			t.implyEndTags(implied, nRtc)
		}
		t.insert(tok)
	case nSelect, nInput, nHr, nOption, nOptgroup:
		t.selectStart(tok)
	default:
		if !t.headElement(tok) {
			t.reconstruct()
			t.insert(tok)
		}
	}
}

// selectStart handles the start tags that have a rule inside a select element.
func (t *tree) selectStart(tok *Token) {
	inSelect := t.inScope(nSelect, scope)
	switch tok.id {
	case nSelect:
		if inSelect {
			t.popUntil(nSelect)
			return
		}
		t.reconstruct()
		t.insert(tok)
		t.framesetOK = false
	case nInput:
		if inSelect {
			t.popUntil(nSelect)
		}
		t.reconstruct()
		t.insertVoid(tok)
		t.framesetOK = t.framesetOK && t.attrIs(tok, "type", "hidden")
	case nHr:
		t.closeP()
		if inSelect {
			t.implyEndTags(implied, nOther)
		}
		t.insertVoid(tok)
		t.framesetOK = false
	case nOption, nOptgroup:
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
		if id := e.id; tok.id == nLi && id == nLi || tok.id != nLi && (id == nDd || id == nDt) {
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

// bodyEnd handles an end tag in body.
//
// HTML Standard 13.2.6.4.7 (in body), end tags
func (t *tree) bodyEnd(tok *Token) (again bool) {
	switch tok.id {
	case nTemplate:
		t.endTemplate()
	case nBody, nHTML:
		if t.inScope(nBody, scope) {
			t.mode = afterBody
			return tok.id == nHTML
		}
	case nAddress, nArticle, nAside, nBlockquote, nButton, nCenter, nDetails, nDialog, nDir, nDiv, nDl, nFieldset,
		nFigcaption, nFigure, nFooter, nHeader, nHgroup, nListing, nMain, nMenu, nNav, nOl, nPre, nSearch, nSection,
		nSelect, nSummary, nUl:
		t.closeInScope(tok.id, scope, nOther)
	case nP:
		t.closeP()
	case nLi:
		t.closeInScope(nLi, scope|listScope, nLi)
	case nDd, nDt:
		t.closeInScope(tok.id, scope, tok.id)
	case nH1, nH2, nH3, nH4, nH5, nH6:
		if t.anyInScope(scope, nH1, nH2, nH3, nH4, nH5, nH6) {
			t.implyEndTags(implied, nOther)
			for t.top().class&heading == 0 {
				t.pop()
			}
			t.pop()
		}
	case nA, nB, nBig, nCode, nEm, nFont, nI, nNobr, nS, nSmall, nStrike, nStrong, nTt, nU:
		t.adopt(tok)
	case nApplet, nMarquee, nObject:
		if t.closeInScope(tok.id, scope, nOther) {
			t.clearToMarker()
		}
	case nBr:
		t.reconstruct()
		t.framesetOK = false
	case nForm:
		t.endForm()
	default:
		t.anyOtherEnd(tok)
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
