package engine

import (
	"io"
	"iter"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// RunPolicy is Rewriter.References with another policy than making links
// absolute.
func RunPolicy(opts Options, src []byte, policy Policy, visit func(*Reference)) *Plan {
	rw, err := New(opts)
	if err != nil {
		panic(err)
	}
	return rw.run(Piece{Source: src}, purpose{policy: policy, reports: reports{visitor: Visitor{Reference: visit}}})
}

// EncodingOf returns the name of the encoding that an HTML text is read in: that of its
// text, if it is UTF-16.
func EncodingOf(text, charset string) string {
	rw, err := New(Options{Type: detect.HTML})
	if err != nil {
		panic(err)
	}
	w := new(walk)
	w.begin(purpose{opts: &rw.opts, limits: limits{large: largeText}, places: rw.places, policy: rw.policy, reports: reports{notes: new([]Note)}})
	w.walk(&Document{MediaType: detect.HTML.MediaType()}, content{bytes: []byte(text), charset: charset}, rw.context)
	return w.scope.enc.Name()
}

// Sniff returns the type of the source in r, and a reader of the whole source.
func Sniff(r io.Reader) (detect.Type, io.Reader) { return new(Options).sniff(r) }

// SetLarge sets how many bytes a text has that is walked twice.
func (rw *Rewriter) SetLarge(n int) { rw.large = n }

// VisitMember walks a member of a format without functions.
func (rw *Rewriter) VisitMember(m *format.Member, v Visitor) *Plan {
	plan := &Plan{Type: rw.opts.Type, src: m.Text}
	s := rw.take()
	s.documents.begin(purpose{reports: reports{visitor: v}}.of(plan, rw, &Piece{Source: m.Text}))
	in := framed{format: new(format.Format), member: m, start: m.Start, end: m.End, depth: 1}
	plan.edits = s.member(nil, &in, m.Text, rw.context)
	s.documents.end()
	return plan
}

// Pieces yields the pieces of the source in r, whose type is t.
func Pieces(r io.Reader, t detect.Type) iter.Seq2[Piece, error] {
	return (&Rewriter{opts: Options{Type: t}}).Pieces(r)
}

// Bytes returns src rewritten: New and Rewriter.Bytes in one.
func Bytes(src []byte, opts Options) ([]byte, error) {
	rw, err := New(opts)
	if err != nil {
		return nil, err
	}
	return rw.Bytes(src)
}
