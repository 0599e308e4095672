package summary

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linkcheck"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/urltext"
)

// A Tally counts what a run, or a part of it, finds. Documents are files, and messages
// of mailboxes.
type Tally struct {
	Counts
	Files      int                  // files of a run that have documents
	Notes      int                  // all notes, including notes of files that earlier runs did
	LeftAll    int                  // references that CountLeft counts, also in files that earlier runs did
	Unresolved int                  // references in LeftAll without a usable base
	Others     [filekind.Groups]int // files that are no documents, by group
	Other      string               // the first of these
	Lost       [filekind.Groups]int // files that a new tree does not have, by group
	Within     int                  // references that are left, and lead to a part of their own document
	Unsearched bool                 // in some documents, values of Counts.Unread were not looked for
	Check      linkcheck.Counts     // links that are checked
	InOrder    []string             // the keys of Reasons in the order of the documents
	NoBase     string               // the reason of references that lack a base, or ""

	guessed      map[filekind.Group][]string // the first files in Others whose group is a guess
	already      int                         // references that are absolute
	away         int                         // references in Missing that become absolute
	markedBefore int                         // references as in Marked, of files that earlier runs did
	roots        map[neededRoot]int          // absolute references that a further --root would make relative
	moves        map[string]int              // absolute references that a further --from would move
	staying      int                         // relative references that do not move
	stayingIn    int                         // documents with relative references that do not move
	endings      sightings                   // documents whose URLs probably have an ending too much
	clean        string                      // the first document whose name shows that names have endings that URLs lack
	kept         sightings                   // documents whose URLs keep an ending that wget -E may have added
	fileNames    sightings                   // references that may be names of files that wget -k wrote
	byName       sightings                   // references to files whose names HTTrack may have changed
	fileURLs     sightings                   // references with the scheme file
	above        sightings                   // references that lead above the root of their base
	aboveTree    bool                        // some of these are in a tree
	aboveBase    string                      // the base of the first of these
	items        sightings                   // relative references in the HTML of feeds that are resolved against the link of the feed
	sample       sample                      // the first reference that becomes absolute by a base that the user gave
	needed       map[string]int              // links of the new tree, by the file there that they lead to
	old, new     int                         // references to files of a tree that has moved: see CountMoved
}

// sightings counts the documents or references that a message is about.
type sightings struct {
	n     int
	first string // the first document or reference
}

func (s *sightings) add(n int, first string) {
	s.n += n
	s.first = cmp.Or(s.first, first)
}

// addTo adds n to a count.
func addTo[K comparable](counts *map[K]int, key K, n int) {
	if *counts == nil {
		*counts = make(map[K]int)
	}
	(*counts)[key] += n
}

// CountNote counts a note on a document. printed says whether it is printed.
func (t *Tally) CountNote(code string, printed bool) {
	t.Notes++
	switch {
	case code == engine.TooLarge:
		t.TooLarge++
	case !printed:
		t.Unprinted++
	}
}

// maxGuessed is the number of files of a group that a summary names if their group is a guess: a file that is named like
// a backup may be none.
const maxGuessed = 3

// CountOther counts a file that is no document.
func (t *Tally) CountOther(group filekind.Group, name string) {
	t.Others[group]++
	t.Other = cmp.Or(t.Other, name)
	if group == filekind.Unknown || group == filekind.Backup {
		t.guess(group, name)
	}
}

func (t *Tally) guess(group filekind.Group, names ...string) {
	if t.guessed == nil {
		t.guessed = make(map[filekind.Group][]string)
	}
	t.guessed[group] = append(t.guessed[group], names[:min(len(names), maxGuessed-len(t.guessed[group]))]...)
}

