//go:build unix

package peers

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// damaged is a message for TestPeerPythonSees.
const damaged = `From: a@example.org
Subject: two
 lines
Content-Type: multipart/related; boundary=b
Lines: 15

preamble
--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

caf=C3=A9 x
--b
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable
Content-Location: p/q.html

<a href=3D"one.html?a=3D1&amp;b=3D2">caf=C3=A9</a> <img src=3D"../two.png">
<p style=3D"background: url(&quot;three\29.png&quot;)">dir/</p>
--b--
epilogue
`

// damages are changes that the comparison must detect in the rewritten form of damaged.
// Each changes the message, its rewritten form or the list of references.
var damages = []struct{ name, where, old, new, what string }{
	{"text beside a link", "out", "</a>", "</A>", "payload"},
	{"text behind a link", "out", `.png">`, `.pnG">`, "payload"},
	{"a character", "out", "9</a>", "8</a>", "payload"},
	{"text of another part", "out", "caf=C3=A9 x", "caf=C3=A9 y", "payload"},
	{"text added", "out", "dir/</p>", "http://base.example/dir/</p>", "payload"},
	{"a link to elsewhere", "out", "one.html", "on.html", "payload"},
	{"a link's query", "out", "b=3D2", "b=3D3", "payload"},
	{"a link's escapes", "out", "&amp;b", "&amp;amp;b", "payload"},
	{"a link's quote", "out", `.png">`, `.png'>`, "payload"},
	{"a link not rewritten", "eml", "../two", "http://base.example/two", "payload"},
	{"a link not told of", "json", `"resolved"`, `"left"`, "Content-Location"},
	{"a link told as another", "json", "one.html?a=1", "one.html?a=2", "payload"},
	{"a target not told", "json", "dir/two.png", "dir/twos.png", "payload"},
	{"a link told twice", "json", "\n", "\n{\"offset\": 9999, \"status\": \"resolved\", \"ref\": \"x\", \"url\": \"http://x/\"}\n", "not met"},
	{"a line break", "out", "</p>\n", "</p>\n\n", "payload"},
	{"charset", "out", "charset=utf-8\nContent-Transfer-Encoding: quoted-printable\nContent-Location", "charset=utf8\nContent-Transfer-Encoding: quoted-printable\nContent-Location", "Content-Type"},
	{"transfer encoding", "out", "quoted-printable\nContent-Location", "8bit\nContent-Location", "payload"},
	{"media type", "out", "text/plain", "text/html", "get_content_type"},
	{"folding", "out", "two\n lines", "two lines", "Subject"},
	{"header field", "out", "From: a", "From: b", "From"},
	{"name of a header field", "out", "From:", "from:", "names of header fields"},
	{"Content-Location", "out", "Content-Location: http:", "Content-Location: https:", "Content-Location"},
	{"Lines that were wrong", "eml", "Lines: 15", "Lines: 14", "Lines"},
	{"Lines that are wrong", "out", "Lines: 18", "Lines: 17", "Lines"},
	{"preamble", "out", "preamble", "Preamble", "preamble"},
	{"epilogue", "out", "epilogue", "Epilogue", "epilogue"},
	{"end", "out", "--b--", "", "defects"},
	{"a part", "out", "\n--b\nContent-Type: text/html", "\n\nContent-Type: text/html", "number of parts"},
}

// TestPeerPythonSees checks that the comparison finds every kind of damage, and reports none in
// an undamaged message.
func TestPeerPythonSees(t *testing.T) {
	need(t, "python3")
	dir := t.TempDir()
	files := map[string]string{"eml": damaged}
	path := filepath.Join(dir, "whole")
	require.NoError(t, os.WriteFile(path+".eml", []byte(damaged), 0o600))
	require.NoError(t, rewriteFile(hrefix(t), path))
	for _, ext := range []string{"out", "json"} {
		data, err := os.ReadFile(path + "." + ext)
		require.NoError(t, err)
		files[ext] = string(data)
	}
	docs := []document{{number: "whole"}}
	for i, d := range damages {
		docs = append(docs, document{number: strconv.Itoa(i), file: d.name})
		for ext, data := range files {
			if ext == d.where {
				require.Contains(t, data, d.old, d.name)
				data = strings.Replace(data, d.old, d.new, 1)
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, strconv.Itoa(i)+"."+ext), []byte(data), 0o600))
		}
	}
	c := compare(t, dir, docs)
	require.Equal(t, 4, strings.Count(files["json"], `"resolved"`), files["json"])
	found := make(map[string][]string)
	for _, d := range c.differ {
		found[d.file] = append(found[d.file], d.what)
	}
	require.Empty(t, found[""])
	for _, d := range damages {
		require.Contains(t, found[d.name], d.what, d.name)
	}
}
