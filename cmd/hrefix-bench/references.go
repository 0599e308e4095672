package main

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// pageReferences returns the references of pages as two documents, a piece for each:
// all of them, and those that are relative.
func pageReferences(pages []document) ([]document, error) {
	rw, err := engine.New(engine.Options{Type: engine.HTML, Base: baseURL, Also: everything})
	if err != nil {
		return nil, err
	}
	all, relative := document{name: "all references"}, document{name: "relative ones"}
	for i := range pages {
		rw.References(pages[i].data, func(r *engine.Reference) {
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
