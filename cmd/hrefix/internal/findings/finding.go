package findings

import (
	"strings"

	"github.com/hrefix/hrefix/internal/linktext"
)

// A Finding is a fault that check found. The JSON keys are stable. They are the same as for the
// links that other verbs print. The reason is the code of the rule, and the text is the fault as a sentence. The URL is the
// target, or "" if that is not known.
type Finding struct {
	linktext.Link
	Column   int      `json:"column"` // the column in bytes, from 1; 0 for a finding about a whole document
	Severity Severity `json:"severity"`

	// Character is Column in code units of UTF-16, which some formats need. 0 is unknown.
	Character int `json:"-"`
	// Tree is the number of the tree that the document is in. A URL that begins with "/" is a path there.
	Tree int `json:"-"`
	// Folder is a folder that the fault is probably about, rather than the target, or "".
	Folder string `json:"-"`
}

// A Severity says how bad a fault is. The zero value is Error.
type Severity uint8

const (
	Error   Severity = iota // makes check exit with 1
	Warning                 // a warning is only printed
	leftOut                 // no fault, but a record of [WriteLeftOut]
	begun                   // no fault, but a record of [WriteDocument]
)

// String returns the severity in lower case.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText returns the severity in lower case.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Place returns the element and attribute of the reference, or another word for its place. It
// returns "" for a finding that is not about a reference.
func (f *Finding) Place() string {
	place := strings.TrimSpace(f.Element + " " + f.Attr)
	if place == "" && f.Ref != "" {
		return "style sheet"
	}
	return place
}

// Sentence returns the finding without the document and the line.
func (f *Finding) Sentence() string {
	if f.Title != "" {
		return f.sentence() + " (" + f.Title + ")"
	}
	return f.sentence()
}

// sentence returns the finding without the document, the record, and the line.
func (f *Finding) sentence() string {
	s := f.Text
	if place := f.Place(); place != "" {
		s = place + ": " + f.Ref + ": " + s
	}
	if f.Part != "" {
		s += " (part " + f.Part + ")"
	}
	return s
}
