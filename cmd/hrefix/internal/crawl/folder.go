package crawl

import (
	"path"
	"strings"
)

// A Folder gives names to the files of saved pages, which have no tree of their own: each page has
// a file, and a directory for its resources. No two names differ only in case. The zero value is not
// ready: [NewFolder] returns one.
type Folder struct {
	taken map[string]bool // folded paths
	fold  caseFolder
}

// NewFolder returns a Folder without files.
func NewFolder() *Folder { return &Folder{make(map[string]bool), newCaseFolder()} }

// Page returns the path of the page in a file called name, without extension, and the directory for
// its resources.
func (f *Folder) Page(name string, kind Kind) (page, dir string) {
	name = strings.TrimSuffix(safe(name), ".")
	for n := uint32(1); ; n++ {
		stem := numbered(shorten(name, ""), n)
		page, dir = kind.extended(stem), stem+"_files/"
		if f.isFree(page) && f.isFree(dir) {
			f.take(page)
			f.take(dir)
			return page, dir
		}
	}
}

// Resource returns the path of a file in a directory, for a resource with that URL.
func (f *Folder) Resource(dir, url string, kind Kind) string {
	url, _, _ = strings.Cut(url, "#")
	rest, query, asked := strings.Cut(url, "?")
	if asked {
		query = "?" + query
	}
	name := fileName(path.Base(strings.TrimSuffix(strings.ReplaceAll(rest, `\`, "/"), "/")), query, kind)
	for n := uint32(1); ; n++ {
		if at := dir + numbered(name, n); f.isFree(at) {
			f.take(at)
			return at
		}
	}
}

func (f *Folder) isFree(path string) bool { return !f.taken[f.fold.fold(path)] }
func (f *Folder) take(path string)        { f.taken[f.fold.fold(path)] = true }
