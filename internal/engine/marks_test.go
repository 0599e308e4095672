package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
)

// TestMarked checks which part of a document is that of a marked element.
func TestMarked(t *testing.T) {
	const mark = " data-proofer-ignore"
	for _, c := range []struct {
		typ       detect.Type
		src, want string // "*" is the mark
	}{
		{detect.HTML, "<p*><a></a></p><b>", "<p*><a></a>"},
		{detect.HTML, "<p*><a></a><p>x", "<p*><a></a>"},
		{detect.HTML, "<img*><img>", "<img*>"},
		{detect.HTML, "<ul><li*>x<ul><li>y</ul>z<li>", "<li*>x<ul><li>y</ul>z"},
		{detect.HTML, "<style*>a</style>b", "<style*>a"},
		{detect.HTML, "<div*><div*></div></div><i*>", "<div*><div*></div>|<i*>"},
		{detect.HTML, "<table><tr*><td><a></table><p>", "<tr*><td><a>"},
		{detect.HTML, "<svg*/><svg*><a></svg><tr*><p>", "<svg*/>|<svg*><a>"},
		{detect.XML, "<r xmlns='http://www.w3.org/1999/xhtml'><p*=''><p/></p><q*=''/><p/></r>", "<p*=''><p/>|<q*=''/>"},
		{detect.CSS, "a{b:url(c)}", ""},
		{detect.Message, "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHAgZGF0YS1wcm9vZmVyLWlnbm9yZT48YT48L3A+PGE+Cg==\n", "PHAgZGF0YS1wcm9vZmVyLWlnbm9yZT48"},
		{detect.Message, "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p data-proofer-ign=\nore=3D''>=C3=A4</p>", "<p data-proofer-ign=\nore=3D''>=C3=A4"},
		{detect.JSON, `{"m":"Content-Type: text/html\n\n<p*>\u00e4</p><i*>x</i><b>"}`, "<p*>\\u00e4|<i*>x"},
	} {
		src, want := strings.ReplaceAll(c.src, "*", mark), strings.ReplaceAll(c.want, "*", mark)
		opts := engine.Options{Type: c.typ}
		if c.typ == detect.JSON {
			opts.JSONFields = []jsonfield.Field{{Path: "/m", Role: jsonfield.Message}}
		}
		rw, err := engine.New(opts)
		require.NoError(t, err)
		var got []string
		rw.VisitMarked(engine.Piece{Source: []byte(src)}, func(start, end int) { got = append(got, src[start:end]) })
		require.Equal(t, want, strings.Join(got, "|"), c.src)
		ids, last := strings.ReplaceAll(c.src, "*", " id=x"), ""
		rw.VisitAnchors(engine.Piece{Source: []byte(ids)}, func(a *engine.Anchor) {
			require.Contains(t, []string{"", a.Part}, last, "anchors of one document are in one part")
			last = a.Part
		})
	}
}
