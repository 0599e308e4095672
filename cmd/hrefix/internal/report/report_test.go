package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

const message = `Base: <URL:http://x.example/a/>
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html
Content-Location: c/d.html

<base href="e/f"><base href="http://w/"><a href=../g>x</a><a href="http://q/">y</a><img src="">
--b
Content-Type: text/html

<a href=h>z</a>
--b--
`

// reportOf returns the report of a source.
func reportOf(t testing.TB, in Source, source string, opts engine.Options) string {
	rw, err := engine.New(opts)
	require.NoError(t, err)
	var b strings.Builder
	w := New(&b, Options{})
	rw.Documents([]byte(source), func(d *engine.Document) { require.NoError(t, w.Document(in, d)) })
	rw.References([]byte(source), func(r *engine.Reference) {
		require.NoError(t, w.Reference(in, 1, int64(r.Offset()), r, nil))
	})
	require.NoError(t, w.Close())
	return b.String()
}

func TestReport(t *testing.T) {
	page := parse(t, reportOf(t, Source{Name: "m.eml"}, message, engine.Options{Type: engine.Message, Base: "http://r/", Fragments: engine.FragmentsKeep}))
	require.Equal(t, []string{
		"m.eml part 1 line 1, byte 121|Content-Location|resolved|c/d.html|http://x.example/a/c/d.html|encapsulating: Base of the message",
		"m.eml part 1 line 1, byte 143|base href|resolved|e/f|http://x.example/a/c/e/f|encapsulating: Content-Location of part 1",
		"m.eml part 1 line 1, byte 160|base href|absolute|http://w/|stays|",
		"m.eml part 1 line 1, byte 179|a href|resolved|../g|http://x.example/a/c/g|embedded: BASE element",
		"m.eml part 1 line 1, byte 198|a href|absolute|http://q/|stays|",
		"m.eml part 1 line 1, byte 224|img src|left|empty|stays|empty, where a URL is required",
		"m.eml part 2 line 1, byte 264|a href|resolved|h|http://x.example/a/h|encapsulating: Base of the message",
	}, page.rows())
	require.Equal(t, []string{"Links 7", "Made absolute 4", "Absolute already 2", "Unresolved 0", "Left on purpose 1",
		"empty, where a URL is required 1", "Documents and parts 3", "3.1 embedded 1", "3.2 encapsulating 2", "3.3 retrieval 0", "3.4 default 0"},
		summaryOf(page))
	require.Equal(t, []string{"m.eml multipart/mixed", "m.eml part 1 text/html", "m.eml part 2 text/html"}, texts(page.tags(atom.H3)))
	require.Equal(t, "7 of 7 links.", page.id("references-count").text())
	require.Equal(t, "3 of 3 documents.", page.id("documents-count").text())
}

// summaryOf returns the rows of the counts of links and of documents.
func summaryOf(page parsed) []string {
	var rows []string
	for _, table := range page.classed("figures") {
		for _, r := range table.tags(atom.Tr) {
			rows = append(rows, strings.Join(texts(r.tags(atom.Th, atom.Td)), " "))
		}
	}
	return rows
}

// TestBoxes holds which box has what, which has which inside, and the marks.
func TestBoxes(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		opts   engine.Options
		doc    int
		boxes  []string // outermost first, without those inside
		won    string
		head   string
	}{
		"nothing": {
			source: "<a href=x>", opts: engine.Options{Type: engine.HTML},
			boxes: []string{"3.4 default: used no other layer gives a base", "3.3 retrieval: nothing", "3.2 encapsulating: nothing", "3.1 embedded: nothing"},
			won:   "3.4 default", head: "No base",
		},
		"all": {
			source: message, opts: engine.Options{Type: engine.Message, Base: "http://r/"}, doc: 1,
			boxes: []string{
				"3.4 default: not used a base further in counts first",
				"3.3 retrieval: not used the options: http://r/ a base further in counts first",
				"3.2 encapsulating: not used Content-Location of part 1: c/d.html is http://x.example/a/c/d.html a base further in counts first; " +
					"not used Base of the message: http://x.example/a/ a base further in counts first",
				"3.1 embedded: used BASE element: e/f is http://x.example/a/c/e/f relative, resolved against the next base further out; " +
					"not used BASE element: http://w/ a later BASE element does not count",
			},
			won: "3.1 embedded", head: "Base http://x.example/a/c/e/f by BASE element",
		},
		"opaque": {
			source: "<base href=mailto:x>", opts: engine.Options{Type: engine.HTML, Base: "http://r/"},
			boxes: []string{
				"3.4 default: not used a base further in counts first",
				"3.3 retrieval: not used the options: http://r/ a base further in counts first",
				"3.2 encapsulating: nothing",
				"3.1 embedded: used BASE element: mailto:x opaque: the document has no base",
			},
			won: "3.1 embedded", head: "No base by BASE element",
		},
	} {
		t.Run(name, func(t *testing.T) {
			article := parse(t, reportOf(t, Source{Name: "x"}, c.source, c.opts)).classed("document")[c.doc]
			require.Equal(t, c.head, article.classed("base")[0].text())
			boxes := article.classed("box")
			require.Len(t, boxes, 4)
			for i, b := range boxes {
				var own []string
				var title string
				for child := range b.ChildNodes() {
					switch child.DataAtom {
					case atom.P:
						title = parsed{child}.tags(atom.Strong)[0].text()
					case atom.Ul:
						own = texts(parsed{child}.tags(atom.Li))
					}
				}
				require.Equal(t, c.boxes[i], title+": "+strings.Join(own, "; "))
				require.Equal(t, title == c.won, attr(b.Node, "class") == "box won", title)
				if i > 0 {
					require.Same(t, boxes[i-1].Node, b.Parent)
				}
			}
			require.Len(t, article.classed("used"), 1)
		})
	}
}

