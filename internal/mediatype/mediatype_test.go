package mediatype

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	for mediaType, want := range map[string]Kind{
		"text/html": HTML, "text/x-amp-html": HTML, "application/xhtml+xml": XHTML, "image/svg+xml": SVG,
		"application/rss+xml": Feed, "application/atom+xml": Feed, "application/rdf+xml": Feed, "text/x-opml": Feed, "text/xml": XML,
		"application/xml": XML, "text/css": CSS, "message/rfc822": Message,
		"application/json": JSON, "application/feed+json": JSON, "application/json; charset=x": None,
		"": None, "text/plain": None, "image/png": None, "xml": None, "json": None, "text/html; charset=x": None,
	} {
		require.Equal(t, want, Of(mediaType), mediaType)
	}
}

func TestKinds(t *testing.T) {
	for kind, want := range map[Kind]struct{ anchors, mailed, archived bool }{
		None: {}, JSON: {}, Message: {archived: true}, CSS: {mailed: true, archived: true}, XML: {anchors: true, archived: true},
		HTML: {true, true, true}, XHTML: {true, true, true}, SVG: {true, true, true}, Feed: {true, true, true},
	} {
		require.Equal(t, want.anchors, kind.HasAnchors(), kind)
		require.Equal(t, want.mailed, kind.IsMailed(), kind)
		require.Equal(t, want.archived, kind.IsArchived(), kind)
	}
}
