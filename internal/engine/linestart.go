package engine

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// A plainBody is the body of a part that is not in base64. Its lines are lines of the message, so a
// URL that [Options].Decide chooses must not begin a line that looks like the delimiter of parts,
// or like the next message of a mailbox. Other targets begin with a scheme or with text of the
// reference.
type plainBody struct {
	body       view.View
	around     int      // views around the text of the body
	source     []byte   // the text that contains the body
	boundaries []string // the boundaries of the multiparts around the part
	frame      framed   // the frame of the message, unless the message is in a transfer encoding
}

// guard returns the body of e, whose view is v, or nil if the edits of the document in it need no
// check.
func (m *messageWalk) guard(e *mimebase.Entity, v view.View) *plainBody {
	if _, ok := v.(*view.Base64); ok || m.documents.opts.Decide == nil {
		return nil
	}
	p := &plainBody{body: v, around: len(m.around) + 1, source: e.Text}
	for outer := e.Parent; outer != nil; outer = outer.Parent {
		if strings.HasPrefix(outer.MediaType, "multipart/") {
			p.boundaries = append(p.boundaries, outer.Params["boundary"])
		}
	}
	if len(m.around) == 0 {
		p.frame = m.frame
	}
	return p
}

// breaks reports whether an edit of the text of a reference begins a line of the body that
// readers of the message take for something else.
func (p *plainBody) breaks(ref *Reference, change edit.Edit) bool {
	inner := view.Stack(ref.At.Inner[:ref.At.Layers])
	edits := ref.At.Views[p.around:].Carry(inner.Carry([]edit.Edit{change}))
	edits = p.body.Carry(nil, edits)
	if len(p.boundaries) > 0 && p.delimits(edits) {
		return true
	}
	size := edit.Grown(edits)
	return edit.Grown(p.frame.escape(p.source, edits)) != size // the container would escape an edit
}

// delimits reports whether any of the edits begins a line with two dashes, or completes the
// delimiter of parts in a line that begins with dashes.
func (p *plainBody) delimits(edits []edit.Edit) bool {
	text := p.source
	for i, e := range edits {
		next := len(text)
		if i+1 < len(edits) {
			next = edits[i+1].Start
		}
		before := lineBefore(text[:e.Start])
		line := slices.Concat(before, e.New, text[e.End:min(next, e.End+farthest)])
		rest, dashed := bytes.CutPrefix(line, dashes)
		isDelimiter := func(boundary string) bool { return bytes.HasPrefix(rest, []byte(boundary)) }
		if dashed && (!bytes.HasPrefix(before, dashes) || slices.ContainsFunc(p.boundaries, isDelimiter)) {
			return true
		}
	}
	return false
}

// farthest is the number of bytes of a line that are searched for a delimiter.
const farthest = 2048

// dashes begin each delimiter of parts (RFC 2046 section 5.1.1).
var dashes = []byte("--")

// lineBefore returns the last line of text, or a space if that line is too long to be a delimiter.
func lineBefore(text []byte) []byte {
	from := max(0, len(text)-farthest)
	if n := bytes.LastIndexByte(text[from:], '\n'); n >= 0 {
		from += n + 1
	} else if from > 0 {
		return []byte(" ")
	}
	return text[from:]
}
