package report

import (
	"cmp"
	"slices"
)

// maxReasons is how many reasons are told apart.
const maxReasons = 100

// otherReasons stands for those beyond.
const otherReasons = "other reasons"

// A summary counts what a report tells.
type summary struct {
	Documents, References int
	layers                map[string]int // documents, by the layer that gives the base
	statuses              map[string]int // references
	reasons               map[reason]int // references
}

// A reason is why references have a status.
type reason struct{ Status, Text string }

// A count is a number of something.
type count struct {
	Of string
	N  int
}

func newSummary() summary {
	return summary{layers: make(map[string]int), statuses: make(map[string]int), reasons: make(map[reason]int)}
}

func (s *summary) document(d *document) {
	s.Documents++
	s.layers[d.Layer]++
}

func (s *summary) reference(r *reference) {
	s.References++
	s.statuses[r.Status]++
	if r.Reason == "" {
		return
	}
	why := reason{r.Status, r.Reason}
	if s.reasons[why] == 0 && len(s.reasons) >= maxReasons {
		why.Text = otherReasons
	}
	s.reasons[why]++
}

// Layers returns the numbers of documents by the layer that gives their base,
// innermost first.
func (s *summary) Layers() []count {
	var counts []count
	for _, b := range slices.Backward(boxes) {
		counts = append(counts, count{b.Section + " " + b.Layer, s.layers[b.Layer]})
	}
	return counts
}

// With returns the number of references that have a status.
func (s *summary) With(status string) int { return s.statuses[status] }

// Why returns the numbers of references with a status, by reason, the most
// frequent first.
func (s *summary) Why(status string) []count {
	var counts []count
	for why, n := range s.reasons {
		if why.Status == status {
			counts = append(counts, count{why.Text, n})
		}
	}
	slices.SortFunc(counts, func(a, b count) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Of, b.Of))
	})
	return counts
}
