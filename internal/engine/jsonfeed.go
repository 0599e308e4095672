package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/jsonfield"
)

// feedFields are the fields of a JSON Feed, versions 1 and 1.1
// (https://www.jsonfeed.org/version/1.1/). The id of an item is none of them, even if it is a
// URL: readers compare it as it is.
var feedFields = []jsonfield.Field{
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

// feedVersion names the member that has the version of a JSON Feed.
var feedVersion = func() *jsonfield.Set {
	set, err := jsonfield.NewSet(jsonfield.Field{Path: "/version", Role: jsonfield.URL})
	if err != nil {
		panic(err)
	}
	return set
}()

// isJSONFeed reports whether head, the beginning of a text, is that of a JSON Feed: an object
// with a member version that is a URL of jsonfeed.org.
func isJSONFeed(head []byte) bool {
	const name = "jsonfeed.org/version/"
	if !bytes.Contains(head, []byte("jsonfeed.org")) {
		return false
	}
	var w jsonfield.Walker
	w.Reset(feedVersion, head)
	for s, ok := w.Next(); ok; s, ok = w.Next() {
		version := bytes.ReplaceAll(head[s.Start:s.End], []byte(`\/`), []byte("/"))
		_, rest, found := bytes.Cut(version, []byte("://"))
		if rest = bytes.TrimPrefix(rest, []byte("www.")); found && bytes.HasPrefix(rest, []byte(name)) {
			return true
		}
	}
	return false
}
