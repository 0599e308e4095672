package main

import (
	"bytes"
	"context"
	"io"

	"github.com/hrefix/hrefix/internal/engine"
)

// ours is the name of hrefix among the peers.
const ours = "hrefix"

// everything is all places that hrefix knows.
const everything = engine.Social | engine.Lazy | engine.JSONLD | engine.RDFa | engine.Conditional | engine.Param

// newHrefix is the library, for pages and for mail.
func newHrefix() (peer, error) {
	rewriters := make(map[engine.Type]*engine.Rewriter)
	for _, t := range []engine.Type{engine.HTML, engine.Message, engine.Mbox} {
		rw, err := engine.New(engine.Options{Type: t, Base: baseURL, Also: everything})
		if err != nil {
			return nil, err
		}
		rewriters[t] = rw
	}
	return &goPeer{
		is: about{name: ours},
		work: func(d *document, out *bytes.Buffer) (int, error) {
			rw := rewriters[d.typ]
			if d.typ == engine.Mbox {
				_, err := rw.Copy(context.Background(), io.Discard, bytes.NewReader(d.data), nil)
				return 0, err
			}
			return 0, eachPiece(d, func(piece []byte) error {
				out.Reset()
				result, err := rw.Append(out.AvailableBuffer(), piece)
				*out = *bytes.NewBuffer(result) // which is mostly the same memory
				return err
			})
		},
		links: func(d *document) int { return resolvedLinks(rewriters[d.typ], d) },
	}, nil
}

// resolvedLinks returns how many references of a document change.
func resolvedLinks(rw *engine.Rewriter, d *document) (n int) {
	visit := func(r *engine.Reference) {
		if r.Status == engine.Resolved && !bytes.Equal(r.Text, r.Target) {
			n++
		}
	}
	if d.typ == engine.Mbox {
		rw.References(d.data, visit)
		return n
	}
	for i := range d.pieces {
		rw.References(d.piece(i), visit)
	}
	return n
}

// eachPiece calls do for each piece of a document.
func eachPiece(d *document, do func(piece []byte) error) error {
	for i := range d.pieces {
		if err := do(d.piece(i)); err != nil {
			return err
		}
	}
	return nil
}
