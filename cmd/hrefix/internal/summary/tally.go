package summary

import (
	"bytes"
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
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
	Documents, Changed int
	Files              int                  // files of a run that have documents
	Failed             int                  // files of a run that failed
	TooLarge           int                  // documents that are left for their size
	Unprinted          int                  // other notes that are not printed
	Notes              int                  // all notes, including notes of files that earlier runs did
	LeftAll            int                  // references that CountLeft counts, also in files that earlier runs did
	Unresolved         int                  // references in LeftAll without a usable base
	Before             int                  // files that earlier runs did
	Others             [filekind.Groups]int // files that are no documents, by group
	Other              string               // the first of these
	Lost               [filekind.Groups]int // files that a new tree does not have, by group
	Within             int                  // references that are left, and lead to a part of their own document

	guessed      map[filekind.Group][]string // the first files in Others whose group is a guess
	references   int
	rewritten    int
	already      int                // references that are absolute
	fragments    int                // rewritten references that are empty or begin with "#"
	absolute     int                // rewritten references that are absolute while others become relative
	missing      int                // references to files that the tree lacks
	away         int                // references in missing that become absolute
	renamed      int                // references that get the name of their file, which differs in case or normal form
	marked       int                // references in missing that lead to the page for missing files
	markedBefore int                // the same of files that earlier runs did
	left         map[string]int     // references that are left, by reason
	reasons      []string           // the keys of left in the order of the documents
	noBase       string             // the text of the reason of references that lack a base, or ""
	roots        map[neededRoot]int // absolute references that a further --root would make relative
	moves        map[string]int     // absolute references that a further --from would move
	staying      int                // relative references that do not move
	stayingIn    int                // documents with relative references that do not move
	endings      int                // documents whose URLs probably have an ending too much
	ending       string             // the first of these
	clean        string             // the first document whose name shows that names have endings that URLs lack
	kept         int                // documents whose URLs keep an ending that wget -E may have added
	keptName     string             // the first of these
	fileNames    int                // references that may be names of files that wget -k wrote
	fileName     string             // the first of these
	byName       int                // references to files whose names HTTrack may have changed
	byNameText   string             // the first of these
	fileURLs     int                // references with the scheme file
	fileURL      string             // the first of these
	above        int                // references that lead above the root of their base
	aboveTree    bool               // one of these is in a tree
	aboveText    string             // the first of these
	aboveBase    string             // its base
	items        int                // relative references in the HTML of feeds that are resolved against the link of the feed
	itemText     string             // the first of these
	sample       sample             // the first reference that becomes absolute by a base that the user gave
	needed       map[string]bool    // files of the new tree that links lead to
	old, new     int                // references to files of a tree that has moved: see CountMoved
	remains      map[string]int     // URLs that should change and that stay, by kind of place
	unread       map[string]int     // values that look like references and are not read, by kind of place
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
	t.references++
	t.CountLeft(ref)
	t.countItem(ref)
	if ref.Reason.Is(reason.NoBase) {
		t.noBase = ref.Reason.Text
	}
	if ref.Reason.Code != "" {
		t.countConversion(ref)
	}
	switch {
	case ref.Status == engine.Absolute && urltext.IsFileURL(ref.Text):
		t.fileURLs++
		t.fileURL = cmp.Or(t.fileURL, string(ref.Text))
	case IsLeft(ref):
		t.addLeft(ref.Reason.Text, 1)
		if ref.Reason.Is(reason.FileName) || ref.Reason.Is(reason.NoBase) && bytes.Contains(bytes.ToUpper(ref.Text), []byte("%3F")) {
			t.fileNames++
			t.fileName = cmp.Or(t.fileName, string(ref.Text))
		}
	case ref.Status == engine.Absolute:
		t.already++
	case ref.Status == engine.Resolved && !bytes.Equal(ref.Text, ref.Target):
		t.rewritten++
		if len(ref.Text) == 0 || ref.Text[0] == '#' {
			t.fragments++
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
	t.references += n.Absolute + n.Resolved
	t.already += n.Absolute
	t.rewritten += n.Resolved
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
		t.byName++
		t.byNameText = cmp.Or(t.byNameText, string(ref.Text))
		return
	}
	missing := ref.Reason.Is(reason.NotInTree)
	if missing {
		t.missing++
	}
	if ref.Reason.Is(reason.OtherName) {
		t.renamed++
	}
	switch {
	case ref.Status != engine.Resolved:
	case ref.Base.IsAbsolute(ref.Target):
		if t.absolute++; missing {
			t.away++
		}
	case missing:
		t.marked++
	}
}

// Marked returns the number of references that lead to the page that reports a missing file.
func (t *Tally) Marked() int { return t.marked + t.markedBefore }

// References returns the number of all references, and the number of rewritten references.
func (t *Tally) References() (all, rewritten int) { return t.references, t.rewritten }

// IsLeft reports whether a reference stays as it is although it does not have the form that
// the mode should give it.
func IsLeft(ref *engine.Reference) bool {
	return ref.Status == engine.Unresolved || ref.Status == engine.Left
}

// addLeft counts references that are left for a reason.
func (t *Tally) addLeft(reason string, times int) {
	if t.left == nil {
		t.left = make(map[string]int)
	}
	if t.left[reason] == 0 {
		t.reasons = append(t.reasons, reason)
	}
	t.left[reason] += times
}

// Left yields the reasons for which references are left, with the number of references.
func (t *Tally) Left() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, reason := range t.reasons {
			if !yield(reason, t.left[reason]) {
				return
			}
		}
	}
}

