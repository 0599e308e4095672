package findings

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"maps"
	"slices"
)

// A Recorder is a sink that collects the faults for a file of known faults. It counts the faults of
// one document at a time, and keeps the lines of earlier documents compressed.
type Recorder struct {
	doc    string
	faults map[fault]int // the faults of doc

	lines  bytes.Buffer // compressed
	writer *flate.Writer
}

// maxCounted is the number of faults of a document that are counted at once. A fault that is found
// again after that many others has a second line, which [ReadKnown] adds to the first line.
const maxCounted = 100_000

// Document begins a document. The messages of a mailbox are one document.
func (r *Recorder) Document(name string) error {
	if name = document(name); name == r.doc {
		return nil
	}
	err := r.flush()
	r.doc = name
	return err
}

// Finding counts a fault.
func (r *Recorder) Finding(f *Finding) error {
	if err := r.Document(f.Doc); err != nil {
		return err
	}
	if r.faults == nil {
		r.faults = make(map[fault]int)
	}
	r.faults[f.fault()]++
	if len(r.faults) == maxCounted {
		return r.flush()
	}
	return nil
}

// Close does nothing.
func (*Recorder) Close(bool) error { return nil }

// flush adds the lines of the faults that are counted.
func (r *Recorder) flush() (err error) {
	if len(r.faults) == 0 {
		return nil
	}
	if r.writer == nil {
		if r.writer, err = flate.NewWriter(&r.lines, flate.BestSpeed); err != nil {
			return err
		}
	}
	for _, f := range slices.SortedFunc(maps.Keys(r.faults), fault.compare) {
		if _, err := fmt.Fprintln(r.writer, f.line(r.faults[f])); err != nil {
			return err
		}
	}
	r.faults = nil
	return nil
}

// Write writes the file of known faults. The documents are in the order in which they were checked,
// and the lines of a document are sorted. No faults may follow.
func (r *Recorder) Write(w io.Writer) error {
	if err := r.flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s\n%s\n", firstLine, secondLine); err != nil || r.writer == nil {
		return err
	}
	if err := r.writer.Close(); err != nil {
		return err
	}
	_, err := io.Copy(w, flate.NewReader(&r.lines))
	return err
}
