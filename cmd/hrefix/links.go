package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/hrefix/hrefix/rewrite"
)

// A link is what is told of a reference. The JSON keys are stable.
type link struct {
	Doc     string `json:"doc"`
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

func newLink(in *input, lines *lineCounter, ref *rewrite.Reference) link {
	l := link{
		Doc: in.name, Part: ref.Part, Offset: ref.Offset(),
		Element: ref.Element, Attr: ref.Attr, Ref: string(ref.Text),
		Status: ref.Status.String(), Reason: ref.Reason,
		Base: ref.Base.String(), Layer: ref.Base.Layer.String(), From: ref.Base.From,
	}
	l.Line = lines.at(l.Offset)
	if ref.Status == rewrite.Absolute || ref.Status == rewrite.Resolved {
		l.URL = string(ref.Target)
	}
	return l
}

// fields returns the columns of the plain list.
func (l *link) fields() []string {
	why := l.Reason
	if why == "" && l.Status == rewrite.Resolved.String() {
		why = l.Layer + ": " + l.From
	}
	return []string{fmt.Sprintf("%s:%d", l.Doc, l.Line), l.Part, l.Element, l.Attr, l.Status, l.Ref, l.URL, why}
}

// links lists the references of the documents.
func (c *command) links(names []string) error {
	out := bufio.NewWriter(c.stdout)
	err := c.each(names, func(in *input, rw *rewrite.Rewriter) error {
		lines := lineCounter{src: in.src}
		var err error
		plan := rw.References(in.src, func(ref *rewrite.Reference) {
			l := newLink(in, &lines, ref)
			if c.flags.json {
				err = errors.Join(err, writeJSON(out, l))
			} else {
				err = errors.Join(err, writeRow(out, l.fields()))
			}
		})
		c.tell(in, plan.Notes)
		return err
	})
	return errors.Join(err, out.Flush())
}

// writeRow writes tab-separated fields.
func writeRow(w io.Writer, fields []string) error {
	for i := range fields {
		fields[i] = printable(fields[i])
	}
	_, err := fmt.Fprintln(w, strings.Join(fields, "\t"))
	return err
}

// writeJSON writes v on a line of its own. URLs keep their "&".
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// A lineCounter tells the line of an offset. Asked for ascending offsets, it
// reads the source once.
type lineCounter struct {
	src       []byte
	pos, line int // line breaks in src[:pos]
}

func (c *lineCounter) at(off int) int {
	if off < c.pos {
		c.pos, c.line = 0, 0
	}
	c.line += bytes.Count(c.src[c.pos:off], []byte("\n"))
	c.pos = off
	return c.line + 1
}
