package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// userPlaces returns places of a user.
func userPlaces(t testing.TB, texts ...string) []*places.Place {
	t.Helper()
	all, err := engine.ParsePlaces(texts)
	require.NoError(t, err)
	return all
}

// someRows are places of a user.
var someRows = []string{
	"*[data-actualsrc,o:href,:src]", "v:fill[src]", "*[data-set]=srcset", "*[data-urls]=urls", "*[data-bg]=css", "*[data-settings]=json", "*[data-link]=link",
	"*[data-html]=html", "*[data-go]=refresh", "*[onload]=script", "script[type=application/json]=json", "note content=html", "loc=url", "*[url,resource]",
}

// TestPlacesOfUser: what a row names is read, in each kind of document, and nothing else is.
func TestPlacesOfUser(t *testing.T) {
	for src, want := range map[string]string{
		// HTML.
		`<img data-actualsrc=a DATA-ACTUALSRC=b data-other=c>`:                           `<img data-actualsrc=http://a/b/a DATA-ACTUALSRC=b data-other=c>`,
		`<img src=a :src="b" o:href=c>`:                                                  `<img src=http://a/b/a :src="http://a/b/b" o:href=http://a/b/c>`,
		`<v:fill src=a><v:other src=a><V:FILL src=a>`:                                    `<v:fill src=http://a/b/a><v:other src=a><V:FILL src=http://a/b/a>`,
		`<p data-set="a 1x, b 2x">`:                                                      `<p data-set="http://a/b/a 1x, http://a/b/b 2x">`,
		`<p data-link="a/b.png"><p data-link=" /cd "><p data-link="d e"><p data-link=f>`: `<p data-link="http://a/b/a/b.png"><p data-link=" http://a/cd "><p data-link="d e"><p data-link=f>`,
		`<p data-urls="a  b">`:                                                           `<p data-urls="http://a/b/a  http://a/b/b">`,
		`<p data-bg="url(a), url('b')">`:                                                 `<p data-bg="url(http://a/b/a), url('http://a/b/b')">`,
		`<p data-bg=url(a)>`:                                                             `<p data-bg=url(http://a/b/a)>`,
		`<p data-settings='{"u":"\/x","v":["//h/y","z"," /n","/"]}'>`:                    `<p data-settings='{"u":"http://a\/x","v":["http://h/y","z"," /n","/"]}'>`,
		`<p data-settings="{&quot;/k&quot;:&quot;/x&quot;}">`:                            `<p data-settings="{&quot;/k&quot;:&quot;http://a/x&quot;}">`,
		`<p data-settings='{"h":"<a href=\"x\">\u003cimg src=y\/z>","n":"a < b"}'>`:      `<p data-settings='{"h":"<a href=\"http://a/b/x\">\u003cimg src=http://a/b/y\/z>","n":"a < b"}'>`,
		`<script type=application/json>["<a href='/x'><\/a>"]</script>`:                  `<script type=application/json>["<a href='http://a/x'><\/a>"]</script>`,
		`<p data-settings="/x">`:                                                         `<p data-settings="/x">`, // no JSON
		`<p data-html="&lt;a href=x&gt;<b><img src='y'>">`:                               `<p data-html="&lt;a href=http://a/b/x&gt;<b><img src='http://a/b/y'>">`,
		`<p data-go="3;url=x">`:                                                          `<p data-go="3;url=http://a/b/x">`,
		`<p onload="import('./x')">`:                                                     `<p onload="import('http://a/b/x')">`,
		`<script type=application/json>["/x"]</script><script>"/x"</script>`:             `<script type=application/json>["http://a/x"]</script><script>"/x"</script>`,
		`<svg><g data-actualsrc=a></svg><math><mi data-actualsrc=a></math>`:              `<svg><g data-actualsrc=http://a/b/a></svg><math><mi data-actualsrc=http://a/b/a></math>`,
	} {
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: "http://a/b/c", Places: userPlaces(t, someRows...)})
		require.Equal(t, want, string(r.Output))
	}
	for src, want := range map[string]string{
		// XML, where names have their case and their prefix.
		`<x><o o:href="a"/><o O:HREF="a"/></x>`:                                                                    `<x><o o:href="http://a/b/a"/><o O:HREF="a"/></x>`,
		`<x xmlns:v="u:v"><v:fill src="a"/><v:FILL src="a"/><fill src="a"/></x>`:                                   `<x xmlns:v="u:v"><v:fill src="http://a/b/a"/><v:FILL src="a"/><fill src="a"/></x>`,
		`<x><loc> a </loc><loc><b/>c</loc><Loc>a</Loc></x>`:                                                        `<x><loc> http://a/b/a </loc><loc><b/>c</loc><Loc>a</Loc></x>`,
		`<x><loc><![CDATA[a]]></loc></x>`:                                                                          `<x><loc><![CDATA[http://a/b/a]]></loc></x>`,
		`<x><note><i><content><![CDATA[<a href="x">]]></content></i></note><content>&lt;a href="x"></content></x>`: `<x><note><i><content><![CDATA[<a href="http://a/b/x">]]></content></i></note><content>&lt;a href="x"></content></x>`,
		`<svg xmlns="http://www.w3.org/2000/svg"><g data-set="a 1x"/></svg>`:                                       `<svg xmlns="http://www.w3.org/2000/svg"><g data-set="http://a/b/a 1x"/></svg>`,
		// A feed, whose own places are the same as those of the user, or others.
		`<rss><channel><item><enclosure url="a"/><other url="a"/><loc>a</loc></item></channel></rss>`:                                                                 `<rss><channel><item><enclosure url="http://a/b/a"/><other url="http://a/b/a"/><loc>http://a/b/a</loc></item></channel></rss>`,
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item><x resource="a" rdf:resource="b"/></item></rdf:RDF>`: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item><x resource="http://a/b/a" rdf:resource="http://a/b/b"/></item></rdf:RDF>`,
	} {
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.XML, Base: "http://a/b/c", Places: userPlaces(t, someRows...)})
		require.Equal(t, want, string(r.Output))
	}
}