// Count counts a reference.
func (t *Tally) Count(ref *engine.Reference) {
	t.References++
	t.CountLeft(ref)
	t.countItem(ref)
	if ref.Reason.Is(reason.NoBase) {
		t.NoBase = ref.Reason.Text
	}
	if ref.Reason.Code != "" {
		t.countConversion(ref)
	}
	switch {
	case ref.Status == engine.Absolute && urltext.IsFileURL(ref.Text):
		t.fileURLs.add(1, string(ref.Text))
	case IsLeft(ref):
		t.addLeft(ref.Reason.Text, 1)
		if ref.Reason.Is(reason.FileName) || ref.Reason.Is(reason.NoBase) && bytes.Contains(bytes.ToUpper(ref.Text), []byte("%3F")) {
			t.fileNames.add(1, string(ref.Text))
		}
	case ref.Status == engine.Absolute:
		t.already++
	case ref.Status == engine.Resolved && !bytes.Equal(ref.Text, ref.Target):
		t.Rewritten++
		if len(ref.Text) == 0 || ref.Text[0] == '#' {
			t.Fragments++
		}
	}
}

// A sample is a reference that becomes absolute, for people to see whether the base is right.
type sample struct{ doc, text, target string }

// CountSample keeps the first reference that becomes absolute by the base that the user gave. doc is the name of the
// document.
func (t *Tally) CountSample(doc string, ref *engine.Reference) {
	if t.sample.doc == "" && ref.Status == engine.Resolved && len(ref.Text) > 0 && ref.Text[0] != '#' && ref.Base.Layer == base.Retrieval && !ref.Base.Hint {
		t.sample = sample{doc, string(ref.Text), string(ref.Target)}
	}
}

// HasSample reports whether CountSample has kept a reference.
func (t *Tally) HasSample() bool { return t.sample.doc != "" }

// ReportSample reports what CountSample has kept.
func (t *Tally) ReportSample(to *console.Console) {
	if s := t.sample; s.doc != "" {
		to.Report("for example, %s in %s would become %s", s.text, s.doc, s.target)
	}
}

// CountPlain counts the references for which Count is not called.
func (t *Tally) CountPlain(n engine.Plain) {
	t.References += n.Absolute + n.Resolved
	t.already += n.Absolute
	t.Rewritten += n.Resolved
}

// IsLeftRelative reports whether a reference is left, and does not work wherever the document is, as links within
// the document do.
func IsLeftRelative(ref *engine.Reference) bool {
	return IsLeft(ref) && !ref.Reason.Is(reason.OwnAnchor) && !ref.Reason.Is(reason.LocalFragment)
}

// CountLeft counts a reference that IsLeftRelative reports, or that ReportAbove is about. It is for verbs that count
// nothing else.
func (t *Tally) CountLeft(ref *engine.Reference) {
	if !IsLeftRelative(ref) {
		t.countAbove(ref)
		if IsLeft(ref) {
			t.Within++
		}
		return
	}
	t.LeftAll++
	if ref.Status == engine.Unresolved {
		t.Unresolved++
	}
}

// AddEarlier adds the counts of a file that an earlier run did.
func (t *Tally) AddEarlier(left, unresolved, notes, marked int) {
	t.Before++
	t.LeftAll += left
	t.Unresolved += unresolved
	t.Notes += notes
	t.markedBefore += marked
}

// countConversion counts a reference with a reason in a run that makes references relative.
func (t *Tally) countConversion(ref *engine.Reference) {
	if ref.Reason.Is(reason.ByName) {
		t.byName.add(1, string(ref.Text))
		return
	}
	missing := ref.Reason.Is(reason.NotInTree)
	if missing {
		t.Missing++
	}
	if ref.Reason.Is(reason.OtherName) {
		t.Renamed++
	}
	switch {
	case ref.Status != engine.Resolved:
	case ref.Base.IsAbsolute(ref.Target):
		if t.Absolute++; missing {
			t.away++
		}
	case missing:
		t.Marked++
	}
}

// AllMarked returns the number of references that lead to the page that reports a missing file, also in files that earlier
// runs did.
func (t *Tally) AllMarked() int { return t.Marked + t.markedBefore }

