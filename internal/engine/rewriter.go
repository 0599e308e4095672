package engine

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/mimebase"
)

// An Edit replaces the bytes [Start, End) of a source by New. Offsets are
// bytes of the source; Start == End inserts.
type Edit = edit.Edit

// A Rewriter rewrites documents by one set of options. It is safe for
// concurrent use. [New] makes one; the zero value is of no use.
type Rewriter struct {
	opts    Options
	places  *places.Tables
	context *base.Context // of every source
	policy  Policy
	large   int        // bytes of a text that is walked twice
	walks   *sync.Pool // of *walk, for their buffers
	plans   *sync.Pool // of *memory, of plans that are released
}

// New returns a Rewriter. The error says what is wrong with the options.
func New(opts Options) (*Rewriter, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	return &Rewriter{
		opts: opts, places: places.For(opts.Also), context: opts.context(), large: largeText,
		policy: opts.policy(), walks: new(sync.Pool), plans: new(sync.Pool),
	}, nil
}

// In returns a Rewriter with the same options but for the tree, and the base, which is
// that of the tree. The two have their buffers in common: for many documents, each with
// a place of its own, that is quicker than [New]. The error says what is wrong with the
// options.
func (rw *Rewriter) In(tree Tree) (*Rewriter, error) {
	opts := rw.opts
	opts.Tree, opts.Base = tree, ""
	in, err := New(opts)
	if err != nil {
		return nil, err
	}
	in.walks, in.plans, in.large = rw.walks, rw.plans, rw.large
	return in, nil
}

// A Plan is what a Rewriter would do to a source.
type Plan struct {
	// Type is the source's type, never Auto.
	Type Type
	// Notes tell defects of the source and what was left alone for them.
	Notes []Note

	src    []byte
	edits  []edit.Edit // those of a large document are a group
	memory *memory     // nil once it is released
}

// All yields the edits of the source, sorted and disjoint. They are the only places
// in which the output differs from the source. Those of a large document are found
// anew each time: they take a fraction of the memory of the slice that Edits returns.
func (p *Plan) All() iter.Seq[Edit] { return edit.All(p.edits) }

// Edits returns what All yields.
func (p *Plan) Edits() []Edit {
	if !edit.HasGroup(p.edits) {
		return p.edits
	}
	return slices.AppendSeq(make([]Edit, 0, edit.Count(p.edits)), p.All())
}

// Changes reports whether there are any edits.
func (p *Plan) Changes() bool { return len(p.edits) > 0 }

// A memory is what the edits of a plan are kept in.
type memory struct {
	arena          view.Arena
	edits, changes []edit.Edit
	released       *sync.Pool // where it belongs
}

// Release gives the memory of the plan back to its Rewriter, for another plan. The edits
// and their bytes must not be used after that. It need not be called: many plans, one
// after the other, take less time with it.
func (p *Plan) Release() {
	if p.memory != nil {
		clearGroups(p.memory.edits)
		clearGroups(p.memory.changes)
		p.memory.released.Put(p.memory)
		p.memory, p.edits = nil, nil
	}
}

// Bytes returns the rewritten source: the source itself if there are no edits.
func (p *Plan) Bytes() ([]byte, error) { return edit.Apply(p.src, p.edits) }

// WriteTo writes the rewritten source to w, as ranges of the source with the
// edits' bytes between them.
func (p *Plan) WriteTo(w io.Writer) (int64, error) { return edit.Write(w, p.src, p.edits) }

// Plan finds out what makes of src what Options.Mode says: every link absolute, if
// it says nothing. It never fails: what cannot be understood is left alone and
// noted. src must not change while the plan is in use.
func (rw *Rewriter) Plan(src []byte) *Plan {
	return rw.Visit(src, Visitor{})
}

// References calls visit for every reference in src, in the order of src, with
// what [Rewriter.Plan] would make of it, and returns that plan.
func (rw *Rewriter) References(src []byte, visit func(*Reference)) *Plan {
	return rw.Visit(src, Visitor{Reference: visit})
}

// Documents calls visit for every document in src, the entities of a message
// among them, in the order of src, and returns the plan. A document has its
// base by then.
func (rw *Rewriter) Documents(src []byte, visit func(*Document)) *Plan {
	return rw.Visit(src, Visitor{Document: visit})
}

// clearGroups lets go of what groups among edits hold.
func clearGroups(edits []edit.Edit) {
	if edit.HasGroup(edits) {
		clear(edits)
	}
}

