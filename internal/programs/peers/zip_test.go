//go:build unix

package peers

import (
	stdzip "archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// zipRoot is the URL of a zip file.
const zipRoot = "http://base.example/site/"

// zipSite writes a directory whose pages have links that begin with "/". So their targets do not
// depend on the path of the page.
func zipSite(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": strings.Repeat(`<p><a href="/page.html">text</a>`, 50), "caf_.html": `<a href="/x">x</a>`,
		"d/e/page.html": `<img src="/i.png">` + strings.Repeat("text ", 2000), "d/style.css": `a { background: url(/i.png) }`,
		"plain.txt": "text", "i.png": "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\xff", 1000), "empty.html": "",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return dir
}

// in runs a tool in a directory.
func in(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, out)
}

// zipFiles makes zip files of the site by many programs.
func zipFiles(t *testing.T, site string) (files []string) {
	dir := t.TempDir()
	out := func(name string) string { return filepath.Join(dir, name) }
	for name, flags := range map[string]string{
		"zip": "", "zip-0": "-0", "zip-9": "-9", "zip-X": "-X", "zip-fz": "-fz", "zip-D": "-D", "zip-l": "-ll", "zip-encrypted": "-P secret", "zip-bzip2": "-Z bzip2", "zip-fd": "-fd",
	} {
		in(t, site, "zip", append(append(strings.Fields(flags), "-qr", out(name+".zip")), ".")...)
	}
	in(t, site, "sh", "-c", "zip -qr - . | cat > "+out("zip-pipe.zip"))
	in(t, site, "sh", "-c", "(cat /bin/true; cat "+out("zip.zip")+") > "+out("zip-sfx.zip")+"; zip -qA "+out("zip-sfx.zip"))
	for name, flags := range map[string]string{
		"7z": "", "7z-store": "-mx=0", "7z-9": "-mx=9", "7z-deflate64": "-mm=Deflate64", "7z-lzma": "-mm=LZMA", "7z-aes": "-psecret -mem=AES256", "7z-utf8": "-mcu=on",
	} {
		in(t, site, "7z", append(append([]string{"a", "-tzip", "-bd"}, strings.Fields(flags)...), out(name+".zip"), ".")...)
	}
	in(t, site, "jar", "cMf", out("jar.zip"), ".")
	in(t, site, "bsdtar", "--format=zip", "-cf", out("bsdtar.zip"), ".")
	in(t, site, "sh", "-c", "bsdtar --format=zip -cf - . | cat > "+out("bsdtar-pipe.zip"))
	in(t, site, "bsdtar", "--format=zip", "--options", "zip:compression=store", "-cf", out("bsdtar-store.zip"), ".")
	in(t, site, "sh", "-c", "git init -q . && git add -A && git -c user.name=a -c user.email=a@b.example commit -qm x && git archive --format=zip HEAD > "+out("git.zip")+"; rm -rf .git")
	python(t, "zip/zip.py", "make", site, dir)
	modules := t.TempDir()
	for _, name := range []string{"package.json", "make.js"} {
		text, err := os.ReadFile(filepath.Join("testdata", "zip", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(modules, name), text, 0o600))
	}
	in(t, modules, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
	in(t, modules, "node", "make.js", site, dir)
	goZip(t, site, out("go.zip"))
	files, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	require.NoError(t, err)
	return files
}

// goZip makes a zip file by archive/zip.
func goZip(t *testing.T, site, path string) {
	f, err := os.Create(path)
	require.NoError(t, err)
	z := stdzip.NewWriter(f)
	require.NoError(t, z.AddFS(os.DirFS(site)))
	require.NoError(t, z.Close())
	require.NoError(t, f.Close())
}

// A zipList is what Python reads of a zip file.
type zipList struct {
	Comment string
	Bad     any
	Entries []map[string]any
}

func listZip(t *testing.T, path string) (l zipList) {
	require.NoError(t, json.Unmarshal([]byte(python(t, "zip/zip.py", "list", path)), &l))
	return l
}

// TestPeerZip rewrites the zip files of many programs. Info-ZIP, 7-Zip, Python and Go find the same
// entries in the output: the pages rewritten, all else as it was.
func TestPeerZip(t *testing.T) {
	need(t, "zip", "unzip", "7z", "jar", "bsdtar", "git", "node", "npm", "python3")
	site := zipSite(t)
	changed := 0
	for _, path := range zipFiles(t, site) {
		name := filepath.Base(path)
		before, err := os.ReadFile(path)
		require.NoError(t, err)
		same := try(t, "", hrefix(t), "abs", "-t", "zip", path)
		require.True(t, same.ok, "%s: %s", name, same.stderr)
		require.True(t, string(before) == same.stdout, "%s: nothing to change", name)

		r := try(t, "", hrefix(t), "abs", "-t", "zip", "--root", zipRoot+"="+path, path)
		require.True(t, r.ok, "%s: %s", name, r.stderr)
		out := write(t, "out.zip", r.stdout)
		checkZip(t, path, out)
		if r.stdout != string(before) {
			changed++
		}
		again := run(t, "", hrefix(t), "abs", "-t", "zip", "--root", zipRoot+"="+out, out)
		require.True(t, r.stdout == again.stdout, "%s: changed twice", name)
		t.Logf("%s: %d bytes, then %d", name, len(before), len(r.stdout))
	}
	require.Greater(t, changed, 35)
}

// checkZip compares a zip file and the rewritten one.
func checkZip(t *testing.T, path, out string) {
	name := filepath.Base(path)
	was, is := listZip(t, path), listZip(t, out)
	require.Equal(t, was.Comment, is.Comment, name)
	require.Equal(t, was.Bad, is.Bad, name)
	require.Equal(t, len(was.Entries), len(is.Entries), name)
	for i, e := range was.Entries {
		inside := strings.ReplaceAll(fmt.Sprint(e["name"]), "\\", "/")
		text, err := base64.StdEncoding.DecodeString(fmt.Sprint(e["text"]))
		method := fmt.Sprint(e["method"])
		if err == nil && (method == "0" || method == "8") && hasPath(name, inside) && (strings.HasSuffix(inside, ".html") || strings.HasSuffix(inside, ".css")) {
			e["text"] = base64.StdEncoding.EncodeToString([]byte(strings.NewReplacer(`"/`, `"http://base.example/`, `(/`, `(http://base.example/`).Replace(string(text))))
		}
		require.Equal(t, e, is.Entries[i], name)
	}
	for _, tool := range [][]string{{"unzip", "-tq", "-P", "secret"}, {"7z", "t", "-psecret"}, {"bsdtar", "-tf"}} {
		a, b := try(t, "", tool[0], append(tool[1:], path)...), try(t, "", tool[0], append(tool[1:], out)...)
		require.Equal(t, a.ok, b.ok, "%s %s: %s%s", name, tool[0], b.stdout, b.stderr)
		if tool[0] == "unzip" { // 7z also prints sizes
			require.Equal(t, strings.ReplaceAll(a.stdout+a.stderr, path, out), b.stdout+b.stderr, name)
		}
	}
	require.Equal(t, goNames(t, path), goNames(t, out), name)
}

// hasPath reports whether a document in a zip file has a path of its own, and so a URL.
func hasPath(file, name string) bool {
	switch file {
	case "twice.zip":
		return name != "same.html"
	case "dots.zip":
		return false
	case "cp437.zip":
		return !strings.HasPrefix(name, "caf") // it is not UTF-8
	}
	return true
}

// goNames returns the names that archive/zip finds, and whether it reads each entry.
func goNames(t *testing.T, path string) (all []string) {
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	z, _ := stdzip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NotNil(t, z, path)
	for _, f := range z.File {
		r, err := f.Open()
		if err == nil {
			_, err = io.Copy(io.Discard, r)
		}
		all = append(all, fmt.Sprint(f.Name, f.Comment, f.Modified, f.Method, f.Mode(), err))
	}
	return all
}

// zipFolders have zip files of packages: of Debian, npm, Python and Go.
var zipFolders = []string{"/usr/share", "/usr/lib", "/usr/local/lib", "/usr/local/go", "/opt", "~/.pyenv"}

// foundZips returns the files of packages on this machine that are zip files by their names.
func foundZips(t *testing.T) (files []string) {
	home, err := os.UserHomeDir()
	require.NoError(t, err)
	for _, dir := range zipFolders {
		_ = filepath.WalkDir(strings.Replace(dir, "~", home, 1), func(path string, d os.DirEntry, err error) error {
			switch strings.ToLower(filepath.Ext(path)) {
			case ".zip", ".jar", ".whl", ".epub", ".odt", ".docx", ".apk", ".npz", ".xpi", ".egg", ".maff":
				if err == nil && d.Type().IsRegular() {
					files = append(files, path)
				}
			}
			return nil // what cannot be read is left out
		})
	}
	return files
}

// tryZip runs abs on a zip file. It may fail only if the zip file is damaged, such as those that test
// archive/zip.
func tryZip(t *testing.T, path string, flags ...string) result {
	out := try(t, "", hrefix(t), append([]string{"abs", "-t", "zip", path}, flags...)...)
	if !out.ok {
		require.Contains(t, out.stderr, "a part of it is damaged", path)
	}
	return out
}

// TestPeerZipsFound checks that the zip files of packages on this machine pass unchanged. Those with
// pages are rewritten, and unzip and archive/zip read them as before.
func TestPeerZipsFound(t *testing.T) {
	need(t, "unzip")
	count, own, changed, kinds := 0, 0, 0, make(map[string]int)
	for _, path := range foundZips(t) {
		before, err := os.ReadFile(path)
		require.NoError(t, err)
		if len(before) > 8<<20 {
			continue // they take long
		}
		same := tryZip(t, path)
		if string(before) != same.stdout {
			require.Contains(t, same.stderr, " made absolute", path) // pages that have bases of their own
			own++
			continue
		}
		count++
		kinds[filepath.Ext(path)]++
		out := tryZip(t, path, "-b", zipRoot, "--same-base").stdout
		if out == string(before) || !strings.HasPrefix(out, "PK") {
			continue
		}
		changed++
		to := write(t, "out.zip", out)
		was := try(t, "", "unzip", "-tq", path)
		is := try(t, "", "unzip", "-tq", to)
		require.Equal(t, was.ok, is.ok, "%s: %s", path, is.stdout)
		require.Equal(t, goNames(t, path), goNames(t, to), path)
	}
	t.Logf("%d zip files pass unchanged: %v; %d have pages that change with a base, and %d pages with bases of their own", count, kinds, changed, own)
	require.GreaterOrEqual(t, count, 20)
}
