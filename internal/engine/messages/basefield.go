package messages

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

// BaseField is the header field of RFC 1808 section 3.1.
const BaseField = "Base"

// BaseToAdd returns the URL of a Base field to add to the message e, or the reason why no field can
// be added. schemes are the schemes of URLs that header fields may give as a base. fields are the
// fields that give a base, or nil for the default fields.
func BaseToAdd(e *mimebase.Entity, schemes, fields []string) (url string, why reason.Reason) {
	b := e.Context().WithURI().Establish()
	_, hasField := e.FieldBody(BaseField)
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
	case !base.HasScheme(b.String(), schemes):
		return "", reason.NotPinned.With("a header field may not give a base of its scheme")
	case hasField:
		return "", reason.NotPinned.With("it has a Base field that gives no base")
	case fields != nil && !slices.ContainsFunc(fields, IsBaseField):
		return "", reason.NotPinned.With("Base is not among the fields that give a base")
	}
	if !isFieldText(b.String()) {
		return "", reason.NotPinned.With("the base cannot be written in a header field")
	}
	return b.String(), reason.Reason{}
}

// IsBaseField reports whether a field called name is a Base field.
func IsBaseField(name string) bool { return strings.EqualFold(name, BaseField) }

// isAbsoluteBase reports whether the source that gives b has an absolute URL.
func isAbsoluteBase(b *base.Result) bool {
	for _, c := range b.Candidates() {
		if c.Used {
			return b.IsAbsolute([]byte(c.Value))
		}
	}
	return false
}

// isSealed reports whether e must not be changed because its body is signed or
// encrypted. A field may then be added to its header.
func isSealed(e *mimebase.Entity) bool {
	return e.ReadOnlyCode == "signed" || e.ReadOnlyCode == "encrypted"
}

// isFieldText reports whether readers of a Base field with the URL get the same URL.
func isFieldText(url string) bool {
	body := "<URL:" + url + ">"
	for i := 0; i < len(url); i++ {
		if url[i] <= ' ' || url[i] >= 0x7f {
			return false
		}
	}
	read, note, ok := base.ParseField(BaseField, body)
	return ok && note == "" && read == url && !view.HasWords([]byte(body))
}

// AddBase returns the edit that adds a Base field with the URL to the header of e.
func AddBase(e *mimebase.Entity, url string) edit.Edit {
	at, before, ending := headerEnd(e)
	field := append([]byte(before), foldedBase(url, ending)...)
	if before == "" {
		field = append(field, ending...)
	}
	return edit.Edit{Start: at, End: at, New: field}
}

// headerEnd returns the offset at which a field can be added to the header, and the line ending of
// the header. before is the line ending that the last field lacks if the message ends with it.
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

// foldedBase returns a Base field with the URL, in lines of at most 76 columns.
// White space inside the brackets is ignored (RFC 1808 section 3.1).
func foldedBase(url, ending string) []byte {
	const columns = 76
	rest, line := "<URL:"+url+">", len(BaseField)+len(": ")
	field := []byte(BaseField + ": ")
	for len(rest) > columns-line {
		n := foldAt(rest[:columns-line])
		field = append(append(append(field, rest[:n]...), ending...), ' ')
		rest, line = rest[n:], 1
	}
	return append(field, rest...)
}

// foldAt returns the number of bytes of line before a fold: up to a delimiter of a URL in its
// second half, or all bytes.
func foldAt(line string) int {
	if n := strings.LastIndexAny(line, "/?&;") + 1; n > len(line)/2 {
		return n
	}
	return len(line)
}
