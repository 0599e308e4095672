//go:build unix

package browser

import (
	"slices"
	"strings"
)

// A difference is a reference that resolves to one URL in the original and to
// another in the rewritten document.
type difference struct {
	Document, Place, Raw string
	via, want, got       string
}

// structural is the place of a difference between the lists themselves.
const structural = "structure"

// A tally counts what was compared.
type tally struct {
	compared int
	skip     func(ref) bool // references that differ in this dialect; nil if none do
	differ   []difference
	// pending counts references, by pending group.
	pending map[string]int
	// ours counts the references in our own documents that belong to one pending group
	// only; agreeing counts those of them that agree.
	ours, agreeing map[string]int
}

func newTally() *tally {
	return &tally{pending: make(map[string]int), ours: make(map[string]int), agreeing: make(map[string]int)}
}

// compare compares the references of the original and of the rewritten document.
func (t *tally) compare(d *document, original, rewritten reading, pending []string) {
	if original.Error != "" || rewritten.Error != "" {
		t.differ = append(t.differ, difference{d.name, structural, "", "not read", original.Error, rewritten.Error})
		return
	}
	for i, want := range original.Refs {
		if i >= len(rewritten.Refs) || !samePlace(want, rewritten.Refs[i]) {
			t.differ = append(t.differ, difference{d.name, structural, want.Raw, want.Via, want.Place, placeAt(rewritten.Refs, i)})
			return
		}
		t.one(d, want, rewritten.Refs[i], pending)
	}
	if extra := len(original.Refs); len(rewritten.Refs) > extra {
		t.differ = append(t.differ, difference{d.name, structural, "", "", "", placeAt(rewritten.Refs, extra)})
	}
}

// one compares one reference.
func (t *tally) one(d *document, want, got ref, pending []string) {
	if t.skip != nil && t.skip(want) {
		return
	}
	agrees := agree(want.URL, got.URL)
	waits := slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(want.Groups))), func(g string) bool {
		return !slices.Contains(pending, g)
	})
	if len(waits) > 0 {
		t.wait(waits, d.torture, agrees)
		return
	}
	t.compared++
	if !agrees {
		t.differ = append(t.differ, difference{d.name, want.Place, want.Raw, want.Via, want.URL, got.URL})
	}
}

// wait counts a pending reference for its groups.
func (t *tally) wait(groups []string, ours, agrees bool) {
	t.pending[groups[0]]++
	if len(groups) > 1 || !ours {
		return
	}
	t.ours[groups[0]]++
	if agrees {
		t.agreeing[groups[0]]++
	}
}

// agree reports whether two URLs are the same. Two invalid URLs are the same, since both
// lead nowhere.
func agree(want, got string) bool {
	const invalid = "invalid:"
	return want == got || strings.HasPrefix(want, invalid) && strings.HasPrefix(got, invalid)
}

func samePlace(a, b ref) bool {
	return a.Place == b.Place && a.Via == b.Via && slices.Equal(a.Groups, b.Groups)
}

func placeAt(refs []ref, i int) string {
	if i < len(refs) {
		return refs[i].Place + " " + refs[i].Raw
	}
	return "the end"
}
