package unified

import (
	"bytes"
	"fmt"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/printable"
)

// A hunk is changes that are close together.
type hunk struct {
	open     bool
	line     int // the number of the first line in the text, from 0
	old, new int // the numbers of its lines before and after the changes
	before   int // the number of lines of context before the first change
	most     int // the maximum number of lines of context after the last change
	body     []byte
	style    Style
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

// lineRange returns the range of n lines in the form that hunks have. from is the number of the first line, from 0.
// The range of no lines names the line before it.
func lineRange(from, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, n)
}

// A Style is the look of a diff. The zero value leaves each byte as it is, so that patch can apply the
// diff.
type Style struct {
	Colors console.Painter // paints URLs that differ, marks, file names and ranges of lines
	Escape bool            // escape control characters, and bytes that are not text
}

// marks has the colour of each mark, and of the URLs that differ in the lines with that mark.
var marks = map[byte]string{'-': console.Red, '+': console.Green}

// appendLine appends a mark and a line of text to b. urls are the URLs that differ, in that line and in
// later lines.
func (s Style) appendLine(b []byte, mark byte, text []byte, line span, urls []span) []byte {
	if s == (Style{}) {
		return append(append(b, mark), text[line.start:line.end]...)
	}
	color, changed := marks[mark]
	if changed {
		b = append(b, s.Colors.Paint(color, string(mark))...)
	} else {
		b = append(b, mark)
	}
	at, end := line.start, line.start+len(bytes.TrimRight(text[line.start:line.end], "\r\n"))
	for _, url := range urls {
		if url.start >= end {
			break
		}
		if from, to := max(at, url.start), min(url.end, end); from < to {
			b = s.appendText(b, text[at:from])
			b = append(b, s.Colors.Paint(color, string(s.appendText(nil, text[from:to])))...)
			at = to
		}
	}
	return append(s.appendText(b, text[at:end]), text[end:line.end]...)
}

// appendText appends text, which has no line ends, and escapes it if s.Escape is set.
func (s Style) appendText(b, text []byte) []byte {
	if !s.Escape {
		return append(b, text...)
	}
	for i, field := range bytes.Split(text, []byte("\t")) {
		if i > 0 {
			b = append(b, '\t')
		}
		b = append(b, printable.String(string(field))...)
	}
	return b
}
