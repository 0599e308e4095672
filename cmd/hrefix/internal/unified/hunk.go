package unified

import (
	"bytes"
	"fmt"
)

// A hunk is changes that are close together.
type hunk struct {
	open     bool
	line     int // the number of the first line in the text, from 0
	old, new int // lines
	before   int // lines of context before the first change
	most     int // lines of context that may follow the last change
	body     []byte
	style    Style
}

func (h *hunk) begin(line int) {
	*h = hunk{open: true, line: line, most: h.most, body: h.body[:0], style: h.style}
}

// put adds lines with a mark before each. urls are the spans of text that get the colour of the mark.
func (h *hunk) put(mark byte, text []byte, urls []span) {
	n := lines(text)
	if mark != '+' {
		h.old += n
	}
	if mark != '-' {
		h.new += n
	}
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		h.body = h.style.appendLine(h.body, mark, text, span{at, end}, urls)
		for len(urls) > 0 && urls[0].end <= end {
			urls = urls[1:]
		}
		if text[end-1] != '\n' {
			h.body = append(h.body, "\n\\ No newline at end of file\n"...)
		}
		at = end
	}
}

// trim removes all but n lines of context before the first change.
func (h *hunk) trim(n int) {
	for ; h.before > n; h.before-- {
		h.body = h.body[bytes.IndexByte(h.body, '\n')+1:]
		h.line, h.old, h.new = h.line+1, h.old-1, h.new-1
	}
}

// lineRange returns the range of n lines from line from, counted from 0. If n is 0, it names the
// line before.
func lineRange(from, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, n)
}
