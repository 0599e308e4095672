package addressbook

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// An entry gives a file a URL. It takes 56 bytes, and the text of the URL and the path.
type entry struct {
	key  string // the URL in normal form
	url  string
	path string // the path in the tree
	tree uint16 // the number of the tree in the book
	from uint16 // the index of its source in entries.sources
	line int32  // the line in the map, or the number of the entry
}

// entries are the exact entries of a book.
type entries struct {
	all     []entry // sorted by key once Settle was called
	byPath  []int32 // indexes in all, sorted by path
	sources []source
	added   int32
}

// A source is the origin of entries.
type source struct {
	rule   Rule
	name   string // the name of the map
	saved  bool   // see [Book.Add]
	failed bool   // see [FailedMark]
	// overruled marks a source of entries that count only as the URLs of their own files. Their
	// URLs lead to other files: see overrule.
	overruled bool
}

// number returns the index of a source in e.sources. It adds the source if necessary.
func (e *entries) number(s source) (uint16, error) {
	i := slices.Index(e.sources, s)
	if i < 0 {
		i = len(e.sources)
		if i > math.MaxUint16 {
			return 0, errors.New("too many maps: join them to one")
		}
		e.sources = append(e.sources, s)
	}
	return uint16(i), nil
}

// rule returns the rule of the source of an entry.
func (e *entries) rule(x *entry) Rule { return e.sources[x.from].rule }

// isOverruled reports whether links with the URL of an entry lead to another file.
func (e *entries) isOverruled(x *entry) bool { return e.sources[x.from].overruled }

// Add adds the URL of a file, which is named by its path in the file system. rule names the
// source of the entry. If saved is set, the program that saved the file made its links lead to files: its relative
// links are read by location first. A fragment is cut off the URL. The entry counts after [Book.Settle]. Add
// must not be called while the book is in use. It returns an error if the URL cannot be the URL of
// a file, or if the path leads out of the trees of the book.
func (b *Book) Add(url, path string, rule Rule, saved bool) error {
	from, err := b.entries.number(source{rule: rule, saved: saved})
	if err != nil {
		return err
	}
	url, _, _ = strings.Cut(url, "#")
	b.entries.added++
	return b.addEntry(url, path, from, b.entries.added)
}

// space are the characters that are not allowed in a URL in a map.
const space = " \t\r\n\x00"

// addEntry adds an entry with its URL in ASCII, or returns an error if the URL or the path is not allowed.
func (b *Book) addEntry(url, path string, from uint16, line int32) error {
	if strings.Contains(url, "#") {
		return fmt.Errorf("%q has a fragment: leave out what begins with #", url)
	}
	if strings.ContainsAny(url, space) {
		return fmt.Errorf("%q has white space: write it as %%20", url)
	}
	if reason := base.Unusable(resolve.RFC1808, url); reason != "" {
		return fmt.Errorf("%q: %s: give an absolute URL such as http://example.org/a.html", url, reason)
	}
	uri, ok := urltext.ToURI(url)
	if !ok {
		return fmt.Errorf("%q is not UTF-8, or its host cannot be the name of a host: give the URL in ASCII", url)
	}
	key, ok := Normal(uri)
	if !ok {
		return fmt.Errorf("%q has no host: give an absolute URL such as http://example.org/a.html", uri)
	}

	t, within, err := b.locate(path)
	if err != nil {
		return err
	}
	if t == nil {
		return fmt.Errorf("%q leads out of %s: give the path of a file there", path, b.treeNames())
	}
	switch to, _ := t.walk(within); {
	case to.kind == nothing && to.links > 0:
		return fmt.Errorf("%q is a symbolic link out of %s, or to nothing: give the path of a file there", path, t.title())
	case to.kind == directory:
		return fmt.Errorf("%q is a directory: give the path of a file", path)
	}
	if strings.HasSuffix(path, within) {
		within = path[len(path)-len(within):] // a substring of the text of the map, so the entry needs no memory for a copy
	}
	b.entries.all = append(b.entries.all, entry{key: key, url: uri, path: within, tree: t.number, from: from, line: line})
	return nil
}

// treeNames returns the trees as a message names them.
func (b *Book) treeNames() string {
	const most = 3
	var names []string
	for i, t := range b.trees {
		if i == most {
			names = append(names, "...")
			break
		}
		names = append(names, t.title())
	}
	return strings.Join(names, ", ")
}

