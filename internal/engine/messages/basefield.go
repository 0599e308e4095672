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
	case e.ReadOnly != "" && e.ReadOnlyCode != "signed" && e.ReadOnlyCode != "encrypted": // then only the body must stay
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
	ending := "\n" // as in the header
	first, last := e.Fields[0].Body.End, e.Fields[len(e.Fields)-1].Body.End
	if bytes.HasPrefix(e.Text[first:], []byte("\r\n")) {
		ending = "\r\n"
	}
	field := foldedBase(url, ending)
	if n := bytes.IndexByte(e.Text[last:], '\n'); n >= 0 {
		at := last + n + 1
		return edit.Edit{Start: at, End: at, New: append(field, ending...)}
	}
	// The message ends with its last field, which lacks a line ending.
	return edit.Edit{Start: len(e.Text), End: len(e.Text), New: append([]byte(ending), field...)}
}

// foldedBase returns a Base field with the URL, in lines of at most 76 columns.
// White space inside the brackets is ignored (RFC 1808 section 3.1).
func foldedBase(url, ending string) []byte {
	const columns = 76
	rest, line := "<URL:"+url+">", len(BaseField)+len(": ")
	field := []byte(BaseField + ": ")
	for len(rest) > columns-line {
		n := columns - line
		if end := strings.LastIndexAny(rest[:n], "/?&;") + 1; end > n/2 {
			n = end // the line ends with a delimiter of the URL
		}
		field = append(append(append(field, rest[:n]...), ending...), ' ')
		rest, line = rest[n:], 1
	}
	return append(field, rest...)
}
