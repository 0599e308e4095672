package job

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container/pack"
)

func TestDiffNames(t *testing.T) {
	for _, c := range []struct{ name, old string }{
		{"page.html", "a/page.html"},
		{"./dir//page.html", "a/dir/page.html"},
		{"/srv/page.html", "a/srv/page.html"},
		{"../page.html", "a/../page.html"},
		{"-", "a/-"},
		{"a page.html", "a/a page.html\t"},
		{`"a"\b.html`, `"a/\"a\"\\b.html"`},
		{"tab\tand\nline.html", `"a/tab\011and\012line.html"`},
		{"\x1b[2J.html", `"a/\033[2J.html"`},
		{"h\u00e9 \u65e5.html", "a/h\u00e9 \u65e5.html\t"},
		{"h\u00e9\xff.html", "\"a/h\u00e9\\377.html\""},
		{"lmth\u202e.html", `"a/lmth\342\200\256.html"`},
		{"\u2066.html", `"a/\342\201\246.html"`},
		{"\u2028.html", `"a/\342\200\250.html"`},
		{"\u009b2J.html", `"a/\302\2332J.html"`},
		{"\x9b2J \x7f.html", `"a/\2332J \177.html"`},
		{"\ufffd.html", "a/\ufffd.html"},
	} {
		old, new := diffNames(&source.Source{File: &inputs.File{Name: c.name}})
		require.Equal(t, c.old, old)
		require.Equal(t, strings.Replace(c.old, "a/", "b/", 1), new)
	}
	s := &source.Source{File: &inputs.File{Name: "box.gz"}, Coded: &source.Coded{Coding: &pack.Gzip}}
	old, _ := diffNames(s, "message 2", "part 1")
	require.Equal(t, "a/box.gz (gzip, message 2, part 1)\t", old)
}
