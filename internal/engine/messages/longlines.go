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
	end, was, is := -1, 0, 0 // of the line of the latest edit: its end, and its lengths before the edits and after
	isTooLong := func() bool { return was <= maxLine && is > maxLine }
	for c := range edit.All(edits) {
		if c.Start > end {
			if isTooLong() {
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
	return start, isTooLong()
}
