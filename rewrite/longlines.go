package rewrite

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/mimebase"
)

// maxLine is how long a line of a message may be, without its end: RFC 5322 section
// 2.1.1, and RFC 2045 section 2.7 and 2.8 for bodies in 7bit and 8bit.
const maxLine = 998

// noteLongLines notes that the edits of the text in e make a line too long for a message,
// if they do. In quoted-printable and base64 lines are broken.
func (w *walk) noteLongLines(e *mimebase.Entity, text []byte, edits []edit.Edit) {
	if e.TransferEncoding != "7bit" && e.TransferEncoding != "8bit" {
		return
	}
	for len(edits) > 0 {
		start := bytes.LastIndexByte(text[:edits[0].Start], '\n') + 1
		end := len(text)
		if i := bytes.IndexByte(text[edits[0].End:], '\n'); i >= 0 {
			end = edits[0].End + i
		}
		size := len(bytes.TrimSuffix(text[start:end], []byte("\r")))
		longest := size
		for len(edits) > 0 && edits[0].Start <= end {
			size += len(edits[0].New) - (edits[0].End - edits[0].Start)
			edits = edits[1:]
		}
		if longest <= maxLine && size > maxLine {
			w.note(e.Part, e.Views.Source(e.Body.Start+start), "a line is longer than 998 bytes now: what sends the message on may break it")
			return
		}
	}
}