// TestPlacesOfUserSpaces: only the white space of HTML separates the values of a condition.
func TestPlacesOfUserSpaces(t *testing.T) {
	const src = "<i title=n data-x=/p></i><i title='\u00a0n' data-x=/p></i>"
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Charset: "utf-8", Base: "http://a/", Places: userPlaces(t, "i[title=\"\u00a0n\"][data-x]")})
	require.Equal(t, "<i title=n data-x=/p></i><i title='\u00a0n' data-x=http://a/p></i>", string(r.Output))
}

// TestPlacesOfUserGiveWay: what hrefix reads by its own tables stays as it is read.
func TestPlacesOfUserGiveWay(t *testing.T) {
	opts := engine.Options{Type: detect.HTML, Base: "http://a/b/c", Places: userPlaces(t, "img[src]=srcset", "a[href]=html", "base[href]=json", "style=json", "script=json")}
	r := promise.Check(t, []byte(`<base href=/d/><img src="a 1x, b 2x"><a href="a &lt;b href=x&gt;">x</a><style>a{b:url(x)}</style><script type=module>import "./x"</script><script type=text/x>["/x"]</script>`), opts)
	require.Equal(t, `<base href=http://a/d/><img src="http://a/d/a 1x, b 2x"><a href="http://a/d/a &lt;b href=x&gt;">x</a><style>a{b:url(http://a/d/x)}</style><script type=module>import "http://a/d/x"</script><script type=text/x>["http://a/x"]</script>`, string(r.Output))
}

// TestPlacesOfUserMove: JSON with escapes has the URLs of the site that moves.
func TestPlacesOfUserMove(t *testing.T) {
	opts := engine.Options{
		Type: detect.HTML, Base: "http://old.example/p/", Mode: engine.MoveLinks, Places: userPlaces(t, someRows...),
		Moves: []engine.Move{{From: "http://old.example/", To: "https://new.example/b/"}},
	}
	r, n := promise.CheckMoved(t, []byte(`<p data-settings='{"a":"http:\/\/old.example\/x.jpg","b":"\/\/old.example\/y","c":"http://other/"}'>`), opts)
	require.Equal(t, `<p data-settings='{"a":"https://new.example/b\/x.jpg","b":"\/\/new.example/b\/y","c":"http://other/"}'>`, string(r.Output))
	require.Equal(t, 2, n)
}

// TestPlacesOfUserRelative: a link in JSON becomes one that is read as a link again.
func TestPlacesOfUserRelative(t *testing.T) {
	src := `<p data-settings='{"a":"/d/q.html","b":"http://h/e.html","c":"/none.html","d":"/d/p.html#x"}'><p data-link="http://h/d/p.html#x"><p data-link=q>`
	opts := engine.Options{
		Type: detect.HTML, Mode: engine.MakeRelative, Places: userPlaces(t, someRows...),
		Tree: aTree(t, "d/p.html", "d/p.html", "d/q.html", "e.html"),
	}
	rw, err := engine.New(opts)
	require.NoError(t, err)
	out, err := rw.Bytes([]byte(src))
	require.NoError(t, err)
	require.Equal(t, `<p data-settings='{"a":"./q.html","b":"../e.html","c":"http://h/none.html","d":"./p.html#x"}'><p data-link="p.html#x"><p data-link=q>`, string(out))
	again, err := rw.Bytes(out)
	require.NoError(t, err)
	require.Equal(t, string(out), string(again))
}