// LacksBase reports whether references are left because a document has no base.
func (t *Tally) LacksBase() bool { return t.noBase != "" }

// NeedsBase reports whether references are left for this reason because the document has
// no base.
func (t *Tally) NeedsBase(reason string) bool { return reason == t.noBase }

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
func (t *Tally) CountRoot(root string, instead bool) { t.addRoot(neededRoot{root, instead}, 1) }

func (t *Tally) addRoot(needed neededRoot, times int) {
	if needed.root == "" {
		return
	}
	if t.roots == nil {
		t.roots = make(map[neededRoot]int)
	}
	t.roots[needed] += times
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
		t.endings++
		t.ending = cmp.Or(t.ending, name)
	}
	if e.Clean {
		t.clean = cmp.Or(t.clean, name)
	}
	if e.Kept {
		t.kept++
		t.keptName = cmp.Or(t.keptName, name)
	}
}

// ReportEndings reports the documents that CountEndings counts, and references that may be names of files that wget -k
// or HTTrack wrote.
func (t *Tally) ReportEndings(to *console.Console) {
	if t.byName > 0 {
		to.Report("%s such as %s: URLs by the names of files that HTTrack saved, which are wrong if it gave them other names: give --map FILE with the lines of these files, made of hts-cache, or leave out the root of the mirror, so that these links stay",
			console.Plural(t.byName, "reference"), t.byNameText)
	}
	if t.endings > 0 {
		to.Report("%s such as %s: if wget -E added the ending to the name, give --names adjust-extension, so that the URL does not have it",
			console.Plural(t.endings, "document"), t.ending)
	}
	if t.fileNames > 0 {
		to.Report("%s such as %s: if wget -k wrote the name of a file there, give --converted, so that its URL is written",
			console.Plural(t.fileNames, "reference"), t.fileName)
	}
	switch {
	case t.clean == "" && t.kept > 0:
		to.Report("%s such as %s: the URL ends in .html: if wget -E added that to the name, give --clean-urls, or --map FILE for some", console.Plural(t.kept, "document"), t.keptName)
	case t.clean != "":
		to.Report("%s: the name shows that the site has pages whose URLs have no ending, and wget -E adds .html to their names: if its other pages have such URLs, too, give --clean-urls in a run over this site alone", t.clean)
	}
}

// ReportFileURLs reports references to files of one computer, which do not work elsewhere.
func (t *Tally) ReportFileURLs(to *console.Console) {
	switch t.fileURLs {
	case 0:
	case 1:
		to.Report("1 reference, %s, names a file of one computer, and stays: it leads nowhere on others", t.fileURL)
	default:
		to.Report("%d references such as %s name files of one computer, and stay: they lead nowhere on others", t.fileURLs, t.fileURL)
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
		t.above++
		t.aboveTree = t.aboveTree || ref.Files != nil
		t.aboveText, t.aboveBase = cmp.Or(t.aboveText, string(ref.Text)), cmp.Or(t.aboveBase, ref.Base.String())
	}
}

