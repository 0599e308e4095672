package places

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/xmlscan"
)

// Each row of the table can be found, and no two rows have the same place.
func TestFeedPlaces(t *testing.T) {
	seen := make(map[string]bool)
	for i := range feedPlaces {
		p := &feedPlaces[i]
		for _, element := range strings.Fields(p.Elements) {
			require.LessOrEqual(t, len(element), longestElement, element)
			e := FeedElementOf(p.Space, []byte(strings.ToUpper(element)))
			for _, attr := range append(strings.Fields(p.Attrs), "")[:max(1, len(strings.Fields(p.Attrs)))] {
				key := strings.Join([]string{string(rune(p.Space)), strings.ToLower(element), strings.ToLower(attr)}, " ")
				require.False(t, seen[key], "%s %s twice", element, attr)
				seen[key] = true
				if attr == "" {
					require.Same(t, &p.Place, e.Content, element)
					require.Equal(t, p.If, e.If, element)
				}
			}
			require.LessOrEqual(t, len(e.Attrs), 64, "the attributes of an element are bits of a word")
		}
	}
	require.Same(t, &noPlaces, FeedElementOf(xmlscan.XHTML, []byte("link")))
	require.Same(t, &noPlaces, FeedElementOf(RSS, []byte("item")))
	require.Same(t, &noPlaces, FeedElementOf(RSS, []byte(strings.Repeat("x", 100))))
}

func TestFeedSpaces(t *testing.T) {
	for uri, want := range map[string]xmlscan.Namespace{
		"http://www.w3.org/2005/Atom": Atom, "https://www.w3.org/2005/Atom/": Atom, "http://purl.org/atom/ns#": Atom, "http://purl.org/echo/": Atom,
		"http://purl.org/rss/1.0/": RSS, "http://my.netscape.com/rdf/simple/0.9/": RSS, "http://backend.userland.com/rss2": RSS, "HTTP://BACKEND.USERLAND.COM/RSS": RSS,
		"http://search.yahoo.com/mrss": media, "http://search.yahoo.com/mrss/": media, "http://www.itunes.com/DTDs/Podcast-1.0.dtd": itunes,
		"http://wordpress.org/export/1.2/": wordPress, "http://wordpress.org/export/1.0/excerpt/": excerpt,
		"http://www.sitemaps.org/schemas/sitemap/0.9": Sitemap, "http://wellformedweb.org/CommentAPI/": wellFormedWeb,
		"": xmlscan.Other, "http://example.org/": xmlscan.Other, strings.Repeat("x", 1000): xmlscan.Other,
	} {
		require.Equal(t, want, feedSpace([]byte(uri)), uri)
	}
	for uri, space := range feedURIs {
		require.Equal(t, uri, string(plainURI([]byte(uri))), "the table has plain URIs")
		require.Equal(t, space, feedSpace([]byte("http://"+uri+"#")), uri)
		require.LessOrEqual(t, len(uri), longestURI-len("https://www./"), uri)
	}
}
