package linkcheck

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/mhtml"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
)

// Options are the options of a check.
type Options struct {
	CleanURLs    bool          // the names of pages end in .html, and their URLs do not
	AddedEndings bool          // wget -E has added .html and .css to names
	NoFragments  bool          // fragments are not looked up
	Orphans      bool          // [Checker.IsOrphan] will be called
	Also         engine.Groups // groups of places whose references are checked, too; other references only lead to files
	External     bool          // [Checker.External] will be called

	Parts mhtml.Options // how the parts of messages are found

	// Accepts reports whether a reference with this target is checked. If Accepts is nil, all
	// references are checked.
	Accepts func(url, ref string) bool
}

// A Checker checks the pages of a run. It is safe for concurrent use.
type Checker struct {
	opts     Options
	anchors  anchorSets
	graph    graph
	scripted sync.Map // *scripted by the number of the file
	sizes    sizes
	external URLSet
	hosts    atomic.Bool // see LeadsToHosts

	redirects redirects
}

// New returns a checker.
func New(opts Options) *Checker {
	return &Checker{opts: opts, anchors: anchorSets{seed: maphash.MakeSeed()}}
}

// Start makes a file a start page.
func (c *Checker) Start(file addressbook.ID) { c.graph.start(file) }

// IsOrphan reports whether no start page leads to a file. All pages must have been checked.
func (c *Checker) IsOrphan(file addressbook.ID) bool { return !c.graph.has(file) }

// External returns the URLs outside of the trees, without fragments. All pages must have been
// checked.
func (c *Checker) External() *URLSet { return &c.external }

// LeadsToHosts reports whether a link was found that works only with --root-hosts: a directory at the top of the tree has
// the name of its host, or of the host of its page. Trees that rel or wget -k has converted have no such links. All pages
// must have been checked.
func (c *Checker) LeadsToHosts() bool { return c.hosts.Load() }
