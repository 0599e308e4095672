package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/resolve"
)

// A feed has URLs in attributes and as the content of elements, and HTML as the content of
// elements. That HTML is a document within the feed, like the value of srcdoc in HTML. Its base is
// the base of its element, with xml:base (RFC 4287 section 2), unless it has BASE.
//
// Without xml:base, the base is the URL that the feed was retrieved from. If that URL is not known,
// the base is the URL of the feed's own link: feeds that are not Atom have no xml:base, and their
// writers expect readers to resolve URLs against that link. Options.FeedBase has other rules.

// A FeedBase is a rule for which link in a feed gives the base of the feed, and when. In all rules,
// xml:base counts first.
type FeedBase uint8

// The rules.
const (
	// FeedHint: the same link as for FeedLink gives the base if nothing else gives it. It is a
	// hint, like the URL that a saved page names as its origin.
	FeedHint FeedBase = iota
	// FeedLink: the link to the site of the feed gives the base, or else the link to the feed
	// itself. The URL that the feed was retrieved from counts only without both.
	FeedLink
	// FeedSelf: the link to the feed itself gives the base.
	FeedSelf
	// NoFeedBase: no link gives the base.
	NoFeedBase
)

var feedBaseNames = []string{FeedHint: "hint", FeedLink: "channel-link", FeedSelf: "self", NoFeedBase: "none"}

// FeedBaseNames returns the names that [ParseFeedBase] accepts.
func FeedBaseNames() []string { return slices.Clone(feedBaseNames) }

// String returns the name of the rule.
func (b FeedBase) String() string { return feedBaseNames[b] }

// ParseFeedBase returns the rule with this name. The error lists the known names.
func ParseFeedBase(name string) (FeedBase, error) {
	if i := slices.Index(feedBaseNames, name); i >= 0 {
		return FeedBase(i), nil
	}
	return 0, fmt.Errorf("unknown base of feeds %q: known are %s", name, strings.Join(feedBaseNames, ", "))
}

// A feedBase is the link that gives the base of a feed. The zero value means that no link does.
type feedBase struct {
	link    int          // the offset of the link, plus one; 0 if no link gives the base
	outside *base.Result // the base of the link itself; a link is not resolved against itself
}

// feedContext returns the context of the document of w, which is in ctx, and the link that gives its
// base. The links of a feed are sources of the retrieval layer. The context of a document that is
// no feed is ctx.
func (w *walk) feedContext(ctx *base.Context) (*base.Context, feedBase) {
	f := &w.collector.Feed
	if f.Kind == sites.NoFeed || w.depth > 0 {
		return ctx, feedBase{}
	}
	return w.linkContext(ctx, &f.Link, &f.Self)
}

// linkContext returns the context of a feed in ctx, and the link that gives its base. site is the
// link to the site of the feed, and self the link to the feed itself. The feed has no link whose At
// is 0.
func (w *walk) linkContext(ctx *base.Context, site, self *sites.FeedLink) (*base.Context, feedBase) {
	if w.opts.FeedBase == NoFeedBase || w.opts.FeedBase == FeedHint && w.opts.NoHints {
		return ctx, feedBase{}
	}
	var sources []base.Source
	var bases []feedBase
	for _, l := range []*sites.FeedLink{site, self} {
		if l.At == 0 || l == site && w.opts.FeedBase == FeedSelf {
			continue
		}
		b := feedBase{l.At, aroundLink(l, ctx)}
		sources, bases = append(sources, w.feedSource(l, l == self, b.outside)), append(bases, b)
	}
	if w.opts.FeedBase == FeedHint {
		ctx = ctx.WithRetrieval(sources...)
	} else {
		ctx = ctx.Enclose(sources...)
	}
	for i, s := range sources {
		if ctx.Establish().From == s.From {
			return ctx, bases[i]
		}
	}
	return ctx, feedBase{}
}

