package findings

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
)

// A Recorder is a sink that collects the faults for a file of known faults. It counts the faults of
// one document at a time, and keeps the lines of earlier documents.
type Recorder struct {
	doc    string
	faults map[fault]int // the faults of doc

	lines bytes.Buffer // the lines of earlier documents
}

// maxCounted is the number of faults of a document that are counted at once. A fault that is found
// again after that many others has a second line, which [ReadKnown] adds to the first line.
const maxCounted = 100_000

// Document begins a document. The messages of a mailbox are one document.
func (r *Recorder) Document(name string) error {
	if name = document(name); name != r.doc {
		r.flush()
		r.doc = name
	}
	return nil
}

// Finding counts a fault.
func (r *Recorder) Finding(f *Finding) error {
	_ = r.Document(f.Doc) // never fails
	if r.faults == nil {
		r.faults = make(map[fault]int)
	}
	r.faults[f.fault()]++
	if len(r.faults) == maxCounted {
		r.flush()
	}
	return nil
}

// Close does nothing.
func (*Recorder) Close(bool) error { return nil }

// flush adds the lines of the faults that are counted.
func (r *Recorder) flush() {
	for _, f := range slices.SortedFunc(maps.Keys(r.faults), fault.compare) {
		fmt.Fprintln(&r.lines, f.line(r.faults[f]))
	}
	r.faults = nil
}

// Write writes the file of known faults. The documents are in the order in which they were checked,
// and the lines of a document are sorted. No faults may follow.
func (r *Recorder) Write(w io.Writer) error {
	r.flush()
	if _, err := fmt.Fprintf(w, "%s\n%s\n", firstLine, secondLine); err != nil {
		return err
	}
	_, err := r.lines.WriteTo(w)
	return err
}
