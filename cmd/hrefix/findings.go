package main

import (
	"bufio"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
)

// findingsOutput is where check writes its findings. Goroutines write records to the standard
// output of their piece; they are copied to records in the order of the documents.
type findingsOutput struct {
	records *bufio.Writer // to the stream
	filter  *findings.Filter
	sink    *countingSink
	out     *bufio.Writer // to standard output
}

// countingSink counts the findings of a sink.
type countingSink struct {
	findings.Sink
	errors int
}

func (s *countingSink) Finding(f *findings.Finding) error {
	if f.Severity == findings.Error {
		s.errors++
	}
	return s.Sink.Finding(f)
}

// findings returns the output that the flags ask for.
func (c *command) findings() (*findingsOutput, error) {
	format := "text"
	if c.flags.json {
		format = "json"
	}
	filter, err := findings.NewFilter(nil, nil)
	if err != nil {
		return nil, err
	}
	c.findsOnly = true
	out := bufio.NewWriter(c.hidingBar(c.Stdout))
	sink, err := findings.New(format, out)
	if err != nil {
		return nil, err
	}
	counting := &countingSink{Sink: sink}
	return &findingsOutput{records: bufio.NewWriter(findings.NewStream(counting)), filter: filter, sink: counting, out: out}, nil
}

// end writes the rest of the findings. failed is the error of the run, and found says that
// something was found that is no finding. It returns the error that ends the command.
func (o *findingsOutput) end(failed error, found bool) error {
	for _, step := range []func() error{o.records.Flush, func() error { return o.sink.Close(failed == nil) }, o.out.Flush} {
		if err := step(); err != nil {
			return err
		}
	}
	if failed == nil && (found || o.sink.errors > 0) {
		return errCheck
	}
	return failed
}

// newFinding returns a finding about a reference, with the reason for which the engine leaves
// the reference, if it does.
func newFinding(s *source.Source, one *pieces.Piece, ref *engine.Reference) findings.Finding {
	l := pieces.NewLink(s.Name, &one.Lines, ref)
	return findings.Finding{
		Doc: l.Doc, Message: l.Message, Part: l.Part, Offset: l.Offset, Line: l.Line, Column: one.Lines.Column(),
		Element: l.Element, Attr: l.Attr, Ref: l.Ref, URL: l.URL, Status: l.Status, Code: l.Reason, Text: l.Text,
		Base: l.Base, Layer: l.Layer, From: l.From,
	}
}
