package feeds

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A tally counts the values that feedparser's tests of a directory expect.
type tally struct{ cases, values, relative, bases, agree, differ int }

// TestFeedparser reads the output of hrefix for each test of feedparser that expects a URL or a
// base. Each expected URL must be in the output, at its place, and each base must be that of all
// references there. Tests that feedparser serves by HTTP have the URL of its server; others have
// none. testdata/feedparser.txt has the known differences.
func TestFeedparser(t *testing.T) {
	differences := readDifferences(t)
	tallies := make(map[string]*tally)
	for _, f := range corpus.Files(t, "feeds", "feedparser") {
		name := strings.TrimPrefix(f.Name, "feeds/feedparser/")
		c := ParseCase(f.Data)
		if len(c.Expected) == 0 {
			continue
		}
		n := tallies[path.Dir(name)]
		if n == nil {
			n = new(tally)
			tallies[path.Dir(name)] = n
		}
		n.cases++
		checkCase(t, name, f.Data, c, n, differences)
	}
	for d := range differences {
		t.Errorf("testdata/feedparser.txt: stale: %s", d)
	}
	report(t, tallies)
}

// report logs the table, and fails if the corpus has fewer cases than it should.
func report(t *testing.T, tallies map[string]*tally) {
	var sum tally
	t.Logf("%-10s %5s %6s %8s %5s %5s %6s", "directory", "cases", "values", "relative", "bases", "agree", "differ")
	row := func(name string, n tally) {
		t.Logf("%-10s %5d %6d %8d %5d %5d %6d", name, n.cases, n.values, n.relative, n.bases, n.agree, n.differ)
	}
	for _, dir := range slices.Sorted(maps.Keys(tallies)) {
		n := *tallies[dir]
		row(dir, n)
		sum = tally{sum.cases + n.cases, sum.values + n.values, sum.relative + n.relative, sum.bases + n.bases, sum.agree + n.agree, sum.differ + n.differ}
	}
	row("all", sum)
	require.GreaterOrEqual(t, sum.cases, 150, "too few cases")
	require.GreaterOrEqual(t, sum.relative, 45, "too few relative URLs")
	require.GreaterOrEqual(t, sum.bases, 20, "too few bases")
}

// readDifferences reads the known differences: the file, the path and the reason, separated by
// tabs.
func readDifferences(t *testing.T) map[string]bool {
	data, err := os.ReadFile("testdata/feedparser.txt")
	require.NoError(t, err)
	list := make(map[string]bool)
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		require.Len(t, f, 3, "testdata/feedparser.txt: %q", line)
		require.False(t, list[f[0]+" "+f[1]], "twice: %q", line)
		list[f[0]+" "+f[1]] = true
	}
	return list
}

// A rewritten is a feed with its output and its references.
type rewritten struct {
	before, after *Element
	refs          []reference
}

// A reference is a reference of a feed.
type reference struct {
	offset     int
	attr, base string
}

// checkCase compares the expectations of a test with the output of hrefix. It removes the
// differences that occur.
func checkCase(t *testing.T, name string, feed []byte, c Case, n *tally, differences map[string]bool) {
	r := rewriteCase(t, name, feed, c)
	for _, want := range c.Expected {
		got := r.find(&want)
		n.values++
		if want.IsBase() {
			n.bases++
		} else if !slices.ContainsFunc(r.in(r.before, &want), want.agrees) {
			n.relative++
		}
		if slices.ContainsFunc(got, want.agrees) && (len(got) == 1 || !want.IsBase()) {
			n.agree++
			continue
		}
		n.differ++
		key := name + " " + want.String()
		if !differences[key] {
			t.Errorf("differs: %s\t%s\tREASON\n\tfeedparser: %q\n\threfix: %q", name, &want, want.Value, got)
		}
		delete(differences, key)
	}
}

// agrees reports whether a value is the expected one. Of markup, only URLs are compared.
func (e *Expectation) agrees(value string) bool {
	if want := URLs(e.Value); len(want) > 0 {
		return slices.Equal(want, URLs(value))
	}
	return e.Value == value
}

// find returns the values of the output, or the bases of the references in the source.
func (r *rewritten) find(want *Expectation) (values []string) {
	if !want.IsBase() {
		return r.in(r.after, want)
	}
	elements, _ := r.before.Lookup(want.Path)
	for _, e := range elements {
		for _, ref := range r.refs {
			if e.Start <= ref.offset && ref.offset < e.End && ref.attr != "xml:base" {
				values = append(values, ref.base)
			}
		}
	}
	return slices.Compact(values)
}

// withLinks adds a link to each element whose base a test expects, because hrefix reports the
// bases of links.
func withLinks(feed []byte, c Case) []byte {
	root, err := Parse(feed, "")
	if err != nil {
		return feed
	}
	for _, want := range c.Expected {
		if !want.IsBase() {
			continue
		}
		if elements, _ := root.Lookup(want.Path); len(elements) == 1 {
			at := bytes.LastIndex(feed[:elements[0].End], []byte("</"))
			return slices.Concat(feed[:at], []byte(`<a xmlns="http://www.w3.org/1999/xhtml" href="link"/>`), feed[at:])
		}
	}
	return feed
}

func (*rewritten) in(root *Element, want *Expectation) []string {
	_, values := root.Lookup(want.Path)
	return values
}

// rewriteCase makes the links of a feed absolute. Feedparser serves tests whose name begins with
// http_, and reads others from files.
func rewriteCase(t *testing.T, name string, feed []byte, c Case) *rewritten {
	url := ""
	if strings.HasPrefix(path.Base(name), "http_") {
		url = "http://127.0.0.1:8097/tests/wellformed/" + name
	}
	r := new(rewritten)
	var err error
	feed = withLinks(feed, c)
	r.before, err = Parse(feed, url)
	require.NoError(t, err, name)
	r.after, err = Parse(r.rewrite(t, feed, url, c.ContentLocation), "")
	require.NoError(t, err, name)
	return r
}

// rewrite makes the links of a feed absolute. A Content-Location is that of an HTTP response in
// a web archive.
func (r *rewritten) rewrite(t *testing.T, feed []byte, url, contentLocation string) []byte {
	opts := engine.Options{Base: url}
	start, end := 0, 0
	source := feed
	if contentLocation != "" {
		head := "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nContent-Location: " + contentLocation + "\r\n\r\n"
		source = fmt.Appendf(nil, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s%s\r\n\r\n",
			url, len(head)+len(feed), head, feed)
		start, end = bytes.Index(source, []byte(head))+len(head), len("\r\n\r\n")
		opts = engine.Options{Type: detect.WARC, Archive: format.Archive{Changes: format.ReplaceRecords}}
	}
	rw, err := engine.New(opts)
	require.NoError(t, err)
	for p, err := range rw.Pieces(bytes.NewReader(source)) {
		require.NoError(t, err)
		rw.VisitReferences(p, func(ref *engine.Reference) bool {
			r.refs = append(r.refs, reference{ref.Offset() - start, ref.Attr, ref.Base.String()})
			return true
		})
	}
	var out bytes.Buffer
	_, err = rw.Copy(context.Background(), &out, bytes.NewReader(source), nil)
	require.NoError(t, err)
	if contentLocation != "" {
		start = bytes.Index(out.Bytes(), []byte("\r\n\r\n")) + 4
		start += bytes.Index(out.Bytes()[start:], []byte("\r\n\r\n")) + 4
	}
	return out.Bytes()[start : out.Len()-end]
}
