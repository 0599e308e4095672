package htmlscan

import "html"

// A content is the kind of some character data.
type content uint8

const (
	onlySpace content = iota
	hasNUL            // NUL, and nothing else but white space
	hasText
)

// contentOf returns the kind of character data b. If refs is set, it decodes character
// references.
func contentOf(b []byte, refs bool) content {
	c := onlySpace
	for i, x := range b {
		switch {
		case byteClass[x] == isSpace:
		case x == 0:
			c = hasNUL
		case x == '&' && refs:
			// The references of white space are rare.
			if rest := contentOf([]byte(html.UnescapeString(string(b[i:min(len(b), i+maxSpaceRefs)]))), false); rest > c {
				c = rest
			}
			return c
		default:
			return hasText
		}
	}
	return c
}

// maxSpaceRefs is how many bytes from a reference on are decoded.
const maxSpaceRefs = 1 << 10

// chars handles character data.
func (t *tree) chars(b []byte, start int) {
	if t.detached {
		return
	}
	if t.foreign() && t.top().class&(mathText|htmlPoint) == 0 {
		// HTML Standard 13.2.6.5 (foreign content), a character token
		if t.framesetOK && contentOf(b, true) == hasText {
			t.framesetOK = false
		}
		return
	}
	switch t.mode {
	case inBody, inCaption, inCell, inTemplate:
		t.bodyChars(b)
	case inTable, inTableBody, inRow:
		t.tableChars(b)
	case inFrameset, afterFrameset, afterAfterFrameset:
	case afterBody, afterAfterBody:
		if contentOf(b, true) != onlySpace {
			t.mode = inBody
		}
		t.bodyChars(b)
	case inColumnGroup:
		if contentOf(b, true) != onlySpace && t.leaveColgroup() {
			t.tableChars(b)
		}
	default: // before the body, where white space implies no element
		if contentOf(b, true) == onlySpace {
			return
		}
		for t.mode < inBody {
			t.implyNext(start)
		}
		t.bodyChars(b)
	}
}

// bodyChars handles character data in body.
//
// HTML Standard 13.2.6.4.7 (in body), character tokens
func (t *tree) bodyChars(b []byte) {
	c := hasText
	if t.framesetOK {
		c = contentOf(b, true)
	}
	if c == hasText {
		t.framesetOK = false
	}
	t.reconstruct()
}

// tableChars handles character data in a table.
//
// HTML Standard 13.2.6.4.9 (in table) and 13.2.6.4.10 (in table text)
func (t *tree) tableChars(b []byte) {
	if t.top().class&foster != 0 || t.top().id == nTemplate {
		if contentOf(b, true) != hasText {
			return
		}
	}
	t.fostering = true
	t.bodyChars(b)
	t.fostering = false
}
