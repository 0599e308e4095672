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
		if t.attrIs(tok, "type", "hidden") {
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

// isTablePart reports whether the name of tok is caption, col, colgroup, tbody, td, tfoot, th, thead or tr.
func isTablePart(tok *Token) bool { return classes[tok.id]&tablePart != 0 }

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
	if !t.closeInScope(nCaption, tableScope, nOther) {
		return false
	}
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

// HTML Standard 13.2.6.4.13 (in table body)
func (t *tree) tbodyStart(tok *Token) (again bool) {
	switch tok.id {
	case nTr:
		t.clearTo(nTbody, nTfoot, nThead)
		t.insert(tok)
		t.mode = inRow
		return false
	case nTh, nTd:
		t.clearTo(nTbody, nTfoot, nThead)
		t.imply(nTr, tok.Start)
		t.mode = inRow
		return true
	case nCaption, nCol, nColgroup, nTbody, nTfoot, nThead:
		return t.closeTbody()
	}
	return t.tableStart(tok)
}

func (t *tree) tbodyEnd(tok *Token) (again bool) {
	switch tok.id {
	case nTbody, nTfoot, nThead:
		if t.inScope(tok.id, tableScope) {
			t.closeTbody()
		}
		return false
	case nTable:
		return t.closeTbody()
	}
	return t.tableEnd(tok)
}

// closeTbody closes a tbody, tfoot or thead. It reports false if there was nothing to
// close.
func (t *tree) closeTbody() bool {
	if !t.anyInScope(tableScope, nTbody, nThead, nTfoot) {
		return false
	}
	t.clearTo(nTbody, nTfoot, nThead)
	t.pop()
	t.mode = inTable
	return true
}

// HTML Standard 13.2.6.4.14 (in row)
func (t *tree) rowStart(tok *Token) (again bool) {
	switch tok.id {
	case nTh, nTd:
		t.clearTo(nTr)
		t.insert(tok)
		t.mode = inCell
		t.addMarker()
		return false
	case nCaption, nCol, nColgroup, nTbody, nTfoot, nThead, nTr:
		return t.closeRow()
	}
	return t.tableStart(tok)
}

func (t *tree) rowEnd(tok *Token) (again bool) {
	switch tok.id {
	case nTr:
		t.closeRow()
		return false
	case nTable:
		return t.closeRow()
	case nTbody, nTfoot, nThead:
		return t.inScope(tok.id, tableScope) && t.closeRow()
	}
	return t.tableEnd(tok)
}

// closeRow closes a tr. It reports false if there was nothing to close.
func (t *tree) closeRow() bool {
	if !t.inScope(nTr, tableScope) {
		return false
	}
	t.clearTo(nTr)
	t.pop()
	t.mode = inTableBody
	return true
}

// HTML Standard 13.2.6.4.15 (in cell)
func (t *tree) cellStart(tok *Token) (again bool) {
	if isTablePart(tok) {
		return t.closeCell()
	}
	return t.bodyStart(tok)
}

func (t *tree) cellEnd(tok *Token) (again bool) {
	switch tok.id {
	case nTd, nTh:
		if t.closeInScope(tok.id, tableScope, nOther) {
			t.clearToMarker()
			t.mode = inRow
		}
		return false
	case nBody, nCaption, nCol, nColgroup, nHTML:
		return false
	case nTable, nTbody, nTfoot, nThead, nTr:
		return t.inScope(tok.id, tableScope) && t.closeCell()
	}
	return t.bodyEnd(tok)
}

// closeCell closes a cell. It reports false if there was nothing to close.
func (t *tree) closeCell() bool {
	if !t.anyInScope(tableScope, nTd, nTh) {
		return false
	}
	t.implyEndTags(implied, nOther)
	for !t.topIs(nTd, nTh) {
		t.pop()
	}
	t.pop()
	t.clearToMarker()
	t.mode = inRow
	return true
}
