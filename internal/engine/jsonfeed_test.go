package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// TestJSONFeedBase: the links of a JSON Feed give its base, as Options.FeedBase says.
func TestJSONFeedBase(t *testing.T) {
	const both = `{"items":[{"url":"x"}],"version":"https://jsonfeed.org/version/1","home_page_url":"http://site/a/","feed_url":"http://self/b/"}`
	const relative = `{"version":"https://jsonfeed.org/version/1.1","home_page_url":"a/","items":[{"content_html":"<a href=x>"}]}`
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
	} {
		rw, err := engine.New(engine.Options{Base: c.base, FeedBase: c.rule, NoHints: c.noHints})
		require.NoError(t, err)
		var got []string
		plan := rw.References([]byte(c.src), func(r *engine.Reference) { got = append(got, string(r.Target)) })
		require.Equal(t, engine.JSON, plan.Type)
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
		want, given engine.Type // without fields, and with some
	}{
		{"a.json", `{"a":"b"}`, engine.Other, engine.JSON},
		{"a.json", "{\"a\":\n\"b\"}", engine.Other, engine.JSON},
		{"", "{\"a\":1}\n{\"a\":2}", engine.Other, engine.NDJSON},
		{"a.json", "{\"a\":1}\r\n\n{", engine.Other, engine.NDJSON},
		{"", "{\"a\":1}\n\n", engine.Other, engine.JSON},
		{"", "{\"a\":1} {\"a\":2}", engine.Other, engine.JSON},
		{"a.jsonl", `{"a":"b"}`, engine.Other, engine.NDJSON},
		{"a.NDJSON", "{\"a\":\n1}", engine.Other, engine.NDJSON},
		{"", long, engine.Other, engine.NDJSON}, // the head of a long line
		{"", "{\n" + long[1:], engine.Other, engine.JSON},
		{"", "[" + long, engine.Other, engine.JSON}, // an array with an element in each line
		{"", "[1] see", engine.HTML, engine.HTML},
		{"", ")]}'\n{\"a\":1}", engine.Other, engine.Other},
		{"a.html", `{"a":"b"}`, engine.Other, engine.JSON},
		{"a.html", `{{x}}<a href=y>`, engine.HTML, engine.HTML},
		{"", feed, engine.JSON, engine.JSON},
		{"feed.txt", "\ufeff " + feed, engine.JSON, engine.JSON},
		{"", feed + "\n" + feed, engine.NDJSON, engine.NDJSON},
		{"", `{"version":"1","url":"https://jsonfeed.org/version/1"}`, engine.Other, engine.JSON},
		{"", `{"x":{"version":"https://jsonfeed.org/version/1"}}`, engine.Other, engine.JSON},
		{"", `{"items":[{}],"version":"https:\/\/jsonfeed.org\/version\/1",`, engine.JSON, engine.JSON},
	} {
		for _, src := range []string{c.src, utf16Of("\ufeff"+strings.TrimPrefix(c.src, "\ufeff"), true)} {
			want, given := c.want, c.given
			if src != c.src {
				if want == engine.NDJSON {
					want = engine.JSON
				}
				if given == engine.NDJSON {
					given = engine.JSON
				}
			}
			d := engine.Detect("", c.name, []byte(src))
			require.Equal(t, want, d.Type, "%q %q", c.name, src)
			opts := jsonOptions(t, "content=html")
			require.Equal(t, given, opts.Detect(c.name, []byte(src)).Type, "%q %q", c.name, src)
		}
	}
}
