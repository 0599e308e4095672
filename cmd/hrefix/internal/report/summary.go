package report

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/internal/engine"
	reasons "github.com/hrefix/hrefix/internal/engine/reason"
)

// maxReasons is the number of reasons that are counted separately.
const maxReasons = 100

// maxTargets is the number of targets with faults that are counted separately, for browsers without scripts.
const maxTargets = 100

// otherReasons stands for all other reasons.
const otherReasons = "other reasons"

// A summary counts the documents and references of a report.
type summary struct {
	Read
	Entries, References int                       // documents and their parts; references
	Parts               bool                      // some of the entries are parts
	Below               string                    // the common beginning of the names of all sources, up to a "/"
	max                 int                       // references that the page has at most, or 0
	unresolvedMail      int                       // unresolved references in mail
	bases               map[baseFolder]*baseCount // by folder
	OtherBases          int                       // entries whose folder is not in bases
	layers              map[string]int            // entries, by the layer that gives the base
	statuses            map[string]int            // references
	reasons             map[reason]int            // references
	Checked             bool                      // references are checked, and the page has only references with a fault
	faults              map[string]int            // references, by the code of the fault
	targets             map[Fault]*target
	MoreTargets         bool // there are more than maxTargets
	notes               map[kindKey]*kind
}

// A baseFolder is the folder of the bases of documents, and what gives these bases.
type baseFolder struct {
	Folder string // the base up to its last "/", or "" for documents without a base
	From   string
}

// baseCount is the number of documents with a baseFolder.
type baseCount struct {
	baseFolder
	N     int
	First place // the place of the first document
}

// maxBases is the number of folders of bases that are counted separately, and fewBases the number that is shown at once.
const (
	maxBases = 200
	fewBases = 8
)

// Bases returns the folders of bases, sorted by the number of documents, the largest first.
func (s *summary) Bases() []*baseCount {
	return slices.SortedFunc(maps.Values(s.bases), func(a, b *baseCount) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Folder, b.Folder), cmp.Compare(a.From, b.From))
	})
}

// FewBases returns the first of Bases, and MoreBases the others.
func (s *summary) FewBases() []*baseCount { return s.Bases()[:min(fewBases, len(s.bases))] }

// MoreBases returns what FewBases leaves out.
func (s *summary) MoreBases() []*baseCount { return s.Bases()[min(fewBases, len(s.bases)):] }

// A target is what references with the same fault lead to.
type target struct {
	Fault
	N     int
	First place // the place of the first reference
	Line  int
	order int // the number of targets that were found before
}

// A reason is the reason for which references have a status.
type reason struct{ Status, Text string }

// A count is a row of a table of the summary.
type count struct {
	Of string // what is counted
	N  int
}

// enter notes the name of a source. first reports whether it is the first source.
func (s *summary) enter(name string, first bool) {
	file := name
	if i := strings.Index(name, "://"); i >= 0 { // the URL of a record follows the name of its archive
		file = name[:strings.LastIndexByte(name[:i], ' ')+1]
	}
	if first {
		s.Below = file
	}
	n := 0
	for n < min(len(file), len(s.Below)) && file[n] == s.Below[n] {
		n++
	}
	s.Below = file[:strings.LastIndexByte(file[:n], '/')+1]
}

// Short returns the name of a source without what all names begin with.
func (s *summary) Short(name string) string { return strings.TrimPrefix(name, s.Below) }

// fewHints is the number of messages that are shown at once.
const fewHints = 6

// FewHints returns the first messages, and LaterHints the others.
func (s *summary) FewHints() []string { return s.Hints[:min(fewHints, len(s.Hints))] }

// LaterHints returns what FewHints leaves out.
func (s *summary) LaterHints() []string { return s.Hints[min(fewHints, len(s.Hints)):] }

// IsUnread reports whether some files were not read.
func (s *summary) IsUnread() bool { return len(s.Failures)+len(s.Passed) > 0 }

// document counts a document, also for the folder of its base.
func (s *summary) document(d *document) {
	s.Entries++
	s.Parts = s.Parts || d.Part != ""
	s.layers[d.Layer]++
	folder := d.Base
	if i := strings.IndexAny(folder, "?#"); i >= 0 {
		folder = folder[:i]
	}
	folder = folder[:strings.LastIndexByte(folder, '/')+1]
	if strings.HasPrefix(folder, "/") {
		return // the base is a location in the tree, and no URL
	}
	of := baseFolder{folder, d.From}
	f := s.bases[of]
	if f == nil {
		if len(s.bases) == maxBases {
			s.OtherBases++
			return
		}
		f = &baseCount{baseFolder: of, First: d.place}
		s.bases[of] = f
	}
	f.N++
}

// Noun returns the word for n entries.
func (s *summary) Noun(n int) string {
	switch {
	case s.Parts && n == 1:
		return "document or part"
	case s.Parts:
		return "documents and parts"
	case n == 1:
		return "document"
	}
	return "documents"
}

