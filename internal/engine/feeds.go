package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/savedfrom"
	"github.com/hrefix/hrefix/resolve"
)

// A feed has URLs in attributes and as the content of elements, and HTML as the content of
// elements. That HTML is a document within the feed, like the value of srcdoc in HTML. Its base is
// the base of its element, with xml:base (RFC 4287 section 2), unless it has BASE.
//
// Without xml:base, the base is the URL that the feed was retrieved from. If that URL is not known,
// the base is the URL of the feed's own link: feeds that are not Atom have no xml:base, and their
// writers expect readers to resolve URLs against that link. Options.FeedBase has other rules.
//
// With FeedItem, the link of an item gives the base of what is in the item, because the item encapsulates
// it (RFC 1808 section 3.2), but not of the link itself. It has the place of an xml:base attribute of the
// item, so an xml:base around the item counts instead, and an xml:base in the item is relative to it.

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
	// FeedItem: the link of an item gives the base of what is in the item, also if the URL that the feed
	// was retrieved from is known. For the rest, the rule is FeedHint.
	FeedItem
)

var feedBaseNames = []string{FeedHint: "hint", FeedLink: "channel-link", FeedSelf: "self", NoFeedBase: "none", FeedItem: "item"}

// FeedBaseNames returns the names that [ParseFeedBase] accepts.
func FeedBaseNames() []string { return slices.Clone(feedBaseNames) }

// hints reports whether a link of the feed as a whole is a hint.
func (b FeedBase) hints() bool { return b == FeedHint || b == FeedItem }

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
	bound   bool         // the link is relative to that base
}

// linkContext returns the context of a feed in ctx, and the link that gives its base. site is the
// link to the site of the feed, and self the link to the feed itself; if its At is 0, the feed has no such
// link. Both are sources of the retrieval layer.
func (w *walk) linkContext(ctx *base.Context, site, self *sites.FeedLink) (*base.Context, feedBase) {
	if w.opts.FeedBase == NoFeedBase || w.opts.FeedBase.hints() && w.opts.NoHints {
		return ctx, feedBase{}
	}
	var sources []base.Source
	var bases []feedBase
	for _, l := range []*sites.FeedLink{site, self} {
		if l.At == 0 || l == site && w.opts.FeedBase == FeedSelf {
			continue
		}
		around := ctx // of the link: with the xml:base attributes around it
		for _, b := range slices.Backward(l.Around) {
			around = around.Enclose(base.Source{Layer: base.Embedded, From: xmlBaseFrom, Value: b.Value, Unknown: b.Unknown})
		}
		b := feedBase{link: l.At, outside: around.Establish()}
		b.bound = !b.outside.IsAbsolute([]byte(l.URL))
		sources, bases = append(sources, w.feedSource(l, l == self, b.outside)), append(bases, b)
	}
	if w.opts.FeedBase.hints() {
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
	if w.opts.FeedBase.hints() {
		s = savedfrom.Hint(from, url)
	}
	s.Unknown = l.Unknown
	return s
}

// isOfItem reports whether a reference that is empty or a fragment alone names the item that it is in,
// or a part of it: in HTML in a feed or in a string of JSON, unless the item has a base of its own.
func (w *walk) isOfItem(ref *Reference) bool {
	return w.inItem && (ref.Element == "a" || ref.Element == "area") && ref.Base.Layer != base.Embedded
}
