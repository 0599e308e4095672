package messages

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/mimebase"
)

// maxLine is the greatest length of a line in a message, in bytes without the line ending
// (RFC 5322 section 2.1.1; RFC 2045 sections 2.7 and 2.8 for bodies in 7bit and 8bit).
const maxLine = 998

// LongLine reports whether edits of the decoded text of the body of e make a line too long
// for a message, and where the line starts in the text. In quoted-printable and base64 this
// cannot happen: their lines are broken.
func LongLine(e *mimebase.Entity, text []byte, edits []edit.Edit) (start int, found bool) {
	if e.TransferEncoding != "7bit" && e.TransferEncoding != "8bit" {
		return 0, false
	}
	l := line{text: text, end: -1}
	for c := range edit.All(edits) {
		if c.Start > l.end && l.isTooLong() {
			break
		}
		l.add(c)
	}
	return l.start, l.isTooLong()
}

// A line is the line of a text that the latest edit changes.
type line struct {
	text       []byte
	start, end int // offsets in text, without the line feed
	was, is    int // lengths before the edits, and after
}

// isTooLong reports whether the line became too long by the edits.
func (l *line) isTooLong() bool { return l.was <= maxLine && l.is > maxLine }

// add adds what c adds to the line that c begins in.
func (l *line) add(c edit.Edit) {
	if c.Start > l.end {
		l.start, l.end = bytes.LastIndexByte(l.text[:c.Start], '\n')+1, len(l.text)
		if i := bytes.IndexByte(l.text[c.End:], '\n'); i >= 0 {
			l.end = c.End + i
		}
		l.was = len(bytes.TrimSuffix(l.text[l.start:l.end], []byte("\r")))
		l.is = l.was
	}
	l.is += len(c.New) - (c.End - c.Start)
}
