package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/charenc"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/internal/view"
)

// A feed has URLs in attributes and as the content of elements, and HTML as the content of
// elements. That HTML is a document within the feed (srcdoc has the same in HTML). Its base is
// that of the element it is in, with xml:base (RFC 4287 section 2), unless it has BASE.
//
// Without xml:base, the base is the URL that the feed was retrieved from. If that is not known,
// it is the URL of the feed's own link: feeds that are not Atom have no xml:base, and their
// writers expect readers to resolve URLs against that link. Options.FeedBase has other rules.

// A FeedBase says whether a link in a feed gives the base of the feed.
type FeedBase uint8

// The rules.
const (
	// FeedHint: the link of FeedLink gives it if nothing else does. It counts as a hint, like
	// the URL that a saved page has.
	FeedHint FeedBase = iota
	// FeedLink: the link to the site that the feed is of, or else to the feed itself, gives it.
	// The URL that the feed was retrieved from counts only without these.
	FeedLink
	// FeedSelf: the link to the feed itself gives it.
	FeedSelf
	// NoFeedBase: no link gives it.
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

// What [base.Source.From] is for a link of a feed.
const (
	FromFeedLink = "the link of the feed"
	FromFeedSelf = "the link of the feed to itself"
)

// feedBase is what is known about the base of a feed.
type feedBase struct {
	link    int          // the offset of the link that gives it, plus one; 0 if none does
	outside *base.Result // of that link
}

// feedContext returns the context of a document in ctx, with the links of a feed as sources of
// the retrieval layer. It returns ctx for a document that is no feed.
func (w *walk) feedContext(ctx *base.Context) (*base.Context, feedBase) {
	f := &w.collector.Feed
	if f.Kind == sites.NoFeed || w.depth > 0 || w.opts.FeedBase == NoFeedBase || w.opts.FeedBase == FeedHint && w.opts.NoHints {
		return ctx, feedBase{}
	}
	links := []*sites.FeedLink{&f.Link, &f.Self}
	if w.opts.FeedBase == FeedSelf {
		links = links[1:]
	}
	var sources []base.Source
	for _, l := range links {
		if l.At > 0 {
			sources = append(sources, w.feedSource(l))
		}
	}
	outer := ctx
	if w.opts.FeedBase == FeedHint {
		ctx = ctx.WithRetrieval(sources...)
	} else {
		ctx = ctx.Enclose(sources...)
	}
	switch ctx.Establish().From {
	case FromFeedLink:
		return ctx, feedBase{f.Link.At, outer.Establish()}
	case FromFeedSelf:
		return ctx, feedBase{f.Self.At, outer.Establish()}
	}
	return ctx, feedBase{}
}

// feedSource returns a link of the feed as a source of its base.
func (w *walk) feedSource(l *sites.FeedLink) base.Source {
	from := FromFeedLink
	if l == &w.collector.Feed.Self {
		from = FromFeedSelf
	}
	s := base.Source{Layer: base.Retrieval, From: from, Value: l.URL, Schemes: w.opts.baseSchemes()}
	if w.opts.FeedBase == FeedHint {
		s = savedfrom.Hint(from, l.URL)
	}
	s.Unknown = l.Unknown
	return s
}

// markupIn walks the HTML in a site of a feed, which is the text of outer.
func (w *walk) markupIn(edits []edit.Edit, sc *scope, s *sites.Site, outer view.View) []edit.Edit {
	inner, t := w.documentIn(sc, s, outer)
	if s.Form == sites.Base64 { // it has an encoding of its own, which nothing declares
		t.enc, _ = charenc.Lookup(charenc.UTF8)
	}
	inner.inherited.excluded |= s.Excluded
	inner.inherited.sharesBase = s.XMLBase == 0
	around := sc.inside()
	if s.XMLBase > 0 {
		around = sc.xmlBaseAt(s.XMLBase).context
	}
	return w.carryDocument(edits, outer, inner, &Document{Part: sc.doc.Part, MediaType: "text/html"}, t, around)
}