// run walks a piece with a policy, nil for that of the options: the one engine behind
// every use.
func (rw *Rewriter) run(piece Piece, policy Policy, v Visitor) *Plan {
	w := rw.take()
	m, _ := rw.plans.Get().(*memory)
	if m == nil {
		m = &memory{released: rw.plans}
	}
	w.inserted.arena, w.buf.changes, w.mail.edits = m.arena, m.changes, m.edits
	p := new(Plan)
	w.plan(p, rw, piece, purpose{policy: policy, visitor: v})
	m.arena, m.changes, m.edits = w.inserted.arena, w.buf.changes, w.mail.edits
	w.inserted.arena, w.buf.changes, w.mail.edits = nil, nil, nil // the plan has them
	p.memory = m
	rw.walks.Put(w) // but not after the panic of a visitor: it is in the middle of something
	return p
}

// take returns a walk that is not in use.
func (rw *Rewriter) take() *walk {
	if w, _ := rw.walks.Get().(*walk); w != nil {
		return w
	}
	return new(walk)
}

// plan walks a piece, and makes p its plan. What that holds is good until the next.
func (w *walk) plan(p *Plan, rw *Rewriter, piece Piece, purpose purpose) {
	*p = Plan{Type: rw.opts.Type, src: piece.Source}
	if p.Type == Auto {
		p.Type, _ = rw.opts.detect("", p.src)
	}
	purpose.opts, purpose.places, purpose.notes, purpose.limits.large = &rw.opts, rw.places, &p.Notes, rw.large
	purpose.limits.room = rw.opts.mayGrow(len(piece.Source))
	purpose.number, purpose.pieceAt = piece.Message, piece.Offset
	if rw.opts.Decide != nil {
		purpose.limits.chosen = &growth{limit: purpose.limits.room}
	}
	if purpose.policy == nil {
		purpose.policy, purpose.prefixes = rw.policy, rw.opts.Mode == MakeAbsolute && rw.opts.Decide == nil
	}
	w.purpose, w.inserted, w.texts = purpose, inserted{arena: w.inserted.arena}, texts{}
	w.inserted.arena.Reset()
	if p.Type == Other {
		if piece.Offset == 0 { // the others of the source follow the first
			w.noteOther(p.src)
		}
		return
	}
	if most := rw.opts.MaxDocument; piece.Large || most > 0 && len(p.src) > most {
		if !piece.Continued {
			w.note(TooLarge, "", 0, fmt.Sprintf("left: larger than a document may be here, %d bytes", most))
		}
		return
	}
	if f := p.Type.format(); f != nil && piece.isMember() {
		m := piece.member
		w.framed = framed{format: f, member: m, start: m.Start, end: m.End, depth: 1}
		w.mail.edits = w.member(w.mail.edits[:0], p.src, rw.context)
		p.edits = w.mail.edits
		w.framed = framed{}
	} else {
		p.edits = w.source(p.Type, p.src, rw.context)
	}
	w.tellText("", 0, p.src, p.edits)
	if cap(w.collector.Sites) > 16*batchSites { // of a large document
		w.collector.Sites = nil
	}
	w.batches = batches{} // a list may be large
}

// Bytes returns src as Options.Mode wants it: every link absolute, if that says
// nothing. The error is that of a bug in this package; see [Rewriter.Plan].
func (rw *Rewriter) Bytes(src []byte) ([]byte, error) { return rw.Plan(src).Bytes() }

// Append appends to dst what [Rewriter.Bytes] returns: with a buffer that is used
// again, nothing is allocated for the references of src. dst must not overlap src.
func (rw *Rewriter) Append(dst, src []byte) ([]byte, error) {
	w := rw.take()
	defer rw.walks.Put(w)
	var plan Plan
	w.plan(&plan, rw, Piece{Source: src}, purpose{})
	out, err := edit.Append(dst, src, plan.edits)
	clearGroups(plan.edits)
	return out, err
}

// Bytes returns src rewritten: [New] and [Rewriter.Bytes] in one. The error is that of New.
func Bytes(src []byte, opts Options) ([]byte, error) {
	rw, err := New(opts)
	if err != nil {
		return nil, err
	}
	return rw.Bytes(src)
}

// source walks a source of that type. It returns its edits.
func (w *walk) source(t Type, src []byte, ctx *base.Context) []edit.Edit {
	if t == Message {
		return w.message(src, 0, ctx)
	}
	if f := t.format(); f != nil {
		w.mail.edits = w.container(w.mail.edits[:0], f, src, 0, ctx)
		return w.mail.edits
	}
	mediaType := mediaTypes[t]
	return w.walker(mediaType)(&Document{MediaType: mediaType}, content{bytes: src, charset: w.opts.Charset, at: mimebase.Span{End: len(src)}}, ctx)
}
