//go:build unix

package peers

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// patchURL is the base that the files are rewritten with.
const patchURL = "http://base.example/dir/"

// linked are lines with and without links.
var linked = []string{"<a href=x>x</a>", "<a href='y'>y</a> <a href=z>z</a>", "<p>", "", "<p>", "text \xe9", "<!-- -->"}

// makeFiles writes files whose diffs are not simple, always the same, and returns their
// names.
func makeFiles(t testing.TB, dir string) (names []string) {
	rnd := rand.New(rand.NewPCG(11, 12))
	page := func(lines int, ending string, final bool) string {
		var b strings.Builder
		for i := range lines {
			if i > 0 {
				b.WriteString(ending)
			}
			b.WriteString(linked[rnd.IntN(len(linked))])
		}
		if final {
			b.WriteString(ending)
		}
		return b.String()
	}
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		names = append(names, name)
	}
	for i := range 40 {
		lines := 1 + rnd.IntN(40)
		put(fmt.Sprintf("lf/%d.html", i), page(lines, "\n", true))
		put(fmt.Sprintf("crlf/%d.html", i), page(lines, "\r\n", true))
		put(fmt.Sprintf("mixed/%d.html", i), page(lines, "\n", true)+page(lines, "\r\n", true))
		put(fmt.Sprintf("open/%d.html", i), page(lines, "\n", false))
	}
	for _, name := range []string{"a page.html", "two  spaces .html", `"quoted".html`, `back\slash.html`, "tab\there.html", "h\u00e9.html", "odd\xff.html", "sub dir/of a/page.html"} {
		put(name, page(12, "\n", true))
	}
	var box strings.Builder
	for i := range 500 {
		location := "Subject: none"
		if i%3 > 0 {
			location = fmt.Sprintf("Content-Location: %d.html", i)
		}
		fmt.Fprintf(&box, "%s%s\nContent-Type: text/html\n\n%s\n", separator, location, page(rnd.IntN(6), "\n", true))
	}
	put("mail/box.mbox", box.String())
	return names
}

// TestPeerPatch checks that patch and Git, given the output of -d, write the same files as
// -o.
func TestPeerPatch(t *testing.T) {
	need(t, "patch", "git")
	dir := t.TempDir()
	names := makeFiles(t, filepath.Join(dir, "in"))
	inside := func(where string, input, name string, args ...string) result {
		args = append([]string{"-C", filepath.Join(dir, where), name}, args...)
		return run(t, input, "env", args...)
	}
	diff := inside("in", "", hrefix(t), "abs", "-d", "-b", patchURL, "--same-base", ".").stdout
	inside("in", "", hrefix(t), "abs", "-b", patchURL, "--same-base", "-o", filepath.Join(dir, "want"), ".")
	want := contents(t, filepath.Join(dir, "want"))
	require.Len(t, want, len(names))
	require.NotEqual(t, want, contents(t, filepath.Join(dir, "in")))

	for who, apply := range map[string][]string{
		"patch": {"patch", "-p1", "--fuzz=0", "--batch"},
		"git":   {"git", "apply", "--whitespace=nowarn", "-p1"},
	} {
		t.Run(who, func(t *testing.T) {
			copied := filepath.Join(dir, who)
			makeFiles(t, copied)
			r := inside(who, diff, apply[0], apply[1:]...)
			require.NotContains(t, r.stdout, "offset")
			require.Equal(t, want, contents(t, copied))
		})
	}
}

// TestPeerPatchEncoded checks that patch applies the diff of encoded text, and does not
// apply the diff that shows it decoded.
func TestPeerPatchEncoded(t *testing.T) {
	need(t, "patch")
	const source = "Content-Location: x\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3Dx>\n"
	name := write(t, "a message.eml", source)
	apply := func(flag string) (string, error) {
		diff := run(t, "", hrefix(t), "abs", flag, "-b", patchURL, name).stdout
		require.Contains(t, diff, patchURL+"x>\n")
		cmd := exec.Command("patch", "-p1", "--batch", "--fuzz=0", "-d", "/")
		cmd.Stdin = strings.NewReader(diff)
		said, err := cmd.CombinedOutput()
		return string(said), err
	}
	said, err := apply("--diff=decoded")
	require.Error(t, err)
	require.Contains(t, said, "a message.eml (part 1, quoted-printable)")
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, source, string(got))

	said, err = apply("-d")
	require.NoError(t, err, said)
	got, err = os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, strings.NewReplacer(": x", ": "+patchURL+"x", "=3Dx", "=3D"+patchURL+"x").Replace(source), string(got))
}

// contents returns the contents of the files in a directory.
func contents(t testing.TB, dir string) map[string]string {
	all := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = string(text)
		return err
	}))
	return all
}
