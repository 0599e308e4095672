package linkcheck

import (
	"cmp"
	"hash/maphash"
	"slices"
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
	Contents     bool          // the contents of manuals are start pages
	Also         engine.Groups // groups of places whose references are checked, too; other references only lead to files
	External     bool          // [Checker.External] will be called

	// Hosts maps a host to the directory that is named after it, as wget -r names directories: the name of a directory
	// at the top of a tree, with a "/" at its end, or "" if the top itself is named after the host.
	Hosts map[string]string

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
	menus    sync.Map // the numbers of the scripts that checkMenu has read
	sizes    sizes
	hosts    atomic.Bool // see LeadsToHosts

	redirects redirects

	external sync.Map // the URLs of External
}

// New returns a checker.
func New(opts Options) *Checker {
	return &Checker{opts: opts, anchors: anchorSets{seed: maphash.MakeSeed()}}
}

// Start makes a file a start page.
func (c *Checker) Start(file addressbook.ID) { c.graph.start(file) }

// IsOrphan reports whether no start page leads to a file. All pages must have been checked.
func (c *Checker) IsOrphan(file addressbook.ID) bool { return !c.graph.has(file) }

// External returns the URLs outside of the trees, without fragments, sorted. All pages must have been
// checked.
func (c *Checker) External() (urls []string) {
	c.external.Range(func(url, _ any) bool { urls = append(urls, url.(string)); return true })
	slices.Sort(urls)
	return urls
}

// LeadsToHosts reports whether a link was found that works only with --root-hosts: a directory at the top of the tree has
// the name of its host, or of the host of its page. Trees that rel or wget -k has converted have no such links. All pages
// must have been checked.
func (c *Checker) LeadsToHosts() bool { return c.hosts.Load() }

// Counts are the numbers of links, by their targets.
type Counts struct {
	Records int            // documents of web archives
	Links   int            // all links
	Served  int            // links that lead to files only on a server: they begin with "/", or name a directory
	Outside map[string]int // links to other sites, by host
	Absent  int            // of these, links to a host of [Options.Hosts] whose file its directory lacks
	Skipped map[string]int // links that were not checked, by scheme or other reason

	FirstAbsent string // the URL of the first link that counts as absent, or ""
}

// Add adds the counts of o.
func (c *Counts) Add(o *Counts) {
	c.Records += o.Records
	c.Links += o.Links
	c.Served += o.Served
	c.Absent += o.Absent
	c.FirstAbsent = cmp.Or(c.FirstAbsent, o.FirstAbsent)
	for host, n := range o.Outside {
		add(&c.Outside, host, n)
	}
	for why, n := range o.Skipped {
		add(&c.Skipped, why, n)
	}
}

// add adds n to a count. It makes the map if that is nil.
func add(counts *map[string]int, name string, n int) {
	if *counts == nil {
		*counts = make(map[string]int)
	}
	(*counts)[name] += n
}