// TestData holds the lines that the script reads.
func TestData(t *testing.T) {
	page := parse(t, reportOf(t, Source{Name: "b.mbox", Message: 3}, "<base href=http://h/a/><a href=x><a href=../y>", engine.Options{Type: engine.HTML}))
	require.Equal(t, [][]any{
		{"doc", "b.mbox", 3.0, "", "text/html", "embedded", "BASE element", "http://h/a/",
			[]any{[]any{"embedded", "BASE element", "http://h/a/", "http://h/a/", true, ""}}, 0.0},
		{"in", "b.mbox", 3.0, "", "default", "", ""},
		{"ref", 1.0, 11.0, "base", "href", "absolute", "http://h/a/", "", "", "", "", 0.0},
		{"in", "b.mbox", 3.0, "", "embedded", "BASE element", "http://h/a/"},
		{"ref", 1.0, 31.0, "a", "href", "resolved", "", "", "http://h/a/", "x", "", 0.0},
		{"ref", 1.0, 41.0, "a", "href", "resolved", "", "..", "http://h", "/y", "", 0.0},
		{"total", 3.0, 1.0},
		{"status", "resolved", "Made absolute", 2.0, 0.0},
		{"status", "absolute", "Absolute already", 1.0, 0.0},
		{"status", "unresolved", "Unresolved", 0.0, 0.0},
		{"status", "left", "Left on purpose", 0.0, 0.0},
		{"layer", "embedded", "3.1 embedded", 1.0},
		{"layer", "encapsulating", "3.2 encapsulating", 0.0},
		{"layer", "retrieval", "3.3 retrieval", 0.0},
		{"layer", "default", "3.4 default", 0.0},
	}, page.lines(t))
}

// figureLines is the number of lines that a summary without reasons has.
const figureLines = 9

// TestMaxReferences checks that a page has at most MaxReferences references, that these are
// the first, that all are counted, and that the page says so.
func TestMaxReferences(t *testing.T) {
	const all = 1200
	for _, c := range []struct {
		most, kept, shown int
		reported          string
	}{
		{0, all, staticReferences, "500 of 1,200 links; a script shows the others."},
		{all, all, staticReferences, "500 of 1,200 links; a script shows the others."},
		{all - 1, all - 1, staticReferences, "500 of 1,200 links; a script shows the first 1,199."},
		{500, 500, 500, "500 of 1,200 links."},
		{3, 3, 3, "3 of 1,200 links."},
	} {
		var b strings.Builder
		w := New(&b, Options{MaxReferences: c.most})
		r := anyReference()
		for i := range all {
			r.Status = []engine.Status{engine.Resolved, engine.Left}[i%2]
			r.Text = fmt.Append(nil, "r", i)
			require.NoError(t, w.Reference(Source{Name: fmt.Sprint("f", i)}, 1, int64(i), r, nil))
		}
		require.NoError(t, w.Close())
		page := parse(t, b.String())
		require.Equal(t, c.reported, page.id("references-count").text())
		require.Len(t, page.rows(), c.shown)
		refs, ins := 0, 0
		for _, line := range page.lines(t) {
			switch line[0] {
			case "ref":
				require.Equal(t, float64(refs), line[2])
				refs++
			case "in":
				ins++
			case "total":
				require.Equal(t, float64(all), line[1])
			}
		}
		require.Equal(t, []int{c.kept, c.kept}, []int{refs, ins})
		require.Equal(t, []string{"Links 1,200", "Made absolute 600"}, summaryOf(page)[:2])
	}
	var b strings.Builder
	w := New(&b, Options{MaxReferences: 1})
	require.NoError(t, w.Close())
	require.Equal(t, "0 of 0 links.", parse(t, b.String()).id("references-count").text())
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567"} {
		require.Equal(t, want, number(n))
	}
}

