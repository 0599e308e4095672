//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// secret is the content of the files outside of a tree. No run may print or write it.
const secret = "SECRET-OUTSIDE"

// A hostileTree is a directory with names and links that are meant to do harm, beside files
// that no run may read or write.
type hostileTree struct {
	dir     string
	pages   []string // paths of the pages in the tree
	outside map[string]string
}

// hostileNames are names of pages. The system takes any bytes but NUL and "/".
func hostileNames() []string {
	return []string{
		"a\nb.html", "a\r.html", "a\tb.html", "\x1b[31mred.html", "\x01\x02.html", "caf\xe9.html", "\xff\xfe.html", "\u202egnp.html",
		"-rf.html", "--output=x.html", "-", " .html", "...html", ".html", "~.html", "a b.html ", "%2e%2e%2fx.html", "%00.html", "x.html?y=1", "x.html#y",
		"x;y=1.html", "a\\b.html", "..\\x.html", "C:.html", "http:x.html", "&amp;.html", "\"'<>.html", "$(id).html", "{{x}}.html", "con.html",
		"Page.html", "page.html", "PAGE.HTML", ".hrefix-1-1.html", ".hrefix-x", strings.Repeat("l", 250) + ".html", strings.Repeat("\xc3\xa9", 125) + ".html",
	}
}

// newHostileTree makes a tree of pages with these names, and links in all directions.
func newHostileTree(t *testing.T) *hostileTree {
	h := &hostileTree{dir: t.TempDir(), outside: make(map[string]string)}
	h.write(t, "outside/page.html", "<a href="+secret+">")
	h.write(t, "outside/other/index.html", "<a href="+secret+">")
	h.outside = regularFiles(t, filepath.Join(h.dir, "outside"))
	h.write(t, "site/index.html", "<a href=x><a href=d/p.html#f>")
	h.pages = append(h.pages, "index.html")
	for _, dir := range []string{"", "d/", "d/\n/", "d/" + strings.Repeat("n", 255) + "/"} {
		for _, name := range hostileNames() {
			h.write(t, "site/"+dir+name, "<h1 id=f>T</h1><a href=\"x\"><a href=\"../up/\"><a href=/><img src=\"//e.example/\">")
			h.pages = append(h.pages, dir+name)
		}
	}
	for name, to := range map[string]string{
		"out.html": "../outside/page.html", "outdir": "../outside", "abs.html": filepath.Join(h.dir, "outside/page.html"), "root": "/",
		"loop": "loop", "one": "two", "two": "one", "d/self": ".", "d/parent": "..", "d/up": "../..", "gone": "nowhere", "d/through.html": "../outdir/page.html",
		"proc": "/proc/self/root", "fd": "/dev/fd/0", "tty": "/dev/tty", "empty/x": "../outdir/../site/index.html", "nl": "a\nb.html", "long": strings.Repeat("d/self/", 500) + "p.html",
	} {
		name = filepath.Join(h.dir, "site", name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.Symlink(to, name))
	}
	require.NoError(t, syscall.Mkfifo(filepath.Join(h.dir, "site", "pipe.html"), 0o644))
	require.NoError(t, syscall.Mkfifo(filepath.Join(h.dir, "site", "d", "index.html"), 0o644))
	return h
}

func (h *hostileTree) write(t *testing.T, name, text string) {
	name = filepath.Join(h.dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}

// run runs the command in the tree's directory, and checks that it ends in time, neither
// prints what is outside of the tree nor writes there, and prints no byte that a terminal
// would obey.
func (h *hostileTree) run(t *testing.T, want int, args ...string) (stdout, stderr string) {
	var out, messages bytes.Buffer
	began := time.Now()
	code := run(args, strings.NewReader(""), &out, &messages)
	if want == exitCheck && code == exitOK {
		code = exitCheck // there may be no fault
	}
	require.Equal(t, want, code, "%q: %s", args, &messages)
	require.Less(t, time.Since(began), time.Minute, "%q", args)
	for _, text := range []string{out.String(), messages.String()} {
		require.NotContains(t, text, secret, "%q", args)
		if !slices.Contains(args, "-l") && args[0] != "map" { // which are for programs
			require.False(t, strings.ContainsAny(text, "\x00\x01\x1b\r\u202e"), "%q: %q", args, text)
		}
	}
	require.Equal(t, h.outside, regularFiles(t, filepath.Join(h.dir, "outside")), "%q", args)
	return out.String(), messages.String()
}

// regularFiles returns the contents of the regular files below a directory. It follows no link.
func regularFiles(t *testing.T, dir string) map[string]string {
	all := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var text []byte
			text, err = os.ReadFile(name)
			all[name] = string(text)
		}
		return err
	}))
	return all
}

// namesBelow returns the names below a directory with their types. No link is followed.
func namesBelow(t *testing.T, dir string) (all []string) {
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		all = append(all, fmt.Sprintf("%s %v", rel, d.Type()))
		return err
	}))
	return all
}

