package main

import "fmt"

// resolveSection measures the resolution of the references that pages have.
func (b *bench) resolveSection() (*section, error) {
	pages, err := corpusPages(b.corpus)
	if err != nil {
		return nil, err
	}
	docs, err := pageReferences(pages)
	if err != nil {
		return nil, err
	}
	whatwg, err := newWhatwgURL()
	if err != nil {
		return nil, err
	}
	rows, err := b.contest(docs, b.rounds, pieceCount, append(newResolvers(), newNetURL(), whatwg, newNodeURL(b.shop))...)
	if err != nil {
		return nil, err
	}
	over := []selection{{"all", []int{0}}, {"relative", []int{1}}}
	var bounds []bound
	for _, r := range rows[:len(rows)-3] {
		bounds = append(bounds, bound{what: "resolution: time of net/url, " + r.who.name + " = 1", want: 10, got: timesOf(rows, netURLName, r.who.name, over)})
	}
	return &section{
		title:  "Resolution, one core",
		text:   fmt.Sprintf("In nanoseconds for each reference: the %s references of the corpus' pages, and the %s relative ones among them.", thousands(int64(len(docs[0].pieces))), thousands(int64(len(docs[1].pieces)))),
		table:  costTable(rows, docs, format{number, "changed", rows[0].who.name}),
		bounds: bounds, rows: rows,
	}, nil
}
