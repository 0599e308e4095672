package engine

import (
	"slices"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/pin"
)

// declarable is the number of bytes in which browsers look for the encoding of a document (HTML
// Standard section 13.2.3.2).
const declarable = 1024

// Declare adds the edit that writes the charset of an HTML document into it, as a meta element at the
// start of its head. charset is what the transport gave: a saved file has no transport. There is no
// edit if the document declares an encoding or is ASCII. Not all browsers recognize UTF-8 by its bytes.
// The result reports whether there is an edit.
func (p *Plan) Declare(charset string) bool {
	e, ok := charenc.Lookup(charset)
	if _, wide := e.UTF16(); !ok || wide || !e.Readable() || p.Type != detect.HTML || isEvident(p.src, e) {
		return false
	}
	text := content{bytes: p.src, enc: e}.inUTF8()
	at := pin.HTML(text.bytes)
	if at.Reason != none {
		return false
	}
	meta := text.carry([]edit.Edit{{Start: at.At, End: at.At, New: []byte("<meta charset=" + e.Name() + ">")}})[0]
	if meta.Start+len(meta.New) > declarable {
		return false
	}
	edits := slices.Clone(p.Edits())
	i, _ := slices.BinarySearchFunc(edits, meta.Start, func(e edit.Edit, at int) int { return e.Start - at })
	p.edits = slices.Insert(edits, i, meta)
	return true
}

// isEvident reports whether browsers read a file in the encoding e even if nothing names the
// encoding.
func isEvident(text []byte, e charenc.Encoding) bool {
	if charenc.Determine(text, "").Source() != charenc.Default {
		return true
	}
	return ascii.CountHigh(text) == 0 && e.IsUTF8(text)
}
