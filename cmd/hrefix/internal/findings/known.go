package findings

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// Known are the faults of a file of known faults.
type Known struct {
	// Name is the name of the file, for messages.
	Name string
	// Found is the number of known faults that were found.
	Found int
	// Unchecked is the number of entries about documents that the run did not check.
	Unchecked int

	order   []fault // as in the file
	entries map[fault]*entry
	checked map[string]bool // the documents of the entries: true if the run checks it
}

// An entry is a line of a file of known faults.
type entry struct{ line, number, left int }

// ReadKnown reads a file of known faults. An entry may come twice; then the numbers are added.
func ReadKnown(name string, r io.Reader) (*Known, error) {
	k := &Known{Name: name, entries: make(map[fault]*entry), checked: make(map[string]bool)}
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		if wrong := k.add(strings.TrimRight(line, "\r\n"), number); wrong != nil {
			return nil, fmt.Errorf("line %d %w", number, wrong)
		}
		if err == io.EOF {
			return k, nil
		}
	}
}

// add adds the entry of a line, if it has one.
func (k *Known) add(line string, number int) error {
	if number == 1 {
		line = strings.TrimPrefix(line, "\ufeff") // editors of Windows add it
	}
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	f, n, err := parseLine(line)
	if err != nil {
		return err
	}
	e := k.entries[f]
	if e == nil {
		e = &entry{line: number}
		k.entries[f] = e
		k.order = append(k.order, f)
		k.checked[f.doc] = false
	}
	e.number += n
	e.left += n
	return nil
}

// Sink returns a sink that passes the findings that are not known on to another. When it is closed,
// it also passes on a finding for each entry that has more faults than were found, if the run
// checks its document. below reports whether the run checks all documents in a directory of this
// one, and whether the file exists.
func (k *Known) Sink(to Sink, below func(doc string) (within, exists bool)) Sink {
	return &knownFilter{Sink: to, known: k, below: below}
}

// A knownFilter is the sink of [Known.Sink].
type knownFilter struct {
	Sink
	known *Known
	below func(string) (within, exists bool)
}

func (k *knownFilter) Document(name string) error {
	k.check(name)
	return k.Sink.Document(name)
}

// check notes that a document is checked.
func (k *knownFilter) check(name string) {
	if name = document(name); len(k.known.checked) > 0 {
		if _, ok := k.known.checked[name]; ok {
			k.known.checked[name] = true
		}
	}
}

func (k *knownFilter) Finding(f *Finding) error {
	k.check(f.Doc)
	if e := k.known.entries[f.fault()]; e != nil && e.left > 0 {
		e.left--
		k.known.Found++
		return nil
	}
	return k.Sink.Finding(f)
}

func (k *knownFilter) Close(ok bool) error {
	for _, f := range k.known.order {
		e := k.known.entries[f]
		switch {
		case e.left == 0:
			continue
		case !k.isChecked(f):
			k.known.Unchecked++
			continue
		}
		if err := k.Sink.Finding(k.known.mended(f, e)); err != nil {
			return err
		}
	}
	return k.Sink.Close(ok)
}

// isChecked reports whether the run checks the document of a fault, or would if the document
// still existed. A file that no link leads to need not be a document.
func (k *knownFilter) isChecked(f fault) bool {
	if k.known.checked[f.doc] {
		return true
	}
	within, exists := k.below(f.doc)
	return within && (!exists || f.code == "orphan")
}

// mended returns the finding about an entry that has more faults than were found.
func (k *Known) mended(f fault, e *entry) *Finding {
	about := Finding{Doc: f.doc, Ref: f.ref, Element: f.place}
	what := "mended: remove this line"
	if e.left < e.number {
		what = fmt.Sprintf("%d of %s mended: write %d", e.left, console.Plural(e.number, "fault"), e.number-e.left)
	}
	where := f.doc
	if place := about.Place(); place != "" {
		where += ": " + place + ": " + f.ref
	}
	return &Finding{Doc: k.Name, Line: e.line, Column: 1, Character: 1, Code: "mended", Text: what + " (" + where + ": " + f.code + ")"}
}
