package main

// mailSection measures mail: a large mailbox that is made, and the mail of the
// corpus.
func (b *bench) mailSection() (*section, error) {
	docs, err := b.mail()
	if err != nil {
		return nil, err
	}
	library, err := newHrefix()
	if err != nil {
		return nil, err
	}
	rows, err := b.contest(docs, fewer(b.rounds), byteCount,
		newFloor(), library, newMessageReader(), newMessageWriter(), newGMime(b.shop), newPythonMail(b.shop))
	if err != nil {
		return nil, err
	}
	mailbox := []selection{{docs: []int{0}}}
	return &section{
		title: "Mail, one core",
		text:  "In millions of bytes per second: " + describe(docs),
		table: costTable(rows, docs, format{megabytes, "links", ours}), rows: rows,
		bounds: wishes("mailbox", rows, mailbox, wish{messageReaderName, 2}, wish{gmimeName, 8}, wish{pythonMailName, 80}),
	}, nil
}

// mailDocuments returns the mailbox that is made, and the mail of the corpus.
func mailDocuments(corpus string) ([]document, error) {
	list, err := mailingList(corpus)
	if err != nil {
		return nil, err
	}
	messages, err := htmlMessages(corpus)
	if err != nil {
		return nil, err
	}
	mailbox, err := makeMailbox(list, messages, mailboxSize)
	return []document{mailbox, list, messages}, err
}
