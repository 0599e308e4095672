package rewrite

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/mimebase"
)

// maxLine is the greatest length of a line in a message, in bytes without the line ending
// (RFC 5322 section 2.1.1; RFC 2045 sections 2.7 and 2.8 for bodies in 7bit and 8bit).
const maxLine = 998

// noteLongLines adds a note if the edits of the text in e make a line too long for a message.
// In quoted-printable and base64 this cannot happen: their lines are broken.
func (w *walk) noteLongLines(e *mimebase.Entity, text []byte, edits []edit.Edit) {
	if e.TransferEncoding != "7bit" && e.TransferEncoding != "8bit" {
		return
	}
	start, end, was, is := 0, -1, 0, 0 // of the current line: its span, its length before the edits and after
	tooLong := func() bool { return was <= maxLine && is > maxLine }
	for c := range edit.All(edits) {
		if c.Start > end {
			if tooLong() {
				break
			}
			start, end = bytes.LastIndexByte(text[:c.Start], '\n')+1, len(text)
			if i := bytes.IndexByte(text[c.End:], '\n'); i >= 0 {
				end = c.End + i
			}
			was = len(bytes.TrimSuffix(text[start:end], []byte("\r")))
			is = was
		}
		is += len(c.New) - (c.End - c.Start)
	}
	if tooLong() {
		w.noteOf(LongLine, e.Part, e.Views.Source(e.Body.Start+start), "a line is now longer than 998 bytes: mail servers may break it")
	}
}
