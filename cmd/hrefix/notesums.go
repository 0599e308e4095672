package main

import (
	"cmp"

	"github.com/hrefix/hrefix/internal/engine"
)

// noteSums counts the notes that are summed up in a line for each kind at the end of a run,
// because every message or feed of an archive may have one. With --verbose each note is printed.
type noteSums struct {
	kinds [len(sumFormats)]noteSum
}

type noteSum struct {
	notes, messages int
	first           string // what is printed if it is the only one
}

// sumNouns are what the notes of a kind are on, if that is not messages.
var sumNouns = [len(sumFormats)]string{engine.UnknownFeedLinks: "document"}

// sumFormats are the lines for the kinds that are summed up. Their arguments are the number
// of messages or documents and the number of notes.
var sumFormats = [...]string{
	engine.BrokenSeal:       "DKIM or ARC signatures cover what changes in %s (%s): --verbose lists them, --skip-dkim leaves such messages",
	engine.RefusedBase:      "bases in header fields are passed over for their scheme in %s (%s): --verbose lists them, --base-schemes says which count",
	engine.UnknownFeedLinks: "own links of feeds are not known yet, only those of XHTML, SVG, XLink and xml:base, in %s (%s): --verbose lists them",
	engine.LongLine:         "lines get longer than 998 bytes in %s (%s): --verbose lists them",
}

// isSummedUp reports whether notes of a kind are summed up.
func isSummedUp(kind engine.NoteKind) bool {
	return int(kind) < len(sumFormats) && sumFormats[kind] != ""
}

// add counts a note that would be printed as line. isFirst says whether it is the first of
// its kind for its message.
func (s *noteSums) add(kind engine.NoteKind, line string, isFirst bool) {
	k := &s.kinds[kind]
	if k.notes == 0 {
		k.first = line
	}
	k.notes++
	if isFirst {
		k.messages++
	}
}

// merge adds the counts of from.
func (s *noteSums) merge(from *noteSums) {
	for i := range from.kinds {
		k, other := &s.kinds[i], &from.kinds[i]
		if k.notes == 0 {
			k.first = other.first
		}
		k.notes += other.notes
		k.messages += other.messages
	}
}

// print prints a line for each kind with at least one note.
func (s *noteSums) print(to *console) {
	for i, k := range s.kinds {
		switch {
		case k.notes == 1:
			to.complain("%s", k.first)
		case k.notes > 1:
			to.complain(sumFormats[i], plural(k.messages, cmp.Or(sumNouns[i], "message")), plural(k.notes, "note"))
		}
	}
}
