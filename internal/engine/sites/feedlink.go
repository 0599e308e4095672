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
