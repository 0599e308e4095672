package console

import (
	"cmp"

	"github.com/hrefix/hrefix/internal/engine"
)

// Notes counts the notes of kinds that every message or feed of an archive may have.
// Print prints one line for each kind. Notes of other kinds are printed as they come; with
// --verbose, all are.
type Notes struct {
	kinds [len(sumFormats)]noteCount
}

type noteCount struct {
	notes, messages int
	first           string // printed if it is the only one
}

// sumNouns are what the notes of a kind are on, if not on messages.
var sumNouns = [len(sumFormats)]string{engine.UnknownFeedLinks: "document"}

// sumFormats are the lines for the kinds that are counted. Their arguments are the number
// of messages or documents and the number of notes.
var sumFormats = [...]string{
	engine.BrokenSeal:       "DKIM or ARC signatures cover what changes in %s (%s): --verbose lists them, --skip-dkim leaves such messages",
	engine.RefusedBase:      "bases in header fields are passed over for their scheme in %s (%s): --verbose lists them, --base-schemes says which count",
	engine.UnknownFeedLinks: "own links of feeds are not known yet, only those of XHTML, SVG, XLink and xml:base, in %s (%s): --verbose lists them",
	engine.LongLine:         "lines get longer than 998 bytes in %s (%s): --verbose lists them",
}

// isCounted reports whether notes of a kind are counted.
func isCounted(kind engine.NoteKind) bool {
	return int(kind) < len(sumFormats) && sumFormats[kind] != ""
}

// A NoteReporter reports the notes of one message or document.
type NoteReporter struct {
	to   *Console
	seen [len(sumFormats)]bool
}

// Note returns a reporter for a message or document.
func (c *Console) Note() NoteReporter { return NoteReporter{to: c} }

// Report prints the line of a note of a kind, or counts the note.
func (r *NoteReporter) Report(kind engine.NoteKind, line string) {
	if r.to.Notes == nil || !isCounted(kind) {
		r.to.Report("%s", line)
		return
	}
	r.to.Notes.add(kind, line, !r.seen[kind])
	r.seen[kind] = true
}

// add counts a note. line is printed if there is no other of its kind; isFirst says
// whether it is the first of its kind in its message.
func (n *Notes) add(kind engine.NoteKind, line string, isFirst bool) {
	k := &n.kinds[kind]
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
	for i := range from.kinds {
		k, other := &n.kinds[i], &from.kinds[i]
		if k.notes == 0 {
			k.first = other.first
		}
		k.notes += other.notes
		k.messages += other.messages
	}
}

// Print prints a line for each kind that has notes.
func (n *Notes) Print(to *Console) {
	for i, k := range n.kinds {
		switch {
		case k.notes == 1:
			to.Report("%s", k.first)
		case k.notes > 1:
			to.Report(sumFormats[i], Plural(k.messages, cmp.Or(sumNouns[i], "message")), Plural(k.notes, "note"))
		}
	}
}
