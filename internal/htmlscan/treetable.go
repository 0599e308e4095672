package htmlscan

// partLevels has the level of each part of a table: what is in a table, in a tbody, thead or tfoot, and in a row. It
// is 0 for other names.
var partLevels = [nNames]int{
	nCaption: 1, nCol: 1, nColgroup: 1, nTbody: 1, nTfoot: 1, nThead: 1,
	nTr: 2, nTd: 3, nTh: 3,
}

// The modes inTable, inTableBody and inRow have the levels 0, 1 and 2. partsAround has the elements that parts of the
// next level are in, and impliedParts the element that a part of a later level implies.
var (
	partsAround  = [...][]name{{nTable}, {nTbody, nTfoot, nThead}, {nTr}}
	impliedParts = [...]name{nTbody, nTr}
)

// tableStart handles a start tag in a table. A part of the table closes what cannot contain it, and implies what must
// be around it.
//
// HTML Standard 13.2.6.4.9 (in table), 13.2.6.4.13 (in table body) and 13.2.6.4.14 (in row), start tags
func (t *tree) tableStart(tok *Token) (again bool) {
	level, part, id := int(t.mode-inTable), partLevels[tok.id], tok.id
	if part > 0 {
		if part <= level {
			return t.closePart()
		}
		t.clearTo(partsAround[level]...)
		switch {
		case id == nCol:
			id = nColgroup
		case part > level+1:
			id = impliedParts[level]
		}
		if t.mode = resetModes[id]; id != tok.id {
			t.imply(id, tok.Start)
			return true
		}
		if t.insert(tok); t.mode == inCaption || t.mode == inCell {
			t.addMarker()
		}
		return false
	}
	switch id {
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

// closePart closes a row, or a tbody, tfoot or thead. It reports false if there was nothing to close.
func (t *tree) closePart() bool {
	parts := partsAround[t.mode-inTable]
	if !t.anyInScope(tableScope, parts...) {
		return false
	}
	t.clearTo(parts...)
	t.pop()
	t.mode--
	return true
}

// tableEnd handles an end tag in a table.
//
// HTML Standard 13.2.6.4.9 (in table), 13.2.6.4.13 (in table body) and 13.2.6.4.14 (in row), end tags
func (t *tree) tableEnd(tok *Token) (again bool) {
	level, part := int(t.mode-inTable), partLevels[tok.id]
	switch tok.id {
	case nTable:
		if level > 0 {
			return t.closePart()
		}
		t.closeTable()
	case nTbody, nTfoot, nThead, nTr:
		return part <= level && t.inScope(tok.id, tableScope) && t.closePart() && part < level
	case nTemplate:
		t.endTemplate()
	case nBody, nHTML, nCaption, nCol, nColgroup, nTd, nTh:
	default:
		t.fostering = true
		again = t.bodyEnd(tok)
		t.fostering = false
	}
	return again
}

// HTML Standard 13.2.6.4.11 (in caption)
func (t *tree) captionStart(tok *Token) (again bool) {
	if partLevels[tok.id] > 0 {
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
	case tok.id == nBody || tok.id == nHTML || partLevels[tok.id] > 0:
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

// HTML Standard 13.2.6.4.15 (in cell)
func (t *tree) cellStart(tok *Token) (again bool) {
	if partLevels[tok.id] > 0 {
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