// Listed returns sentences on how many documents are listed, or "" if all documents that were read are listed.
func (s *summary) Listed() string {
	if s.Unlisted == 0 && s.Entries == s.Read.Documents {
		return ""
	}
	listed := "Of the " + plural(s.Read.Documents, "document") + " that were read, " + number(s.Entries) + " " + s.Noun(s.Entries) + " can have links, and are listed here."
	if s.Unlisted > 0 {
		listed += " Not listed: " + plural(s.Unlisted, "part") + " of messages, such as plain text and images, that can have no links."
	}
	return listed
}

func (s *summary) reference(r *reference) {
	s.References++
	s.statuses[r.Status]++
	if r.IsMail && r.Status == engine.Unresolved.String() {
		s.unresolvedMail++
	}
	if r.Fault != nil {
		s.faults[r.Fault.Code]++
		s.target(r)
	}
	if r.Reason == "" {
		return
	}
	why := reason{r.Status, r.Reason}
	if s.reasons[why] == 0 && len(s.reasons) >= maxReasons {
		why.Text = otherReasons
	}
	s.reasons[why]++
}

// target counts a reference with a fault for its target.
func (s *summary) target(r *reference) {
	fault := *r.Fault
	fault.Target = cmp.Or(fault.Target, r.shown())
	t := s.targets[fault]
	if t == nil {
		if len(s.targets) == maxTargets {
			s.MoreTargets = true
			return
		}
		t = &target{Fault: fault, First: r.place, Line: r.Line, order: len(s.targets)}
		s.targets[fault] = t
	}
	t.N++
}

// Targets returns the targets with faults, in the order of their numbers of references, the largest first, and otherwise in
// the order of their first references.
func (s *summary) Targets() []*target {
	return slices.SortedFunc(maps.Values(s.targets), func(a, b *target) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.order, b.order))
	})
}

// Headline returns the results in a few words.
func (s *summary) Headline() string {
	if !s.Checked {
		return plural(s.References, "link") + " in " + plural(s.Read.Documents, "document")
	}
	faults := "no faults"
	if n := s.Faulty(); n > 0 {
		faults = plural(n, "fault")
	}
	faults += " in " + plural(s.References, "link")
	if n := s.statuses[Known]; n > 0 {
		faults += ", besides " + plural(n, "known fault")
	}
	return faults
}

// Sentence returns sentences that explain the figures. They leave out figures that are 0.
func (s *summary) Sentence() string {
	if s.References == 0 {
		return "There are no links."
	}
	n := func(status string) int { return s.statuses[status] }
	if s.Checked {
		return s.checkedSentence()
	}
	made, unresolved := n(engine.Resolved.String()), n(engine.Unresolved.String())
	text := "This shows what abs would do, which makes links absolute. No file was changed. "
	stay := parts{
		{n(engine.Absolute.String()), "absolute already", ""},
		{unresolved, "without a known base URL", ""},
		{n(within), "within their document", ""},
		{n(engine.Left.String()), "left on purpose", ""},
	}.text()
	switch {
	case stay == "":
		text += "It would complete all " + plural(made, "link") + "."
	case made == 0:
		text += "It would complete none of " + plural(s.References, "link") + ": " + stay + "."
	default:
		text += "It would complete " + number(made) + " of " + plural(s.References, "link") + ", and leave " + number(s.References-made) + ": " + stay + "."
	}
	if s.unresolvedMail > 0 {
		text += " In mail, relative links without a base URL lead nowhere."
	}
	if unresolved > s.unresolvedMail {
		text += " Links of pages without a base URL may work as they are: report --check looks them up."
	}
	return text
}

// checkedSentence is Sentence if the references are checked.
func (s *summary) checkedSentence() string {
	missing, baseless := s.faults["missing-file"], s.faults[reasons.NoBase.Code]
	other := part{s.Faulty() - missing - baseless, "has another fault", "have another fault"}
	if other.n == s.Faulty() {
		other.one, other.many = "has a fault", "have a fault"
	}
	faults := parts{
		{missing, "leads to a file that is not here", "lead to files that are not here"},
		{baseless, "has no known base URL", "have no known base URL"},
		other,
	}.text()
	text := "Of " + plural(s.References, "link") + ", " + faults + "."
	if faults == "" {
		text = "Of " + plural(s.References, "link") + ", none has a new fault."
		if s.statuses[Known] == 0 {
			text = "Of " + plural(s.References, "link") + ", none has a fault."
		}
	}
	others := parts{
		{s.statuses[Outside], "link to another site", "links to other sites"},
		{s.statuses[Unchecked], "link of another kind, or left out", "links of other kinds, or left out"},
	}.text()
	if others != "" {
		text += " Not looked up: " + others + "."
	}
	return text
}

// A part is a clause of a sentence: a count, and its text in the singular (one) and in the plural (many). If many is
// empty, one is also the plural.
type part struct {
	n         int
	one, many string
}

