package engine

import (
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine/sites"
	"github.com/hrefix/hrefix/internal/jsonfield"
)

// jsonSets are the sets of fields that are read in JSON text.
type jsonSets struct {
	given *jsonfield.Set // the fields of Options.JSONFields; nil without any
	feed  *jsonfield.Set // the given fields and the fields of a JSON Feed
}

// SeenFields are the fields of Options.JSONFields that a source has. Each is a bit, by its number.
type SeenFields struct {
	Strings    uint64 // a string is at the path
	Containers uint64 // an array or object is at the path
	Texts      bool   // there is JSON text
	Read       bool   // some of the text is read, because it is a JSON Feed or fields are given
	Lacking    bool   // an object or array has no string at any path
}

// HintContainers is appended to a note on fields that are arrays or objects.
const HintContainers = `: arrays or objects are there: "/*" after a path names the strings in them`

// Add adds the fields of other.
func (s *SeenFields) Add(other SeenFields) {
	s.Strings |= other.Strings
	s.Containers |= other.Containers
	s.Texts, s.Read, s.Lacking = s.Texts || other.Texts, s.Read || other.Read, s.Lacking || other.Lacking
}

// IsUnread reports whether there is text in which no string is read.
func (s *SeenFields) IsUnread() bool { return s.Lacking && s.Strings == 0 }

// MissingFields returns the fields of Options.JSONFields that have no string in the texts that were seen,
// and whether arrays or objects are at some of their paths.
func (rw *Rewriter) MissingFields(s SeenFields) (missing []string, containers bool) {
	for i, f := range rw.opts.JSONFields {
		if bit := uint64(1) << i; s.Strings&bit == 0 {
			missing = append(missing, f.Path)
			containers = containers || s.Containers&bit != 0
		}
	}
	return missing, containers
}

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

// jsonFeedSet is the set of fields of a JSON Feed alone.
var jsonFeedSet = func() *jsonfield.Set {
	set, err := jsonfield.NewSet(jsonFeedFields...)
	if err != nil {
		panic(err) // the table above is wrong
	}
	return set
}()

// set sets both sets by the fields that are given, unless they are set already.
func (j *jsonSets) set(fields []jsonfield.Field, rule FeedBase) (err error) {
	feed := jsonFeedFields
	switch {
	case j.feed != nil:
		return nil
	case rule == FeedItem:
		feed = slices.Clone(feed)
		feed[slices.IndexFunc(feed, isItemURL)].Role = jsonfield.Base
	case len(fields) == 0:
		j.feed = jsonFeedSet
		return nil
	}
	if len(fields) > 0 {
		if j.given, err = jsonfield.NewSet(fields...); err != nil {
			return err
		}
	}
	j.feed, err = jsonfield.NewSet(slices.Concat(fields, feed)...)
	return err
}

// isItemURL reports whether a field is the link of an item of a JSON Feed.
func isItemURL(f jsonfield.Field) bool { return f.Path == "/items/*/url" }

// feedContext returns the context of a JSON Feed in ctx, and the link that gives its base: the link
// to its site, or the link to the feed itself, as in other feeds. It reads the text once.
func (j *jsonWalk) feedContext(ctx *base.Context) (*base.Context, feedBase) {
	var site, self sites.FeedLink
	for s, ok := j.strings.Next(); ok; s, ok = j.strings.Next() {
		switch j.set.Fields()[s.Field].Path {
		case "/home_page_url":
			site = sites.FeedLink{At: s.Start + 1, URL: string(j.urlIn(s.Start, s.End))}
		case "/feed_url":
			self = sites.FeedLink{At: s.Start + 1, URL: string(j.urlIn(s.Start, s.End))}
		}
	}
	j.strings.Rewind()
	return j.documents.linkContext(ctx, &site, &self)
}
