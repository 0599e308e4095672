package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// memoryVariable is the environment variable that asks for TestMemoryTable: the sizes in
// MB, such as "1 40 256".
const memoryVariable = "HREFIX_MEMORY"

// memoryShapes are documents of n bytes, by the names of their files.
func memoryShapes(t *testing.T, n int) []struct {
	name, file string
	most       float64 // times the size
	text       []byte
} {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)+1)[:n/len(s)*len(s)] }
	const html = "Content-Type: text/html\nContent-Transfer-Encoding: "
	page := corpus.Read(t, "pages", "es6.html")
	encoded := base64.StdEncoding.EncodeToString([]byte(fill("<a href=x>")))[:n/76*76]
	var lines strings.Builder
	for ; len(encoded) > 76; encoded = encoded[76:] {
		lines.WriteString(encoded[:76] + "\n")
	}
	return []struct {
		name, file string
		most       float64
		text       []byte
	}{
		{"a page of the corpus, repeated", "page.html", 3, bytes.Repeat(page, max(1, n/len(page)))},
		{"links only", "links.html", 8, []byte(fill("<a href=x>"))},
		{"attributes only", "attributes.html", 8, []byte(fill(`<p class=x id=y title="z">`))},
		{"one tag of attributes", "tag.html", 8, []byte("<a " + fill("a ") + "href=x>")},
		{"srcset", "srcset.html", 8, []byte(fill(`<img srcset="x 1x,y 2x,z">`))},
		{"one srcset", "one.html", 8, []byte(`<img srcset="` + fill("x 1x,") + `">`)},
		{"one list of URLs", "list.html", 8, []byte(`<a ping="` + fill("x ") + `">`)},
		{"one URL", "url.html", 8, []byte(`<a href="` + fill("x/../") + `">`)},
		{"a style element", "style.html", 8, []byte("<style>" + fill("a{b:url(x)}") + "</style>")},
		{"a style sheet", "sheet.css", 8, []byte(fill("url(x)"))},
		{"XML", "links.xhtml", 8, []byte(`<x xmlns="http://www.w3.org/1999/xhtml">` + fill(`<a href="x"/>`) + "</x>")},
		{"quoted-printable", "qp.eml", 8, []byte(html + "quoted-printable\n\n" + fill("<a href=3Dx>=\n"))},
		{"base64", "base64.eml", 8, []byte(html + "base64\n\n" + lines.String())},
	}
}

// growing is what a document may take however small it is: the edits of one that has
// less than 1 MiB are a slice, and a heap grows to twice what is in use before it is
// collected.
const growing = 64 << 20

// TestMemoryTable prints how much memory the command takes at most, as a table for
// PERFORMANCE.md, and checks the bounds that SECURITY.md gives. What the command takes
// for a document of no size, and what any heap takes, does not count.
func TestMemoryTable(t *testing.T) {
	sizes := strings.Fields(os.Getenv(memoryVariable))
	if len(sizes) == 0 {
		t.Skip(memoryVariable + " is not set")
	}
	exe, dir := filepath.Join(t.TempDir(), "hrefix"), t.TempDir()
	out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	empty := filepath.Join(dir, "empty.html")
	require.NoError(t, os.WriteFile(empty, []byte("<p>"), 0o600))
	least, _ := peak(t, exe, empty)
	rows := make(map[string]string)
	var order []string
	for _, size := range sizes {
		mb := 0
		_, err := fmt.Sscan(size, &mb)
		require.NoError(t, err)
		for _, s := range memoryShapes(t, mb*1_000_000) {
			file := filepath.Join(dir, s.file)
			require.NoError(t, os.WriteFile(file, s.text, 0o600))
			took, _ := peak(t, exe, file)
			times := float64(took) / float64(len(s.text))
			if over := float64(took-least-growing) / float64(len(s.text)); over > s.most {
				t.Errorf("%s, %d MB: %.1f times its size, wanted %.0f", s.name, mb, over, s.most)
			}
			if _, ok := rows[s.name]; !ok {
				order = append(order, s.name)
			}
			rows[s.name] += fmt.Sprintf(" %d (%.1f) |", took/1e6, times)
			require.NoError(t, os.Remove(file))
		}
	}
	fmt.Printf("\n| MB at the peak (times the size) | %s MB |\n|---|%s\n", strings.Join(sizes, " MB | "), strings.Repeat("---:|", len(sizes)))
	for _, name := range order {
		fmt.Printf("| %s |%s\n", name, rows[name])
	}
	fmt.Printf("\nWith next to no document, %d MB.\n", least/1e6)
}

// TestLargePageTime prints how much processor time a page of 60 MB takes, in that of
// reading it, walking it from "<" to ">" and writing it. At most 3 times is wanted.
func TestLargePageTime(t *testing.T) {
	if os.Getenv(memoryVariable) == "" {
		t.Skip(memoryVariable + " is not set")
	}
	exe, file := filepath.Join(t.TempDir(), "hrefix"), filepath.Join(t.TempDir(), "page.html")
	out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	page := corpus.Read(t, "pages", "es6.html")
	require.NoError(t, os.WriteFile(file, bytes.Repeat(page, 60_000_000/len(page)), 0o600))
	took, walk := time.Hour, time.Hour
	for range 7 {
		_, d := peak(t, exe, file)
		took, walk = min(took, d), min(walk, processorTime(t, func() { walkFile(t, file) }))
	}
	times := float64(took) / float64(walk)
	fmt.Printf("\nA page of 60 MB: %v, walk %v, %.1f times\n", took, walk, times)
}

// peak runs the command on a file, and returns the memory that it took at most, and its
// processor time.
func peak(t *testing.T, exe, file string) (int64, time.Duration) {
	t.Helper()
	// The child of a process is said to have what that had itself: time has little.
	cmd := exec.Command("/usr/bin/time", "-f", "%M %U %S", exe, "abs", "-b", "http://www.example.org/dir/page.html", "-o", file+".out", file)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, os.Remove(file+".out"))
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var kib int64
	var user, system float64
	_, err = fmt.Sscan(lines[len(lines)-1], &kib, &user, &system)
	require.NoError(t, err, "%s", out)
	return kib * 1024, time.Duration((user + system) * float64(time.Second))
}

// walkFile reads a file, walks it from "<" to ">" and writes it.
func walkFile(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for rest := text; ; {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			break
		}
		j := bytes.IndexByte(rest[i:], '>')
		if j < 0 {
			break
		}
		rest = rest[i+j:]
	}
	f, err := os.Create(name + ".walked")
	require.NoError(t, err)
	_, err = io.Copy(f, bytes.NewReader(text))
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.NoError(t, os.Remove(name+".walked"))
}

// processorTime returns the processor time of do in this process.
func processorTime(t *testing.T, do func()) time.Duration {
	now := func() time.Duration {
		var u syscall.Rusage
		require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	start := now()
	do()
	return now() - start
}
