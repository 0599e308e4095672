package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// Form is the version of the form that this package writes.
const Form = 1

// A Header begins a run.
type Header struct {
	Manifest int                 `json:"manifest"` // [Form]
	Version  string              `json:"version"`  // the version of the program
	Verb     string              `json:"verb"`
	Options  map[string][]string `json:"options"`          // the options that can change results and differ from their defaults
	Shard    string              `json:"shard,omitempty"`  // the shard, such as 3/16
	Input    string              `json:"input,omitempty"`  // the directory that the paths of inputs are relative to
	Output   string              `json:"output,omitempty"` // the directory that the paths of outputs are relative to; empty if files are written in place
	Dir      string              `json:"dir,omitempty"`    // the current directory of the run, which Input, Output and paths in lists are relative to
	Tree     string              `json:"tree,omitempty"`   // digest of the names of files, if results depend on them
	Time     time.Time           `json:"time,omitzero"`
}

// InPlace reports whether the run writes results over their inputs.
func (h *Header) InPlace() bool { return h.Output == "" }

// An Outcome is what a run did with a file.
type Outcome string

// The outcomes.
const (
	Begun     Outcome = "begun"     // the result is complete, and will get its name next
	Done      Outcome = "done"      // the result differs from the input
	Unchanged Outcome = "unchanged" // the result is the same as the input
	Copied    Outcome = "copied"    // the file is no document, and was copied
	Passed    Outcome = "passed"    // the file is no document, and was passed over
	Failed    Outcome = "failed"    // Error has the reason
)

// A Record is what a run did with a file, or with a range of its bytes.
type Record struct {
	Name             // the name of the input
	Range    *Range  `json:"range,omitempty"` // hrefix-beam may write a result for each range
	Outcome  Outcome `json:"outcome"`
	Then     Outcome `json:"then,omitempty"` // in a record that is Begun, the outcome after it
	State            // the state of the input when it was read
	Output   *File   `json:"output,omitempty"`
	Replaces *File   `json:"replaces,omitempty"` // in a record that is Begun, the output of an earlier run
	Counts   *Counts `json:"counts,omitempty"`
	Tree     string  `json:"tree,omitempty"`   // the tree as in the header
	Origin   string  `json:"origin,omitempty"` // the URL that is recorded beside the input, if it may be the base
	Error    string  `json:"error,omitempty"`
}

// IsDone reports whether a record says that the file is done.
func (r *Record) IsDone() bool { return r.Outcome != Begun && r.Outcome != Failed }

// Result returns the result of a record. Without an output, it is the input.
func (r *Record) Result() *File {
	if r.Output != nil {
		return r.Output
	}
	return &File{Name: r.Name, State: r.State}
}

// A Range is the bytes of a file from Start up to End.
type Range struct {
	Start int64 `json:"start"`
	End   int64 `json:"end"`
}

// A File is a file that a run wrote.
type File struct {
	Name
	State
}

// Counts are the numbers of what a run found in a file.
type Counts struct {
	Documents  int `json:"documents"`
	Changed    int `json:"changed"`
	References int `json:"references"`
	Rewritten  int `json:"rewritten"`
	Left       int `json:"left"`
	Unresolved int `json:"unresolved,omitempty"` // references in Left without a usable base
	Notes      int `json:"notes"`
	Marked     int `json:"marked,omitempty"` // links to the page for missing files
}

// An End is written when a run comes to its end.
type End struct {
	End        bool      `json:"end"`           // true
	Files      int       `json:"files"`         // the files of the work, including the files that earlier runs did
	Before     int       `json:"before"`        // the files that earlier runs did
	Failed     int       `json:"failed"`        // the files that failed
	Seconds    float64   `json:"seconds"`       // the seconds of the run
	CPUSeconds float64   `json:"cpu_seconds"`   // the processor seconds of the run, 0 if they are not known
	Time       time.Time `json:"time,omitzero"` // the end of the run
}

// A Name is a path, with slashes.
type Name struct {
	Path       string `json:"path,omitempty"`
	PathBase64 []byte `json:"path_base64,omitempty"` // the path, if it is not UTF-8
}

// NameOf returns the name for a path.
func NameOf(path string) Name {
	if utf8.ValidString(path) {
		return Name{Path: path}
	}
	return Name{PathBase64: []byte(path)}
}

// String returns the path.
func (n Name) String() string {
	if n.PathBase64 != nil {
		return string(n.PathBase64)
	}
	return n.Path
}

// check returns an error unless the record has what every record has.
func (r *Record) check() error {
	names := []Name{r.Name}
	for _, f := range []*File{r.Output, r.Replaces} {
		if f != nil {
			names = append(names, f.Name)
		}
	}
	switch {
	case !slices.Contains([]Outcome{Begun, Done, Unchanged, Copied, Passed, Failed}, r.Outcome):
		return fmt.Errorf("the outcome %q is not known", r.Outcome)
	case slices.ContainsFunc(names, func(n Name) bool { return (n.Path == "") == (len(n.PathBase64) == 0) }):
		return errors.New("it has no path, or two")
	case r.Range != nil && (r.Range.Start < 0 || r.Range.End < r.Range.Start):
		return fmt.Errorf("no range: %d to %d", r.Range.Start, r.Range.End)
	}
	return nil
}

// check returns an error unless the header has what every header has, and its form is known.
func (h *Header) check() error {
	switch {
	case h.Manifest > Form:
		return ErrNewer
	case h.Manifest < 1 || h.Verb == "":
		return errors.New("it has no form, or no verb")
	}
	return nil
}

// Append appends a header, a record or an end as a line. It is a pointer.
func Append(dst []byte, object any) []byte {
	b := bytes.NewBuffer(dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(object); err != nil {
		panic(err) // all fields can be encoded
	}
	return b.Bytes()
}