// Settle makes the added entries count. If several entries have the same URL, or the same file, the
// first entry counts. Settle returns the other entries, but keeps them: a further URL of a file leads
// to the file, and a further file with a URL has that URL as its own. Settle also returns entries
// that a root contradicts: see overrule. It returns an error if lines of maps give one URL to several
// files.
func (b *Book) Settle() ([]Conflict, error) {
	conflicts, err := b.overrule()
	if err != nil {
		return nil, err
	}
	all := b.entries.all
	slices.SortStableFunc(all, func(x, y entry) int {
		return cmp.Or(strings.Compare(x.key, y.key), b.entries.compare(&x, &y))
	})
	var errs []error
	kept, first := all[:0], -1
	for _, e := range all {
		switch {
		case b.entries.isOverruled(&e): // overruled entries come after all other entries with the URL
			kept = append(kept, e)
		case first < 0 || kept[first].key != e.key:
			first = len(kept)
			kept = append(kept, e)
		case !kept[first].isOf(e.tree, e.path) && !kept[len(kept)-1].isOf(e.tree, e.path):
			c := Conflict{First: b.entry(&kept[first]), Other: b.entry(&e)}
			conflicts, kept = append(conflicts, c), append(kept, e)
			if c.First.Map != "" && c.Other.Map != "" && len(errs) < maxMapErrors {
				errs = append(errs, fmt.Errorf("%s: line %d: %s is %s already (%s): leave one of the lines out", c.Other.Map, c.Other.Line, c.Other.URL, c.First.Path, c.First.origin()))
			}
		}
	}
	clear(all[len(kept):])
	b.entries.all = kept
	b.entries.sortPaths()
	e := &b.entries
	for k := 1; k < len(e.byPath); k++ { // finds files with several URLs
		first, next := &e.all[e.byPath[k-1]], &e.all[e.byPath[k]]
		if next.isOf(first.tree, first.path) && next.key != first.key && !e.isOverruled(next) {
			conflicts = append(conflicts, Conflict{First: b.entry(first), Other: b.entry(next)})
		}
	}
	return conflicts, errors.Join(errs...)
}

// sortPaths sets byPath.
func (e *entries) sortPaths() {
	e.byPath = make([]int32, len(e.all))
	for i := range e.byPath {
		e.byPath[i] = int32(i)
	}
	slices.SortFunc(e.byPath, func(i, j int32) int {
		x, y := &e.all[i], &e.all[j]
		return cmp.Or(cmp.Compare(x.tree, y.tree), strings.Compare(x.path, y.path), e.compare(x, y))
	})
}

// compare compares two entries by how much they count: entries of maps come first, then other entries
// in the order in which they were added, then overruled entries.
func (e *entries) compare(x, y *entry) int {
	return cmp.Or(cmp.Compare(e.rank(x), e.rank(y)), cmp.Compare(x.line, y.line))
}

// rank returns a number by which compare orders the sources of entries: maps in their order, then other
// sources, then sources whose entries are overruled.
func (e *entries) rank(x *entry) int {
	switch {
	case e.rule(x) == RuleMap:
		return int(x.from)
	case e.isOverruled(x):
		return math.MaxUint16 + 2
	}
	return math.MaxUint16 + 1
}

// isOf reports whether an entry belongs to the file at a path of a tree.
func (x *entry) isOf(tree uint16, path string) bool { return x.tree == tree && x.path == path }

// byURL returns the entry to whose file a URL leads, or nil.
func (e *entries) byURL(url string) *entry {
	if len(e.all) == 0 {
		return nil
	}
	key, _ := Normal(url)
	i, ok := sort.Find(len(e.all), func(i int) int { return strings.Compare(key, e.all[i].key) })
	if !ok || e.isOverruled(&e.all[i]) {
		return nil
	}
	return &e.all[i]
}

// of returns the first entry of a file, or nil.
func (e *entries) of(tree uint16, path string) *entry {
	if i := e.first(tree, path); i >= 0 {
		return &e.all[e.byPath[i]]
	}
	return nil
}