// ReportAbove reports the references that countAbove counts.
func (t *Tally) ReportAbove(to *console.Console) {
	if t.above == 0 {
		return
	}
	leads, ask := "leads", "check the base that you gave"
	if t.above > 1 {
		leads = "lead"
	}
	if t.aboveTree {
		ask = "check --root, or give --converted if such links lead to files"
	} else if name := t.aboveBase[strings.LastIndexByte(t.aboveBase, '/')+1:]; name != "" && !strings.ContainsAny(name, ".?") {
		ask = "does the URL lack a / at its end?"
	}
	to.Report("%s such as %s %s above the root of the base, %s, and RFC 1808 keeps the \"..\" in the URL: %s",
		console.Plural(t.above, "reference"), t.aboveText, leads, t.aboveBase, ask)
}

// countItem counts a link or an image in the HTML of a feed that is resolved against the link of the feed, although
// it may be relative to the page of its item.
func (t *Tally) countItem(ref *engine.Reference) {
	if inHTML := ref.Element == "a" || ref.Element == "img"; inHTML && ref.Status == engine.Resolved && ref.Base.From == decide.FromFeedLink && ref.Base.Hint && len(ref.Text) > 0 && ref.Text[0] != '/' && !ref.Base.IsAbsolute(ref.Text) {
		t.items++
		t.itemText = cmp.Or(t.itemText, string(ref.Text))
	}
}

// ReportItems reports the references that countItem counts.
func (t *Tally) ReportItems(to *console.Console) {
	if t.items > 0 {
		to.Report("%s in the HTML of feeds, such as %s, resolved against the link of the feed: if they are relative to the pages of the items, give --feed-base item",
			console.Plural(t.items, "reference"), t.itemText)
	}
}

// CountNeeded notes that a link of the new tree leads to a file there.
func (t *Tally) CountNeeded(name string) {
	if t.needed == nil {
		t.needed = make(map[string]bool)
	}
	t.needed[name] = true
}

// Needed yields the files that CountNeeded was called with, sorted: links of the new tree lead to them.
func (t *Tally) Needed() iter.Seq[string] {
	return slices.Values(slices.Sorted(maps.Keys(t.needed)))
}

// Add adds the counts of other, which follow the counts in t.
func (t *Tally) Add(other *Tally) {
	t.Documents += other.Documents
	t.Changed += other.Changed
	t.TooLarge += other.TooLarge
	t.Unprinted += other.Unprinted
	t.Notes += other.Notes
	t.LeftAll += other.LeftAll
	t.Unresolved += other.Unresolved
	t.Within += other.Within
	t.Before += other.Before
	t.references += other.references
	t.rewritten += other.rewritten
	t.already += other.already
	t.fragments += other.fragments
	t.absolute += other.absolute
	t.renamed += other.renamed
	t.missing += other.missing
	t.away += other.away
	t.marked += other.marked
	t.markedBefore += other.markedBefore
	t.Other = cmp.Or(t.Other, other.Other)
	for group, n := range other.Others {
		t.Others[group] += n
	}
	for group, names := range other.guessed {
		t.guess(group, names...)
	}
	for group, n := range other.Lost {
		t.Lost[group] += n
	}
	for reason, n := range other.Left() {
		t.addLeft(reason, n)
	}
	t.noBase = cmp.Or(t.noBase, other.noBase)
	t.staying += other.staying
	t.stayingIn += other.stayingIn
	t.old += other.old
	t.new += other.new
	for from, n := range other.moves {
		t.addMove(from, n)
	}
	t.above += other.above
	t.aboveTree = t.aboveTree || other.aboveTree
	t.items += other.items
	t.itemText = cmp.Or(t.itemText, other.itemText)
	t.aboveText, t.aboveBase = cmp.Or(t.aboveText, other.aboveText), cmp.Or(t.aboveBase, other.aboveBase)
	if t.sample.doc == "" {
		t.sample = other.sample
	}
	for name := range other.needed {
		t.CountNeeded(name)
	}
	t.endings += other.endings
	t.ending = cmp.Or(t.ending, other.ending)
	t.clean = cmp.Or(t.clean, other.clean)
	t.kept += other.kept
	t.keptName = cmp.Or(t.keptName, other.keptName)
	t.fileNames += other.fileNames
	t.fileName = cmp.Or(t.fileName, other.fileName)
	t.byName += other.byName
	t.byNameText = cmp.Or(t.byNameText, other.byNameText)
	t.fileURLs += other.fileURLs
	t.fileURL = cmp.Or(t.fileURL, other.fileURL)
	for root, n := range other.roots {
		t.addRoot(root, n)
	}
	for in, n := range other.remains {
		addTo(&t.remains, in, n)
	}
	for in, n := range other.unread {
		addTo(&t.unread, in, n)
	}
}
