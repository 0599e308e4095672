package main

import (
	"bytes"

	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

// pageReferences returns the references of pages as two documents, a piece for each:
// all of them, and those that are relative.
func pageReferences(pages []document) ([]document, error) {
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.HTML, Base: baseURL, Also: everything})
	if err != nil {
		return nil, err
	}
	all, relative := document{name: "all references"}, document{name: "relative ones"}
	for i := range pages {
		rw.References(pages[i].data, func(r *rewrite.Reference) {
			if bytes.ContainsAny(r.Text, "\r\n") {
				return
			}
			all.add(r.Text)
			if !resolve.IsAbsolute(r.Text) {
				relative.add(r.Text)
			}
		})
	}
	return []document{all, relative}, nil
}

// texts returns the pieces as strings.
func (d *document) texts() []string {
	var texts []string
	for i := range d.pieces {
		texts = append(texts, string(d.piece(i)))
	}
	return texts
}
