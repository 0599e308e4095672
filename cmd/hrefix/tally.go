package main

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/filekind"
)

// A tally has the counts of a run. Documents are files, and messages of mailboxes.
type tally struct {
	documents, changed int
	references         int
	rewritten          int
	fragments          int                  // of those, the ones that name but a part of their own document
	left               map[string]int       // by reason
	reasons            []string             // in the order met
	baseless           string               // the reason that a base would remove, once met
	twins              map[string]int       // absolute references that a --root, which was not given, would make relative
	others             [filekind.Groups]int // files that are no documents, by group
}

// count counts a reference.
func (t *tally) count(ref *engine.Reference) {
	t.references++
	switch {
	case isLeft(ref):
		t.addLeft(ref.Reason, 1)
	case ref.Status == engine.Resolved && !bytes.Equal(ref.Text, ref.Target):
		t.rewritten++
		if len(ref.Text) == 0 || ref.Text[0] == '#' {
			t.fragments++
		}
	}
}

// addLeft counts references that are left for a reason.
func (t *tally) addLeft(reason string, times int) {
	if t.left == nil {
		t.left = make(map[string]int)
	}
	if t.left[reason] == 0 {
		t.reasons = append(t.reasons, reason)
	}
	t.left[reason] += times
}

// addTwin counts references that would become relative if root were given, too. It ignores
// the root "".
func (t *tally) addTwin(root string, times int) {
	if root == "" {
		return
	}
	if t.twins == nil {
		t.twins = make(map[string]int)
	}
	t.twins[root] += times
}

// reportTwins reports the roots that were not given, each with its flag.
func (t *tally) reportTwins(to *console.Console) {
	for _, root := range slices.Sorted(maps.Keys(t.twins)) {
		url, _, _ := strings.Cut(root, "=")
		to.Report("%s to %s left, though the tree has the files: give --root %s too", console.Plural(t.twins[root], "reference"), url, console.ShellWord(root))
	}
}

// add adds the counts of a job that comes after those counted in t.
func (t *tally) add(other *tally) {
	t.documents += other.documents
	t.changed += other.changed
	t.references += other.references
	t.rewritten += other.rewritten
	t.fragments += other.fragments
	for group, n := range other.others {
		t.others[group] += n
	}
	for _, reason := range other.reasons {
		t.addLeft(reason, other.left[reason])
	}
	t.baseless = cmp.Or(t.baseless, other.baseless)
	for root, n := range other.twins {
		t.addTwin(root, n)
	}
}
