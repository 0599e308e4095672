package bundle

import (
	"path"

	"github.com/hrefix/hrefix/internal/savedfrom"
)

// Some bundles say what their pages are: MAFF has a directory for each saved page, with a file
// index.rdf that names the page and its URL.

// Pages are the files index.rdf of a bundle by their directories, or nil.
type Pages map[string][]byte

const (
	indexName = "index.rdf"
	maxIndex  = 64 << 10
)

// Pages reads the files that say what the pages of the bundle are.
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
		return nil // the reader of the members finds it, too
	}
	pages := make(Pages)
	for name, text := range texts {
		pages[path.Dir(name)] = text
	}
	return pages
}

// Origin returns the URL that the page with a path was retrieved from, or "".
func (p Pages) Origin(page string) string {
	url, _ := savedfrom.IndexRDF(p[path.Dir(page)], path.Base(page))
	return url
}
