package report

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
)

// A document is the data of an [engine.Document] for the page.
type document struct {
	place
	Type       string
	Candidates []candidate
	Advice     string // advice on how to give a base, or ""
	Omitted    int
}

// A candidate is the data of a [base.Candidate] for the page.
type candidate struct {
	Layer, From, Value, URL string
	Used                    bool
	Reason                  string
}

// newDocument returns the data of a document.
func (w *Writer) newDocument(in Source, doc *engine.Document, advice string) document {
	d := document{place: place{Source: in, Layer: doc.Base.Layer.String()}, Advice: text(advice)}
	d.Part, d.Type = truncate(doc.Part, &d.Omitted), truncate(doc.MediaType, &d.Omitted)
	d.From, d.Base = truncate(w.from(doc.Base.From), &d.Omitted), truncate(w.show(doc.Base.String()), &d.Omitted)
	for _, c := range doc.Base.Candidates() {
		d.Candidates = append(d.Candidates, candidate{
			Layer: c.Layer.String(), From: truncate(w.from(c.From), &d.Omitted), Value: truncate(w.show(c.Value), &d.Omitted),
			URL: truncate(w.show(c.URL), &d.Omitted), Used: c.Used, Reason: truncate(c.Text(), &d.Omitted),
		})
	}
	return d
}

// size returns about how many bytes d takes.
func (d *document) size() int {
	n := len(d.Name) + len(d.Subject) + len(d.Part) + len(d.Type) + len(d.From) + len(d.Base) + len(d.Advice)
	for i := range d.Candidates {
		c := &d.Candidates[i]
		n += len(c.From) + len(c.Value) + len(c.URL) + len(c.Reason)
	}
	return n
}

// A box is one of the nested boxes of RFC 1808 section 3.
type box struct {
	Layer, Title, What string
	Won                bool // the candidate gives the base
	Candidates         []candidate
	Inner              *box
}

// IsDefault reports whether b is the outermost box, which has no candidates.
func (b *box) IsDefault() bool { return b.Layer == base.Default.String() }

// boxes are the boxes of a document without candidates, outermost first. The
// script has the same table.
var boxes = []box{
	{Layer: base.Default.String(), Title: "None", What: "relative links lead nowhere"},
	{Layer: base.Retrieval.String(), Title: "Where it was saved", What: "the URL that it was retrieved from"},
	{Layer: base.Encapsulating.String(), Title: "Header of the message", What: "what encloses it: header fields, messages, documents"},
	{Layer: base.Embedded.String(), Title: "BASE in the page", What: "its own content"},
}

// innermostFirst returns boxes, innermost first.
func innermostFirst() []box {
	inward := slices.Clone(boxes)
	slices.Reverse(inward)
	return inward
}

// Boxes returns the outermost box of d, with the inner boxes in it.
func (d *document) Boxes() *box {
	var inner *box
	for i := len(boxes) - 1; i >= 0; i-- {
		b := boxes[i]
		b.Won, b.Inner = d.Layer == b.Layer, inner
		for _, c := range d.Candidates {
			if c.Layer == b.Layer {
				b.Candidates = append(b.Candidates, c)
			}
		}
		inner = &b
	}
	return inner
}