// IsLeft reports whether a reference stays as it is although it does not have the form that
// the mode should give it.
func IsLeft(ref *engine.Reference) bool {
	return ref.Status == engine.Unresolved || ref.Status == engine.Left
}

// addLeft counts references that are left for a reason.
func (t *Tally) addLeft(reason string, times int) {
	if t.Reasons[reason] == 0 {
		t.InOrder = append(t.InOrder, reason)
	}
	addTo(&t.Reasons, reason, times)
	t.Left += times
}

// A neededRoot is a root that would make references relative.
type neededRoot struct {
	root    string // URL=DIR
	instead bool   // it replaces the root of the documents, and is not given in addition
}

// advice returns the value of the flag, and how it is given.
func (n neededRoot) advice() string {
	if n.instead {
		return console.ShellWord(n.root) + ", and not a URL with a longer path"
	}
	return console.ShellWord(n.root) + " too"
}

// CountRoot counts a reference that would become relative if root were given, too, or instead of the root of its
// document. It ignores the root "".
func (t *Tally) CountRoot(root string, instead bool) {
	if root != "" {
		addTo(&t.roots, neededRoot{root, instead}, 1)
	}
}

// ReportRoots reports the roots that would make references relative, each with its flag.
func (t *Tally) ReportRoots(to *console.Console) {
	inOrder := func(a, b neededRoot) int {
		return cmp.Or(strings.Compare(a.root, b.root), strings.Compare(a.advice(), b.advice()))
	}
	for _, needed := range slices.SortedFunc(maps.Keys(t.roots), inOrder) {
		url, _, _ := strings.Cut(needed.root, "=")
		to.Report("%s to %s left, though the tree has the files: give --root %s", console.Plural(t.roots[needed], "reference"), url, needed.advice())
	}
}

// CountEndings counts a document whose URL probably has an ending that only its name should have, or whose name shows
// that other names probably have such.
func (t *Tally) CountEndings(name string, e addressbook.Endings) {
	if e.Added {
		t.endings.add(1, name)
	}
	if e.Clean {
		t.clean = cmp.Or(t.clean, name)
	}
	if e.Kept {
		t.kept.add(1, name)
	}
}

// ReportEndings reports the documents that CountEndings counts, and references that may be names of files that wget -k
// or HTTrack wrote.
func (t *Tally) ReportEndings(to *console.Console) {
	for _, m := range []struct {
		sightings
		noun, advice string
	}{
		{t.byName, "reference", "URLs by the names of files that HTTrack saved, which are wrong if it gave them other names: give --map FILE with the lines of these files, made of hts-cache, or leave out the root of the mirror, so that these links stay"},
		{t.endings, "document", "if wget -E added the ending to the name, give --names adjust-extension, so that the URL does not have it"},
		{t.fileNames, "reference", "if wget -k wrote the name of a file there, give --converted, so that its URL is written"},
	} {
		if m.n > 0 {
			to.Report("%s such as %s: %s", console.Plural(m.n, m.noun), m.first, m.advice)
		}
	}
	switch {
	case t.clean != "":
		to.Report("%s: the name shows that the site has pages whose URLs have no ending, and wget -E adds .html to their names: if its other pages have such URLs, too, give --clean-urls in a run over this site alone", t.clean)
	case t.kept.n > 0:
		to.Report("%s such as %s: the URL ends in .html: if wget -E added that to the name, give --clean-urls, or --map FILE for some", console.Plural(t.kept.n, "document"), t.kept.first)
	}
}

// ReportFileURLs reports references to files of one computer, which do not work elsewhere.
func (t *Tally) ReportFileURLs(to *console.Console) {
	switch n, first := t.fileURLs.n, t.fileURLs.first; n {
	case 0:
	case 1:
		to.Report("1 reference, %s, names a file of one computer, and stays: it leads nowhere on others", first)
	default:
		to.Report("%d references such as %s name files of one computer, and stay: they lead nowhere on others", n, first)
	}
}

