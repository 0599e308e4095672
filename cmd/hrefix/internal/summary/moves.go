package summary

import (
	"maps"
	"slices"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// CountMove counts an absolute reference that would move if the similar URL from were given as
// --from, too. It ignores "".
func (t *Tally) CountMove(from string) { t.addMove(from, 1) }

func (t *Tally) addMove(from string, times int) {
	if from == "" {
		return
	}
	if t.moves == nil {
		t.moves = make(map[string]int)
	}
	t.moves[from] += times
}

// CountStaying counts the references of a document of a tree that do not move because they are
// relative, and have no base.
func (t *Tally) CountStaying(references int) {
	t.staying += references
	t.stayingIn++
}

// addMoves adds the counts of other.
func (t *Tally) addMoves(other *Tally) {
	t.staying += other.staying
	t.stayingIn += other.stayingIn
	for from, n := range other.moves {
		t.addMove(from, n)
	}
}

// ReportMoves reports the similar URLs, and relative references without a base.
func (t *Tally) ReportMoves(to *console.Console) {
	if t.staying > 0 {
		to.Report("%s in %s stay, because their URLs are not known: give --root URL=DIR if some leave the site that moves",
			console.Plural(t.staying, "relative reference"), console.Plural(t.stayingIn, "document"))
	}
	for _, from := range slices.Sorted(maps.Keys(t.moves)) {
		to.Report("%s to %s left: give it as --from too if it has moved", console.Plural(t.moves[from], "reference"), from)
	}
}
