package sites

import (
	"cmp"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// A Feed has facts about a feed or an export as a whole.
type Feed struct {
	Format *places.Format // nil if the document has no format of the table
	Link   FeedLink       // the link to the site of the feed
	Self   FeedLink       // the link to the feed itself
	Items  []ItemLink     // the links of the items, if they give bases
}

// A FeedLink is a link of the feed as a whole, not of an item.
type FeedLink struct {
	At      int         // the offset of its value, plus one; 0 if the feed has no such link
	URL     string      // decoded, but not resolved
	Unknown base.Reason // why the URL cannot be read, or ""
	Around  []XMLBase   // the xml:base attributes around it, the innermost first
}

// IsFeed reports whether readers have the document alone, without the files beside it.
func (f *Feed) IsFeed() bool { return f.Format != nil && f.Format.Use == places.Feeds }

// An ItemLink is the link of an item to its own page.
type ItemLink struct {
	URL     string      // decoded, but not resolved; empty if the item has no such link
	Unknown base.Reason // why the URL cannot be read, or ""
	IsGUID  bool        // the item has no link, but a guid that is one
}

// enterFeed updates the state for a start tag in a feed. It sets the namespace of the tag to the
// namespace that readers of feeds assume for its element.
func (x *xmlPage) enterFeed(t *xmlscan.Token) {
	t.Space = x.feedSpace(t)
	x.feed.element = places.FeedElementOf(t.Space, x.text[t.Local.Start:t.Local.End])
	switch f := &x.feed; {
	case x.Feed.Format.Space == places.Atom:
		f.channel = t.Depth == 1
	case t.Depth == 1:
		f.channel = ascii.EqualFold(x.text[t.Local.Start:t.Local.End], "channel")
	}
}

// isOfFeed reports whether the element of a start tag describes the feed as a whole, not an item.
func (x *xmlPage) isOfFeed(t *xmlscan.Token) bool {
	if x.Feed.Format.Space == places.Atom {
		return t.Depth == 1
	}
	return t.Depth == 2 && x.feed.channel
}

// feedLink returns the field of x.Feed for the link of the feed that a start tag begins, or nil if it
// begins no such link.
func (x *xmlPage) feedLink(t *xmlscan.Token, tag *htmlscan.Token) *FeedLink {
	if x.Again || !x.isOfFeed(t) || !ascii.EqualFold(x.text[t.Local.Start:t.Local.End], "link") {
		return nil
	}
	switch t.Space {
	case places.RSS:
		return &x.Feed.Link
	case places.Atom:
		return x.atomLink(string(x.attrValue(tag, "rel")))
	}
	return nil
}

// atomLink returns the field of x.Feed for an Atom link with a relation (RFC 4287 section 4.2.7.2), or nil.
// In RSS, only the link element of RSS is the link to the site.
func (x *xmlPage) atomLink(rel string) *FeedLink {
	switch name := strings.TrimPrefix(rel, "http://www.iana.org/assignments/relation/"); {
	case name == "self":
		return &x.Feed.Self
	case (rel == "" || name == "alternate") && x.Feed.Format.Space == places.Atom:
		return &x.Feed.Link
	}
	return nil
}

// setFeedLink sets l to the URL in a site, unless l is nil or has a URL already.
func (x *xmlPage) setFeedLink(l *FeedLink, s *Site) {
	if l == nil || l.At > 0 {
		return
	}
	if url := s.url(x.text); url != "" {
		*l = FeedLink{s.Value.Start + 1, url, cmp.Or(x.unknownIn(s.Value), x.unknownURL(url)), x.around()}
	}
}

// openItem begins the scope of the link of an item, if a start tag begins an item and no xml:base is in scope.
func (x *xmlPage) openItem(t *xmlscan.Token) {
	if !x.ItemBases || !x.isItem(t) || x.inScope() > 0 {
		return
	}
	x.feed.items++
	if !x.Again {
		x.Feed.Items = append(x.Feed.Items, ItemLink{})
	}
	x.addXMLBase(t.Depth, XMLBase{Item: x.feed.items})
}

// isItem reports whether a start tag begins an item of RSS, below the root or the channel, or an entry of Atom.
func (x *xmlPage) isItem(t *xmlscan.Token) bool {
	name := x.text[t.Local.Start:t.Local.End]
	switch {
	case !x.Feed.IsFeed():
		return false
	case x.Feed.Format.Space == places.Atom:
		return t.Space == places.Atom && t.Depth <= 1 && ascii.EqualFold(name, "entry")
	}
	return t.Space == places.RSS && 1 <= t.Depth && t.Depth <= 2 && ascii.EqualFold(name, "item")
}

// isItemLink reports whether a start tag begins a link of an item to its own page, which has no xml:base: the
// link or guid of RSS, or the link of Atom with the relation alternate.
func (x *xmlPage) isItemLink(t *xmlscan.Token, tag *htmlscan.Token) bool {
	n := len(x.open)
	if n == 0 || x.XMLBases[x.open[n-1].number-1].Item == 0 || t.Depth != x.open[n-1].depth+1 {
		return false
	}
	name := x.text[t.Local.Start:t.Local.End]
	switch t.Space {
	case places.RSS:
		return ascii.EqualFold(name, "link") || ascii.EqualFold(name, "guid")
	case places.Atom:
		return ascii.EqualFold(name, "link") && x.atomLink(string(x.attrValue(tag, "rel"))) == &x.Feed.Link
	}
	return false
}

// setItemLink sets the link of the open item to the URL in a site of a link, unless the item has one. A link
// precedes a guid.
func (x *xmlPage) setItemLink(s *Site) {
	if !x.feed.own || x.Again {
		return
	}
	l := &x.Feed.Items[len(x.Feed.Items)-1]
	if l.URL != "" && (s.Identifies || !l.IsGUID) {
		return
	}
	if url := s.url(x.text); url != "" {
		*l = ItemLink{url, cmp.Or(x.unknownIn(s.Value), x.unknownURL(url)), s.Identifies}
	}
}

// siteScope returns the number of the xml:base in scope for the sites of the last element, or 0. The link of an
// item does not count for itself.
func (x *xmlPage) siteScope() int32 {
	if x.feed.own {
		return 0
	}
	return int32(x.inScope())
}

// around returns the xml:base attributes in scope, the innermost first.
func (x *xmlPage) around() (list []XMLBase) {
	for n := x.inScope(); n > 0; n = x.XMLBases[n-1].Outer {
		list = append(list, x.XMLBases[n-1])
	}
	return list
}

// url returns the URL that is the whole value of a site.
func (s *Site) url(text []byte) string {
	value := s.View(text, new(Views)).Text()
	var url view.URL
	url.Reset(value, 0, len(value))
	return strings.Trim(string(url.Text()), ascii.Whitespace)
}
