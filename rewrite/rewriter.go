package rewrite

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
)

// Bytes returns src with its links rewritten: [New] and [Rewriter.Bytes] in one. If the options
// are wrong, it returns nil and an error. For many sources, one Rewriter is several times as fast.
func Bytes(src []byte, opts Options) ([]byte, error) {
	rw, err := New(opts)
	if err != nil {
		return nil, err
	}
	return rw.Bytes(src), nil
}

// A Rewriter rewrites sources by one set of options. It is safe for concurrent use. [New]
// makes one.
type Rewriter struct {
	engine   *engine.Rewriter
	progress func(Progress)
}

// New returns a Rewriter. The error wraps [ErrOptions].
func New(opts Options) (*Rewriter, error) {
	o, err := opts.engine()
	if err != nil {
		return nil, optionsError{err}
	}
	rw, err := engine.New(o)
	if err != nil {
		return nil, optionsError{err}
	}
	return &Rewriter{rw, opts.Progress}, nil
}

// In returns a Rewriter with the same options for another source of a tree of files. The two share
// their buffers, so for many files In is faster than [New].
func (rw *Rewriter) In(tree Tree) (*Rewriter, error) {
	in, err := rw.engine.In(tree)
	if err != nil {
		return nil, optionsError{err}
	}
	return &Rewriter{in, rw.progress}, nil
}

// Bytes returns src with its links rewritten. It returns src itself if nothing changes. Nothing in
// src makes it fail: parts that cannot be understood are left as they are.
func (rw *Rewriter) Bytes(src []byte) []byte {
	plan := rw.Plan(src)
	defer plan.plan.Release() // the output does not need the plan
	return plan.Bytes()
}

// A Progress says how far [Rewriter.Copy] has come.
type Progress struct {
	// Read and Written are numbers of bytes.
	Read, Written int64
	// Messages is the number of messages of a mailbox.
	Messages int
}

// Copy reads a source from r and writes it to w with its links rewritten. It rewrites a mailbox
// message by message, in the memory of the largest message; any other source is read to its end
// before any of it is written. It calls Options.Progress, and returns the notes.
//
// The error comes from r, w or ctx. When ctx is done, Copy stops, also within a document.
func (rw *Rewriter) Copy(ctx context.Context, w io.Writer, r io.Reader) ([]Note, error) {
	var progress func(engine.Progress)
	if rw.progress != nil {
		progress = func(p engine.Progress) { rw.progress(Progress(p)) }
	}
	notes, err := rw.engine.Copy(ctx, w, r, progress)
	return newNotes(notes), err
}

// Links returns an iterator over the links of src, in the order of src. It changes nothing: the
// Target of a link is the URL that [Rewriter.Bytes] would write. It calls Options.Decide, too;
// Options.Visit lists the links while a source is rewritten.
func (rw *Rewriter) Links(src []byte) iter.Seq[*Link] {
	return func(yield func(*Link) bool) {
		for link := range rw.ReadLinks(bytes.NewReader(src)) { // ReadLinks does not fail here
			if !yield(link) {
				return
			}
		}
	}
}

// ReadLinks is [Rewriter.Links] for a source that is read from r. It reads a mailbox message by
// message. If r fails, the iterator yields a nil link with the error of r, and ends.
func (rw *Rewriter) ReadLinks(r io.Reader) iter.Seq2[*Link, error] {
	return func(yield func(*Link, error) bool) {
		in := rw.engine.Open(r, nil)
		for piece, err := range in.All() {
			if err != nil {
				yield(nil, err)
				return
			}
			visit := func(r *engine.Reference) bool { return yield(newLink(r), nil) }
			if !in.Rewriter.VisitReferences(piece, visit) {
				return
			}
		}
	}
}

// A Document is a part of a source that has a base of its own: an HTML document, a message,
// or a part of one.
type Document struct {
	// Message is the number of the message in its mailbox, from 1. It is 0 outside of
	// mailboxes.
	Message int
	// Part is the number of the part of a message, as in [Link].
	Part string
	// MediaType is the media type, such as "text/html".
	MediaType string
	// Base is the base, and why: see [base.Result.Candidates].
	Base *base.Result
}

// Documents returns an iterator over the documents of src, in their order. They include the
// parts of messages that have no links, such as images.
func (rw *Rewriter) Documents(src []byte) iter.Seq[*Document] {
	return func(yield func(*Document) bool) {
		in := rw.engine.Open(bytes.NewReader(src), nil)
		for piece := range in.All() { // reading from memory does not fail
			visit := func(d *engine.Document) bool {
				return yield(&Document{piece.Message, d.Part, d.MediaType, d.Base})
			}
			if !in.Rewriter.VisitDocuments(piece, visit) {
				return
			}
		}
	}
}
