package findings

import (
	"strings"

	"github.com/hrefix/hrefix/internal/archive"
)

// A Finding is a fault that check found. The JSON keys are stable. They are the same as for the
// links that other verbs print.
type Finding struct {
	Doc     string `json:"doc"`               // the path of the document, as given
	Message int    `json:"message,omitempty"` // the number of the message in its mailbox, from 1
	Part    string `json:"part"`
	Offset  int    `json:"offset"` // the offset of the first byte in the source; in a web archive, the offset of the record
	*archive.Record
	Within   *int     `json:"document_offset,omitempty"` // the offset of the first byte in the document of a record
	Line     int      `json:"line"`                      // the line, from 1
	Element  string   `json:"element"`
	Attr     string   `json:"attr"`
	Ref      string   `json:"ref"` // the reference as the document writes it
	URL      string   `json:"url"` // the target; empty if it is not known
	Status   string   `json:"status"`
	Code     string   `json:"reason"` // the rule
	Text     string   `json:"text"`   // the fault as a sentence
	Base     string   `json:"base"`
	Layer    string   `json:"layer"`
	From     string   `json:"from"`
	Column   int      `json:"column"` // the column in bytes, from 1; 0 for a finding about a whole document
	Severity Severity `json:"severity"`

	// Character is Column in code units of UTF-16, which some formats need. 0 is unknown.
	Character int `json:"-"`
	// Tree is the number of the tree that the document is in. A URL that begins with "/" is a path there.
	Tree int `json:"-"`
	// Folder is a folder that the fault is probably about, rather than the target, or "".
	Folder string `json:"-"`
	// Title is the URL of the record, or another name of the record. It is empty outside of web
	// archives.
	Title string `json:"-"`
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
