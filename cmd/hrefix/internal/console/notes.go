package console

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/reason"
)

// Notes sums up the notes, remarks and errors of a run by their kinds. [Console.EndNotes] prints one line for each
// kind of notes: the first note, and the number of notes. Notes keeps one line for each kind, and the number of
// kinds has a limit. With --verbose, a console has no Notes, and prints each note as it comes.
type Notes struct {
	mu    sync.Mutex // a signal ends the run while notes are added
	kinds []kind
}

// A kind has the facts about the notes of one kind.
type kind struct {
	code     string
	sentence string // distinguishes kinds with the same code
	first    string // the line of the first note
	notes    int
	places   int // documents with such a note
	last     place
}

// A place is the document that a note is on. Remarks have no place.
type place struct {
	name, title string
	message     int
}

const (
	maxSentences = 20 // kinds with the same code; one more kind is for all other sentences
	maxErrors    = 10 // errors of a kind that are printed
	manyNotes    = 5  // if EndNotes prints more lines, it prints the first errors again after them
)

// damage is one sentence for all defects of messages that are read nevertheless: nobody can repair old mail.
const damage = "damaged MIME"

// severalDefects are the codes for several kinds of defects. Notes with such a code are also
// distinguished by their sentences.
var severalDefects = []string{engine.MessageDefect, engine.RecordDefect, reason.NotPinned.Code}

// remedies has advice for kinds whose notes contain no advice.
var remedies = map[string]string{
	engine.BrokenSeal:  ", --skip-dkim leaves such messages",
	engine.RefusedBase: ", --base-schemes says which count",
}

// kind returns the kind with a code and a sentence, and adds it if it is new. If a code has too many kinds, the
// last kind is for all other sentences.
func (n *Notes) kind(code, sentence string) *kind {
	same := 0
	for i := range n.kinds {
		k := &n.kinds[i]
		if k.code != code {
			continue
		}
		if k.sentence == sentence || same == maxSentences {
			return k
		}
		same++
	}
	if same == maxSentences {
		sentence = ""
	}
	n.kinds = append(n.kinds, kind{code: code, sentence: sentence})
	return &n.kinds[len(n.kinds)-1]
}

// merge adds the notes of from after the notes of n.
func (n *Notes) merge(from *Notes) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, other := range from.kinds {
		k := n.kind(other.code, other.sentence)
		if k.notes == 0 {
			k.first = other.first
		}
		k.notes += other.notes
		k.places += other.places
		k.last = other.last
	}
}

// sentence returns the part of a text that does not depend on the document: without a number at the
// beginning, and up to the next number, quotation or parenthesis.
func sentence(text string) string {
	text = strings.TrimLeft(text, "0123456789")
	if i := strings.IndexAny(text, `"(0123456789`); i >= 0 {
		return text[:i]
	}
	return text
}

// line returns the line for all notes of the kind.
func (k *kind) line() string {
	if k.notes == 1 {
		return k.first
	}
	in := ""
	if k.places > 1 {
		in = " in " + Plural(k.places, "document")
	}
	if k.sentence == damage {
		return fmt.Sprintf("%s: %d notes%s, such as %s (--verbose lists them)", damage, k.notes, in, k.first)
	}
	return fmt.Sprintf("%s (%d such notes%s: --verbose lists them%s)", k.first, k.notes, in, remedies[k.code])
}

