package pin

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

// prescanned is the number of bytes in which browsers look for the encoding of a document:
// HTML Standard section 13.2.3.2.
const prescanned = 1024

// MovesEncoding returns the reason why the edit e of HTML text must not be made, if there is one:
// the edit moves the declaration of the encoding beyond the bytes in which browsers look for it.
func MovesEncoding(text []byte, charset string, e edit.Edit) reason.Reason {
	head := text[:min(len(text), prescanned)]
	if e.Start >= len(head) {
		return none
	}
	now := append(append(bytes.Clone(head[:e.Start]), e.New...), head[e.Start:]...)
	was, is := charenc.Determine(head, charset), charenc.Determine(now[:min(len(now), prescanned)], charset)
	if was.Name() != is.Name() {
		return notPinned("it declares its encoding after a URL, and BASE would move the declaration beyond the first 1024 bytes")
	}
	return none
}