// countAbove counts a reference whose target keeps ".." after the host, because the reference leads above the root of
// a base that the user gave: RFC 1808 section 4, step 6. The base is then probably wrong. References that begin with "/"
// do not depend on the path of the base. A base that is a location in a tree is not given by the user: check says that
// such a reference leads out of the tree.
func (t *Tally) countAbove(ref *engine.Reference) {
	if ref.Status != engine.Resolved || !bytes.Contains(ref.Text, []byte("..")) || ref.Text[0] == '/' || ref.Base.Layer != base.Retrieval || ref.Base.Hint {
		return
	}
	if isLocation := ref.Files != nil && urltext.IsFileURL(ref.Target); !isLocation && urltext.LeadsAbove(ref.Target) {
		t.above.add(1, string(ref.Text))
		t.aboveTree = t.aboveTree || ref.Files != nil
		t.aboveBase = cmp.Or(t.aboveBase, ref.Base.String())
	}
}

// ReportAbove reports the references that countAbove counts.
func (t *Tally) ReportAbove(to *console.Console) {
	if t.above.n == 0 {
		return
	}
	leads, ask := "leads", "check the base that you gave"
	if t.above.n > 1 {
		leads = "lead"
	}
	if t.aboveTree {
		ask = "check --root, or give --converted if such links lead to files"
	} else if name := t.aboveBase[strings.LastIndexByte(t.aboveBase, '/')+1:]; name != "" && !strings.ContainsAny(name, ".?") {
		ask = "does the URL lack a / at its end?"
	}
	to.Report("%s such as %s %s above the root of the base, %s, and RFC 1808 keeps the \"..\" in the URL: %s",
		console.Plural(t.above.n, "reference"), t.above.first, leads, t.aboveBase, ask)
}

// countItem counts a link or an image in the HTML of a feed that is resolved against the link of the feed, although
// it may be relative to the page of its item.
func (t *Tally) countItem(ref *engine.Reference) {
	if inHTML := ref.Element == "a" || ref.Element == "img"; inHTML && ref.Status == engine.Resolved && ref.Base.From == decide.FromFeedLink && ref.Base.Hint && len(ref.Text) > 0 && ref.Text[0] != '/' && !ref.Base.IsAbsolute(ref.Text) {
		t.items.add(1, string(ref.Text))
	}
}

// ReportItems reports the references that countItem counts.
func (t *Tally) ReportItems(to *console.Console) {
	if t.items.n > 0 {
		to.Report("%s in the HTML of feeds, such as %s, resolved against the link of the feed: if they are relative to the pages of the items, give --feed-base item",
			console.Plural(t.items.n, "reference"), t.items.first)
	}
}

// CountNeeded notes that a link of the new tree leads to a file there.
func (t *Tally) CountNeeded(name string) { addTo(&t.needed, name, 1) }

// Needed returns the files that CountNeeded was called with, sorted: links of the new tree lead to them.
func (t *Tally) Needed() []string { return slices.Sorted(maps.Keys(t.needed)) }

// CountMove counts an absolute reference that would move if the similar URL from were given as
// --from, too. It ignores "".
func (t *Tally) CountMove(from string) {
	if from != "" {
		addTo(&t.moves, from, 1)
	}
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
	if t.new > 0 && t.old == 0 && t.Rewritten > 0 {
		to.Report("absolute links lead to files of the tree by their new URLs (%d), and none by the old ones: if this tree has moved before, what moved now (%s) is wrong: restore the files, and give --root with the new URL",
			t.new, console.Plural(t.Rewritten, "reference"))
	}
	for _, from := range slices.Sorted(maps.Keys(t.moves)) {
		to.Report("%s to %s left: give it as --from too if it has moved", console.Plural(t.moves[from], "reference"), from)
	}
}

