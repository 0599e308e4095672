package engine

import (
	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/jsonfield"
)

// jsonFeedFields are the fields of a JSON Feed, versions 1 and 1.1
// (https://www.jsonfeed.org/version/1.1/). The id of an item is not among them, even if it is a
// URL: readers compare ids as they are.
var jsonFeedFields = []jsonfield.Field{
	{Path: "/items/*/content_html", Role: jsonfield.HTML},
	{Path: "/home_page_url", Role: jsonfield.URL},
	{Path: "/feed_url", Role: jsonfield.URL},
	{Path: "/next_url", Role: jsonfield.URL},
	{Path: "/icon", Role: jsonfield.URL},
	{Path: "/favicon", Role: jsonfield.URL},
	{Path: "/author/url", Role: jsonfield.URL},
	{Path: "/author/avatar", Role: jsonfield.URL},
	{Path: "/authors/*/url", Role: jsonfield.URL},
	{Path: "/authors/*/avatar", Role: jsonfield.URL},
	{Path: "/hubs/*/url", Role: jsonfield.URL},
	{Path: "/items/*/url", Role: jsonfield.URL},
	{Path: "/items/*/external_url", Role: jsonfield.URL},
	{Path: "/items/*/image", Role: jsonfield.URL},
	{Path: "/items/*/banner_image", Role: jsonfield.URL},
	{Path: "/items/*/author/url", Role: jsonfield.URL},
	{Path: "/items/*/author/avatar", Role: jsonfield.URL},
	{Path: "/items/*/authors/*/url", Role: jsonfield.URL},
	{Path: "/items/*/authors/*/avatar", Role: jsonfield.URL},
	{Path: "/items/*/attachments/*/url", Role: jsonfield.URL},
}

// feedContext returns the context of a JSON Feed in ctx, and the link that gives its base: the link
// to its site, or the link to the feed itself, as in other feeds. It reads the text once.
func (j *jsonWalk) feedContext(ctx *base.Context) (*base.Context, feedBase) {
	var site, self sites.FeedLink
	for s, ok := j.strings.Next(); ok; s, ok = j.strings.Next() {
		switch j.set.Fields()[s.Field].Path {
		case "/home_page_url":
			j.setLink(&site, s)
		case "/feed_url":
			j.setLink(&self, s)
		}
	}
	j.strings.Rewind()
	return j.documents.linkContext(ctx, &site, &self)
}

// setLink sets l to the URL in a string.
func (j *jsonWalk) setLink(l *sites.FeedLink, s jsonfield.String) {
	j.value.Reset(j.text.bytes, s.Start, s.End)
	j.url.Reset(j.value.Text(), 0, len(j.value.Text()))
	l.At, l.URL = s.Start+1, string(j.url.Text())
}
