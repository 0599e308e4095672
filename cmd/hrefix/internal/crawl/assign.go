package crawl

import (
	"hash/fnv"
	"slices"
	"strings"
)

// Files get their names in the order of the URLs, and error pages after all others. Directories come before files: a
// file with the name of a directory gets a number.

// path returns the path in the tree at which the body of an entry is stored. It is right once name has run.
func (e *entry) path() string {
	dir, name := locate(e.key, e.kind)
	return dir + numbered(name, e.number)
}

// name gives the files their names. It fills x.order and x.hosts.
func (x *Index) name() {
	x.order = make([]uint32, 0, x.entries.n)
	for i := range x.entries.n {
		if e := x.entries.at(i); e.rank != redirect {
			x.order = append(x.order, i)
			if !e.isFailed() {
				x.hosts[hostOf(e.key)] = true
			}
		}
	}
	slices.SortFunc(x.order, func(i, j uint32) int {
		a, b := x.entries.at(i), x.entries.at(j)
		switch {
		case a.isFailed() == b.isFailed():
			return strings.Compare(a.key, b.key)
		case a.isFailed():
			return 1
		}
		return -1
	})
	fold := newCaseFolder()
	for _, i := range x.order {
		e := x.entries.at(i)
		dir, _ := locate(e.key, e.kind)
		x.addDirs(fold.fold(dir))
	}
	used := make(map[uint64]uint32, len(x.order))
	for _, i := range x.order {
		x.number(x.entries.at(i), used, fold)
	}
	slices.SortFunc(x.order, func(i, j uint32) int {
		a, b := x.entries.at(i), x.entries.at(j)
		if a.body != b.body {
			return comparePositions(a.body, b.body)
		}
		return strings.Compare(a.key, b.key)
	})
}

// addDirs adds a directory and its parents.
func (x *Index) addDirs(folded string) {
	for n := len(folded); n > 0; n = strings.LastIndexByte(folded[:n-1], '/') + 1 {
		h := hashOf(folded[:n-1])
		if x.dirs[h] {
			return
		}
		x.dirs[h] = true
	}
}

// number gives the file of an entry a number if its name is the name of another file, or of a directory.
// used has the hashes of the folded paths of files. The value is the last number that was tried for the
// path.
func (x *Index) number(e *entry, used map[uint64]uint32, fold caseFolder) {
	dir, name := locate(e.key, e.kind)
	first := hashOf(fold.fold(dir + name))
	for e.number = used[first] + 1; ; e.number++ {
		h := first
		if e.number > 1 {
			h = hashOf(fold.fold(dir + numbered(name, e.number)))
		}
		if used[h] == 0 && !x.dirs[h] {
			used[h] = 1
			used[first] = e.number
			return
		}
	}
}

// hashOf returns the hash of a text. If two paths have the same hash, a file gets a number that it does
// not need.
func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}
