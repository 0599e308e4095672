package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// bundleNames are the names of bundles in the formats that the tests read.
var bundleNames = []string{"site.tar", "site.tar.gz", "site.tar.zst", "site.zip"}

// TestBundleTwins does the same with a tree of files in a directory and in bundles. The documents, what
// is found in them, and what is reported must be the same.
func TestBundleTwins(t *testing.T) {
	for seed := range uint64(corpus.Rounds(2)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			testTwins(t, randomSite(rand.New(rand.NewPCG(seed, 1))), writingVerbs, listingVerbs)
		})
	}
}

// TestBundleTwinsCorpus does the same with pages of the web.
func TestBundleTwinsCorpus(t *testing.T) {
	var files []bundled
	for _, f := range corpus.Files(t, "pages") {
		if !strings.HasSuffix(f.Name, ".gz") { // in a bundle, compressed pages stay
			files = append(files, bundled{f.Name, string(f.Data)})
		}
	}
	require.NotEmpty(t, files)
	testTwins(t, files, [][]string{{"abs", root}, {"rel", root}, {"pin", root}}, [][]string{{"check", root, "SITE"}})
}

// A twins is a tree in a directory, and in bundles.
type twins struct {
	dir     string // has the directory site and the bundles
	bundles []string
}

func newTwins(t *testing.T, files []bundled) *twins {
	w := &twins{t.TempDir(), bundleNames}
	for _, f := range files {
		name := filepath.Join(w.dir, "site", filepath.FromSlash(f.name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(f.text), 0o600))
	}
	for _, name := range w.bundles {
		data, err := bundleOf(name, files...)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(w.dir, name), data, 0o600))
	}
	return w
}

// run runs the command with the directory, and with a bundle instead, and returns what each prints.
// SITE in an argument is the name of the tree.
func (w *twins) run(t *testing.T, name string, args ...string) (string, string) {
	args = slices.Clone(args)
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "SITE", filepath.Join(w.dir, name))
	}
	var stdout, stderr bytes.Buffer
	status := run(args, strings.NewReader(""), &stdout, &stderr)
	require.NotEqual(t, exitFailed, status, "%q: %s", args, &stderr)
	return stdout.String(), stderr.String()
}

// rewrite runs a verb that writes, and returns the files of the new tree.
func (w *twins) rewrite(t *testing.T, name string, args ...string) []bundled {
	out := filepath.Join(t.TempDir(), name)
	w.run(t, name, append(args, "-o", out, "SITE")...)
	if name == "site" {
		files, err := bundledFiles(out)
		require.NoError(t, err)
		return files
	}
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	files, err := filesOf(name, data)
	require.NoError(t, err)
	return files
}

