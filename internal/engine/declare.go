package engine

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/pin"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

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
	if meta.Start+len(meta.New) > charenc.Prescanned {
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

// Some documents declare their encoding where only the prescan of a reader finds it: in a script or
// in noscript, within the first 1,024 bytes. Insertions before a declaration can move it out of
// these bytes, and deletions can move another declaration in. Readers would then decode the
// document differently, so the document is left.

// prescanReach is the number of bytes that are searched for declarations. Edits hardly ever delete
// more than that before a declaration.
const prescanReach = 64 << 10

// mayMovePrescan reports whether edits may change the result of the prescan of a document
// in which no meta element declares the encoding.
func (w *walk) mayMovePrescan(t content) bool {
	switch {
	case w.opts.Mode == Pin: // see pin.MovesEncoding
		return false
	case t.enc.Source() == charenc.Meta:
		text, start := t.encoded(min(len(t.bytes), w.tallied().start))
		return charenc.Determine(text[:start], t.charset).Name() != t.enc.Name()
	case w.opts.DropBase, w.opts.Mode == MakeRelative, w.opts.Mode == MoveLinks, w.opts.Decide != nil:
		text, _ := t.encoded(0)
		return charenc.Declares(text[:min(len(text), prescanReach)])
	}
	return false
}

// movesPrescan returns the reason why a document must stay because of its encoding, if
// there is one. It makes the edits as a rehearsal.
func (w *walk) movesPrescan(doc Document, t content, ctx *base.Context) Reason {
	var edits []edit.Edit
	w.rehearse(func() { edits = t.carry(w.finish(&doc, t, ctx)) })
	text, _ := t.encoded(0)
	if charenc.Determine(edit.Head(text, edits, prescanReach), t.charset).Name() == t.enc.Name() {
		return none
	}
	return reason.Prescan
}
