package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// TestEarly: what loads at once before BASE has the base from outside, in every dialect. ↑
// stands for that, http://h/d/, and ↓ for BASE.
func TestEarly(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"links do not load", "<a href=x><area href=x><form action=x><q cite=x>%", "<a href=↓x><area href=↓x><form action=↓x><q cite=↓x>%"},
		{"images and frames", `<img src=x srcset="x 1x"><image src=x><iframe src=x></iframe>%`, `<img src=↑x srcset="↑x 1x"><image src=↑x><iframe src=↑x></iframe>%`},
		{"picture and media", "<picture><source srcset=x></picture><video src=x poster=x><source src=x><track src=x></video>%", "<picture><source srcset=↑x></picture><video src=↓x poster=↓x><source src=↓x><track src=↓x></video>%"},
		{"what loads later or sooner", "<body background=x><object data=x></object><embed src=x><input type=image src=x>%", "<body background=↓x><object data=↓x></object><embed src=↓x><input type=image src=↓x>%"},
		{"link by its relations", `<link rel="alternate StyleSheet" href=x><link rel=preload href=x imagesrcset="x 1x"><link rel=icon href=x><link rel=canonical href=x><link href=x>%`, `<link rel="alternate StyleSheet" href=↑x><link rel=preload href=↑x imagesrcset="↑x 1x"><link rel=icon href=↓x><link rel=canonical href=↓x><link href=↓x>%`},
		{"scripts", `<script src=x></script><script type=importmap>{"imports":{"m":"./x"}}</script><script type=module>import "./x"</script><script>import("./x")</script>%`, `<script src=↑x></script><script type=importmap>{"imports":{"m":"↑x"}}</script><script type=module>import "↑x"</script><script>import("↑x")</script>%`},
		{"CSS", `<style>@import "x";a{b:url(x)}</style><p style="a:url(x)">%`, `<style>@import "↑x";a{b:url(↑x)}</style><p style="a:url(↑x)">%`},
		{"refresh", `<meta http-equiv=refresh content="0;url=x">%`, `<meta http-equiv=refresh content="0;url=↑x">%`},
		{"SVG", `<svg><image href=x /><use href=x /><script href=x></script><a href=x><rect fill="url(x)" style="a:url(x)"/></svg>%`, `<svg><image href=↑x /><use href=↑x /><script href=↑x></script><a href=↓x><rect fill="url(↓x)" style="a:url(↑x)"/></svg>%`},
		{"srcdoc", `<iframe srcdoc="<a href=x>"></iframe>%<iframe srcdoc="<a href=x>"></iframe>`, `<iframe srcdoc="<a href=↑x>"></iframe>%<iframe srcdoc="<a href=↓x>"></iframe>`},
		{"a template loads nothing", "<template><img src=x></template>%", "<template><img src=↓x></template>%"},
		{"after BASE", "%<img src=x><base href=/late/><img src=x>", "%<img src=↓x><base href=http://h/late/><img src=↓x>"},
		{"a BASE without href is none", "<base target=x><img src=x>%", "<base target=x><img src=↑x>%"},
		{"nor is one in a comment or in SVG", "<!--<base href=/c/>--><svg><base href=/s/></svg><img src=x>%", "<!--<base href=/c/>--><svg><base href=/s/></svg><img src=↑x>%"},
		{"absolute ones", "<img src=http://x/>%", "<img src=http://x/>%"},
		{"a BASE that is opaque", "<img src=x><base href=mailto:a@b><img src=x>", "<img src=↑x><base href=mailto:a@b><img src=x>"},
		{"a BASE of which no URL is made", "<img src=x><base href=data:x><img src=x>", "<img src=↑x><base href=data:x><img src=↑x>"},
	} {
		source := strings.ReplaceAll(c.source, "%", "<base href=http://b/>")
		want := strings.NewReplacer("%", "<base href=http://b/>", "↑", "http://h/d/", "↓", "http://b/").Replace(c.want)
		for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
			r := promise.Check(t, []byte(source), engine.Options{Type: detect.HTML, Base: "http://h/d/p", Dialect: d})
			require.Equal(t, want, string(r.Output), "%s, %v", c.name, d)
		}
		xhtml := strings.NewReplacer("<p ", "<p/><p ").Replace(source) // not well-formed, which does not matter
		promise.Check(t, []byte(xhtml), engine.Options{Type: detect.XML, Base: "http://h/d/p"})
	}
}

