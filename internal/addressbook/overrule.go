package addressbook

import (
	"cmp"
	"slices"
)

// A filePath is the path of a file with the number of its tree.
type filePath struct {
	tree uint16
	path string
}

// A claim is an entry whose URL leads to another file by its path.
type claim struct {
	entry  int32
	holder filePath // the other file
	rule   Rule     // the rule by which the URL leads there
	copied bool     // the other file is in the directory of another root: two mirrors have the page
}

// overrule removes and returns the entries with claims: an entry gives a file a URL, but by the rules of a
// root the URL leads to another file. So no file can take over the links to another file. Lines of maps
// stay. An entry also stays if the other file has another URL by an entry of its own: a program that saved
// "/p" as p.html has to save "/p.html" as p-2.html. If the other file is in another root, the file keeps
// the URL as its own, but links lead to the other file: two mirrors may have copies of one page.
func (b *Book) overrule() (conflicts []Conflict, err error) {
	e := &b.entries
	isOther := func(x entry) bool { return e.rule(&x) != RuleMap }
	if len(b.roots) == 0 || !slices.ContainsFunc(e.all, isOther) {
		return nil, nil
	}
	e.sortPaths()
	var open []claim
	by := make(map[filePath][]claim) // claims by their holder
	for i, x := range e.all {
		if !isOther(x) {
			continue
		}
		if c, ok := b.claim(int32(i)); ok {
			open, by[c.holder] = append(open, c), append(by[c.holder], c)
		}
	}
	removed := make(map[int32]bool)
	copied := make(map[int32]bool)
	for len(open) > 0 {
		c := open[len(open)-1]
		open = open[:len(open)-1]
		if removed[c.entry] || copied[c.entry] || b.hasOtherURL(c, removed) {
			continue
		}
		x := &e.all[c.entry]
		first := Entry{URL: x.url, Path: b.trees[c.holder.tree].name(c.holder.path), Rule: c.rule}
		conflicts = append(conflicts, Conflict{First: first, Other: b.entry(x), Overruled: true, Copied: c.copied})
		if c.copied {
			copied[c.entry] = true
			continue
		}
		removed[c.entry] = true
		open = append(open, by[filePath{x.tree, x.path}]...) // x may be the reason why these claims count
	}
	err = b.remove(removed, copied)
	slices.SortFunc(conflicts, func(x, y Conflict) int { return cmp.Compare(x.Other.Line, y.Other.Line) })
	return conflicts, err
}

// claim returns the claim of the entry with a number, if its URL leads to another file. If several roots have
// the URL, the root of the entry's file comes first.
func (b *Book) claim(i int32) (c claim, ok bool) {
	x := &b.entries.all[i]
	first, rest := b.of(x.url, nil)
	if first == nil {
		return c, false
	}
	own := b.trees[x.tree].owner(x.path)
	near := cmp.Or(first.in(own), first)
	roots := []*root{near}
	for r := first; r != nil; r = r.next {
		if r != near {
			roots = append(roots, r)
		}
	}
	for _, r := range roots {
		s := b.search(r, rest)
		holder := filePath{r.tree.number, s.path}
		if s.state == File && !s.guess && s.query == "" && !x.isOf(holder.tree, holder.path) {
			return claim{i, holder, s.rule, r.first != own}, true
		}
	}
	return c, false
}

// hasOtherURL reports whether the holder of a claim has another URL in its root by its own entry,
// which is not removed.
func (b *Book) hasOtherURL(c claim, removed map[int32]bool) bool {
	e := &b.entries
	first := e.first(c.holder.tree, c.holder.path)
	if first < 0 {
		return false
	}
	for _, i := range e.byPath[first:] {
		own := &e.all[i]
		if !own.isOf(c.holder.tree, c.holder.path) {
			return false
		}
		if !removed[i] {
			return own.key != e.all[c.entry].key && b.prevails(own, b.trees[own.tree].owner(own.path))
		}
	}
	return false
}

// remove removes entries by their numbers. Entries in copied become overruled.
func (b *Book) remove(numbers, copied map[int32]bool) error {
	e := &b.entries
	if len(numbers)+len(copied) == 0 {
		return nil
	}
	kept := e.all[:0]
	for i, x := range e.all {
		if numbers[int32(i)] {
			continue
		}
		if copied[int32(i)] {
			s := e.sources[x.from]
			s.overruled = true
			var err error
			if x.from, err = e.number(s); err != nil {
				return err
			}
		}
		kept = append(kept, x)
	}
	clear(e.all[len(kept):])
	e.all = kept
	return nil
}
