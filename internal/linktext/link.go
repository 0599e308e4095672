package linktext

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/printable"
)

// A Link is a reference in the form in which verbs print it. The JSON keys are stable.
type Link struct {
	Doc     string `json:"doc"`
	Message int    `json:"message,omitempty"` // the number of the message in its mailbox, from 1
	Part    string `json:"part"`
	Offset  int    `json:"offset"` // the offset of the first byte in the source; in a web archive, the offset of the record
	*archive.Record
	Within  *int    `json:"document_offset,omitempty"` // the offset of the first byte in the document of a record
	Line    int     `json:"line"`                      // the line, from 1
	Element string  `json:"element"`
	Attr    string  `json:"attr"`
	Ref     string  `json:"ref"`
	URL     string  `json:"url"`              // empty if the reference stays relative
	Target  *string `json:"target,omitempty"` // the target of a link in a record, as AppendTarget gives it
	Status  string  `json:"status"`
	Reason  string  `json:"reason"` // the code of the reason
	Text    string  `json:"text"`   // the sentence for the reason
	Base    string  `json:"base"`
	Layer   string  `json:"layer"`
	From    string  `json:"from"`
	In      string  `json:"in,omitempty"`    // the kind of place of a value that is not read
	Group   string  `json:"group,omitempty"` // the group of places that reads it
	Place   string  `json:"place,omitempty"` // the row of a place that reads it

	Title string `json:"-"` // the URL of the record, or another name of the record; "" outside of web archives
}

// NewAt returns a link that has only the place of an offset, in the piece that lines are of and in the document doc.
func NewAt(doc string, lines *Lines, off int) Link {
	l := Link{Doc: doc, Message: lines.piece.Message, Offset: off + int(lines.piece.Offset), Line: lines.At(off)}
	if r := lines.piece.Record(); r != nil {
		within := lines.Within(off)
		l.Message, l.Offset, l.Record, l.Within = 0, int(r.Offset), archive.New(r), &within
		l.Title = archive.Title(r, lines.piece.Message)
	}
	return l
}

// NewLink returns the link of a reference in the document doc. lines are the lines of its piece.
func NewLink(doc string, lines *Lines, ref *engine.Reference) Link {
	l := NewAt(doc, lines, ref.Offset())
	l.Part, l.Element, l.Attr, l.Ref = ref.Part, ref.Element, ref.Attr, string(ref.Text)
	l.Status, l.Reason, l.Text = ref.Status.String(), ref.Reason.Code, ref.Reason.Text
	l.Base, l.Layer, l.From = ref.Base.String(), ref.Base.Layer.String(), ref.Base.From
	if HasTarget(ref) {
		l.URL = string(targetText(ref))
	}
	if l.Record != nil {
		target := ""
		if HasTarget(ref) {
			target = string(AppendTarget(nil, ref))
		}
		l.Target = &target
	}
	return l
}

// Unread is the status of a value that looks like a reference and is not read.
const Unread = "unread"

// NewUnread returns the link of a value that is not read: its text says what would read the value.
func NewUnread(doc string, lines *Lines, u *engine.Unread) Link {
	l := NewAt(doc, lines, u.Offset)
	l.Part, l.Element, l.Attr, l.Ref, l.URL, l.Status = u.Part, u.Element, u.Attr, string(u.Text), u.Target(), Unread
	l.Base, l.Layer, l.From = u.Base.String(), u.Base.Layer.String(), u.Base.From
	l.In, l.Group, l.Place = u.In, u.Group.String(), u.Row()
	if l.Group != "" {
		l.Text = "--also " + l.Group + " "
	}
	if l.Place != "" {
		l.Text += "--place '" + l.Place + "' "
	}
	l.Text = cmp.Or(l.Text, "no place ") + "reads it"
	return l
}

// Where returns the document and the line of the link for people.
func (l *Link) Where() string {
	return fmt.Sprintf("%s:%d", strings.TrimSuffix(l.Doc+" "+l.Title, " "), l.Line)
}

// Append appends the link as a line of fields for people, separated by tabs. The last field is why the link is as it is.
func (l *Link) Append(line []byte) []byte {
	why := l.Text
	if why == "" && l.Status == engine.Resolved.String() {
		why = l.Layer + ": " + l.From
	}
	for i, field := range []string{l.Where(), l.Part, l.Element, l.Attr, l.Status, l.Ref, l.URL, why} {
		if i > 0 {
			line = append(line, '\t')
		}
		line = append(line, printable.String(field)...)
	}
	return append(line, '\n')
}

// AppendLink appends the JSON of the [Link] of a reference, and a line ending. It is much faster
// than package encoding/json, and allocates nothing.
func AppendLink(b []byte, doc string, lines *Lines, ref *engine.Reference) []byte {
	off := ref.Offset()
	b = appendString(b, `{"doc":`, doc)
	record := lines.piece.Record()
	if lines.piece.Message > 0 && record == nil {
		b = appendInt(b, `,"message":`, lines.piece.Message)
	}
	b = appendString(b, `,"part":`, ref.Part)
	if record == nil {
		b = appendInt(b, `,"offset":`, off+int(lines.piece.Offset))
	} else {
		b = archive.Append(appendInt(b, `,"offset":`, int(record.Offset)), record)
		b = appendInt(b, `,"document_offset":`, lines.Within(off))
	}
	b = appendInt(b, `,"line":`, lines.At(off))
	b = appendString(b, `,"element":`, ref.Element)
	b = appendString(b, `,"attr":`, ref.Attr)
	b = appendString(b, `,"ref":`, ref.Text)
	if HasTarget(ref) {
		b = appendString(b, `,"url":`, targetText(ref))
	} else {
		b = appendString(b, `,"url":`, "")
	}
	if record != nil {
		var memory [256]byte
		target := memory[:0]
		if HasTarget(ref) {
			target = AppendTarget(target, ref)
		}
		b = appendString(b, `,"target":`, target)
	}
	b = appendString(b, `,"status":`, ref.Status.String())
	b = appendString(b, `,"reason":`, ref.Reason.Code)
	b = appendString(b, `,"text":`, ref.Reason.Text)
	b = appendString(b, `,"base":`, ref.Base.String())
	b = appendString(b, `,"layer":`, ref.Base.Layer.String())
	b = appendString(b, `,"from":`, ref.Base.From)
	return append(b, "}\n"...)
}

// appendString appends a key with its punctuation, and a string.
func appendString[T string | []byte](b []byte, key string, value T) []byte {
	return printable.AppendJSON(append(b, key...), value)
}

// appendInt appends a key with its punctuation, and a number.
func appendInt(b []byte, key string, value int) []byte {
	return printable.AppendInt(append(b, key...), value)
}
