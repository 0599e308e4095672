package linktext

import (
	"cmp"
	"fmt"

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

	title string // the title of the record, or ""
}

// NewLink returns the link of a reference in the document doc. lines are the lines of its piece.
func NewLink(doc string, lines *Lines, ref *engine.Reference) Link {
	off := ref.Offset()
	l := Link{
		Doc: doc, Message: lines.piece.Message, Part: ref.Part,
		Offset: off + int(lines.piece.Offset), Line: lines.At(off),
		Element: ref.Element, Attr: ref.Attr, Ref: string(ref.Text),
		Status: ref.Status.String(), Reason: ref.Reason.Code, Text: ref.Reason.Text,
		Base: ref.Base.String(), Layer: ref.Base.Layer.String(), From: ref.Base.From,
	}
	if HasTarget(ref) {
		l.URL = string(targetText(ref))
	}
	if l.setRecord(lines, off) {
		target := ""
		if HasTarget(ref) {
			target = string(AppendTarget(nil, ref))
		}
		l.Target = &target
	}
	return l
}

// setRecord sets the record of a web archive that an offset is in, if it is in one, and the place in it.
func (l *Link) setRecord(lines *Lines, off int) bool {
	r := lines.piece.Record()
	if r == nil {
		return false
	}
	within := lines.Within(off)
	l.Message, l.Offset, l.Record, l.Within = 0, int(r.Offset), archive.New(r), &within
	l.title = " " + archive.Title(r, lines.piece.Message)
	return true
}

// Unread is the status of a value that looks like a reference and is not read.
const Unread = "unread"

// NewUnread returns the link of a value that is not read: its text says what would read the value.
func NewUnread(doc string, lines *Lines, u *engine.Unread) Link {
	l := Link{
		Doc: doc, Message: lines.piece.Message, Part: u.Part, Offset: u.Offset + int(lines.piece.Offset), Line: lines.At(u.Offset),
		Element: u.Element, Attr: u.Attr, Ref: string(u.Text), URL: u.Target(), Status: Unread,
		Base: u.Base.String(), Layer: u.Base.Layer.String(), From: u.Base.From,
		In: u.In, Group: u.Group.String(), Place: u.Row(),
	}
	if l.Group != "" {
		l.Text = "--also " + l.Group + " "
	}
	if l.Place != "" {
		l.Text += "--place '" + l.Place + "' "
	}
	l.Text = cmp.Or(l.Text, "no place ") + "reads it"
	l.setRecord(lines, u.Offset)
	return l
}

// Append appends the link as a line of fields for people, separated by tabs. The last field is why the link is as it is.
func (l *Link) Append(line []byte) []byte {
	why := l.Text
	if why == "" && l.Status == engine.Resolved.String() {
		why = l.Layer + ": " + l.From
	}
	where := fmt.Sprintf("%s%s:%d", l.Doc, l.title, l.Line)
	for i, field := range []string{where, l.Part, l.Element, l.Attr, l.Status, l.Ref, l.URL, why} {
		if i > 0 {
			line = append(line, '\t')
		}
		line = append(line, printable.String(field)...)
	}
	return append(line, '\n')
}
