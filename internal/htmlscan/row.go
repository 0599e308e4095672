package htmlscan

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
		if t.endBlock(tok.id, tableScope) {
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
