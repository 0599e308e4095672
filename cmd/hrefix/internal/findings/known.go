package findings

import (
	"bufio"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/dirpath"
)

// Known are the faults of a file of known faults.
type Known struct {
	// Name is the name of the file, for messages.
	Name string
	// Found is the number of known faults that were found.
	Found int
	// Unchecked is the number of entries about documents that the run did not check.
	Unchecked int
	// LeftOut is the number of entries about what the user did not want to be checked.
	LeftOut int
	// CodesOut are the codes of the rules that the run does not check.
	CodesOut []string

	dir     string           // the current directory, or "" if that is not known
	entries []entry          // the entries as in the file
	first   map[uint64]int32 // for each hash, the first entry whose fault has it: see hash and entry.next
	seed    maphash.Seed
	checked map[string]bool // the documents of the entries: true if the run checks the document
}

// An entry is a line of a file of known faults.
type entry struct {
	fault
	line, number, left int32
	next               int32 // the next entry whose fault has the same hash, or -1
	out                bool  // the user does not want the reference to be checked
}

// ReadKnown reads a file of known faults. An entry may come twice; then the numbers are added.
func ReadKnown(name string, r io.Reader) (*Known, error) {
	k := &Known{Name: name, first: make(map[uint64]int32), seed: maphash.MakeSeed(), checked: make(map[string]bool)}
	k.dir, _ = os.Getwd() // without it, paths are compared as they are written
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

// add adds the entry of a line, if the line has an entry.
func (k *Known) add(line string, number int) error {
	if number == 1 {
		line = strings.TrimPrefix(line, "\ufeff") // editors on Windows add a byte order mark
	}
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	f, n, err := parseLine(line)
	if err != nil {
		return err
	}
	f.doc = k.document(f.doc)
	e := k.find(f)
	switch {
	case e == nil:
		e = k.append(f)
		e.line = int32(number)
	case n > math.MaxInt32-int(e.number):
		return fmt.Errorf("has too many faults: line %d has %d of them", e.line, e.number)
	}
	e.number += int32(n)
	e.left += int32(n)
	return nil
}

// document returns the path of a document in the one form in which paths are compared: relative to the current
// directory if the document is in it, else absolute.
func (k *Known) document(path string) string {
	path = document(path)
	if k.dir == "" || filepath.IsLocal(path) {
		return path
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(k.dir, path)
	}
	if rel, ok := dirpath.Rel(k.dir, path); ok {
		path = rel
	}
	return filepath.ToSlash(path)
}

// First returns the first part of the path of the first document, or "" if the file has no entries.
func (k *Known) First() string {
	if len(k.entries) == 0 {
		return ""
	}
	first, _, _ := strings.Cut(k.entries[0].doc, "/")
	return first
}

// hash returns the hash of a fault without its code.
func (k *Known) hash(f fault) uint64 {
	f.code = ""
	return maphash.Comparable(k.seed, f)
}

// at yields the entries whose faults have the same hash as f.
func (k *Known) at(f fault) iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		i, ok := k.first[k.hash(f)]
		for ok && i >= 0 && yield(&k.entries[i]) {
			i = k.entries[i].next
		}
	}
}

// find returns the entry of a fault, or nil.
func (k *Known) find(f fault) *entry {
	for e := range k.at(f) {
		if e.fault == f {
			return e
		}
	}
	return nil
}

// faultOf returns the fault of a finding with the path of its document as entries have it.
func (k *Known) faultOf(f *Finding) fault {
	known := f.fault()
	known.doc = k.document(known.doc)
	return known
}

// leaveOut notes that the user does not want the reference of a finding to be checked, whatever its fault is.
func (k *Known) leaveOut(f *Finding) {
	out := k.faultOf(f)
	for e := range k.at(out) {
		if out.code = e.code; e.fault == out {
			e.out = true
		}
	}
}

// append adds an entry for a new fault. To save memory, the entry shares texts with the entry before it.
func (k *Known) append(f fault) *entry {
	hash := k.hash(f)
	next, ok := k.first[hash]
	if !ok {
		next = -1
	}
	k.first[hash] = int32(len(k.entries))
	var last fault
	if n := len(k.entries); n > 0 {
		last = k.entries[n-1].fault
	}
	f = fault{shared(f.doc, last.doc), shared(f.code, last.code), shared(f.place, last.place), strings.Clone(f.ref)}
	k.entries = append(k.entries, entry{fault: f, next: next})
	if f.doc != last.doc {
		k.checked[f.doc] = false
	}
	return &k.entries[len(k.entries)-1]
}

// shared returns a string that equals s: last, or a copy that shares no memory with other strings.
func shared(s, last string) string {
	if s == last {
		return last
	}
	return strings.Clone(s)
}

// Sink returns a sink that passes on to another sink the findings that are not known. When the sink is
// closed, it also passes on a finding for each entry of a checked document that has more faults than were
// found. below reports whether the run checks all documents in the directory of a document, and whether
// that document exists.
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
	if name = k.known.document(name); len(k.known.checked) > 0 {
		if _, ok := k.known.checked[name]; ok {
			k.known.checked[name] = true
		}
	}
}

func (k *knownFilter) Finding(f *Finding) error {
	k.check(f.Doc)
	if k.known.Has(f) {
		return nil
	}
	return k.Sink.Finding(f)
}

// Has reports whether the fault of a finding is known, and counts it. An entry makes as many findings known as its
// number says.
func (k *Known) Has(f *Finding) bool {
	e := k.find(k.faultOf(f))
	if e == nil || e.left == 0 {
		return false
	}
	e.left--
	k.Found++
	return true
}

func (k *knownFilter) Close(ok bool) error {
	for i := range k.known.entries {
		e := &k.known.entries[i]
		switch {
		case e.left == 0:
			continue
		case !k.isChecked(e.fault):
			k.known.Unchecked++
			continue
		case e.out || slices.Contains(k.known.CodesOut, e.code):
			k.known.LeftOut++
			continue
		}
		if err := k.Sink.Finding(k.known.mended(e)); err != nil {
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

// mended returns the finding that fewer faults were found than an entry has.
func (k *Known) mended(e *entry) *Finding {
	about := Finding{Doc: e.doc, Ref: e.ref, Element: e.place}
	what := "mended: remove this line"
	if e.left < e.number {
		what = fmt.Sprintf("%d of %s mended: write %d", e.left, console.Plural(int(e.number), "fault"), e.number-e.left)
	}
	where := e.doc
	if place := about.Place(); place != "" {
		where += ": " + place + ": " + e.ref
	}
	return &Finding{Doc: k.Name, Line: int(e.line), Column: 1, Character: 1, Code: "mended", Text: what + " (" + where + ": " + e.code + ")"}
}
