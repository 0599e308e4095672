package fieldref

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/edit"
)

const (
	reasonBytes = "its place cannot hold the target"
	reasonLine  = "the line would be too long"
	reasonBlank = "a line with white space alone would be left of it"
)

// Write returns the edits of the header's text that replace a reference by target. change
// is the edit of the reference's text that does so. If the reference cannot be written,
// Write returns the reason. The reference must not have Keep. The references of a header
// must be written in order, each once.
func (r *Reference) Write(target []byte, change edit.Edit) (edits []edit.Edit, reason string) {
	if r.field.http {
		return r.writeHTTP(target, change)
	}
	if !r.holds(target) {
		return nil, reasonBytes
	}
	edits, after, reason := r.fold(r.Views.Carry([]edit.Edit{change}))
	switch {
	case reason != "":
		return nil, reason
	case r.field.kind != link && !r.reads(target, edits):
		return nil, reasonBytes
	}
	r.field.cursor = after
	return edits, ""
}

// holds reports whether the field can contain all bytes of target.
func (r *Reference) holds(target []byte) bool {
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

// reads reports whether, with edits applied, the reference reads as target and the rest of
// the field as before. It may not, since a target may begin like the text around a URL, or
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
	for r := range f.references() {
		all = append(all, string(r.Text())+r.Keep)
	}
	return all
}