// parts are the parts of an enumeration.
type parts []part

// text returns the parts that are not 0.
func (all parts) text() string {
	var texts []string
	for _, p := range all {
		switch {
		case p.n == 1:
			texts = append(texts, "1 "+p.one)
		case p.n > 1:
			texts = append(texts, number(p.n)+" "+cmp.Or(p.many, p.one))
		}
	}
	if last := len(texts) - 1; last > 0 {
		return strings.Join(texts[:last], ", ") + " and " + texts[last]
	}
	return strings.Join(texts, "")
}

// Faulty returns the number of references with a fault.
func (s *summary) Faulty() int { return s.statuses[faulty] }

// Unresolved returns the number of references without a target, if they are not checked.
func (s *summary) Unresolved() int { return s.statuses[engine.Unresolved.String()] }

// HasKnown reports whether some references have a fault that is known.
func (s *summary) HasKnown() bool { return s.statuses[Known] > 0 }

// wanted returns the number of references that the page has without MaxReferences.
func (s *summary) wanted() int {
	if s.Checked {
		return s.Faulty()
	}
	return s.References
}

// IsCut reports whether the page does not have all references that it should show.
func (s *summary) IsCut() bool { return s.max > 0 && s.wanted() > s.max }

// Kept returns the number of references that the page has.
func (s *summary) Kept() int {
	if s.IsCut() {
		return s.max
	}
	return s.wanted()
}

// A statusLabel is what the page calls a status of references.
type statusLabel struct{ Status, Label string }

// statuses are the statuses of references in the order of the summary.
var statuses = []statusLabel{
	{engine.Resolved.String(), "Made absolute"},
	{engine.Absolute.String(), "Absolute already"},
	{engine.Unresolved.String(), "Unresolved"},
	{within, "Within their document"},
	{engine.Left.String(), "Left as it is"},
}

// within is the status of references that lead to a part of their own document, and stay.
const within = "within"

// checkedStatuses are the statuses of references that are checked.
var checkedStatuses = []statusLabel{
	{faulty, "Faulty"},
	{Known, "Known faults"},
	{Inside, "In the tree"},
	{Outside, "To other sites"},
	{Unchecked, "Not checked"},
}

// labels returns the statuses that references of the page may have.
func (s *summary) labels() []statusLabel {
	if s.Checked {
		return checkedStatuses
	}
	return statuses
}

// Label returns the word that the page shows for a status in a row of the references.
func (s *summary) Label(status string) string {
	for _, l := range s.labels() {
		if l.Status == status {
			return strings.ToLower(l.Label)
		}
	}
	return status
}

// Figures returns the counts of references: of each status, and of each reason for it.
func (s *summary) Figures() []figure {
	var all []figure
	for _, status := range s.labels() {
		f := figure{Label: status.Label, N: s.statuses[status.Status], Status: status.Status}
		switch status.Status {
		case Known, within:
			if f.N == 0 {
				continue
			}
		case faulty:
			f.Why = s.Faults()
		case engine.Unresolved.String(), engine.Left.String(), Unchecked:
			f.Why = s.Why(status.Status)
		}
		all = append(all, f)
	}
	return all
}

// Faults returns the numbers of references by the code of their fault, the most frequent first.
func (s *summary) Faults() []count {
	var counts []count
	for code, n := range s.faults {
		counts = append(counts, count{code, n})
	}
	slices.SortFunc(counts, count.compare)
	return counts
}

// compare orders counts, the most frequent first.
func (a count) compare(b count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Of, b.Of)) }

// A figure is a count of references with a status.
type figure struct {
	Label, Status string
	N             int
	Why           []count
}

// items returns the lines of s.
func (s *summary) items() [][]any {
	lines := [][]any{{"total", s.References, s.Entries, s.Below, s.Noun(1), s.Noun(2)}}
	for _, f := range s.Figures() {
		lines = append(lines, []any{"status", f.Status, f.Label, f.N})
		for _, why := range f.Why {
			lines = append(lines, []any{"why", f.Status, why.Of, why.N, why.Of != otherReasons})
		}
	}
	for _, b := range innermostFirst() {
		lines = append(lines, []any{"layer", b.Layer, b.Title, s.layers[b.Layer]})
	}
	return lines
}

// plural returns n and the noun, in the plural unless n is 1.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

// number returns n with separators between thousands.
func number(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Layers returns the numbers of documents by the layer that gives their base,
// innermost first.
func (s *summary) Layers() []count {
	var counts []count
	for _, b := range innermostFirst() {
		counts = append(counts, count{b.Title, s.layers[b.Layer]})
	}
	return counts
}

// Why returns the numbers of references with a status, by reason, the most
// frequent first.
func (s *summary) Why(status string) []count {
	var counts []count
	for why, n := range s.reasons {
		if why.Status == status {
			counts = append(counts, count{why.Text, n})
		}
	}
	slices.SortFunc(counts, count.compare)
	return counts
}