// CountRemains counts a URL that should change, and that stays because its place is not read. in is the kind of the place.
func (t *Tally) CountRemains(in string) { addTo(&t.Remains, in, 1) }

// OfCopy says, for ReportRemains, which URLs remain where links become relative.
const OfCopy = "files of this copy"

// ReportRemains reports the number of URLs that should change, and that stay. of says what their URLs are, and listed how
// to list them.
func (t *Tally) ReportRemains(to *console.Console, of, listed string) {
	if n, kinds := byPlace(t.Remains); n > 0 {
		remain := "remain"
		if n == 1 {
			remain = "remains"
		}
		to.Report("%s of %s %s: %s (%s)", console.Plural(n, "URL"), of, remain, kinds, listed)
	}
}

// CountUnread counts a value that looks like a reference, and that is not read. in is the kind of its place.
func (t *Tally) CountUnread(in string) { addTo(&t.Unread, in, 1) }

// ReportUnread reports the number of values that look like references, and that are not read.
func (t *Tally) ReportUnread(to *console.Console) {
	if n, kinds := byPlace(t.Unread); n > 0 {
		looks, were := "looks like a link was", "1 value that"
		if n > 1 {
			looks, were = "look like links were", fmt.Sprintf("%d values that", n)
		}
		if t.Unsearched {
			to.Report("in the first files, %s %s not read: %s (--unread counts all, and \"hrefix links --unread\" lists them)", were, looks, kinds)
			return
		}
		to.Report("%s %s not read: %s (\"hrefix links --unread\" lists them)", were, looks, kinds)
	}
}

// Add adds the counts of other, which follow the counts in t, except Files and Failed.
func (t *Tally) Add(other *Tally) {
	sums := t.sums()
	for i, n := range other.sums() {
		*sums[i] += *n
	}
	sightings := t.sightings()
	for i, s := range other.sightings() {
		sightings[i].add(s.n, s.first)
	}
	for i := range t.Others {
		t.Others[i] += other.Others[i]
		t.Lost[i] += other.Lost[i]
	}
	for group, names := range other.guessed {
		t.guess(group, names...)
	}
	for _, reason := range other.InOrder {
		t.addLeft(reason, other.Reasons[reason])
	}
	t.Check.Add(&other.Check)
	addAll(&t.roots, other.roots)
	addAll(&t.moves, other.moves)
	addAll(&t.needed, other.needed)
	addAll(&t.Remains, other.Remains)
	addAll(&t.Unread, other.Unread)
	t.Other = cmp.Or(t.Other, other.Other)
	t.NoBase = cmp.Or(t.NoBase, other.NoBase)
	t.clean = cmp.Or(t.clean, other.clean)
	t.aboveTree = t.aboveTree || other.aboveTree
	t.Unsearched = t.Unsearched || other.Unsearched
	t.aboveBase = cmp.Or(t.aboveBase, other.aboveBase)
	t.sample = cmp.Or(t.sample, other.sample)
}

// sums returns the numbers that Add adds.
func (t *Tally) sums() []*int {
	return []*int{
		&t.Documents, &t.Changed, &t.References, &t.Rewritten, &t.Fragments, &t.Absolute, &t.Missing, &t.Marked, &t.Renamed, &t.TooLarge,
		&t.Unprinted, &t.Before, &t.Notes, &t.LeftAll, &t.Unresolved, &t.Within, &t.already, &t.away, &t.markedBefore, &t.staying, &t.stayingIn,
		&t.old, &t.new,
	}
}

func (t *Tally) sightings() []*sightings {
	return []*sightings{&t.endings, &t.kept, &t.fileNames, &t.byName, &t.fileURLs, &t.above, &t.items}
}

// addAll adds the numbers of other to counts.
func addAll[K comparable](counts *map[K]int, other map[K]int) {
	for key, n := range other {
		addTo(counts, key, n)
	}
}
