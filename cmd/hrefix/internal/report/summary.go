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
	Entries, References int            // documents and their parts; references
	Parts               bool           // some of the entries are parts
	Below               string         // the common beginning of the names of all sources, up to a "/"
	last, worst         baseless       // the last source, and the source without a base that has the most unresolved references
	max                 int            // references that the page has at most, or 0
	layers              map[string]int // entries, by the layer that gives the base
	statuses            map[string]int // references
	reasons             map[reason]int // references
	Checked             bool           // references are checked
	faults              map[string]int // references, by the code of the fault
	targets             map[Fault]*target
	MoreTargets         bool // there are more than maxTargets
	notes               map[kindKey]*kind
}

// A baseless is a source with what to do about its base, and the number of its unresolved references.
type baseless struct {
	Name, Advice string
	Unresolved   int
}

// Advice returns the source without a base that has the most unresolved references, or nil.
func (s *summary) Advice() *baseless {
	s.compare()
	if s.worst.Unresolved == 0 {
		return nil
	}
	return &s.worst
}

// compare makes the last source the worst one if it is.
func (s *summary) compare() {
	if s.last.Advice != "" && s.last.Unresolved > s.worst.Unresolved {
		s.worst = s.last
	}
}

// A target is what references with the same fault lead to.
type target struct {
	Fault
	N     int
	First place // the place of the first reference
	Line  int
}

// A reason is the reason for which references have a status.
type reason struct{ Status, Text string }

// A count is a number of something.
type count struct {
	Of string
	N  int
}

func newSummary(opts Options) summary {
	return summary{
		max: opts.MaxReferences, Checked: opts.Checked,
		layers: make(map[string]int), statuses: make(map[string]int), reasons: make(map[reason]int), faults: make(map[string]int),
		targets: make(map[Fault]*target), notes: make(map[kindKey]*kind),
	}
}

// enter notes the name of a source. first reports whether it is the first source.
func (s *summary) enter(name string, first bool) {
	s.compare()
	s.last = baseless{Name: name}
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

// IsUnread reports whether some files were not read.
func (s *summary) IsUnread() bool { return len(s.Failures)+len(s.Passed) > 0 }

func (s *summary) document(d *document) {
	s.Entries++
	s.Parts = s.Parts || d.Part != ""
	s.last.Advice = cmp.Or(s.last.Advice, d.Advice)
	s.layers[d.Layer]++
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

// Listed returns sentences on how many documents are listed, or "" if they are those that were read.
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
	if r.Status == engine.Unresolved.String() {
		s.last.Unresolved++
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
		t = &target{Fault: fault, First: r.place, Line: r.Line}
		s.targets[fault] = t
	}
	t.N++
}

// Targets returns the targets with faults, in the order of their numbers of references, the largest first.
func (s *summary) Targets() []*target {
	return slices.SortedFunc(maps.Values(s.targets), func(a, b *target) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Target, b.Target), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Text, b.Text))
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

// Sentence returns a sentence on what the figures mean.
func (s *summary) Sentence() string {
	n := func(status string) string { return number(s.statuses[status]) }
	if s.Checked {
		missing, baseless := s.faults["missing-file"], s.faults[reasons.NoBase.Code]
		return "Of " + plural(s.References, "link") + ", no file is here for " + number(missing) + ", no base URL is known for " + number(baseless) + ", and another fault is in " +
			number(s.Faulty()-missing-baseless) + ". Not looked at: " + n(Outside) + " to other sites, and " + n(Unchecked) + " that no file answers."
	}
	return "This is what abs would do, which makes links absolute: it would complete " + n(engine.Resolved.String()) + " of them, and leave " + n(engine.Absolute.String()) + " that are complete, " +
		n(within) + " within their document, " + n(engine.Left.String()) + " on purpose, and " + n(engine.Unresolved.String()) +
		" for which no base URL is known. Those may work as they are: report --check looks links up."
}

// Faulty returns the number of references with a fault.
func (s *summary) Faulty() int { return s.statuses[faulty] }

// Unresolved returns the number of references without a target, if they are not checked.
func (s *summary) Unresolved() int { return s.statuses[engine.Unresolved.String()] }

// IsCut reports whether the page does not have all references.
func (s *summary) IsCut() bool { return s.max > 0 && s.References > s.max }

// Kept returns the number of references that the page has.
func (s *summary) Kept() int {
	if s.IsCut() {
		return s.max
	}
	return s.References
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

// Label returns the word of the page for a status in a row.
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

// plural returns n things.
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
