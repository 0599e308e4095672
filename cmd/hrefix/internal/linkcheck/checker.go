package linkcheck

import (
	"hash/maphash"

	"github.com/hrefix/hrefix/internal/engine"
)

// Options say what is checked.
type Options struct {
	NoFragments bool // fragments are not looked up
	Strict      bool // an id must not be there twice
	Orphans     bool // [Checker.Orphans] will be called
	External    bool // [Checker.External] will be called

	// Anchors calls visit for the anchors of a file. It returns false if the type of the file
	// has none, or if it cannot be read.
	Anchors func(file int, visit func(*engine.Anchor)) bool
}

// A Checker checks the pages of a run. It is safe for concurrent use.
type Checker struct {
	opts     Options
	files    Files
	anchors  anchorSets
	graph    graph
	external URLSet
}

// New returns a checker of links to files.
func New(files Files, opts Options) *Checker {
	return &Checker{
		opts: opts, files: files,
		anchors: anchorSets{seed: maphash.MakeSeed(), of: make(map[int]*anchorSet)},
		graph:   graph{links: make(map[int][]byte)},
	}
}

// Start makes a file a start page.
func (c *Checker) Start(file int) { c.graph.start(file) }

// IsOrphan reports whether no start page leads to a file. All pages must have been checked.
func (c *Checker) IsOrphan(file int) bool { return !c.graph.has(file) }

// External returns the URLs outside of the trees, without fragments. All pages must have been
// checked.
func (c *Checker) External() *URLSet { return &c.external }
