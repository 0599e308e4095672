package bundle

import (
	"path"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// A MAFF file has a directory for each saved page, with a file index.rdf that names the page and its
// URL.

// Pages are the texts of the files index.rdf in a bundle, by their directories.
type Pages map[string][]byte

const (
	indexName = "index.rdf"
	maxIndex  = 64 << 10
)

// Pages returns the texts of the files index.rdf in the bundle, or nil without any.
func (t *Tree) Pages() Pages {
	var names []string
	for i := range t.members {
		if p := t.members[i].path; path.Base(p) == indexName {
			names = append(names, p)
		}
	}
	if len(names) == 0 {
		return nil
	}
	texts, err := t.file.Read(maxIndex, names...)
	if err != nil {
		return nil // reading the members reports the error
	}
	pages := make(Pages)
	for name, text := range texts {
		pages[path.Dir(name)] = text
	}
	return pages
}

// Has reports whether a file is a page or was saved with a page.
func (p Pages) Has(file string) bool {
	for dir := path.Dir(file); len(p) > 0; dir = path.Dir(dir) {
		if p[dir] != nil {
			return true
		}
		if dir == "." {
			return false
		}
	}
	return false
}

// Origin returns the URL that the page with a path was retrieved from, or "" if no index.rdf names it.
func (p Pages) Origin(page string) string {
	url, _ := savedfrom.IndexRDF(p[path.Dir(page)], path.Base(page))
	return url
}
