package htmlscan

// tableStart handles a start tag in a table.
//
// HTML Standard 13.2.6.4.9 (in table), start tags
func (t *tree) tableStart(tok *Token) (again bool) {
	switch tok.id {
	case nCaption:
		t.clearTo(nTable)
		t.addMarker()
		t.insert(tok)
		t.mode = inCaption
	case nColgroup:
		t.clearTo(nTable)
		t.insert(tok)
		t.mode = inColumnGroup
	case nCol:
		t.clearTo(nTable)
		t.imply(nColgroup, tok.Start)
		t.mode = inColumnGroup
		return true
	case nTbody, nTfoot, nThead:
		t.clearTo(nTable)
		t.insert(tok)
		t.mode = inTableBody
	case nTd, nTh, nTr:
		t.clearTo(nTable)
		t.imply(nTbody, tok.Start)
		t.mode = inTableBody
		return true
	case nTable:
		return t.closeTable()
	case nStyle, nScript, nTemplate:
		t.headElement(tok)
	case nForm:
		if t.form == 0 && t.open[nTemplate] == 0 {
			t.insert(tok)
			t.form = t.serial
			t.pop()
		}
	case nInput:
		if t.isHidden(tok) {
			t.insertVoid(tok)
			return false
		}
		return t.fosterStart(tok)
	default:
		return t.fosterStart(tok)
	}
	return false
}

// fosterStart handles a start tag by the rules for the body, with its element before the
// table.
func (t *tree) fosterStart(tok *Token) (again bool) {
	t.fostering = true
	again = t.bodyStart(tok)
	t.fostering = false
	return again
}

// closeTable closes a table. It reports false if there was nothing to close.
func (t *tree) closeTable() bool {
	if !t.inScope(nTable, tableScope) {
		return false
	}
	t.popUntil(nTable)
	t.resetMode()
	return true
}

// tableEnd handles an end tag in a table.
//
// HTML Standard 13.2.6.4.9 (in table), end tags
func (t *tree) tableEnd(tok *Token) (again bool) {
	switch {
	case tok.id == nTable:
		t.closeTable()
	case tok.id == nTemplate:
		t.endTemplate()
	case tok.id == nBody || tok.id == nHTML || isTablePart(tok):
	default:
		t.fostering = true
		again = t.bodyEnd(tok)
		t.fostering = false
	}
	return again
}

// isTablePart reports whether tok is one of caption, col, colgroup, tbody,
// td, tfoot, th, thead, tr.
func isTablePart(tok *Token) bool { return names[tok.id].class&tablePart != 0 }

// HTML Standard 13.2.6.4.11 (in caption)
func (t *tree) captionStart(tok *Token) (again bool) {
	if isTablePart(tok) {
		return t.closeCaption()
	}
	return t.bodyStart(tok)
}

func (t *tree) captionEnd(tok *Token) (again bool) {
	switch {
	case tok.id == nCaption:
		t.closeCaption()
		return false
	case tok.id == nTable:
		return t.closeCaption()
	case tok.id == nBody || tok.id == nHTML || isTablePart(tok):
		return false
	}
	return t.bodyEnd(tok)
}

// closeCaption closes a caption. It reports false if there was nothing to close.
func (t *tree) closeCaption() bool {
	if !t.inScope(nCaption, tableScope) {
		return false
	}
	t.implyEndTags(implied, nOther)
	t.popUntil(nCaption)
	t.clearToMarker()
	t.mode = inTable
	return true
}

// HTML Standard 13.2.6.4.12 (in column group)
func (t *tree) colgroupStart(tok *Token) (again bool) {
	switch tok.id {
	case nHTML:
		return t.bodyStart(tok)
	case nCol:
		t.insertVoid(tok)
		return false
	case nTemplate:
		t.headElement(tok)
		return false
	}
	return t.leaveColgroup()
}

func (t *tree) colgroupEnd(tok *Token) (again bool) {
	switch tok.id {
	case nColgroup:
		t.leaveColgroup()
		return false
	case nCol:
		return false
	case nTemplate:
		t.endTemplate()
		return false
	}
	return t.leaveColgroup()
}

// leaveColgroup closes a colgroup. It reports false if there was nothing to close.
func (t *tree) leaveColgroup() bool {
	if !t.topIs(nColgroup) {
		return false
	}
	t.pop()
	t.mode = inTable
	return true
}