// TestHostileTree runs the verbs on a tree with hostile names and links.
func TestHostileTree(t *testing.T) {
	h := newHostileTree(t)
	t.Chdir(h.dir)
	const root = "http://h.example/=site"
	before := namesBelow(t, "site")
	for _, to := range []string{"keep", "skip", "follow-inside"} {
		t.Run(to, func(t *testing.T) {
			_, stderr := h.run(t, exitOK, "abs", "--root", root, "--symlinks", to, "-o", "out."+to, "site")
			require.Contains(t, stderr, "special file")
			for _, page := range h.pages {
				text, err := os.ReadFile(filepath.Join("out."+to, page))
				require.NoError(t, err)
				require.Contains(t, string(text), "http://h.example/", "%q", page)
			}
			for name, text := range regularFiles(t, "out."+to) {
				require.NotContains(t, text, secret, "%q", name)
			}
			require.NoError(t, filepath.WalkDir("out."+to, func(name string, d fs.DirEntry, err error) error {
				if err != nil || d.Type() != fs.ModeSymlink {
					return err
				}
				_, err = fs.Stat(os.DirFS("."), filepath.ToSlash(name))
				require.NoError(t, err)
				real, err := filepath.EvalSymlinks(name)
				require.NoError(t, err, "%q", name)
				require.True(t, strings.HasPrefix(real+"/", "out."+to+"/"), "%q leads to %q", name, real)
				return nil
			}))
		})
	}
	for _, args := range [][]string{
		{"rel", "--root", root, "-o", "out.rel", "site"},
		{"pin", "--root", root, "-o", "out.pin", "site"},
		{"links", "--root", root, "site"},
		{"links", "--json", "site"},
		{"base", "site"},
		{"map", "--root", root, "site"},
		{"map", "-0", "--root", root, "site"},
		{"report", "-o", "report.html", "site"},
		{"abs", "--root", root, "-d", "site"},
		{"abs", "--root", root, "-l", "-0", "site"},
		{"abs", "--root", root, "-n", "--verbose", "site"},
	} {
		h.run(t, exitOK, args...)
	}
	for _, args := range [][]string{{"check", "site"}, {"check", "--root", root, "site"}} {
		h.run(t, exitCheck, args...)
	}
	require.Equal(t, before, namesBelow(t, "site"))

	// In place, each page changes once, and a name of 255 bytes has room for no suffix.
	_, stderr := h.run(t, exitFailed, "abs", "--root", root, "-w", "--backup", "site")
	require.Contains(t, stderr, "file name too long")
	h.run(t, exitOK, "abs", "--root", root, "-w", "site")
	for _, page := range h.pages {
		text, err := os.ReadFile(filepath.Join("site", page))
		require.NoError(t, err)
		require.Contains(t, string(text), "http://h.example/", "%q", page)
	}
	for name := range regularFiles(t, "site") {
		require.NotRegexp(t, `/\.hrefix-\d+-\d+(\.link)?$`, name)
	}
}

// TestSwappedLinks checks that no run copies a file from outside of the tree if another program
// makes links lead there while they are followed.
func TestSwappedLinks(t *testing.T) {
	h := &hostileTree{dir: t.TempDir()}
	h.write(t, "outside/page.html", "<a href="+secret+">")
	h.outside = regularFiles(t, filepath.Join(h.dir, "outside"))
	for i := range 20 {
		h.write(t, fmt.Sprintf("site/real/%d.html", i), "<a href=inside>")
	}
	t.Chdir(h.dir)
	done, swapped := make(chan struct{}), make(chan int)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				swapped <- n
				return
			default:
			}
			for link, targets := range map[string][2]string{"site/link": {"real", "../outside"}, "site/page.html": {"real/1.html", "../outside/page.html"}} {
				os.Remove(link) // it may not exist
				os.Symlink(targets[n%2], link)
			}
			if os.Rename("site/real", "site/moved") == nil {
				os.Symlink("../outside", "site/real")
				os.Remove("site/real")
				os.Rename("site/moved", "site/real")
			}
		}
	}()
	for i := range 10 {
		for _, to := range []string{"keep", "follow-inside"} {
			out := fmt.Sprintf("out%d.%s", i, to)
			var stdout, stderr bytes.Buffer
			run([]string{"abs", "--root", "http://h.example/=site", "--symlinks", to, "-o", out, "site"}, strings.NewReader(""), &stdout, &stderr) // it may fail
			require.NotContains(t, stdout.String()+stderr.String(), secret)
			for name, text := range regularFiles(t, out) {
				require.NotContains(t, text, secret, "%s: %s", out, name)
			}
		}
	}
	close(done)
	require.Greater(t, <-swapped, 10)
	require.Equal(t, h.outside, regularFiles(t, filepath.Join(h.dir, "outside")))
}
