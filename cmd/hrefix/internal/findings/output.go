package findings

import "encoding/binary"

// An Output takes the records of a run, in the order of the documents: it is the io.Writer that they are written to. It counts
// the findings, and passes them on to a sink, except known faults.
type Output struct {
	Counts

	to    Sink
	most  int    // the maximum number of findings of a document that are passed on, or 0 for any number
	known *Known // the known faults, or nil
	rest  []byte // the beginning of a record

	in     string // the document of the last finding or record
	here   int    // the number of findings in it so far
	record int    // the offset of the web archive's record that has the last finding
}

// NewOutput returns an output that passes on at most most findings of each document, or all if most is 0. known may be nil.
func NewOutput(to Sink, most int, known *Known) *Output {
	return &Output{to: to, most: most, known: known, Counts: Counts{Codes: make(map[string]int)}}
}

// Write reads the records in p. It returns the first error of the sink.
func (o *Output) Write(p []byte) (int, error) {
	o.rest = append(o.rest, p...)
	left := o.rest
	for {
		size, n := binary.Uvarint(left)
		if n <= 0 || uint64(len(left)-n) < size {
			break
		}
		var f Finding
		f.read(left[n : n+int(size)])
		left = left[n+int(size):]
		if err := o.take(&f); err != nil {
			return 0, err
		}
	}
	if len(left) < len(o.rest) { // the beginning of a long record is moved only once
		o.rest = append(o.rest[:0], left...)
	}
	return len(p), nil
}

// take takes the finding or the document of a record. The messages of a mailbox are one document.
func (o *Output) take(f *Finding) error {
	if o.known != nil && f.Severity != leftOut {
		o.known.check(f.Doc)
	}
	switch {
	case f.Severity == begun && f.Doc == o.in:
		return nil
	case f.Severity == begun:
		if f.Record == nil {
			o.Documents++
		}
		o.in, o.here = f.Doc, 0
		return o.to.Document(f.Doc)
	case f.Severity == leftOut && o.known != nil:
		o.known.leaveOut(f)
		return nil
	case f.Severity == leftOut, o.known != nil && o.known.Has(f):
		return nil
	}
	return o.pass(f)
}

// pass counts a finding, and passes it on.
func (o *Output) pass(f *Finding) error {
	if f.Doc != o.in {
		o.in, o.here = f.Doc, 0
	}
	o.here++
	switch {
	case f.Reason == "mended" || f.Reason == "orphan": // these findings do not make a document faulty
	case o.here == 1, f.Record != nil && f.Offset != o.record:
		o.Faulty++
	}
	o.record = f.Offset
	o.Codes[f.Reason]++
	if f.Severity == Warning {
		o.Warnings++
	} else {
		o.Errors++
	}
	if o.most > 0 && o.here > o.most {
		o.Hidden++
		return nil
	}
	return o.to.Finding(f)
}

// Close passes on a finding for each known fault that is mended, and closes the sink. ok is false if a document could not be
// read.
func (o *Output) Close(ok bool) error {
	if o.known != nil {
		for f := range o.known.mended() {
			if err := o.pass(f); err != nil {
				return err
			}
		}
	}
	return o.to.Close(ok)
}