// sortedLines returns the lines of a text in order.
func sortedLines(text string) string {
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

const root = "--root=http://h.example/d/=SITE"

// verbs write or list what is compared.
var (
	writingVerbs = [][]string{
		{"abs", root}, {"abs", "--clean-urls", "--keep-fragments", root}, {"abs"}, {"abs", "--converted", root},
		{"rel", root}, {"rel", "--missing", "keep", root}, {"pin", root},
		{"move", "--from=http://h.example/d/", "--to=https://new.example/", root},
		{"abs", "-b", "http://b.example/x/", "--same-base"}, {"abs", "--dialect=whatwg", root},
	}
	listingVerbs = [][]string{
		{"check", "SITE"}, {"check", root, "SITE"}, {"check", "--orphans", "SITE"}, {"check", "--external", "SITE"}, {"check", "--format=json", "--strict", "SITE"},
		{"links", "SITE"}, {"links", "--json", root, "SITE"}, {"links", "--format=tsv", root, "SITE"}, {"links", "--rel", root, "SITE"},
		{"base", "--json", root, "SITE"}, {"map", root, "SITE"},
	}
)

// testTwins compares what verbs do with a tree in a directory and in bundles.
func testTwins(t *testing.T, files []bundled, writing, listing [][]string) {
	w := newTwins(t, files)
	for n, args := range writing {
		want := w.rewrite(t, "site", args...)
		changed := 0
		for i := range want {
			if want[i] != files[i] {
				changed++
			}
		}
		require.True(t, changed > 0 || len(args) == 1, "%q", args)
		for i, name := range w.bundles {
			jobs := []string{"-j1", "-j3"}[(i+n)%2]
			require.Equal(t, want, w.rewrite(t, name, append(args, jobs)...), "%s %q", name, args)
		}
	}
	for _, args := range listing {
		want, _ := w.run(t, "site", args...)
		want = sortedLines(strings.ReplaceAll(want, filepath.Join(w.dir, "site"), "SITE"))
		require.NotEmpty(t, want, "%q", args)
		for _, name := range w.bundles {
			got, _ := w.run(t, name, args...)
			require.Equal(t, want, sortedLines(strings.ReplaceAll(got, filepath.Join(w.dir, name), "SITE")), "%s %q", name, args)
		}
	}
}

// randomSite returns the files of a site, sorted by path. Their links lead to each other, and astray.
func randomSite(r *rand.Rand) []bundled {
	dirs := []string{"", "a/", "a/b/", "docs/", "docs/2024/", "sp ace/", "\u00fc/"}
	exts := []string{".html", ".html", ".html", ".xhtml", ".svg", ".css", ".eml", ".mbox", ".png", ".txt", ".js", ""}
	names := []string{"index.html", "a/index.html", "docs/index.html"}
	for i := range 40 {
		names = append(names, fmt.Sprintf("%sf%d%s", dirs[r.IntN(len(dirs))], i, exts[r.IntN(len(exts))]))
	}
	slices.Sort(names)
	var files []bundled
	for _, name := range names {
		files = append(files, bundled{name, randomFile(r, name, names)})
	}
	return files
}

// randomLink returns a reference from one file to another, or to nothing.
func randomLink(r *rand.Rand, from string, names []string) string {
	to := names[r.IntN(len(names))]
	escape := strings.NewReplacer(" ", "%20", "\u00fc", "%C3%BC").Replace
	fragment := []string{"", "", "#id1", "#nope"}[r.IntN(4)]
	switch r.IntN(8) {
	case 0:
		return "http://h.example/d/" + escape(to) + fragment
	case 1:
		return "/d/" + escape(to)
	case 2:
		return "missing" + fragment
	case 3:
		return "http://other.example/" + fragment
	case 4:
		return "../../../out.html"
	}
	up := strings.Repeat("../", strings.Count(from, "/"))
	return up + escape(to) + fragment
}

func randomFile(r *rand.Rand, name string, names []string) string {
	link := func() string { return randomLink(r, name, names) }
	page := fmt.Sprintf("<!DOCTYPE html><html><head><title>%s</title></head><body id=id%d><a href=\"%s\">x</a> <img src='%s'> <p id=id1>%s</p> <a href=%s>y</a></body></html>\n",
		path.Base(name), r.IntN(3), link(), link(), strings.Repeat("text ", r.IntN(3000)), link())
	switch path.Ext(name) {
	case ".html", "":
		return page
	case ".xhtml":
		return fmt.Sprintf("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body id='id1'><a href='%s'/></body></html>\n", link())
	case ".svg":
		return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\"><a id='id1' href='%s'/></svg>\n", link())
	case ".css":
		return fmt.Sprintf("@import \"%s\";\na { background: url(%s) }\n", link(), link())
	case ".eml":
		return "Subject: x\nContent-Type: text/html\n\n" + page
	case ".mbox":
		return "From a@b Thu Jan  1 00:00:00 2004\nBase: <URL:http://m.example/>\nContent-Type: text/html\n\n" + page + "\n"
	case ".png":
		return "\x89PNG\r\n\x1a\n\x00<a href=x>"
	}
	return "some text, 1 < 2\n"
}
