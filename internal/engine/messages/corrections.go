package messages

import (
	"bytes"
	"crypto/md5"
	"encoding/base64"
	"slices"
	"strconv"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/fieldref"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// Correct returns edits of the fields in the header of e that describe its body: Content-Length,
// Lines, Content-MD5, and the size in Content-Disposition. changes are the edits of the body that
// make the fields wrong. A field that was wrong before is left, except for Content-Length if
// anyLength is true.
func Correct(e *mimebase.Entity, changes []edit.Edit, anyLength bool) []edit.Edit {
	edits := correctNumber(nil, e, "Content-Length", e.Body.Len(), edit.Grown(changes), anyLength)
	if _, ok := e.FieldBody("Lines"); ok {
		lines := bytes.Count(e.Text[e.Body.Start:e.Body.End], []byte("\n"))
		added := 0
		for c := range edit.All(changes) {
			added += bytes.Count(c.New, []byte("\n")) - bytes.Count(e.Text[c.Start:c.End], []byte("\n"))
		}
		edits = correctNumber(edits, e, "Lines", lines, added, false)
	}
	edits = correctMD5(edits, e, changes)
	return correctSize(edits, e, changes)
}

// correctNumber corrects the fields called name whose value is n: the new value is n+added.
// If wrong is true, it also corrects fields with another number.
func correctNumber(edits []edit.Edit, e *mimebase.Entity, name string, n, added int, wrong bool) []edit.Edit {
	for body := range e.FieldBodies(name) {
		value, at := fieldValue(e, body)
		was, err := strconv.Atoi(value)
		if err == nil && was != n+added && (was == n || wrong) && added != 0 {
			edits = append(edits, edit.Edit{Start: at, End: at + len(value), New: strconv.AppendInt(nil, int64(n+added), 10)})
		}
	}
	return edits
}

// correctSize corrects the size parameter of Content-Disposition (RFC 2183 section 2.7), the
// size of the file in the body. Programs count it in several ways: decoded or not, with CRLF
// or LF. correctSize finds the way that gives the old number, and counts in the same way.
func correctSize(edits []edit.Edit, e *mimebase.Entity, changes []edit.Edit) []edit.Edit {
	body, ok := e.FieldBody("Content-Disposition")
	if !ok || fieldref.HasStrayBreak(e.Text[body.Start:body.End]) {
		return edits
	}
	from, to, ok := fieldref.Parameter(e.Text, body.Start, body.End, "size")
	was, err := strconv.Atoi(string(e.Text[from:to]))
	if !ok || err != nil {
		return edits
	}
	before, after := bodySizes(e, changes)
	i := slices.Index(before, was)
	if i < 0 || after[i] == was {
		return edits
	}
	return append(edits, edit.Edit{Start: from, End: to, New: strconv.AppendInt(nil, int64(after[i]), 10)})
}

// bodySizes returns the sizes of a body, counted in several ways, before and after the edits.
// For a composite entity it counts only the encoded bytes: it does not copy the body, since
// many entities may be nested.
func bodySizes(e *mimebase.Entity, changes []edit.Edit) (before, after []int) {
	if n := e.Body.Len(); !e.IsLeaf() {
		return []int{n}, []int{n + edit.Grown(changes)}
	}
	v, err := DecodeBody(e)
	if err != nil {
		return nil, nil
	}
	raw := edit.ApplyIn(e.Text, e.Body.Start, e.Body.End, changes)
	return sizes(v.Text(), e.Body.Len()), sizes(decodeAs(v, raw), len(raw))
}

// sizes returns the size of a body, counted in several ways: the lengths of its text, of its
// text with CRLF and with LF as line endings, and of the encoded body.
func sizes(text []byte, encoded int) []int {
	lf, crlf := bytes.Count(text, []byte("\n")), bytes.Count(text, []byte("\r\n"))
	return []int{len(text), len(text) - crlf + lf, len(text) - crlf, encoded}
}

// correctMD5 corrects a digest of the decoded body: RFC 1864.
func correctMD5(edits []edit.Edit, e *mimebase.Entity, changes []edit.Edit) []edit.Edit {
	body, ok := e.FieldBody("Content-MD5")
	if !ok || !e.IsLeaf() {
		return edits
	}
	value, at := fieldValue(e, body)
	v, err := DecodeBody(e)
	if err != nil {
		return edits
	}
	decoded := decodeAs(v, edit.ApplyIn(e.Text, e.Body.Start, e.Body.End, changes))
	for _, form := range []func([]byte) []byte{canonical, func(b []byte) []byte { return b }} {
		if value == digest(form(v.Text())) {
			return append(edits, edit.Edit{Start: at, End: at + len(value), New: []byte(digest(form(decoded)))})
		}
	}
	return edits
}

// decodeAs decodes text as v does.
func decodeAs(v view.View, text []byte) []byte {
	switch v.(type) {
	case *view.QuotedPrintable:
		return view.NewQuotedPrintable(text, 0, len(text)).Text()
	case *view.Base64:
		again, _ := view.NewBase64(text, 0, len(text)) // there is no error, because a view has written the text
		return again.Text()
	}
	return text
}

// canonical returns text with CRLF line endings, the form over which RFC 1864 section 2
// computes the digest of text.
func canonical(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
}

func digest(b []byte) string {
	sum := md5.Sum(b)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// fieldValue returns the value of a field, without white space around it, and its offset in the
// text of e. The value is empty if the field has a line break that only some readers see: after an
// edit beside such a break they could see another field.
func fieldValue(e *mimebase.Entity, body mimebase.Span) (value string, at int) {
	raw := e.Text[body.Start:body.End]
	if fieldref.HasStrayBreak(raw) {
		return "", body.Start
	}
	value = string(bytes.TrimSpace(raw))
	return value, body.Start + bytes.Index(raw, []byte(value))
}
