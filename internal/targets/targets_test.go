package targets

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/tempdir"
)

// all returns the targets of a counter, one a line.
func all(t *testing.T, c *Counter) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, c.Each(func(host, url []byte, count int64) error {
		_, err := fmt.Fprintf(&out, "%s %d %s\n", host, count, url)
		return err
	}))
	require.NoError(t, c.Close())
	return out.String()
}

func TestCounter(t *testing.T) {
	var c Counter
	_, err := c.Write([]byte("http://b/x\nhttp://a/y#z\nhttp://a/y\nhttp://A/\nmailto:a@b\nhttp://u:p@a:80/q?x\nx:y://z/\nftp:"))
	require.NoError(t, err)
	_, err = c.Write([]byte("//b?q\nhttp://ab/\n\n"))
	require.NoError(t, err)
	require.Equal(t, ` 1 
 1 mailto:a@b
 1 x:y://z/
a 1 http://A/
a 2 http://a/y
a:80 1 http://u:p@a:80/q?x
ab 1 http://ab/
b 1 ftp://b?q
b 1 http://b/x
`, all(t, &c))
}

// TestSpill: the targets do not depend on how many fit into memory, and no temporary file is left.
func TestSpill(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	r := rand.New(rand.NewSource(1))
	want := make(map[string]int64)
	counters := []*Counter{{}, {Memory: 1}, {Memory: 3000}, {Memory: 100000}}
	for range 3000 {
		url := fmt.Sprintf("http://h%d.example/%s/%d", r.Intn(20), strings.Repeat("d", r.Intn(30)), r.Intn(40))
		want[url]++
		for _, c := range counters {
			_, err := c.Write([]byte(url + "\n"))
			require.NoError(t, err)
			require.Less(t, len(c.runs), 4*maxRuns)
		}
	}
	require.GreaterOrEqual(t, counters[1].runs[0].level, 2)
	var lines []string
	for url, n := range want {
		host, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
		lines = append(lines, fmt.Sprintf("%s\x00%s\x00%d", host, url, n))
	}
	slices.Sort(lines)
	var sorted strings.Builder
	for _, line := range lines {
		f := strings.Split(line, "\x00")
		fmt.Fprintf(&sorted, "%s %s %s\n", f[0], f[2], f[1])
	}
	for _, c := range counters {
		require.Equal(t, sorted.String(), all(t, c))
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestTimes: counts of texts are added up, in memory and in runs.
func TestTimes(t *testing.T) {
	for _, memory := range []int{0, 1} {
		c := Counter{Memory: memory}
		c.AddKeyTimes([]byte("b"), 2)
		c.AddKeyTimes([]byte("a"), 1<<40)
		c.AddKeyTimes([]byte("b"), 3)
		got := make(map[string]int64)
		require.NoError(t, c.EachKey(func(key []byte, n int64) error {
			got[string(key)] = n
			return nil
		}))
		require.Equal(t, map[string]int64{"a": 1 << 40, "b": 5}, got)
		require.NoError(t, c.Close())
	}
	require.Equal(t, "x:h.example", string(AppendHost([]byte("x:"), []byte("http://u@H.EXAMPLE/a"))))
}

// TestNoTemporary: an error of a temporary file is that of Write and of Each.
func TestNoTemporary(t *testing.T) {
	tempdir.Set(t, filepath.Join(t.TempDir(), "missing"))
	c := Counter{Memory: 1}
	_, err := c.Write([]byte("http://a/\nhttp://b/\n"))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "set TMPDIR")
	require.ErrorIs(t, c.Each(nil), os.ErrNotExist)
	require.NoError(t, c.Close())
}

// TestCutRun: a temporary file that is cut short is an error.
func TestCutRun(t *testing.T) {
	for cut := range int64(14) { // the length of the first target
		r, err := writeRun(0, (&Counter{counts: map[string]*int64{"a\thttp://a/": new(int64), "a\thttp://a/b": new(int64)}}).each)
		require.NoError(t, err)
		require.NoError(t, r.file.Truncate(cut))
		err = merge([]*run{r}, func([]byte, int64) error { return nil })
		require.Equal(t, cut > 0, err != nil, cut)
		require.NoError(t, r.close())
	}
}

func TestEachError(t *testing.T) {
	var c Counter
	c.Add([]byte("http://a/"))
	c.Add([]byte("http://b/"))
	want := errors.New("full")
	n := 0
	require.ErrorIs(t, c.Each(func(_, _ []byte, _ int64) error { n++; return want }), want)
	require.Equal(t, 1, n)
	require.NoError(t, c.Close())
}

// BenchmarkCounter counts links. Every second one has a target of its own. Run it with
// -benchtime 10000000x for ten million links.
func BenchmarkCounter(b *testing.B) {
	var c Counter
	var line []byte
	b.ReportAllocs()
	for i := range b.N {
		line = fmt.Appendf(line[:0], "http://host%d.example/some/directory/page-%d.html\n", i%1000, i/2*(i%2))
		if _, err := c.Write(line); err != nil {
			b.Fatal(err)
		}
	}
	n := 0
	if err := c.Each(func(_, _ []byte, _ int64) error { n++; return nil }); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(n), "targets")
	if err := c.Close(); err != nil {
		b.Fatal(err)
	}
}

// FuzzCounter: every line is counted once, whatever is in it.
func FuzzCounter(f *testing.F) {
	f.Add([]byte("http://a/\nhttp://b/\nhttp://a/\n"))
	f.Add([]byte("//\n://\n:\n@\nx://@@/\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		text = bytes.ReplaceAll(text, []byte("\t"), []byte(" "))
		small, large := Counter{Memory: 200}, Counter{}
		for len(text) > 0 {
			n := min(len(text), 7)
			_, err := small.Write(text[:n])
			require.NoError(t, err)
			_, err = large.Write(text[:n])
			require.NoError(t, err)
			text = text[n:]
		}
		require.Equal(t, all(t, &large), all(t, &small))
	})
}
