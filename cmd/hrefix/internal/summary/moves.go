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

// addMoves adds the counts of other.
func (t *Tally) addMoves(other *Tally) {
	for from, n := range other.moves {
		t.addMove(from, n)
	}
}

// ReportMoves reports the similar URLs.
func (t *Tally) ReportMoves(to *console.Console) {
	for _, from := range slices.Sorted(maps.Keys(t.moves)) {
		to.Report("%s to %s left: give it as --from too if it has moved", console.Plural(t.moves[from], "reference"), from)
	}
}
