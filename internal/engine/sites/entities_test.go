package sites

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/places"
)

// TestEntitiesInHTML: HTML in a feed stays if it has an entity, wherever that is. The entity is found when
// the HTML is decoded, or before, if the feed declares entities.
func TestEntitiesInHTML(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	parts := []string{"&lt;", "&gt;", "&amp;", "&quot;", "&copy;", "&copy", "&#39;", "&#39", "&", "&e;", "&copy-x;", "&copy=", "; ", "p", "a longer text"}
	kept := 0
	for range 5000 {
		var html strings.Builder
		html.WriteString("&lt;p&gt;")
		for range rnd.IntN(6) {
			html.WriteString(parts[rnd.IntN(len(parts))])
		}
		for _, doctype := range []string{"", "<!DOCTYPE rss>", `<!DOCTYPE rss [<!ENTITY copy "x">]>`} {
			text := doctype + "<rss><channel><item><description>" + html.String() + "</description></item></channel></rss>"
			c := newCollector(0)
			c.XML([]byte(text))
			require.Len(t, c.Sites, 1, text)
			s := &c.Sites[0]
			require.Same(t, places.FeedElementOf(places.RSS, []byte("description")).Content, s.Place, text)
			s.View([]byte(text), new(Views))
			var e entities
			if strings.Contains(doctype, "copy") {
				e.declared = map[string]bool{"copy": true}
			}
			want := e.in([]byte(strings.TrimSpace(html.String())))
			require.Equal(t, want, s.Details().Keep, text)
			if want != none {
				kept++
			}
		}
	}
	require.Greater(t, kept, 1000)
}
