package engine

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/fieldref"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// baseField is the header field of RFC 1808 section 3.1.
const baseField = "Base"

// pinMessage adds to the edits of a message the one that puts the base into its
// header, or notes why there is none.
func (w *walk) pinMessage(edits []edit.Edit, e *mimebase.Entity) []edit.Edit {
	if w.opts.Mode != Pin {
		return edits
	}
	url, why := w.messageBase(e)
	if why == none && !isFieldText(url) {
		why = reason.NotPinned.With("the base cannot be written in a header field")
	}
	if why != none {
		w.noteNotPinned(e.Part, e.SourceOffset(e.Header.Start), why)
		return edits
	}
	at, before, ending := headerEnd(e)
	field := foldedBase(url, ending)
	if before == "" {
		field = append(field, ending...)
	}
	w.notePinSealed(e)
	return append(edits, edit.Edit{Start: at, End: at, New: append([]byte(before), field...)})
}

// messageBase returns the URL that the Base field of a message is to have, or the
// reason why it is to have none.
func (w *walk) messageBase(e *mimebase.Entity) (url string, why Reason) {
	b := e.Context().Establish()
	_, hasField := e.FieldBody(baseField)
	switch {
	case e.ReadOnly != "" && !isSealed(e):
		return "", reason.NotPinned.With(e.ReadOnly)
	case len(e.Fields) == 0:
		return "", reason.NotPinned.With("it has no header")
	case fieldref.HasStrayBreak(e.Text[e.Header.Start:e.Header.End]):
		return "", reason.NotPinned.With("its header has line breaks that only some readers see")
	case b.Layer == base.Encapsulating && !b.Resolves():
		return "", reason.NotPinned.With("its header leaves it without a base: " + b.From)
	case b.Layer == base.Encapsulating && !isAbsoluteBase(b):
		return "", reason.NotPinned.With("the base in its header is relative: " + b.From)
	case b.Layer == base.Encapsulating:
		return "", reason.NotPinned.With("it has a base of its own: " + b.From)
	case !b.Resolves():
		return "", reason.NoBase
	case !base.HasScheme(b.String(), w.opts.baseSchemes()):
		return "", reason.NotPinned.With("a header field may not give a base of its scheme")
	case hasField:
		return "", reason.NotPinned.With("it has a Base field that gives no base")
	case w.opts.BaseFields != nil && !slices.ContainsFunc(w.opts.BaseFields, isBaseField):
		return "", reason.NotPinned.With("the field Base is not to be asked")
	}
	return b.String(), none
}

func isBaseField(name string) bool { return strings.EqualFold(name, baseField) }

// isAbsoluteBase reports whether the URL that gave a base was absolute.
func isAbsoluteBase(b *base.Result) bool {
	for _, c := range b.Candidates() {
		if c.Used {
			return b.IsAbsolute([]byte(c.Value))
		}
	}
	return false
}

// isSealed reports whether what keeps a message from being changed is over its
// body alone: then its header can have another field.
func isSealed(e *mimebase.Entity) bool {
	return e.ReadOnlyCode == "signed" || e.ReadOnlyCode == "encrypted"
}

// isFieldText reports whether a Base field with that URL reads as the URL.
func isFieldText(url string) bool {
	body := "<URL:" + url + ">"
	for i := 0; i < len(url); i++ {
		if url[i] <= ' ' || url[i] >= 0x7f {
			return false
		}
	}
	read, note, ok := base.ParseField(baseField, body)
	return ok && note == "" && read == url && !view.HasWords([]byte(body))
}

// headerEnd returns where a field goes that is to be the last of the header, and
// the line ending that it has. before is a line ending that the field before
// lacks: the message ends there.
func headerEnd(e *mimebase.Entity) (at int, before, ending string) {
	ending = "\n"
	first, last := e.Fields[0].Body.End, e.Fields[len(e.Fields)-1].Body.End
	if bytes.HasPrefix(e.Text[first:], []byte("\r\n")) {
		ending = "\r\n"
	}
	n := bytes.IndexByte(e.Text[last:], '\n')
	if n < 0 {
		return len(e.Text), ending, ending
	}
	return last + n + 1, "", ending
}

// foldedBase returns a Base field with that URL, in lines of at most 76 columns.
// White space inside of the brackets does not count (RFC 1808 section 3.1).
func foldedBase(url, ending string) []byte {
	const columns = 76
	rest, line := "<URL:"+url+">", len(baseField)+len(": ")
	field := []byte(baseField + ": ")
	for len(rest) > columns-line {
		n := foldAt(rest[:columns-line])
		field = append(append(append(field, rest[:n]...), ending...), ' ')
		rest, line = rest[n:], 1
	}
	return append(field, rest...)
}

// foldAt returns how much of line comes before a fold: up to a delimiter of a URL
// in its second half, or else all.
func foldAt(line string) int {
	if n := strings.LastIndexAny(line, "/?&;") + 1; n > len(line)/2 {
		return n
	}
	return len(line)
}

// notePinSealed notes the signatures that say that there is no Base field:
// RFC 6376 section 5.4.
func (w *walk) notePinSealed(e *mimebase.Entity) {
	for _, name := range seals {
		at, ok := e.FieldBody(name)
		if !ok {
			continue
		}
		for signed := range signedFields(e.FieldValue(name)) {
			if isBaseField(signed) {
				w.note(BrokenSeal, e.Part, e.SourceOffset(at.Start), "a field that "+name+" covers is added: "+baseField)
				break
			}
		}
	}
}
