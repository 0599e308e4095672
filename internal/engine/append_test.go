package engine_test

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// appended are sources of all kinds, with links.
var appended = map[detect.Type]string{
	detect.HTML:    `<a href=x>x</a><style>a { background: url(y) }</style><iframe srcdoc="<a href=z>"></iframe>`,
	detect.XML:     `<svg xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>`,
	detect.CSS:     `a { background: url(y) }`,
	detect.Message: "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEgaHJlZj14PjxhIGhyZWY9eT4=\n",
	detect.Mbox:    "From a\nContent-Type: text/html\n\n<a href=x>\n\nFrom b\nContent-Type: text/html\n\n<a href=y><a href=z>\n",
	detect.Emlx:    "43\nContent-Type: text/html\n\n<a href=x><a href=y>",
}

// What Append returns is what Bytes returns, and no plan that was made before
// changes.
func TestAppend(t *testing.T) {
	for _, typ := range []detect.Type{detect.Auto, detect.HTML, detect.XML, detect.CSS, detect.Message, detect.Mbox, detect.Emlx} {
		rw, err := engine.New(engine.Options{Type: typ, Base: "http://example.org/dir/"})
		require.NoError(t, err)
		for kind, source := range appended {
			src := []byte(source)
			plan := rw.Plan(src)
			want, err := plan.Bytes()
			require.NoError(t, err)
			require.True(t, typ != kind || len(plan.Edits()) > 0, "%s has links", kind)
			for _, other := range appended {
				_, err = rw.Append(nil, []byte(other))
				require.NoError(t, err)
				out, err := rw.Append([]byte("before "), src)
				require.NoError(t, err)
				require.Equal(t, "before "+string(want), string(out), "%s as %s", kind, typ)
			}
			again, err := plan.Bytes()
			require.NoError(t, err)
			require.Equal(t, string(want), string(again), "%s as %s: the plan", kind, typ)
		}
	}
}

// Nothing is allocated for a reference.
func TestAppendAllocates(t *testing.T) {
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://example.org/dir/"})
	require.NoError(t, err)
	var page strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&page, "<a href=\"%d.html\">one</a> <img src='../%d.png?a&amp;b'>\n", i, i)
	}
	src := []byte(page.String())
	var out []byte
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pool of buffers
	require.Less(t, testing.AllocsPerRun(10, func() { out, err = rw.Append(out[:0], src) }), 100.0)
	require.NoError(t, err)
	require.Equal(t, 2000, strings.Count(string(out), "http://example.org/"))
}
