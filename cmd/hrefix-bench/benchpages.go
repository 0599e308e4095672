package main

// pagesSection measures pages: those of the corpus, and more that are made.
func (b *bench) pagesSection() (*section, error) {
	docs, err := corpusPages(b.corpus)
	if err != nil {
		return nil, err
	}
	docs = append(docs, madePages()...)
	library, err := newHrefix()
	if err != nil {
		return nil, err
	}
	rows, err := b.contest(docs, b.rounds, byteCount,
		newFloor(), library, newTokenizer(), newGoquery(), newLexer(),
		newLolHTML(b.shop, false), newLolHTML(b.shop, true), newLxml(b.shop), newWget(b.shop))
	if err != nil {
		return nil, err
	}
	over := []selection{
		{"all", indexes(docs, func(*document) bool { return true })},
		{"corpus", indexes(docs, func(d *document) bool { return !d.made })},
	}
	bounds := []bound{{what: "pages: time of hrefix, " + floorName + " = 1", want: 2, most: true, got: timesOf(rows, ours, floorName, over)}}
	bounds = append(bounds, wishes("pages", rows, over,
		wish{lolScanName, 2}, wish{lolRewriteName, 6}, wish{tokenizerName, 8}, wish{goqueryName, 20}, wish{lxmlName, 60})...)
	allocations, err := allocationBound(docs)
	return &section{
		title: "Pages, one core",
		text:  "In millions of bytes per second: " + describe(docs),
		table: costTable(rows, docs, format{megabytes, "links", ours}), bounds: append(bounds, allocations), rows: rows,
	}, err
}
