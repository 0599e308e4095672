//go:build unix

package savers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// docTrees are packages of Debian with documentation by Sphinx, Doxygen, GTK-Doc, javadoc and
// DocBook: patterns of their directories.
var docTrees = []struct{ name, pkg, dir string }{
	{"python", "python3-doc", "/usr/share/doc/python3.*-doc/html"},
	{"eigen", "libeigen3-doc", "/usr/share/doc/libeigen3-dev/html"},
	{"gtk", "libgtk-3-doc", "/usr/share/gtk-doc/html"},
	{"math", "libcommons-math3-java-doc", "/usr/share/doc/libcommons-math3-java/api"},
	{"postgresql", "postgresql-doc-15", "/usr/share/doc/postgresql-doc-15/html"},
}

// TestDocTrees makes the links of documentation absolute, relative, and absolute again, and
// compares the bytes. Links may differ only if "links --rel" reports that their spelling is lost.
func TestDocTrees(t *testing.T) {
	need(t)
	hrefix := buildCommand(t)
	for _, d := range docTrees {
		t.Run(d.name, func(t *testing.T) {
			found, err := filepath.Glob(d.dir)
			require.NoError(t, err)
			require.NotEmpty(t, found, "install %s", d.pkg)
			r := &roundTrip{hrefix: hrefix, dir: abs(t, t.TempDir()), url: "http://docs.example/" + d.name + "/"}
			// Some links lead to other packages; those that lead nowhere are not copied.
			_ = exec.Command("cp", "-rL", found[0], filepath.Join(r.dir, "published")).Run()
			r.try(t)
		})
	}
}

// A roundTrip has copies of a tree.
type roundTrip struct{ hrefix, dir, url string }

// make writes a tree from another one, with a verb.
func (r *roundTrip) make(t *testing.T, to, verb, from string, flags ...string) {
	from, to = filepath.Join(r.dir, from), filepath.Join(r.dir, to)
	args := slices.Concat([]string{verb, "--root", r.url + "=" + from, "-o", to}, flags, []string{from})
	began := time.Now()
	out, err := exec.Command(r.hrefix, args...).CombinedOutput()
	require.NoError(t, err, "%.1000s", out)
	t.Logf("%-14s %-5v %s", filepath.Base(to), time.Since(began).Round(10*time.Millisecond), lastLine(out))
}

func lastLine(out []byte) string {
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	return string(lines[len(lines)-1])
}

func (r *roundTrip) try(t *testing.T) {
	// rel writes a link from a page to itself as "#x", which abs leaves unless it is asked.
	r.make(t, "absolute", "abs", "published", "--fragments", "absolute")
	r.make(t, "relative", "rel", "absolute")
	r.make(t, "again", "abs", "relative", "--converted", "--fragments", "absolute")
	r.compare(t, "absolute", "again", r.lost(t, "absolute"), func(a, b string) bool { return a == b })

	// Links that are relative from the start stay as they are. Then nothing shows whether one to
	// an index file was meant as one to its directory.
	r.make(t, "relative 2", "rel", "published")
	r.make(t, "again 2", "abs", "relative 2", "--converted", "--fragments", "absolute")
	r.compare(t, "absolute", "again 2", nil, func(a, b string) bool {
		return directory.ReplaceAllString(a, "/") == directory.ReplaceAllString(b, "/")
	})
}

// A treeLink is a link that a verb lists.
type treeLink struct {
	Doc    string
	Offset int
	Ref    string
	URL    string
	Status string
	Reason string
}

// links lists the links of a tree, by document.
func (r *roundTrip) links(t *testing.T, tree string, flags ...string) map[string][]treeLink {
	dir := filepath.Join(r.dir, tree)
	cmd := exec.Command(r.hrefix, slices.Concat([]string{"links", "--json", "--root", r.url + "=" + dir}, flags, []string{dir})...)
	cmd.Stderr = nil
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	all := make(map[string][]treeLink)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var l treeLink
		require.NoError(t, json.Unmarshal(lines.Bytes(), &l))
		l.Doc = strings.TrimPrefix(l.Doc, dir+"/")
		all[l.Doc] = append(all[l.Doc], l)
	}
	require.NoError(t, lines.Err())
	require.NoError(t, cmd.Wait())
	return all
}

// lost returns the links whose spelling abs does not give back, by document and by their number in
// it.
func (r *roundTrip) lost(t *testing.T, tree string) map[string]map[int]bool {
	all, n, total := make(map[string]map[int]bool), 0, 0
	for doc, links := range r.links(t, tree, "--rel") {
		all[doc] = make(map[int]bool)
		for i, l := range links {
			total++
			if strings.Contains(l.Reason, "other-spelling") {
				all[doc][i] = true
				n++
			}
		}
	}
	t.Logf("%d of %d links of %q are listed: abs gives another spelling", n, total, tree)
	return all
}

// directory matches the name of an index file in a URL.
var directory = regexp.MustCompile(`/index\.html\b`)

// compare compares the bytes of two trees. Documents that differ are compared by their links: one
// that is listed may differ.
func (r *roundTrip) compare(t *testing.T, want, got string, listed map[string]map[int]bool, same func(a, b string) bool) {
	wanted, have := r.files(t, want), r.files(t, got)
	require.Equal(t, len(wanted), len(have))
	var differ []string
	for name, data := range wanted {
		if other, ok := have[name]; !ok || !bytes.Equal(data, other) {
			differ = append(differ, name)
		}
	}
	slices.Sort(differ)
	t.Logf("%q and %q: %d files, %d differ", want, got, len(wanted), len(differ))
	if len(differ) == 0 {
		return
	}
	before, after := r.links(t, want), r.links(t, got)
	unlisted := 0
	for _, name := range differ {
		b, a := before[name], after[name]
		require.Equal(t, len(b), len(a), name)
		for i := range b {
			if same(b[i].Ref, a[i].Ref) || listed[name][i] {
				continue
			}
			if unlisted++; unlisted <= 10 {
				t.Errorf("%s: %s comes back as %s, and is not listed", name, b[i].Ref, a[i].Ref)
			}
		}
		if slices.EqualFunc(b, a, func(b, a treeLink) bool { return b.Ref == a.Ref }) {
			t.Errorf("%s differs, and not in its links", name)
		}
	}
	require.Zero(t, unlisted)
}

// files returns the files of a tree.
func (r *roundTrip) files(t *testing.T, tree string) map[string][]byte {
	all, dir := make(map[string][]byte), filepath.Join(r.dir, tree)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		all[strings.TrimPrefix(path, dir+"/")], err = os.ReadFile(path)
		return err
	}))
	return all
}
