package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/container/gzip"
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
		old, new := diffNames(&source{File: &inputs.File{Name: c.name}})
		require.Equal(t, c.old, old)
		require.Equal(t, strings.Replace(c.old, "a/", "b/", 1), new)
	}
	s := &source{File: &inputs.File{Name: "box.gz"}, gzip: &compressed{from: new(gzip.Reader)}}
	old, _ := diffNames(s, "message 2", "part 1")
	require.Equal(t, "a/box.gz (gzip, message 2, part 1)\t", old)
}

// TestDiffMailbox: of a large mailbox whose messages all change, in their own bytes and
// in what is encoded there, each is told, however many are read at once.
func TestDiffMailbox(t *testing.T) {
	const messages = 3000
	var box strings.Builder
	for i := range messages {
		fmt.Fprintf(&box, "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Location: %d\nContent-Type: text/html\n", i)
		if i%2 == 0 {
			box.WriteString("Content-Transfer-Encoding: quoted-printable\n\n<p title=3D'" + strings.Repeat("x", 500) + "'>\n<a href=3D'y'>\n\n")
		} else {
			box.WriteString("\n<p title='" + strings.Repeat("x", 500) + "'>\n<a href='y'>\n\n")
		}
	}
	name := filepath.Join(t.TempDir(), "box.mbox")
	require.NoError(t, os.WriteFile(name, []byte(box.String()), 0o600))
	require.Greater(t, box.Len(), large)
	var want string
	for _, jobs := range []string{"1", "4"} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, run([]string{"abs", "--diff=decoded", "-b", "http://a/", "-j", jobs, name}, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
		if want == "" {
			want = stdout.String()
		}
		require.True(t, want == stdout.String(), "-j %s", jobs)
	}
	for i := range messages {
		require.Contains(t, want, fmt.Sprintf("\n+Content-Location: http://a/%d\n", i))
	}
	require.Equal(t, messages/2, strings.Count(want, "\n+<a href='http://a/y'>\n \n"))
	require.Equal(t, messages/2, strings.Count(want, ", quoted-printable)\t\n@@"))
}
