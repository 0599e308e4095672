package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/printable"
)

// A document is the base of a document, with its candidates. The JSON keys are stable.
type document struct {
	Doc     string `json:"doc"`
	Message int    `json:"message,omitempty"` // the number of the message in its mailbox, from 1
	Offset  *int64 `json:"offset,omitempty"`  // the offset of the record in a web archive
	*archive.Record
	Part       string      `json:"part"`
	Type       string      `json:"type"`
	Rule       string      `json:"rule"` // the rule that found the type of the file: see engine.Rule
	Base       string      `json:"base"`
	Layer      string      `json:"layer"`
	From       string      `json:"from"`
	Candidates []candidate `json:"candidates"`

	title string // the title of the record, or ""
	noun  string // the noun for Message, such as "line"

	advice string // advice on how to give a base, or ""
}

type candidate struct {
	Layer  string `json:"layer"`
	From   string `json:"from"`
	Value  string `json:"value"`
	URL    string `json:"url"`
	Used   bool   `json:"used"`
	Reason string `json:"reason"` // a code: see base.Reason
	Text   string `json:"text"`   // the sentence for the reason
}

func newDocument(name string, in *engine.Piece, rule detect.Rule, d *engine.Document) document {
	doc := document{
		Doc: name, Message: in.Message, Part: d.Part, Type: d.MediaType, Rule: string(rule),
		Base: d.Base.String(), Layer: d.Base.Layer.String(), From: d.Base.From,
		Candidates: []candidate{},
	}
	if r := in.Record(); r != nil {
		doc.Message, doc.Offset, doc.Record, doc.title = 0, &r.Offset, archive.New(r), archive.Title(r, in.Message)
	}
	for _, c := range d.Base.Candidates() {
		doc.Candidates = append(doc.Candidates, candidate{c.Layer.String(), c.From, c.Value, c.URL, c.Used, string(c.Reason), c.Text()})
	}
	return doc
}

// base shows the base of each document and of each of its parts, and why.
func (c *command) base(_ *cobra.Command, args []string) error {
	paint := console.NewPainter(c.Stdout, c.flags.color)
	var count func(*engine.Reference)
	if len(c.flags.failOn) > 0 {
		count = func(*engine.Reference) {} // Visit counts
	}
	return c.read(args, func(s *source.Source, one *job.Piece) *engine.Plan {
		first := true
		return one.Visit(engine.Visitor{Reference: count, Document: func(d *engine.Document) {
			doc := newDocument(s.Name, &one.Piece, s.Rule, d)
			doc.noun = s.Type.Noun()
			if first && doc.Base == "" {
				doc.advice, _ = s.AdviseBase(s.Canonical(one.Source))
			}
			switch {
			case one.Err != nil:
			case c.flags.json:
				one.Err = console.WriteJSON(one.Console.Stdout, doc)
			default:
				one.Err = doc.write(one.Console.Stdout, paint, first)
			}
			first = false
		}})
	})
}

// write writes a line for the document, and one for each candidate, innermost first, with a mark on
// the used candidate. The parts of a message are indented by their depth. first says that the
// document is the first of its message.
func (d *document) write(w io.Writer, p console.Painter, first bool) error {
	indent, name, typ := "", d.Doc, d.Type
	if first {
		if how := detect.Rule(d.Rule).Text(); how != "" && d.Part == "" && d.Message == 0 && d.title == "" {
			typ += ", " + how
		}
		if d.title != "" {
			name += " " + d.title
		}
		if d.Message > 0 && d.noun != "" {
			name += fmt.Sprintf(" %s %d", d.noun, d.Message)
		}
		if d.Part != "" {
			name += " part " + d.Part
		}
	} else {
		indent = strings.Repeat("  ", 1+strings.Count(d.Part, "."))
		if name = "part " + d.Part; d.Part == "" {
			name = "document inside" // of a page: srcdoc
		}
	}
	url := "no base"
	if d.Base != "" {
		url = printable.String(d.Base)
	}
	_, err := fmt.Fprintf(w, "%s%s (%s): %s\n", indent, p.Paint(console.Bold, printable.String(name)), printable.String(typ), p.Paint(console.Green, url))
	all := d.Candidates
	if d.Layer == base.Default.String() { // no candidate is used
		all = append(all[:len(all):len(all)], candidate{
			Layer: d.Layer, From: d.From, Value: "relative links stay as they are" + d.advice, Used: true,
		})
	}
	for _, c := range all {
		_, e := io.WriteString(w, indent+c.line(p))
		err = errors.Join(err, e)
	}
	return err
}

// sections are the sections of RFC 1808 that describe the layers.
var sections = map[string]string{
	base.Embedded.String():      "3.1",
	base.Encapsulating.String(): "3.2",
	base.Retrieval.String():     "3.3",
	base.Default.String():       "3.4",
}

// line returns the line of a candidate.
func (c *candidate) line(p console.Painter) string {
	mark, how, from, why := " ", console.Dim, "", ""
	if c.Used {
		mark, how = "*", console.Green
	}
	if c.From != "" {
		from = c.From + ": "
	}
	if c.Text != "" {
		why = " (" + c.Text + ")"
	}
	text := fmt.Sprintf("%s %s %-13s  %s%s%s", mark, sections[c.Layer], c.Layer, from, printable.String(c.Value), why)
	return "  " + p.Paint(how, text) + "\n"
}