// TestEarlyWithoutBase: BASE gives the base if nothing else says where a document was.
func TestEarlyWithoutBase(t *testing.T) {
	r := promise.Check(t, []byte(`<img src=x><base href=http://b/>`), engine.Options{Type: detect.HTML})
	require.Equal(t, `<img src=http://b/x><base href=http://b/>`, string(r.Output))
}

// TestEarlyXHTML: parsers of XML meet elements one by one, too, but nothing reads ahead of
// them, and images load later.
func TestEarlyXHTML(t *testing.T) {
	const source = `<html xmlns="http://www.w3.org/1999/xhtml"><img src="x"/><a href="x"/><style>a{b:url(x)}</style><base href="http://b/"/><img src="x"/></html>`
	r := promise.Check(t, []byte(source), engine.Options{Type: detect.XML, Base: "http://h/d/p"})
	require.Equal(t, `<html xmlns="http://www.w3.org/1999/xhtml"><img src="http://b/x"/><a href="http://b/x"/><style>a{b:url(http://h/d/x)}</style><base href="http://b/"/><img src="http://b/x"/></html>`, string(r.Output))
}

// TestEarlyNote: there is one note, where BASE makes a difference to what comes before it.
func TestEarlyNote(t *testing.T) {
	const late = "elements before BASE load at once: their URLs "
	for _, c := range []struct {
		source string
		mode   engine.Mode
		want   []engine.Note
	}{
		{"<img src=http://x/><img src=a><img src=b><base href=http://b/>", engine.MakeAbsolute, []engine.Note{{Code: engine.LateBase, Offset: 28, Text: late + "are resolved against http://h/d/p, as browsers do"}}},
		{"<img src=/a><base href=http://b/>", engine.Pin, []engine.Note{{Code: engine.LateBase, Offset: 9, Text: late + "depend on where the document is"}, {Code: "not-pinned", Text: "not pinned: it has a base of its own: BASE element"}}},
		{"<img src=a><base href=http://h/d/>", engine.MakeAbsolute, nil},
		{"<a href=a><base href=http://b/><img src=a>", engine.MakeAbsolute, nil},
		{"<img src=a>", engine.MakeAbsolute, nil},
	} {
		rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://h/d/p", Mode: c.mode})
		require.NoError(t, err)
		require.Equal(t, c.want, rw.Plan([]byte(c.source)).Notes, c.source)
	}
}

// TestEarlyInBatches: the sites of a large document are early or late as those of a small one, although an image or a
// script after a batch decides that.
func TestEarlyInBatches(t *testing.T) {
	for _, body := range []string{
		strings.Repeat(`<picture><source srcset="s.png 1x"><img loading=lazy src=i.png></picture>`, 100),
		strings.Repeat(`<picture><source srcset="s.png 1x"><source srcset=t.png><img src=i.png></picture>`, 100),
		strings.Repeat(`<video poster=p.png></video><a href=x></a><script></script>`, 100),
	} {
		for _, before := range []string{"", "<a href=first>", "<a href=1><a href=2>"} {
			src := []byte(before + body + `<base href="http://b/">`)
			opts := engine.Options{Type: detect.HTML, Base: "http://a/"}
			want := promise.Check(t, src, opts)
			rw, err := engine.New(opts)
			require.NoError(t, err)
			rw.SetLarge(800) // batches of 50 sites
			got, err := rw.Bytes(src)
			require.NoError(t, err)
			require.Equal(t, string(want.Output), string(got))
		}
	}
}
