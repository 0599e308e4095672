package console

import (
	"fmt"

	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/engine"
)

// Notes counts the notes of kinds that every message or feed of an archive may have.
// Print prints one line for each kind. Notes of other kinds are printed as they come; with
// --verbose, all are.
type Notes struct {
	counts [len(counted)]noteCount
}

type noteCount struct {
	notes, messages int
	first           string // printed if it is the only one
}

// counted are the notes that are counted, in the order of their lines.
var counted = [...]struct {
	code   string
	noun   string // what the notes are on
	format string // of the line; its arguments are the numbers of messages or documents, and of notes
}{
	{engine.BrokenSeal, "message", "DKIM or ARC signatures cover what changes in %s (%s): --verbose lists them, --skip-dkim leaves such messages"},
	{engine.RefusedBase, "message", "bases in header fields are ignored because of their scheme in %s (%s): --verbose lists them, --base-schemes says which count"},
	{engine.LongLine, "message", "lines get longer than 998 bytes in %s (%s): --verbose lists them"},
	{engine.BlockedIntegrity, "document", "browsers load no local file of an element with integrity or crossorigin, which %s have (%s): --drop-integrity removes these attributes"},
	{engine.BlockedFile, "document", "browsers do not load modules, manifests, text tracks and parts of other SVG files from a disk, which %s have (%s): --verbose lists them"},
	{engine.BrokenJSON, "line", "broken JSON in %s (%s), left: --verbose lists them"},
	{engine.RecordDefect, "part", "defects in %s of archives (%s): --verbose lists them"},
	{engine.NestedArchive, "archive", "%s within archives left (%s): unpack them first (--verbose lists them)"},
}

// countedAs returns the index in counted of the notes with a code, or -1.
func countedAs(code string) int {
	for i := range counted {
		if counted[i].code == code {
			return i
		}
	}
	return -1
}

// A Note is a note as JSON. The keys are stable.
type Note struct {
	Code    string `json:"code"`
	Doc     string `json:"doc"`
	Message int    `json:"message,omitempty"` // in its mailbox, from 1
	Part    string `json:"part"`
	Offset  int64  `json:"offset"` // in the source; of the record, in a web archive
	*archive.Record
	Within *int   `json:"document_offset,omitempty"` // in the document of a record, or its HTTP header
	Text   string `json:"text"`

	Title string `json:"-"` // of the record, or ""
	Noun  string `json:"-"` // for Message, such as "line"; or ""
}

// line returns the note as text. name is the name of its document.
func (n *Note) line(name string) string {
	if n.Message > 0 && n.Noun != "" {
		name += fmt.Sprintf(": %s %d", n.Noun, n.Message)
	}
	if n.Part != "" {
		name += ": part " + n.Part
	}
	if n.Title != "" {
		return fmt.Sprintf("%s: %s: byte %d: %s", name, n.Title, *n.Within, n.Text)
	}
	return fmt.Sprintf("%s: byte %d: %s", name, n.Offset, n.Text)
}

// A NoteReporter reports the notes of one message or document.
type NoteReporter struct {
	to   *Console
	seen [len(counted)]bool
}

// Note returns a reporter for a message or document.
func (c *Console) Note() NoteReporter { return NoteReporter{to: c} }

// Report prints a note, or counts it. name is the name of the document in text.
func (r *NoteReporter) Report(name string, n *Note) {
	if r.to.JSON {
		_ = WriteJSON(r.to.Stderr, n) // an error of standard error cannot be reported
		return
	}
	i := countedAs(n.Code)
	if r.to.Notes == nil || i < 0 {
		r.to.Report("%s", n.line(name))
		return
	}
	r.to.Notes.add(i, n.line(name), !r.seen[i])
	r.seen[i] = true
}

// add counts a note. line is printed if there is no other of its kind; isFirst says
// whether it is the first of its kind in its message.
func (n *Notes) add(i int, line string, isFirst bool) {
	k := &n.counts[i]
	if k.notes == 0 {
		k.first = line
	}
	k.notes++
	if isFirst {
		k.messages++
	}
}

// merge adds the counts of from.
func (n *Notes) merge(from *Notes) {
	for i := range from.counts {
		k, other := &n.counts[i], &from.counts[i]
		if k.notes == 0 {
			k.first = other.first
		}
		k.notes += other.notes
		k.messages += other.messages
	}
}

// Print prints a line for each kind that has notes.
func (n *Notes) Print(to *Console) {
	for i, k := range n.counts {
		switch {
		case k.notes == 1:
			to.Report("%s", k.first)
		case k.notes > 1:
			to.Report(counted[i].format, Plural(k.messages, counted[i].noun), Plural(k.notes, "note"))
		}
	}
}
