package engine

// RunPolicy is Rewriter.References with another policy than making links
// absolute.
func RunPolicy(opts Options, src []byte, policy Policy, visit func(*Reference)) *Plan {
	rw, err := New(opts)
	if err != nil {
		panic(err)
	}
	return rw.run(Piece{Source: src}, purpose{policy: policy, visitor: Visitor{Reference: visit}})
}

// EncodingOf returns the name of the encoding that an HTML text is read in: that of its
// text, if it is UTF-16.
func EncodingOf(text, charset string) string {
	rw, err := New(Options{Type: HTML})
	if err != nil {
		panic(err)
	}
	w := new(walk)
	w.begin(purpose{opts: &rw.opts, limits: limits{large: largeText}, places: rw.places, policy: rw.policy, notes: new([]Note)})
	w.html(new(Document), content{bytes: []byte(text), charset: charset}, rw.context)
	return w.scope.enc.Name()
}

// SetLarge sets how many bytes a text has that is walked twice.
func (rw *Rewriter) SetLarge(n int) { rw.large = n }

// IsClean reports whether the next walk of rw begins outside of containers.
func (rw *Rewriter) IsClean() bool {
	w := rw.take()
	defer rw.walks.Put(w)
	return w.frame == framed{}
}
