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
		"": None, "text/plain": None, "image/png": None, "application/json": None, "xml": None, "text/html; charset=x": None,
	} {
		require.Equal(t, want, Of(mediaType), mediaType)
	}
}

func TestKinds(t *testing.T) {
	for kind, want := range map[Kind]struct{ anchors, mailed bool }{
		None: {}, Message: {}, CSS: {mailed: true}, XML: {anchors: true},
		HTML: {true, true}, XHTML: {true, true}, SVG: {true, true}, Feed: {true, true},
	} {
		require.Equal(t, want.anchors, kind.HasAnchors(), kind)
		require.Equal(t, want.mailed, kind.IsMailed(), kind)
	}
}
