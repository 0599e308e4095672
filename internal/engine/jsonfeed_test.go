package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestJSONFeedBase: the links of a JSON Feed give its base, as Options.FeedBase says.
func TestJSONFeedBase(t *testing.T) {
	const both = `{"items":[{"url":"x"}],"version":"https://jsonfeed.org/version/1","home_page_url":"http://site/a/","feed_url":"http://self/b/"}`
	const relative = `{"version":"https://jsonfeed.org/version/1.1","home_page_url":"a/","items":[{"content_html":"<a href=x>"}]}`
	const items = `{"version":"https://jsonfeed.org/version/1.1","items":[{"image":"x","url":"http://i/1/","content_html":"<img src=x>"},{"content_html":"<a href=x>"}],"home_page_url":"http://site/a/"}`
	for _, c := range []struct {
		src, base string
		rule      engine.FeedBase
		noHints   bool
		want      []string
	}{
		{both, "", engine.FeedHint, false, []string{"http://site/a/x", "http://site/a/", "http://self/b/"}},
		{both, "", engine.FeedHint, true, []string{"x", "http://site/a/", "http://self/b/"}},
		{both, "http://h/", engine.FeedHint, false, []string{"http://h/x", "http://site/a/", "http://self/b/"}},
		{both, "http://h/", engine.FeedLink, false, []string{"http://site/a/x", "http://site/a/", "http://self/b/"}},
		{both, "http://h/", engine.FeedSelf, false, []string{"http://self/b/x", "http://site/a/", "http://self/b/"}},
		{both, "", engine.NoFeedBase, false, []string{"x", "http://site/a/", "http://self/b/"}},
		{relative, "http://h/", engine.FeedHint, false, []string{"http://h/a/", "http://h/x"}},
		{relative, "http://h/", engine.FeedLink, false, []string{"http://h/a/", "http://h/a/x"}},
		{relative, "", engine.FeedLink, false, []string{"a/", "x"}},
		{items, "", engine.FeedItem, false, []string{"http://i/1/x", "http://i/1/", "http://i/1/x", "http://site/a/x", "http://site/a/"}},
		{items, "http://h/", engine.FeedItem, true, []string{"http://i/1/x", "http://i/1/", "http://i/1/x", "http://h/x", "http://site/a/"}},
		{items, "http://h/", engine.FeedHint, false, []string{"http://h/x", "http://i/1/", "http://h/x", "http://h/x", "http://site/a/"}},
	} {
		rw, err := engine.New(engine.Options{Base: c.base, FeedBase: c.rule, NoHints: c.noHints})
		require.NoError(t, err)
		var got []string
		plan := rw.References([]byte(c.src), func(r *engine.Reference) { got = append(got, string(r.Target)) })
		require.Equal(t, detect.JSON, plan.Type)
		require.Equal(t, c.want, got, "%v %q", c.rule, c.base)
		out, err := plan.Bytes()
		require.NoError(t, err)
		again, err := rw.Bytes(out)
		require.NoError(t, err)
		require.Equal(t, string(out), string(again))
	}
}

// TestDetectJSON: what is JSON, and what has JSON in each line.
func TestDetectJSON(t *testing.T) {
	const feed, long = `{"version":"https://jsonfeed.org/version/1.1","items":[]}`, `{"a":"`
	for _, c := range []struct {
		name, src   string
		want, given detect.Type // without fields, and with some
	}{
		{"a.json", `{"a":"b"}`, detect.Other, detect.JSON},
		{"a.json", "{\"a\":\n\"b\"}", detect.Other, detect.JSON},
		{"", "{\"a\":1}\n{\"a\":2}", detect.Other, detect.NDJSON},
		{"a.json", "{\"a\":1}\r\n\n{", detect.Other, detect.NDJSON},
		{"", "{\"a\":1}\n\n", detect.Other, detect.JSON},
		{"", "{\"a\":1} {\"a\":2}", detect.Other, detect.JSON},
		{"a.jsonl", `{"a":"b"}`, detect.Other, detect.NDJSON},
		{"a.NDJSON", "{\"a\":\n1}", detect.Other, detect.NDJSON},
		{"", long, detect.Other, detect.NDJSON}, // the head of a long line
		{"", "{\n" + long[1:], detect.Other, detect.JSON},
		{"", "[" + long, detect.Other, detect.JSON}, // an array with an element in each line
		{"", "[1] see", detect.HTML, detect.HTML},
		{"", ")]}'\n{\"a\":1}", detect.Other, detect.Other},
		{"a.html", `{"a":"b"}`, detect.Other, detect.JSON},
		{"a.html", `{{x}}<a href=y>`, detect.HTML, detect.HTML},
		{"", feed, detect.JSON, detect.JSON},
		{"feed.txt", "\ufeff " + feed, detect.JSON, detect.JSON},
		{"", feed + "\n" + feed, detect.NDJSON, detect.NDJSON},
		{"", `{"version":"1","url":"https://jsonfeed.org/version/1"}`, detect.Other, detect.JSON},
		{"", `{"x":{"version":"https://jsonfeed.org/version/1"}}`, detect.Other, detect.JSON},
		{"", `{"items":[{}],"version":"https:\/\/jsonfeed.org\/version\/1",`, detect.JSON, detect.JSON},
	} {
		for _, src := range []string{c.src, utf16Of("\ufeff"+strings.TrimPrefix(c.src, "\ufeff"), true)} {
			want, given := c.want, c.given
			if src != c.src {
				if want == detect.NDJSON {
					want = detect.JSON
				}
				if given == detect.NDJSON {
					given = detect.JSON
				}
			}
			d := detect.Of("", c.name, []byte(src))
			require.Equal(t, want, d.Type, "%q %q", c.name, src)
			opts := jsonOptions(t, "content=html")
			require.Equal(t, given, opts.Detect(c.name, []byte(src)).Type, "%q %q", c.name, src)
		}
	}
}
