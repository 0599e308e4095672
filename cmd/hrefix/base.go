package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/hrefix/hrefix/rewrite"
)

// A document is what is told of a document's base. The JSON keys are stable.
type document struct {
	Doc        string      `json:"doc"`
	Message    int         `json:"message,omitempty"` // in its mailbox, from 1
	Part       string      `json:"part"`
	Type       string      `json:"type"`
	Base       string      `json:"base"`
	Layer      string      `json:"layer"`
	From       string      `json:"from"`
	Candidates []candidate `json:"candidates"`
}

type candidate struct {
	Layer  string `json:"layer"`
	From   string `json:"from"`
	Value  string `json:"value"`
	URL    string `json:"url"`
	Used   bool   `json:"used"`
	Reason string `json:"reason"`
}

func newDocument(name string, message int, d *rewrite.Document) document {
	doc := document{
		Doc: name, Message: message, Part: d.Part, Type: d.MediaType,
		Base: d.Base.String(), Layer: d.Base.Layer.String(), From: d.Base.From,
		Candidates: []candidate{},
	}
	for _, c := range d.Base.Candidates() {
		doc.Candidates = append(doc.Candidates, candidate{c.Layer.String(), c.From, c.Value, c.URL, c.Used, c.Reason})
	}
	return doc
}

// base shows the base of each document and of each of its parts, and why.
func (c *command) base(args []string) error {
	out := bufio.NewWriter(c.stdout)
	err := c.read(args, func(s *source) error {
		for p, err := range s.pieces() {
			if err != nil {
				return s.failure(err)
			}
			plan := s.rw.Documents(p.Source, func(d *rewrite.Document) {
				doc := newDocument(s.name, p.Message, d)
				if c.flags.json {
					err = errors.Join(err, writeJSON(out, doc))
				} else {
					err = errors.Join(err, doc.write(out))
				}
			})
			c.tell(s, p, plan.Notes)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, out.Flush())
}

// write writes the document for people: a line for it, and one for each
// candidate, innermost first, the winner marked.
func (d *document) write(w io.Writer) error {
	name := d.Doc
	if d.Message > 0 {
		name += fmt.Sprintf(" message %d", d.Message)
	}
	if d.Part != "" {
		name += " part " + d.Part
	}
	_, err := fmt.Fprintf(w, "%s (%s): %s\n", printable(name), printable(d.Type), printable(cmp.Or(d.Base, "no base")))
	for _, c := range d.Candidates {
		mark, why := " ", c.Reason
		if c.Used {
			mark = "*"
		}
		if why != "" {
			why = " (" + why + ")"
		}
		_, e := fmt.Fprintf(w, "  %s %-13s  %s: %s%s\n", mark, c.Layer, c.From, printable(c.Value), why)
		err = errors.Join(err, e)
	}
	return err
}
