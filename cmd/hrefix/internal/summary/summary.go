// Package summary counts what a run finds, and reports it at the end.
package summary

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/filekind"
)

// Counts are the numbers of a summary. The JSON keys are stable.
type Counts struct {
	Documents  int            `json:"documents"` // files, and messages of mailboxes
	Changed    int            `json:"changed"`   // documents
	References int            `json:"references"`
	Rewritten  int            `json:"rewritten"`
	Fragments  int            `json:"fragments"`          // rewritten references that are empty or only a fragment
	Absolute   int            `json:"absolute,omitempty"` // rewritten references that become absolute while others become relative
	Missing    int            `json:"missing,omitempty"`  // references to files that the tree lacks
	Marked     int            `json:"marked,omitempty"`   // references in Missing that lead to the page for missing files
	Renamed    int            `json:"renamed,omitempty"`  // references that get the name of their file, which differs in case or normal form
	Left       int            `json:"left"`
	TooLarge   int            `json:"toolarge,omitempty"` // documents that are left for their size
	Failed     int            `json:"failed,omitempty"`   // files of a run that could not be done
	Unprinted  int            `json:"notes,omitempty"`    // other notes that are not printed
	Reasons    map[string]int `json:"reasons"`            // references that are left, by reason
	Unread     map[string]int `json:"unread,omitempty"`   // values that look like links and are not read, by kind of place; nil unless they were looked for in all documents
	Remains    map[string]int `json:"remains,omitempty"`  // URLs that should change and that stay, by kind of place
	Before     int            `json:"before,omitempty"`   // files that earlier runs did
}

// A Summary is reported at the end of a run. The JSON keys are stable.
type Summary struct {
	Shard string `json:"shard,omitempty"` // the shard, such as 3/16
	Counts
	Skipped   int            `json:"-"`                   // the files in Failed whose results exist
	Unchanged *int           `json:"unchanged,omitempty"` // with --update, files that had the content already
	Others    map[string]int `json:"others"`              // files in directories that are no documents, by group
	Lost      map[string]int `json:"lost,omitempty"`      // files in directories that the new tree does not have, by group
	Seconds   float64        `json:"seconds"`

	tally        *Tally
	others, lost string // Others and Lost as text
	Run          `json:"-"`
}

// A Run says what the run did.
type Run struct {
	Mode    engine.Mode
	Written bool // results were written
	Copied  bool // files that are no documents were copied
	Based   bool // the user gave bases
}

// New returns the summary of a run that took the time took.
func New(t *Tally, run Run, took time.Duration) *Summary {
	s := &Summary{Run: run, Counts: t.Counts, tally: t, Seconds: took.Round(time.Millisecond).Seconds()}
	if run.Mode == engine.MakeAbsolute {
		s.Absolute = 0 // in this mode, no reference becomes relative, so the number says nothing
	}
	if t.Unsearched {
		s.Unread = nil
	}
	if s.Reasons == nil {
		s.Reasons = make(map[string]int)
	}
	s.Others, s.others = byGroup(&t.Others, t.guessed)
	s.Lost, s.lost = byGroup(&t.Lost, nil)
	return s
}

// byGroup returns the number of files in each group by the name of the group, and the same as
// text, the most frequent group first. The text has the names of a few guessed files.
func byGroup(counts *[filekind.Groups]int, guessed map[filekind.Group][]string) (byName map[string]int, text string) {
	byName = make(map[string]int)
	var groups []filekind.Group
	for i, n := range counts {
		if n > 0 {
			group := filekind.Group(i)
			groups = append(groups, group)
			byName[group.String()] = n
		}
	}
	slices.SortStableFunc(groups, func(a, b filekind.Group) int { return counts[b] - counts[a] })
	names := make([]string, 0, len(groups))
	for _, group := range groups {
		n := counts[group]
		text := fmt.Sprintf("%d %s", n, group.Count(n))
		if few := guessed[group]; len(few) > 0 {
			more := ""
			if n > maxGuessed {
				few, more = few[:maxGuessed], fmt.Sprintf(" and %d more", n-maxGuessed)
			}
			text += " (" + strings.Join(few, ", ") + more + ")"
		}
		names = append(names, text)
	}
	return byName, strings.Join(names, ", ")
}

// OthersText returns the numbers of files that are no documents, by group, the most frequent first.
func (t *Tally) OthersText() string {
	_, text := byGroup(&t.Others, t.guessed)
	return text
}

// UnreadFiles returns the numbers of unread files that may hold documents, by name, and the same as a
// text.
func (t *Tally) UnreadFiles() (byName map[string]int, text string) {
	unread := t.Others
	for i := range unread {
		if !filekind.Group(i).MayHoldDocuments() {
			unread[i] = 0
		}
	}
	return byGroup(&unread, nil)
}

