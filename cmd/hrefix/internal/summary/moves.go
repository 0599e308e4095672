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

// CountMoved counts a reference that shows whether a tree has moved: an absolute reference, or a
// reference that begins with "/", that moves, or a reference with the new URL of a file of the tree.
func (t *Tally) CountMoved(isNew bool) {
	if isNew {
		t.new++
	} else {
		t.old++
	}
}

// CountStaying counts the references of a document of a tree that do not move because they are
// relative, and have no base.
func (t *Tally) CountStaying(references int) {
	t.staying += references
	t.stayingIn++
}

// ReportMoves reports the similar URLs, and relative references without a base.
func (t *Tally) ReportMoves(to *console.Console) {
	if t.staying > 0 {
		to.Report("%s in %s stay, because their URLs are not known: give --root URL=DIR if some leave the site that moves",
			console.Plural(t.staying, "relative reference"), console.Plural(t.stayingIn, "document"))
	}
	if t.new > 0 && t.old == 0 && t.rewritten > 0 {
		to.Report("absolute links lead to files of the tree by their new URLs (%d), and none by the old ones: if this tree has moved before, what moved now (%s) is wrong: restore the files, and give --root with the new URL",
			t.new, console.Plural(t.rewritten, "reference"))
	}
	for _, from := range slices.Sorted(maps.Keys(t.moves)) {
		to.Report("%s to %s left: give it as --from too if it has moved", console.Plural(t.moves[from], "reference"), from)
	}
}
