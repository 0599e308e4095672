package engine

import (
	"io"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/candidates"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// An Edit replaces the bytes [Start, End) of a source by New. If Start equals End, it inserts.
type Edit = edit.Edit

// A Rewriter rewrites documents by one set of options. It is safe for
// concurrent use. [New] returns a Rewriter; the zero value cannot be used.
type Rewriter struct {
	opts    Options
	dialect resolve.Dialect // the dialect as it was given: see Options.checkTree
	places  *places.Tables
	context *base.Context // the context of every source
	policy  Policy
	large   int          // the size of a text that is walked twice
	walks   *sync.Pool   // *sourceWalk, for their buffers
	used    *atomic.Bool // whether a source was walked
	plans   *sync.Pool   // *memory of plans that are released
}

// New returns a Rewriter, or an error that says what is wrong with the options.
func New(opts Options) (*Rewriter, error) {
	given := opts.Dialect
	if err := opts.check(); err != nil {
		return nil, err
	}
	if opts.files = nil; opts.Tree != nil {
		opts.files = decide.NewFiles(opts.Tree, opts.Dialect, opts.Converted, opts.entry)
		if opts.Mode == MakeRelative {
			opts.remains = candidates.InTree(opts.files.Has)
		}
	}
	return &Rewriter{
		opts: opts, dialect: given, places: places.For(opts.Also, opts.Places), context: opts.context(), large: largeText,
		policy: opts.policy(), walks: new(sync.Pool), plans: new(sync.Pool), used: new(atomic.Bool),
	}, nil
}

// In returns a Rewriter with the same options, but with another tree, which also gives the
// base. The two share their buffers, so for many documents of a tree In is faster than [New].
// The error comes from New.
func (rw *Rewriter) In(tree Tree) (*Rewriter, error) {
	opts := rw.opts
	opts.Tree, opts.Base, opts.Dialect = tree, "", rw.dialect
	in, err := New(opts)
	if err != nil {
		return nil, err
	}
	in.walks, in.plans, in.large = rw.walks, rw.plans, rw.large
	return in, nil
}

// A Plan is the set of changes that a Rewriter makes to a source.
type Plan struct {
	// Type is the type of the source. It is never Auto.
	Type detect.Type
	// Notes describe defects of the source, and parts that stay because of them.
	Notes []Note
	// JSONFields says which of Options.JSONFields the source has.
	JSONFields SeenFields
	// Broken reports whether the source is damaged, so that not all of it was read: see format.Member.Broken.
	Broken bool

	src    []byte
	edits  []edit.Edit // a group if the document is large
	memory *memory     // nil once the plan is released
}

// All yields the edits of the source, sorted and disjoint. The output differs from the source
// only in them. The edits of a large document are computed again each time, and take a
// fraction of the memory of the slice that Edits returns.
func (p *Plan) All() iter.Seq[Edit] { return edit.All(p.edits) }

// Edits returns the edits that All yields.
func (p *Plan) Edits() []Edit {
	if !edit.HasGroup(p.edits) {
		return p.edits
	}
	return slices.Collect(p.All())
}

// Changes reports whether there are any edits.
func (p *Plan) Changes() bool { return len(p.edits) > 0 }

// A memory has the edits of a plan, and the bytes that they insert.
type memory struct {
	arena    view.Arena
	edits    []edit.Edit
	released *sync.Pool // Release puts the memory into it
}

// Release lets the Rewriter use the memory of the plan for another plan. The edits and their bytes
// must not be used after that. Calling Release is optional. It saves time if many plans are made
// one after the other.
func (p *Plan) Release() {
	if p.memory != nil {
		clearGroups(p.memory.edits)
		p.memory.released.Put(p.memory)
		p.memory, p.edits = nil, nil
	}
}

// Bytes returns the rewritten source, or the source itself if there are no edits. An error is
// a bug in this package: edits that overlap.
func (p *Plan) Bytes() ([]byte, error) { return edit.Apply(p.src, p.edits) }

// WriteTo writes the rewritten source to w. The error comes from w, or is the error of Bytes.
func (p *Plan) WriteTo(w io.Writer) (int64, error) { return edit.Write(w, p.src, p.edits) }

// Plan returns the edits of src for Options.Mode. It never fails: content that it cannot
// interpret stays as it is, with a note. src must not change while the plan is in use.
func (rw *Rewriter) Plan(src []byte) *Plan {
	return rw.Visit(src, Visitor{})
}

// References calls visit for every reference in src, in the order of src, and returns the
// plan.
func (rw *Rewriter) References(src []byte, visit func(*Reference)) *Plan {
	return rw.Visit(src, Visitor{Reference: visit})
}

// clearGroups clears edits if there are groups among them, which refer to much memory.
func clearGroups(edits []edit.Edit) {
	if edit.HasGroup(edits) {
		clear(edits)
	}
}

// run walks a piece for a purpose, which has a policy or a visitor, and returns its plan. If the
// policy is nil, it uses the policy of the options.
func (rw *Rewriter) run(piece Piece, purpose purpose) *Plan {
	w := rw.take()
	m, _ := rw.plans.Get().(*memory)
	if m == nil {
		m = &memory{released: rw.plans}
	}
	w.documents.link.inserted.arena = m.arena
	p := new(Plan)
	w.plan(p, rw, piece, purpose)
	m.arena, m.edits = w.documents.link.inserted.arena, append(m.edits[:0], p.edits...)
	clearGroups(p.edits)
	p.edits, p.memory = m.edits, m
	w.documents.link.inserted.arena = nil // the plan owns it now
	// The walk of a Rewriter that is used only once becomes garbage at once. In a pool it would stay for two
	// collections, and with many such Rewriters the heap would double each time.
	if rw.used.Swap(true) {
		rw.walks.Put(w) // not deferred: after the panic of a visitor the walk must not be used again
	}
	return p
}

// take returns a walk that is not in use.
func (rw *Rewriter) take() *sourceWalk {
	if s, _ := rw.walks.Get().(*sourceWalk); s != nil {
		return s
	}
	s := new(sourceWalk)
	s.messages.documents, s.json.documents, s.json.messages = &s.documents, &s.documents, &s.messages
	return s
}

// Bytes returns src rewritten. An error is a bug in this package: edits that overlap.
func (rw *Rewriter) Bytes(src []byte) ([]byte, error) { return rw.Plan(src).Bytes() }

// Append appends src rewritten to dst. If dst has room, nothing is allocated for the references
// of src. dst must not overlap src.
func (rw *Rewriter) Append(dst, src []byte) ([]byte, error) {
	w := rw.take()
	var plan Plan
	w.plan(&plan, rw, Piece{Source: src}, purpose{})
	out, err := edit.Append(dst, src, plan.edits)
	clearGroups(plan.edits)
	rw.walks.Put(w) // not deferred: after a panic of Options.Decide the walk must not be used again
	return out, err
}
