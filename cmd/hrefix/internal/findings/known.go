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
	"github.com/hrefix/hrefix/internal/linktext"
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
	// Below reports whether the run checks all documents in the directory of a document, and whether that document exists.
	Below func(doc string) (within, exists bool)

	dir     string           // the current directory, or "" if that is not known
	entries []entry          // the entries as in the file
	index   map[uint64]int32 // the entries by the hash of their fault, which takes less memory than the fault
	seed    maphash.Seed
	codes   []string        // the codes of the entries
	checked map[string]bool // the documents of the entries: true if the run checks the document
}

// An entry is a line of a file of known faults.
type entry struct {
	fault
	line, number, left int32
	out                bool // the user does not want the reference to be checked
}

// ReadKnown reads a file of known faults. An entry may come twice; then the numbers are added.
func ReadKnown(name string, r io.Reader) (*Known, error) {
	k := &Known{Name: name, index: make(map[uint64]int32), seed: maphash.MakeSeed(), checked: make(map[string]bool)}
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

// find returns the entry of a fault, or nil.
func (k *Known) find(f fault) *entry {
	if i, ok := k.index[maphash.Comparable(k.seed, f)]; ok && k.entries[i].fault == f {
		return &k.entries[i]
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
	for _, out.code = range k.codes {
		if e := k.find(out); e != nil {
			e.out = true
		}
	}
}

// append adds an entry for a new fault. To save memory, the entry shares texts with the entry before it.
func (k *Known) append(f fault) *entry {
	k.index[maphash.Comparable(k.seed, f)] = int32(len(k.entries))
	var last fault
	if n := len(k.entries); n > 0 {
		last = k.entries[n-1].fault
	}
	f = fault{shared(f.doc, last.doc), shared(f.code, last.code), shared(f.place, last.place), strings.Clone(f.ref)}
	k.entries = append(k.entries, entry{fault: f})
	if f.doc != last.doc {
		k.checked[f.doc] = false
	}
	if f.code != last.code && !slices.Contains(k.codes, f.code) {
		k.codes = append(k.codes, f.code)
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

// check notes that a document is checked.
func (k *Known) check(name string) {
	if len(k.checked) == 0 {
		return
	}
	name = k.document(name)
	if _, ok := k.checked[name]; ok {
		k.checked[name] = true
	}
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

// mended yields a finding for each entry of a checked document that has more faults than were found, and counts the
// other entries with such faults.
func (k *Known) mended() iter.Seq[*Finding] {
	return func(yield func(*Finding) bool) {
		for i := range k.entries {
			switch e := &k.entries[i]; {
			case e.left == 0:
			case !k.isChecked(e.fault):
				k.Unchecked++
			case e.out || slices.Contains(k.CodesOut, e.code):
				k.LeftOut++
			case !yield(k.mendedIn(e)):
				return
			}
		}
	}
}

// isChecked reports whether the run checks the document of a fault, or would if the document
// still existed. A file that no link leads to need not be a document.
func (k *Known) isChecked(f fault) bool {
	if k.checked[f.doc] {
		return true
	}
	within, exists := k.Below(f.doc)
	return within && (!exists || f.code == "orphan")
}

// mendedIn returns the finding that fewer faults were found than an entry has.
func (k *Known) mendedIn(e *entry) *Finding {
	about := Finding{Link: linktext.Link{Ref: e.ref, Element: e.place}}
	what := "mended: remove this line"
	if e.left < e.number {
		what = fmt.Sprintf("%d of %s mended: write %d", e.left, console.Plural(int(e.number), "fault"), e.number-e.left)
	}
	where := e.doc
	if place := about.Place(); place != "" {
		where += ": " + place + ": " + e.ref
	}
	text := what + " (" + where + ": " + e.code + ")"
	return &Finding{Link: linktext.Link{Doc: k.Name, Line: int(e.line), Reason: "mended", Text: text}, Column: 1, Character: 1}
}
