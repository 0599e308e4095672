package sites

import (
	"math"
	"slices"

	"github.com/hrefix/hrefix/htmlbase"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// Options say which sites a Collector collects.
type Options struct {
	Places    *places.Tables
	Groups    places.Groups
	Codebases bool   // codebase attributes give a base: HTML 4.01 section 13.3
	Hints     bool   // attributes that saving programs add give hints
	ItemBases bool   // the link of an item of a feed gives the base of what is in the item
	Local     bool   // record what keeps local files from loading
	Inner     bool   // find the anchors if there is a link to an anchor
	Heads     bool   // record what the document says about itself: see HeadTag
	URIs      bool   // URLs of bases are read by [view.AttrURI]
	Tick      func() // is called for each token; nil calls nothing
}

// A Collector finds the sites of documents, one document after the other. It reuses its
// memory for the next document. Its zero value, with Options, is ready after Reset.
type Collector struct {
	Sites []Site
	Batch
	Options
	Facts
	XMLBases []XMLBase
	Bases    htmlbase.Finder  // the BASE elements
	Saved    savedfrom.Finder // finds what a saved file says about where it came from
	Anchors  anchors.Set      // see Options.Inner
	Head     []HeadTag        // see Options.Heads

	scanner  htmlscan.Scanner // scans the document
	fallback htmlscan.Scanner // scans markup that only some readers parse: see page.fallback
	xml      xmlscan.Scanner
	names    names
	tags     int   // the number of tags so far
	lastTag  []int // by the ID of an attribute with places: the number of the last tag that had it

	requested map[*places.Place]*places.Place // see onRequest
}

// Facts are the facts about a document as a whole that a Collector finds.
type Facts struct {
	BaseAt       int              // the offset of the first BASE element that counts
	BasePolicy   int              // the offset of a Content-Security-Policy for BASE, plus one
	MetaEncoding charenc.Encoding // the first encoding that a meta element declares
	HasMeta      bool             // a meta element declares an encoding
	HidesSites   bool             // entities may contain sites, which are not found
	VariesBase   bool             // some references do not have the base of the document
	Passed       Passed           // the first part that was passed over
	Root         int              // the offset of the root element of an XML document, plus one
	Feed         Feed             // the feed that the root element of an XML document begins
	Escaped      Escaped          // HTML in an XML document that is no place
	IsContents   bool             // the document is the table of contents or the manifest of a manual, a course or a book
}

// Passed describes a part of a document that was passed over, because it would take too much
// memory.
type Passed struct {
	At   int    // the offset in the text
	Note string // empty if nothing was passed over
}

// A Batch says how the sites of a large document are passed to the caller in batches. Reset sets it
// to keep all sites.
type Batch struct {
	Max   int    // the number of sites at which Full is called
	Full  func() // is called to use the sites, and must empty Sites
	Again bool   // the document was collected before: Bases and Saved are known
}

// Reset prepares the Collector for another document.
func (c *Collector) Reset() {
	c.Sites, c.XMLBases, c.Head = c.Sites[:0], c.XMLBases[:0], c.Head[:0]
	c.Facts, c.Batch = Facts{}, Batch{Max: math.MaxInt}
	c.Bases.Reset()
	c.Saved.Reset()
	c.Anchors.Reset()
}

// StyleSheet collects the single site of a style sheet.
func (c *Collector) StyleSheet(text []byte) {
	c.Sites = append(c.Sites, Site{Place: places.StyleContent, Value: markup.Span{End: len(text)}, Form: Whole})
}

// Sort sorts the sites by their offsets. The Collector finds most of them in this order. Exceptions
// are xml:base, which comes before the other attributes of its tag, and sites in a comment that
// splits the content of an element.
func (c *Collector) Sort() {
	last := 0
	for i := range c.Sites { // slices.IsSortedFunc would copy the sites
		at := c.Sites[i].Value.Start
		if at < last {
			slices.SortStableFunc(c.Sites, func(a, b Site) int { return a.Value.Start - b.Value.Start })
			return
		}
		last = at
	}
}

// newSite adds a site. The caller sets its fields one by one, which is faster than copying a Site.
func (c *Collector) newSite() *Site {
	n := len(c.Sites)
	if n == cap(c.Sites) {
		c.Sites = append(c.Sites, Site{})
	}
	c.Sites = c.Sites[:n+1]
	s := &c.Sites[n]
	s.Early, s.Excluded, s.XMLBase, s.details = false, 0, 0, nil
	return s
}

// pass records that a part of the document was passed over.
func (c *Collector) pass(at int, note string) {
	if c.Passed.Note == "" {
		c.Passed = Passed{at, note}
	}
}

// names keeps the names of elements that have no atom.
type names struct {
	lower  []byte
	recent [64]string
}

// lowered returns name in lower case. The result is valid until the next call.
func (n *names) lowered(name []byte) []byte {
	n.lower = ascii.AppendLower(n.lower[:0], name)
	return n.lower
}

// intern returns name as a string. It keeps recent names, so that it rarely allocates.
func (n *names) intern(name []byte) string {
	if len(name) == 0 {
		return ""
	}
	known := &n.recent[(int(name[0]&31)<<5|len(name)&31)%len(n.recent)]
	if *known != string(name) {
		*known = string(name)
	}
	return *known
}

// BaseURL returns the URL in an attribute value that gives a base.
func (c *Collector) BaseURL(text []byte, value markup.Span, quote markup.Quote) string {
	if c.URIs {
		return view.AttrURI(text, value.Start, value.End, quote)
	}
	return view.AttrURL(text, value.Start, value.End, quote)
}
