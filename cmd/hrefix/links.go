package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/printable"
	"github.com/hrefix/hrefix/internal/engine"
)

// A link is what is told of a reference. The JSON keys are stable.
type link struct {
	Doc     string `json:"doc"`
	Message int    `json:"message,omitempty"` // in its mailbox, from 1
	Part    string `json:"part"`
	Offset  int    `json:"offset"` // of the first byte, in the source
	Line    int    `json:"line"`   // from 1
	Element string `json:"element"`
	Attr    string `json:"attr"`
	Ref     string `json:"ref"`
	URL     string `json:"url"` // empty if the reference stays relative
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Base    string `json:"base"`
	Layer   string `json:"layer"`
	From    string `json:"from"`
}

func newLink(doc string, lines *lineCounter, ref *engine.Reference) link {
	off := ref.Offset()
	l := link{
		Doc: doc, Message: lines.piece.Message, Part: ref.Part,
		Offset: off + int(lines.piece.Offset), Line: lines.at(off),
		Element: ref.Element, Attr: ref.Attr, Ref: string(ref.Text),
		Status: ref.Status.String(), Reason: ref.Reason,
		Base: ref.Base.String(), Layer: ref.Base.Layer.String(), From: ref.Base.From,
	}
	if ref.Status == engine.Absolute || ref.Status == engine.Resolved {
		l.URL = string(ref.Target)
	}
	return l
}

// fields returns the columns of the plain list.
func (l *link) fields() []string {
	why := l.Reason
	if why == "" && l.Status == engine.Resolved.String() {
		why = l.Layer + ": " + l.From
	}
	return []string{fmt.Sprintf("%s:%d", l.Doc, l.Line), l.Part, l.Element, l.Attr, l.Status, l.Ref, l.URL, why}
}

// links lists the references of the documents.
func (c *command) links(args []string) error {
	wanted, err := c.flags.filter()
	if err != nil {
		return err
	}
	if console.IsTerminal(c.Stdout) && !c.flags.json {
		columns := console.NewColumns(c.Stdout)
		c.Stdout = columns
		defer columns.Flush()
	}
	return c.read(args, func(s *source, one *piece) *engine.Plan {
		return s.rw.VisitPiece(one.Piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			if one.err != nil || !wanted.accepts(ref) {
				return
			}
			l := newLink(s.Name, &one.lines, ref)
			if c.flags.json {
				one.err = console.WriteJSON(one.Console.Stdout, l)
			} else {
				one.err = l.write(one.Console.Stdout)
			}
		}})
	})
}

// write writes the link for people and for programs that split lines at tabs.
func (l *link) write(w io.Writer) error {
	fields, size := l.fields(), 0
	for i := range fields {
		fields[i] = printable.String(fields[i])
		size += len(fields[i]) + 1
	}
	line := make([]byte, 0, size) // a URL may have megabytes
	for _, field := range fields {
		line = append(append(line, field...), '\t')
	}
	line[len(line)-1] = '\n'
	_, err := w.Write(line)
	return err
}

// A lineCounter tells the line of an offset in a piece of a source. Asked for
// ascending offsets, it reads the piece once.
type lineCounter struct {
	piece     engine.Piece
	before    int // line breaks before the piece
	pos, line int // line breaks in the first pos bytes of the piece
	start     int // where the line begins that pos is in
}

func (c *lineCounter) at(off int) int {
	src := c.piece.Source
	if off < c.pos {
		c.pos, c.line, c.start = 0, 0, 0
	}
	passed := src[c.pos:off]
	if i := bytes.LastIndexByte(passed, '\n'); i >= 0 {
		c.line += bytes.Count(passed, []byte("\n"))
		c.start = c.pos + i + 1
	}
	c.pos = off
	return c.before + c.line + 1
}

// column returns the column of the offset that at was given last, in bytes from
// 1. A piece begins with a line.
func (c *lineCounter) column() int { return c.pos - c.start + 1 }
