package main

import (
	"bytes"
	"fmt"

	"github.com/hrefix/hrefix/rewrite"
)

// A tally is what is counted of documents: those are files, and messages of mailboxes.
type tally struct {
	documents, changed int
	references         int
	rewritten          int
	fragments          int            // of those, the ones that name but a part of their own document
	left               map[string]int // by reason
	reasons            []string       // in the order met
}

// count counts a reference.
func (t *tally) count(ref *rewrite.Reference) {
	t.references++
	switch {
	case isLeft(ref):
		t.meet(ref.Reason, 1)
	case ref.Status == rewrite.Resolved && !bytes.Equal(ref.Text, ref.Target):
		t.rewritten++
		if len(ref.Text) == 0 || ref.Text[0] == '#' {
			t.fragments++
		}
	}
}

// meet takes notice of a reason for which references are left.
func (t *tally) meet(reason string, times int) {
	if t.left == nil {
		t.left = make(map[string]int)
	}
	if t.left[reason] == 0 {
		t.reasons = append(t.reasons, reason)
	}
	t.left[reason] += times
}

// add adds what was counted after t.
func (t *tally) add(other *tally) {
	t.documents += other.documents
	t.changed += other.changed
	t.references += other.references
	t.rewritten += other.rewritten
	t.fragments += other.fragments
	for _, reason := range other.reasons {
		t.meet(reason, other.left[reason])
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