// first returns the index in byPath of the first entry of a file, or -1.
func (e *entries) first(tree uint16, path string) int {
	i, ok := sort.Find(len(e.byPath), func(i int) int {
		x := &e.all[e.byPath[i]]
		return cmp.Or(cmp.Compare(tree, x.tree), strings.Compare(path, x.path))
	})
	if !ok {
		return -1
	}
	return i
}

// A Conflict is two entries that give one URL to two files, or one file two URLs.
type Conflict struct {
	First, Other Entry // First is the entry that counts
	Overruled    bool  // no links lead to Other: First is a file that has the URL by its path in a root
	Copied       bool  // Overruled is true, and Other keeps the URL as its own: the files are in different roots
}

// An Entry is an exact entry of a book.
type Entry struct {
	URL  string
	Path string // the path in the file system, as the trees were given
	Rule Rule
	Map  string // the name of the map, or ""
	Line int    // the line in the map, or the number of the entry
	// Failed reports whether the file has the answer of a server in place of the page: see
	// [FailedMark].
	Failed bool
}

func (b *Book) entry(x *entry) Entry {
	from := b.entries.sources[x.from]
	return Entry{x.url, b.trees[x.tree].name(x.path), from.rule, from.name, int(x.line), from.failed}
}

// String returns a sentence for users.
func (c Conflict) String() string {
	switch {
	case c.Copied:
		return fmt.Sprintf("%s: links lead to %s (%s), and not to %s (%s), which has the URL, too", c.First.URL, c.First.Path, c.First.origin(), c.Other.Path, c.Other.origin())
	case c.First.Path != c.Other.Path:
		return fmt.Sprintf("%s: is %s (%s), and not %s (%s)", c.First.URL, c.First.Path, c.First.origin(), c.Other.Path, c.Other.origin())
	}
	return fmt.Sprintf("%s: has the URL %s (%s); %s (%s) leads to it, too", c.First.Path, c.First.URL, c.First.origin(), c.Other.URL, c.Other.origin())
}

// origin returns the source of the entry for a message.
func (e *Entry) origin() string {
	if e.Map == "" {
		return "by " + string(e.Rule)
	}
	return fmt.Sprintf("by line %d of %s", e.Line, e.Map)
}

// Entries returns the entries whose URLs lead to their files, sorted by path. first reports whether an entry is the
// first of its file; the others are further URLs.
func (b *Book) Entries() iter.Seq2[Entry, bool] {
	return func(yield func(e Entry, first bool) bool) {
		e := &b.entries
		var last *entry
		for _, i := range e.byPath {
			next := &e.all[i]
			if e.isOverruled(next) {
				continue
			}
			first := last == nil || last.tree != next.tree || last.path != next.path
			if last = next; !yield(b.entry(next), first) {
				return
			}
		}
	}
}

// samePage returns the entry whose URL usually names the same page as url, or nil: the original URL of a
// copy in the Wayback Machine, or the URL with https instead of http or the reverse, or with or without "/" at the
// end. There is no entry for url itself.
func (e *entries) samePage(url string) *entry {
	if len(e.all) == 0 {
		return nil
	}
	var all []string
	original, archived := savedfrom.Unarchived(url)
	if archived {
		original, _, _ = strings.Cut(original, "#")
		all = append(all, original)
		url = original
	}
	twin := otherScheme(url)
	if twin != "" {
		all = append(all, twin)
	}
	if slashed := otherEnd(url); slashed != "" {
		if all = append(all, slashed); twin != "" {
			all = append(all, otherScheme(slashed))
		}
	}
	for _, other := range all {
		if found := e.byURL(other); found != nil {
			return found
		}
	}
	return nil
}

// otherScheme returns a URL with https instead of http or the reverse, or "".
func otherScheme(url string) string {
	site, rest, _ := split(url)
	scheme, host, _ := strings.Cut(site, "://")
	switch scheme {
	case "http":
		return "https://" + host + rest
	case "https":
		return "http://" + host + rest
	}
	return ""
}

// otherEnd returns a URL with a "/" added to or removed from the end of its path, or "" for the
// path of the site itself.
func otherEnd(url string) string {
	path, query, asked := strings.Cut(url, "?")
	if asked {
		query = "?" + query
	}
	if _, rest, ok := split(path); !ok || rest == "/" {
		return ""
	}
	if short, ok := strings.CutSuffix(path, "/"); ok {
		return short + query
	}
	return path + "/" + query
}
