package htmlscan

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