// aroundLink returns the base that a link of a feed in ctx is relative to: the base that the
// xml:base attributes around the link give, or else the base of ctx.
func aroundLink(l *sites.FeedLink, ctx *base.Context) *base.Result {
	for _, b := range slices.Backward(l.Around) {
		ctx = ctx.Enclose(base.Source{Layer: base.Embedded, From: xmlBaseFrom, Value: b.Value, Unknown: b.Unknown})
	}
	return ctx.Establish()
}

// feedSource returns a link of a feed as a source of the base of the feed. isSelf reports whether l
// is the link to the feed itself. Below an xml:base attribute, the link is resolved against around.
func (w *walk) feedSource(l *sites.FeedLink, isSelf bool, around *base.Result) base.Source {
	from, url := decide.FromFeedLink, l.URL
	if isSelf {
		from = decide.FromFeedSelf
	}
	if len(l.Around) > 0 {
		if target, outcome := around.AppendReplacement(nil, []byte(url)); outcome == resolve.Resolved {
			url = string(target)
		}
	}
	s := base.Source{Layer: base.Retrieval, From: from, Value: url, Schemes: w.opts.baseSchemes()}
	if w.opts.FeedBase == FeedHint {
		s = savedfrom.Hint(from, url)
	}
	s.Unknown = l.Unknown
	return s
}

// setFeedType sets the media type of doc to the type of its format, if doc is a feed.
func (w *walk) setFeedType(doc *Document) {
	if kind := w.collector.Feed.Kind; kind != sites.NoFeed && w.depth == 0 {
		doc.MediaType = kind.MediaType()
	}
}

// isOfItem reports whether a reference that is empty or a fragment alone names the item that it is in,
// or a part of it: in HTML in a feed or in a string of JSON, unless the item has a base of its own.
func (w *walk) isOfItem(ref *Reference) bool {
	return w.inItem && (ref.Element == "a" || ref.Element == "area") && ref.Base.Layer != base.Embedded
}

// beginFeed sets w.inFeed and w.inItem for a document that is not in another document. In the mode
// MakeRelative it notes that links of feeds become absolute.
func (w *walk) beginFeed(sc *scope) {
	w.inFeed = w.collector.Feed.Kind != sites.NoFeed
	w.inItem = w.inFeed || sc.isItem
	if w.inFeed && w.opts.Mode == MakeRelative && len(w.collector.Sites) > 0 {
		w.note(reason.InFeed.Code, sc.doc.Part, sc.views.Source(w.collector.Root-1), "the links of a feed become absolute: "+reason.InFeed.Text)
	}
}

// notPinnedIn returns the reason why the base is not written into a feed of this kind, or none. The
// readers of some formats ignore xml:base.
func notPinnedIn(kind sites.FeedKind) Reason {
	switch kind {
	case sites.OPMLFile:
		return reason.NotPinned.With("readers of OPML ignore xml:base")
	case sites.SitemapFile:
		return reason.NotPinned.With("readers of sitemaps ignore xml:base")
	}
	return none
}

// markupIn walks the HTML in a site of a feed, and appends its edits, as edits of the text that
// outer is a view of. The HTML is the text of outer. It counts its own growth, like a part of a
// message, because it may have a base of its own. Meanwhile, the bytes that the URLs of the feed
// itself need are reserved.
func (w *walk) markupIn(edits []edit.Edit, sc *scope, s *sites.Site, outer view.View) []edit.Edit {
	if w.limits.growth != nil {
		return edits
	}
	inner, t := w.documentIn(sc, s, outer)
	if s.Form == sites.Base64 { // the text has an encoding of its own, which nothing declares
		t.enc, _ = charenc.Lookup(charenc.UTF8)
	}
	t.excluded |= s.Excluded
	t.isMarkup, t.sharesBase = true, s.XMLBase == 0
	around := sc.inside()
	if s.XMLBase > 0 {
		around = sc.xmlBaseAt(s.XMLBase).context
	}
	kept := min(sc.reserved, w.limits.room)
	inner.limits.room -= kept
	edits = w.carryDocument(edits, sc, outer, inner, &Document{Part: sc.doc.Part, MediaType: "text/html"}, t, around)
	w.limits.room = inner.limits.room + kept
	return edits
}