// A Note is a note as JSON. The keys are stable.
type Note struct {
	Code    string `json:"code"`
	Doc     string `json:"doc"`
	Message int    `json:"message,omitempty"` // the number of the message in its mailbox, from 1
	Part    string `json:"part"`
	Offset  int64  `json:"offset"` // the offset in the source; in a web archive, the offset of the record
	*archive.Record
	Within *int   `json:"document_offset,omitempty"` // the offset in the document of a record, or in its HTTP header
	Text   string `json:"text"`

	Title string `json:"-"` // the title of the record, or ""
	Noun  string `json:"-"` // the noun for Message, such as "line"; or ""
	Left  bool   `json:"-"` // the document, or the part of it that the note is about, is left as it is
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

// Note reports a note. name is the name of the document in text.
func (c *Console) Note(name string, n *Note) {
	if c.JSON {
		_ = c.ReportJSON(n) // an error of standard error cannot be reported
		return
	}
	about := ""
	switch {
	case n.Code == engine.MessageDefect && !n.Left:
		about = damage
	case slices.Contains(severalDefects, n.Code):
		about = sentence(n.Text)
	}
	c.sum(n.Code, about, place{name, n.Title, n.Message}, func() string { return n.line(name) })
}

// number matches a number that is a word of its own, and what follows it.
var number = regexp.MustCompile(` [0-9]+([ ,:].*)?$`)

// Kind returns the text of n without what is different in each document: numbers, quotations and parentheses.
func (n *Note) Kind() string {
	kind, _, _ := strings.Cut(strings.TrimLeft(n.Text, "0123456789 "), "(")
	kind, _, _ = strings.Cut(kind, `"`)
	return strings.Trim(number.ReplaceAllString(kind, ""), " :")
}

// Remark reports something about the document or file with a name, as Note does. Remarks with the same kind are
// summed up. If kind is "", the text is the kind.
func (c *Console) Remark(name, kind, text string) {
	if c.JSON {
		c.hint(name + ": " + text)
		return
	}
	c.sum(remarkCode, sentence(cmp.Or(kind, text)), place{}, func() string { return name + ": " + text })
}

// sum adds a note to the notes of its kind, or prints its line.
func (c *Console) sum(code, sentence string, at place, line func() string) {
	if c.Notes == nil {
		c.print(code, line())
		return
	}
	c.Notes.count(code, sentence, at, line)
}

// count counts a note, and returns the number of notes of its kind so far.
func (n *Notes) count(code, sentence string, at place, line func() string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	k := n.kind(code, sentence)
	if k.notes++; k.notes == 1 {
		k.first = line()
	}
	if at != (place{}) && at != k.last {
		k.places, k.last = k.places+1, at
	}
	return k.notes
}

// print prints the line of a note or a remark.
func (c *Console) print(code, line string) {
	if code == remarkCode {
		c.hint(line)
	} else {
		c.message(remarkCode, line)
	}
}

// sumError counts an error on a file, and reports whether to print it. Of each kind, only the first maxErrors
// errors are printed. name may be empty.
func (c *Console) sumError(name, text string) bool {
	if c.Notes == nil || c.JSON {
		return true
	}
	why, named := strings.CutPrefix(text, name+": ")
	if !named {
		why = text[strings.LastIndex(text, ": ")+1:] // the text before the last colon may have names of files
	}
	return c.Notes.count(errorCode, sentence(why), place{}, func() string { return text }) <= maxErrors
}

// EndNotes prints a line for each kind of notes, in the order of their first notes. Then come the number of errors that
// were not printed, and after many lines the first error of each kind again.
func (c *Console) EndNotes() {
	if c.Notes == nil {
		return
	}
	c.Notes.mu.Lock()
	defer c.Notes.mu.Unlock()
	lines := 0
	for _, k := range c.Notes.kinds {
		if k.code != errorCode {
			if c.print(k.code, k.line()); !c.Quiet {
				lines++
			}
		}
	}
	for _, k := range c.Notes.kinds {
		switch {
		case k.code != errorCode:
		case k.notes > maxErrors:
			c.message(errorCode, fmt.Sprintf("%s such as: %s (--verbose lists them)", Plural(k.notes-maxErrors, "more error"), k.first))
		case lines > manyNotes && k.notes == 1:
			c.message(errorCode, "the error before these notes: "+k.first)
		case lines > manyNotes:
			c.message(errorCode, fmt.Sprintf("%s before these notes, such as: %s", Plural(k.notes, "error"), k.first))
		}
	}
	c.Notes.kinds = nil
}