// anyReference returns a reference to x that is resolved.
func anyReference() *engine.Reference {
	e := base.NewContext(resolve.RFC1808, base.Source{From: "given", Value: "http://h/"}).Establish()
	return &engine.Reference{Element: "a", Attr: "href", Text: []byte("x"), Target: []byte("http://h/x"), Base: e, Status: engine.Resolved}
}

// TestMany checks that the first of many references are shown without a script, and that all
// are in the data, in script elements that are not too long.
func TestMany(t *testing.T) {
	const n = 12_000
	var b bytes.Buffer
	w := New(&b, Options{})
	r := anyReference()
	d := &engine.Document{MediaType: "text/html", Base: r.Base}
	for i := range n {
		in := Source{Name: "x.mbox", Message: i/100 + 1}
		if i%100 == 0 {
			require.NoError(t, w.Document(in, d))
		}
		r.Text = fmt.Appendf(r.Text[:0], "reference-number-%d", i)
		r.Target = append([]byte("http://h/"), r.Text...)
		require.NoError(t, w.Reference(in, i+1, int64(i), r, nil))
	}
	require.NoError(t, w.Close())
	page := parse(t, b.String())
	require.Len(t, page.rows(), staticReferences)
	require.Len(t, page.classed("document"), staticDocuments)
	require.Equal(t, "500 of 12,000 links; a script shows the others.", page.id("references-count").text())
	require.Equal(t, "100 of 120 documents; a script shows the others.", page.id("documents-count").text())
	require.Len(t, page.lines(t), n+2*n/100+figureLines)
	scripts := page.tags(atom.Script)
	require.Greater(t, len(scripts), 2)
	for _, s := range scripts {
		require.Less(t, len(s.FirstChild.Data), islandBytes+2000)
	}
}

// TestMemory checks that the memory of a writer is bounded for texts of any length.
func TestMemory(t *testing.T) {
	w := New(io.Discard, Options{})
	r := anyReference()
	r.Text = bytes.Repeat([]byte("y"), 5000)
	r.Target = append([]byte("http://h/"), r.Text...)
	for i := range 3000 {
		r.Reason.Text = fmt.Sprint("reason ", i)
		require.NoError(t, w.Reference(Source{Name: "x"}, 1, 0, r, nil))
	}
	kept := 0
	for _, r := range w.page.References {
		kept += r.size()
	}
	require.LessOrEqual(t, kept, staticBytes)
	why := w.page.Summary.Why("resolved")
	require.Len(t, why, maxReasons+1)
	require.Equal(t, count{otherReasons, 3000 - maxReasons}, why[0])
}

// TestSameTwice checks that the same calls write the same bytes.
func TestSameTwice(t *testing.T) {
	opts := engine.Options{Type: engine.Message}
	want := reportOf(t, Source{Name: "m"}, message, opts)
	for range 5 {
		require.Equal(t, want, reportOf(t, Source{Name: "m"}, message, opts))
	}
}

// TestErrors checks that the errors of the io.Writer are returned, and that a report without
// errors is whole.
func TestErrors(t *testing.T) {
	full := errors.New("disk full")
	r := anyReference()
	d := &engine.Document{MediaType: "text/html", Base: r.Base}
	write := func(out io.Writer) (first error) {
		w := New(out, Options{})
		for range 700 {
			first = errors.Join(first, w.Document(Source{Name: "x"}, d), w.Reference(Source{Name: "x"}, 1, 0, r, nil))
		}
		return errors.Join(first, w.Close())
	}
	var whole bytes.Buffer
	require.NoError(t, write(&whole))
	require.True(t, strings.HasSuffix(whole.String(), "</html>\n"))
	for room := 0; room < whole.Len(); room += 1 + whole.Len()/11 {
		require.ErrorIs(t, write(&limited{room: room, err: full}), full, room)
	}

	w := New(io.Discard, Options{})
	require.NoError(t, w.Close())
	require.ErrorIs(t, w.Close(), errClosed)
	require.ErrorIs(t, w.Document(Source{}, d), errClosed)
	require.ErrorIs(t, w.Reference(Source{}, 1, 0, r, nil), errClosed)
}

// A limited writer fails once it has taken so many bytes.
type limited struct {
	room int
	err  error
}

