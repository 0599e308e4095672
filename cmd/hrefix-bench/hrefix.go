package main

import (
	"bytes"
	"io"

	"github.com/hrefix/hrefix/rewrite"
)

// ours is the name of hrefix among the peers.
const ours = "hrefix"

// everything is all places that hrefix knows.
const everything = rewrite.Social | rewrite.Lazy | rewrite.JSONLD | rewrite.RDFa | rewrite.Conditional | rewrite.Param

// newHrefix is the library, for pages and for mail.
func newHrefix() (peer, error) {
	rewriters := make(map[rewrite.Type]*rewrite.Rewriter)
	for _, t := range []rewrite.Type{rewrite.HTML, rewrite.Message, rewrite.Mbox} {
		rw, err := rewrite.New(rewrite.Options{Type: t, Base: baseURL, Also: everything})
		if err != nil {
			return nil, err
		}
		rewriters[t] = rw
	}
	return &goPeer{
		is: about{name: ours},
		work: func(d *document, out *bytes.Buffer) (int, error) {
			rw := rewriters[d.typ]
			if d.typ == rewrite.Mbox {
				_, err := rw.Copy(io.Discard, bytes.NewReader(d.data))
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
func resolvedLinks(rw *rewrite.Rewriter, d *document) (n int) {
	visit := func(r *rewrite.Reference) {
		if r.Status == rewrite.Resolved && !bytes.Equal(r.Text, r.Target) {
			n++
		}
	}
	if d.typ == rewrite.Mbox {
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
