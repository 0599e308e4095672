package unified

import (
	"bytes"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/printable"
)

// A Style is the look of a diff. The zero value leaves each byte as it is, so that patch can apply the
// diff.
type Style struct {
	Colors console.Painter // paints URLs that differ, marks, file names and ranges of lines
	Escape bool            // escape control characters, and bytes that are not text
}

// marks has the colour of each mark, and of the URLs that differ in the lines with that mark.
var marks = map[byte]string{'-': console.Red, '+': console.Green}

// appendLine appends a line of text, after its mark, to b. urls are the URLs that differ in that line and
// in later ones.
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
