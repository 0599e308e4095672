package fieldref

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/edit"
)

// Reasons why a reference must stay, or cannot be written.
const (
	reasonEmpty = "empty, where the field wants a URL"
	reasonOpen  = "the closing quote is missing"
	reasonMixed = "quotes within a value"
	reasonBreak = "a line break in the field that only some readers see"
	reasonBytes = "its place cannot hold the target"
	reasonLine  = "the line would be too long"
	reasonBlank = "a line with white space alone would be left of it"
)

// Write returns the edits of the header's text that replace a reference by target. change
// is the edit of the reference's text that does so. If the reference cannot be written,
// Write returns the reason. The reference must not have Keep. The references of a header
// must be written in order, each once.
func (r *Reference) Write(target []byte, change edit.Edit) (edits []edit.Edit, reason string) {
	if !r.holds(target) {
		return nil, reasonBytes
	}
	edits, after := r.Views.Carry([]edit.Edit{change}), r.field.cursor
	if !r.field.http { // lines of HTTP have any length, and are not folded (RFC 9112 section 5.2)
		if edits, after, reason = r.fold(edits); reason != "" {
			return nil, reason
		}
	}
	if r.field.kind != link && !r.reads(target, edits) {
		return nil, reasonBytes
	}
	r.field.cursor = after
	return edits, ""
}

// holds reports whether the field can contain all bytes of target.
func (r *Reference) holds(target []byte) bool {
	if r.field.http {
		return !slices.ContainsFunc(target, func(b byte) bool {
			return b < ' ' || b == 0x7f || b == ' ' && r.field.kind < location || strings.IndexByte(r.bars, b) >= 0
		})
	}
	for len(target) > 0 {
		c, n := utf8.DecodeRune(target)
		switch {
		case c <= ' ' || 0x7f <= c && c < 0xa0 || strings.ContainsRune(r.bars, c):
			return false
		case c >= utf8.RuneSelf && (!r.words || c == utf8.RuneError):
			return false
		}
		target = target[n:]
	}
	return true
}

// reads reports whether, with edits applied, the reference is read as target, and the rest of
// the field as before. That may fail: a target may begin like the text around a URL, or
// contain an encoded word.
func (r *Reference) reads(target []byte, edits []edit.Edit) bool {
	f := r.field
	shifted := make([]edit.Edit, len(edits))
	for i, e := range edits {
		shifted[i] = edit.Edit{Start: e.Start - f.start, End: e.End - f.start, New: e.New}
	}
	now, err := edit.Apply(f.text[f.start:f.end], shifted)
	want := f.contents()
	want[r.index] = string(target)
	again := newField(f.kind, now, 0, len(now))
	again.http = f.http
	return err == nil && slices.Equal(want, again.contents())
}

// contents returns the references in the field, each with the reason why it must stay.
func (f *field) contents() (all []string) {
	for r := range f.references {
		all = append(all, string(r.Text())+r.Keep)
	}
	return all
}