// Report prints the summary as text.
func (s *Summary) Report(to *console.Console) {
	parts := []string{fmt.Sprintf("%d %s", s.Changed, s.did("changed", "would change"))}
	if n := s.Failed - s.Skipped; n > 0 {
		parts = append(parts, console.Plural(n, "file")+" failed")
	}
	if s.Skipped > 0 {
		parts = append(parts, console.Plural(s.Skipped, "file")+" not written")
	}
	if s.TooLarge > 0 {
		parts = append(parts, console.Plural(s.TooLarge, "document")+" left (too large)")
	}
	references := console.Plural(s.References, "reference")
	switch s.Mode {
	case engine.MakeAbsolute:
		references += fmt.Sprintf(": %d %s", s.Rewritten, s.did("made absolute", "would become absolute"))
		if n := s.tally.already + s.tally.fileURLs.n; n > 0 {
			references += fmt.Sprintf(", %d absolute already", n)
		}
	case engine.MakeRelative:
		references += fmt.Sprintf(": %d %s", s.Rewritten-s.Absolute-s.Marked, s.did("made relative", "would become relative"))
		if s.Marked > 0 {
			references += fmt.Sprintf(", %d %s to the page for missing files", s.Marked, s.did("led", "would lead"))
		}
		if s.Absolute > 0 {
			references += fmt.Sprintf(", %d %s", s.Absolute, s.did("made absolute", "would become absolute"))
		}
	case engine.MoveLinks:
		references += fmt.Sprintf(": %d %s", s.Rewritten, s.did("moved", "would move"))
	}
	parts = append(parts, references)
	if s.Left > 0 {
		parts = append(parts, fmt.Sprintf("%d left (%s)", s.Left, s.why()))
	}
	shard := ""
	if s.Shard != "" {
		shard = "shard " + s.Shard + ": "
	}
	to.Report("%s%s, %s, %.1f s", shard, console.Plural(s.Documents, "document"), strings.Join(parts, ", "), s.Seconds)
	if more := s.details(); more != "" {
		to.Report("%s", more)
	}
	if s.tally.already > 0 && s.Rewritten+s.tally.LeftAll+s.Failed == 0 && s.Based && s.Mode == engine.MakeAbsolute {
		to.Report("all links are absolute already, and stay: \"hrefix move\" changes URLs, and \"hrefix restore\" takes back a run with --backup=DIR/")
	}
	if s.Before > 0 {
		to.Report("%s done by earlier runs", console.Plural(s.Before, "file"))
	}
	if s.Unchanged != nil {
		to.Report("%s had the content already", console.Plural(*s.Unchanged, "file"))
	}
	if s.Fragments > 0 && s.Mode == engine.MakeAbsolute {
		to.Report("%s within the document (#x or empty) %s its URL: --fragments keep leaves them",
			console.Plural(s.Fragments, "reference"), s.did("got", "would get"))
	}
}

// did returns what the run did, or without results what it would do.
func (s *Summary) did(done, would string) string {
	if s.Written {
		return done
	}
	return would
}

// details returns the second line of the summary: files that the tree lacks, and files that are no documents.
func (s *Summary) details() string {
	var parts []string
	if s.Missing > 0 {
		away := ""
		if n := s.tally.away; n > 0 {
			away = fmt.Sprintf(" (%d %s)", n, s.did("made absolute", "would become absolute"))
		}
		parts = append(parts, fmt.Sprintf("the tree lacks the files of %s%s", console.Plural(s.Missing, "reference"), away))
	}
	if s.Renamed > 0 {
		parts = append(parts, "file names differ in case or normal form in "+console.Plural(s.Renamed, "reference"))
	}
	switch {
	case s.others == "":
	case s.Copied:
		parts = append(parts, "copied as they are: "+s.others)
	default:
		parts = append(parts, "passed over: "+s.others)
	}
	if s.lost != "" {
		parts = append(parts, "not in the new tree: "+s.lost)
	}
	return strings.Join(parts, "; ")
}

// why returns the reasons for which references are left, the most frequent first.
func (s *Summary) why() string {
	reasons := console.ByNumber(s.Reasons)
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("%d %s", s.Reasons[reason], reason)
	}
	return strings.Join(reasons, "; ")
}

// mostPlaces is how many kinds of places byPlace names.
const mostPlaces = 5

// byPlace returns the sum of counts by kind of place, and the most frequent kinds as text.
func byPlace(counts map[string]int) (sum int, text string) {
	var parts []string
	named := 0
	for i, kind := range console.ByNumber(counts) {
		if sum += counts[kind]; i < mostPlaces {
			named += counts[kind]
			parts = append(parts, fmt.Sprintf("%d in %s", counts[kind], kind))
		}
	}
	if sum > named {
		parts = append(parts, fmt.Sprintf("%d elsewhere", sum-named))
	}
	return sum, strings.Join(parts, ", ")
}