func (l *limited) Write(b []byte) (int, error) {
	if len(b) > l.room {
		return l.room, l.err
	}
	l.room -= len(b)
	return len(b), nil
}

// TestFaults checks how a page shows references with a fault: their targets first, and each in the table.
func TestFaults(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{Checked: true, Tree: "site", Command: "hrefix report --check site", Time: "2027-01-31 12:00 UTC"})
	missing := &Fault{Code: "missing-file", Text: "no such file", Target: "http://h/x"}
	elsewhere := &Fault{Code: "missing-file", Text: "no such file", Target: "/y"}
	empty := &Fault{Code: "empty-file", Text: "the file is empty", Warning: true}
	for i, fault := range []*Fault{nil, elsewhere, empty, missing, missing} {
		require.NoError(t, w.Reference(Source{Name: fmt.Sprint("d/", i, ".html")}, i+1, int64(i), anyReference(), fault))
	}
	require.NoError(t, w.Close())
	page := parse(t, b.String())
	require.Equal(t, []string{"site, hrefix report --check site, 2027-01-31 12:00 UTC"}, texts(page.tags(atom.Title)))
	require.Equal(t, []string{"site: 4 faults in 5 links"}, texts(page.tags(atom.H1)))
	require.Equal(t, "site: 4 faults in 5 links hrefix report --check site 2027-01-31 12:00 UTC Faults Links Documents", page.tags(atom.Header)[0].text())
	require.Equal(t, []string{"What becomes of the links", "Where the faults are", "Faults by target", "Links", "Documents and their bases"}, texts(page.tags(atom.H2)))
	require.Equal(t, []string{
		"2 http://h/x missing-file no such file first in d/3.html, line 4",
		"1 /y missing-file no such file in d/1.html, line 2",
		"1 http://h/x empty-file the file is empty in d/2.html, line 3",
	}, texts(page.id("fault-list").tags(atom.Li)))
	rows := page.rows()
	require.NotContains(t, rows[0], "file")
	require.Contains(t, rows[1], " missing-file|")
	require.Contains(t, rows[1], "|no such file ")
	require.Equal(t, []string{"Links 5", "Faulty 4", "missing-file 3", "empty-file 1", "Resolved 5"}, summaryOf(page)[:5])
	lines := page.lines(t)
	require.Contains(t, lines, []any{"fault", "missing-file", "no such file", false, "/y"})
	require.Contains(t, lines, []any{"fault", "missing-file", "no such file", false, ""}, "the target is that of the link")
	require.Contains(t, lines, []any{"fault", "empty-file", "the file is empty", true, ""})
	require.Contains(t, lines, []any{"status", "faulty", "Faulty", 4.0, 4.0})
	require.Contains(t, lines, []any{"why", "faulty", "missing-file", 3.0, true})
	require.Contains(t, lines, []any{"status", "resolved", "Resolved", 5.0, 4.0})
	require.Contains(t, b.String(), `<option value="fault">`)
}

// TestHeadline checks the heading of pages without faults.
func TestHeadline(t *testing.T) {
	for _, c := range []struct {
		checked bool
		want    string
	}{{true, "no faults in 1 link"}, {false, "1 link in 0 documents"}} {
		var b strings.Builder
		w := New(&b, Options{Checked: c.checked})
		require.NoError(t, w.Reference(Source{Name: "x"}, 1, 0, anyReference(), nil))
		require.NoError(t, w.Close())
		page := parse(t, b.String())
		require.Equal(t, c.want, page.tags(atom.H1)[0].text())
		require.Equal(t, "hrefix report", page.tags(atom.Title)[0].text())
		require.Equal(t, "Links Documents", page.tags(atom.Nav)[0].text())
		require.NotContains(t, b.String(), `id="faults"`)
	}
}

// TestTargets checks that few targets are kept for browsers without scripts, and that all faults are counted.
func TestTargets(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{Checked: true})
	for i := range 3 * maxTargets {
		fault := &Fault{Code: "missing-file", Text: "no such file", Target: fmt.Sprint("/", i/2)}
		require.NoError(t, w.Reference(Source{Name: "x"}, 1, 0, anyReference(), fault))
	}
	targets := w.page.Summary.Targets()
	require.Len(t, targets, maxTargets)
	require.Equal(t, []any{2, "/0"}, []any{targets[0].N, targets[0].Target})
	require.Equal(t, 3*maxTargets, w.page.Summary.Faulty())
	require.NoError(t, w.Close())
	require.Equal(t, "The first 100 targets that were found; a script shows the others.", parse(t, b.String()).id("faults-count").text())
}
