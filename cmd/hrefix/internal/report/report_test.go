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
	"github.com/hrefix/hrefix/internal/engine/detect"
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
	rw.Visit([]byte(source), engine.Visitor{Document: func(d *engine.Document) { require.NoError(t, w.Document(in, d, "")) }})
	rw.References([]byte(source), func(r *engine.Reference) {
		require.NoError(t, w.Reference(in, 1, int64(r.Offset()), r, nil))
	})
	require.NoError(t, w.Close(Read{}))
	return b.String()
}

func TestReport(t *testing.T) {
	page := parse(t, reportOf(t, Source{Name: "m.eml"}, message, engine.Options{Type: detect.Message, Base: "http://r/", Fragments: engine.FragmentsKeep}))
	require.Equal(t, []string{
		"m.eml part 1 line 1, byte 121|Content-Location|made absolute|c/d.html|http://x.example/a/c/d.html|base: Base of the message",
		"m.eml part 1 line 1, byte 143|base href|made absolute|e/f|http://x.example/a/c/e/f|base: Content-Location of part 1",
		"m.eml part 1 line 1, byte 179|a href|made absolute|../g|http://x.example/a/c/g|base: BASE element",
		"m.eml part 2 line 1, byte 264|a href|made absolute|h|http://x.example/a/h|base: Base of the message",
		"m.eml part 1 line 1, byte 160|base href|absolute already|http://w/|stays|",
		"m.eml part 1 line 1, byte 198|a href|absolute already|http://q/|stays|",
		"m.eml part 1 line 1, byte 224|img src|left as it is|empty|stays|empty, where a URL is required",
	}, page.rows())
	require.Equal(t, []string{"Links 7", "Made absolute 4", "Absolute already 2", "Unresolved 0", "Left as it is 1",
		"empty, where a URL is required 1", "Documents and parts 3", "BASE in the page 1", "Header of the message 2", "Where it was saved 0", "None 0"},
		summaryOf(page))
	require.Equal(t, []string{"m.eml multipart/mixed", "m.eml part 1 text/html", "m.eml part 2 text/html"}, texts(page.tags(atom.H3)))
	require.Equal(t, "7 of 7 links.", page.id("references-count").text())
	require.Equal(t, "3 of 3 documents and parts.", page.id("documents-count").text())
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
			source: "<a href=x>", opts: engine.Options{Type: detect.HTML},
			boxes: []string{"None: used nothing gives a base", "Where it was saved: nothing", "Header of the message: nothing", "BASE in the page: nothing"},
			won:   "None", head: "No base",
		},
		"all": {
			source: message, opts: engine.Options{Type: detect.Message, Base: "http://r/"}, doc: 1,
			boxes: []string{
				"None: not used another base counts first",
				"Where it was saved: not used the options: http://r/ a base further in counts first",
				"Header of the message: not used Content-Location of part 1: c/d.html is http://x.example/a/c/d.html a base further in counts first; " +
					"not used Base of the message: http://x.example/a/ a base further in counts first",
				"BASE in the page: used BASE element: e/f is http://x.example/a/c/e/f relative, resolved against the next base further out; " +
					"not used BASE element: http://w/ a later BASE element does not count",
			},
			won: "BASE in the page", head: "Base http://x.example/a/c/e/f by BASE element",
		},
		"opaque": {
			source: "<base href=mailto:x>", opts: engine.Options{Type: detect.HTML, Base: "http://r/"},
			boxes: []string{
				"None: not used another base counts first",
				"Where it was saved: not used the options: http://r/ a base further in counts first",
				"Header of the message: nothing",
				"BASE in the page: used BASE element: mailto:x opaque: the document has no base",
			},
			won: "BASE in the page", head: "No base by BASE element",
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
	page := parse(t, reportOf(t, Source{Name: "b.mbox", Message: 3, Subject: "Hello"}, "<base href=http://h/a/><a href=x><a href=../y>", engine.Options{Type: detect.HTML}))
	require.Equal(t, [][]any{
		{"doc", "b.mbox", 3.0, "", "text/html", "embedded", "BASE element", "http://h/a/",
			[]any{[]any{"embedded", "BASE element", "http://h/a/", "http://h/a/", true, ""}}, "", 0.0, "Hello"},
		{"in", "b.mbox", 3.0, "", "default", "", "", "Hello"},
		{"ref", 1.0, 11.0, "base", "href", "absolute", "http://h/a/", "", "", "", "", 0.0},
		{"in", "b.mbox", 3.0, "", "embedded", "BASE element", "http://h/a/", "Hello"},
		{"ref", 1.0, 31.0, "a", "href", "resolved", "", "", "http://h/a/", "x", "", 0.0},
		{"ref", 1.0, 41.0, "a", "href", "resolved", "", "..", "http://h", "/y", "", 0.0},
		{"total", 3.0, 1.0, "", "document", "documents"},
		{"status", "resolved", "Made absolute", 2.0},
		{"status", "absolute", "Absolute already", 1.0},
		{"status", "unresolved", "Unresolved", 0.0},
		{"status", "left", "Left as it is", 0.0},
		{"layer", "embedded", "BASE in the page", 1.0},
		{"layer", "encapsulating", "Header of the message", 0.0},
		{"layer", "retrieval", "Where it was saved", 0.0},
		{"layer", "default", "None", 0.0},
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
		require.NoError(t, w.Close(Read{}))
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
	require.NoError(t, w.Close(Read{}))
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
			require.NoError(t, w.Document(in, d, ""))
		}
		r.Text = fmt.Appendf(r.Text[:0], "reference-number-%d", i)
		r.Target = append([]byte("http://h/"), r.Text...)
		require.NoError(t, w.Reference(in, i+1, int64(i), r, nil))
	}
	require.NoError(t, w.Close(Read{}))
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
	for _, r := range w.references() {
		kept += r.size()
	}
	require.LessOrEqual(t, kept, staticBytes)
	why := w.page.Summary.Why("resolved")
	require.Len(t, why, maxReasons+1)
	require.Equal(t, count{otherReasons, 3000 - maxReasons}, why[0])
}

// TestSameTwice checks that the same calls write the same bytes.
func TestSameTwice(t *testing.T) {
	opts := engine.Options{Type: detect.Message}
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
			first = errors.Join(first, w.Document(Source{Name: "x"}, d, ""), w.Reference(Source{Name: "x"}, 1, 0, r, nil))
		}
		return errors.Join(first, w.Close(Read{}))
	}
	var whole bytes.Buffer
	require.NoError(t, write(&whole))
	require.True(t, strings.HasSuffix(whole.String(), "</html>\n"))
	for room := 0; room < whole.Len(); room += 1 + whole.Len()/11 {
		require.ErrorIs(t, write(&limited{room: room, err: full}), full, room)
	}
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

// TestOnlyFault checks that a page calls faults others only beside other faults.
func TestOnlyFault(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{Checked: true})
	require.NoError(t, w.Reference(Source{Name: "a"}, 1, 0, anyReference(), &Checked{Fault: &Fault{Code: "empty-file", Text: "the file is empty"}}))
	require.NoError(t, w.Close(Read{Files: 1, Documents: 1}))
	require.Contains(t, parse(t, b.String()).tags(atom.Header)[0].text(), "Of 1 link, 1 has a fault.")
}

// TestFaults checks how a page shows references with a fault: their targets first, and each in the table.
func TestFaults(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{Checked: true, Tree: "site", Command: "hrefix report --check site", Time: "2027-01-31 12:00 UTC"})
	missing := &Fault{Code: "missing-file", Text: "no such file", Target: "http://h/x"}
	elsewhere := &Fault{Code: "missing-file", Text: "no such file", Target: "/y"}
	empty := &Fault{Code: "empty-file", Text: "the file is empty", Warning: true}
	for i, checked := range []Checked{
		{Leads: Inside}, {Fault: elsewhere}, {Fault: empty}, {Fault: missing}, {Fault: missing}, {Leads: Outside}, {Leads: Known}, {Leads: Unchecked, Why: "mailto"},
	} {
		require.NoError(t, w.Reference(Source{Name: fmt.Sprint("site/d/", i, ".html")}, i+1, int64(i), anyReference(), &checked))
	}
	require.NoError(t, w.Close(Read{Files: 8, Documents: 8, Passed: []Passed{{Kind: "images", N: 2, Names: []string{"site/d/i.png"}}}, Failed: 1, Failures: []string{"site/<x>: why"}}))
	page := parse(t, b.String())
	require.Equal(t, []string{"site, hrefix report --check site, 2027-01-31 12:00 UTC"}, texts(page.tags(atom.Title)))
	require.Equal(t, []string{"site: 4 faults in 8 links, besides 1 known fault"}, texts(page.tags(atom.H1)))
	require.Equal(t, "site: 4 faults in 8 links, besides 1 known fault hrefix report --check site 2027-01-31 12:00 UTC Of 8 links, 3 lead to files that are not here and 1 has another fault. Not looked up: 1 link to another site and 1 link of another kind, or left out. Read: 8 files. Passed over: 2 images. "+
		"Not everything could be read: 1 failure. Names are shown without site/d/. Not read Faults Links Documents", page.tags(atom.Header)[0].text())
	require.Equal(t, []string{"Could not be read, or passed over", "Faults by target or folder", "Where the links lead", "Where the faults are", "Links", "Documents and their bases"}, texts(page.tags(atom.H2)))
	require.Equal(t, []string{"not read site/<x>: why", "2 images such as i.png"}, texts(page.id("unread").tags(atom.Li)))
	require.Equal(t, []string{
		"2 http://h/x missing-file no such file first in 3.html, line 4",
		"1 /y missing-file no such file in 1.html, line 2",
		"1 http://h/x empty-file the file is empty in 2.html, line 3",
	}, texts(page.id("fault-list").tags(atom.Li)))
	require.Equal(t, []string{
		"1.html line 2, byte 1|a href|missing-file|x|http://h/x|no such file",
		"3.html line 4, byte 3|a href|missing-file|x|http://h/x|no such file",
		"4.html line 5, byte 4|a href|missing-file|x|http://h/x|no such file",
		"2.html line 3, byte 2|a href|empty-file|x|http://h/x|the file is empty",
	}, page.rows(), "errors come first, then warnings")
	require.Equal(t, []string{"Links 8", "Faulty 4", "missing-file 3", "empty-file 1", "Known faults 1", "In the tree 1", "To other sites 1", "Not checked 1", "mailto 1", "Documents 0"},
		summaryOf(page)[:10])
	lines := page.lines(t)
	require.Contains(t, lines, []any{"fault", "missing-file", "no such file", false, "/y", ""})
	require.Contains(t, lines, []any{"fault", "missing-file", "no such file", false, "", ""}, "the target is that of the link")
	require.Contains(t, lines, []any{"fault", "empty-file", "the file is empty", true, "", ""})
	require.Contains(t, lines, []any{"status", "faulty", "Faulty", 4.0})
	require.Contains(t, lines, []any{"why", "faulty", "missing-file", 3.0, true})
	require.Contains(t, b.String(), `<option value="fault">`)
}

// TestUnresolved checks that references without a target come first, and that the page says how to give a base.
func TestUnresolved(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{Given: "--root"})
	none := base.NewContext(resolve.RFC1808).Establish()
	require.NoError(t, w.Document(Source{Name: "x"}, &engine.Document{MediaType: "text/html", Base: none}, ": give -b URL"))
	resolved := anyReference()
	resolved.Base = base.NewContext(resolve.RFC1808, base.Source{From: engine.FromOptions, Value: "http://h/"}).Establish()
	resolved.Reason.Text = "the tree has no such file"
	require.NoError(t, w.Reference(Source{Name: "x"}, 1, 0, resolved, nil))
	require.NoError(t, w.Reference(Source{Name: "x"}, 2, 9, &engine.Reference{Element: "a", Attr: "href", Text: []byte("y"), Base: none, Status: engine.Unresolved,
		Reason: engine.Reason{Text: "no base"}}, nil))
	require.NoError(t, w.Close(Read{Files: 1, Documents: 1}))
	page := parse(t, b.String())
	require.Equal(t, []string{
		"x line 2, byte 9|a href|unresolved|y|stays|no base",
		"x line 1, byte 0|a href|made absolute|x|http://h/x|base: --root; the tree has no such file",
	}, page.rows())
	require.Equal(t, "No base: give -b URL", page.classed("base")[0].text())
	require.Contains(t, page.tags(atom.Header)[0].text(), "It would complete 1 of 2 links, and leave 1: 1 without a known base URL. Links of pages without a base URL may work as they are: report --check looks them up.")
	require.Contains(t, page.id("tree").text(), "Where the unresolved links are")
}

// TestMail checks what the page says about links of mail without a base, and that it has the messages of the run.
func TestMail(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{})
	none := base.NewContext(resolve.RFC1808).Establish()
	require.NoError(t, w.Reference(Source{Name: "a.eml", IsMail: true}, 1, 0, &engine.Reference{Text: []byte("x"), Base: none, Status: engine.Unresolved}, nil))
	require.NoError(t, w.Note(Source{Name: "a.eml"}, Note{Kind: "DKIM", Text: "DKIM", State: Sealed}))
	require.NoError(t, w.Close(Read{Files: 1, Documents: 1, Hints: strings.Split("0 1 2 3 4 5 6", " "), MoreHints: 9}))
	page := parse(t, b.String())
	require.Contains(t, page.tags(atom.Header)[0].text(), "It would complete none of 1 link: 1 without a known base URL. In mail, relative links without a base URL lead nowhere. Read: 1 file. Signatures Links Documents")
	require.Equal(t, "0 1 2 3 4 5 1 more 6 9 more, which the command has printed.", page.id("hints").text())
	require.Equal(t, "1 DKIM", page.id("seal-list").tags(atom.Summary)[0].text())
	require.NotContains(t, b.String(), `id="note-list"`)
	require.Equal(t, "CSS", page.classed("scroll")[0].tags(atom.Td)[1].text())
}

// TestBases checks the folders of the bases: those of the most documents first.
func TestBases(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{Given: "--root"})
	for i := range 2 * maxBases {
		url := fmt.Sprintf("http://h/%03d/p?q/r", i)
		if i%2 == 0 {
			url = "http://h/a/"
		}
		e := base.NewContext(resolve.RFC1808, base.Source{From: engine.FromOptions, Value: url}).Establish()
		require.NoError(t, w.Document(Source{Name: fmt.Sprint("d/", i)}, &engine.Document{MediaType: "text/html", Base: e}, ""))
	}
	require.NoError(t, w.Document(Source{Name: "d/x"}, &engine.Document{Base: base.NewContext(resolve.RFC1808).Establish()}, ""))
	require.NoError(t, w.Close(Read{}))
	bases := parse(t, b.String()).id("bases")
	rows := texts(bases.tags(atom.Tr))
	require.Len(t, rows, maxBases+1)
	require.Equal(t, []string{"Folder of the baseDocumentsGiven bySuch as", "http://h/a/200--root0", "http://h/001/1--root1"}, rows[:3])
	require.Contains(t, bases.text(), "192 more folders")
	require.Contains(t, bases.text(), "2 more, in other folders.")
}

// TestBaseSources: bases in one folder that different things give are counted apart.
func TestBaseSources(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{Given: "--root"})
	ctx := base.NewContext(resolve.RFC1808, base.Source{From: engine.FromOptions, Value: "http://h/a/b"})
	for i, e := range []*base.Result{
		ctx.Establish(base.Source{Layer: base.Embedded, From: "BASE element", Value: "c"}), ctx.Establish(), ctx.Establish(),
	} {
		require.NoError(t, w.Document(Source{Name: fmt.Sprint("d/", i)}, &engine.Document{MediaType: "text/html", Base: e}, ""))
	}
	require.NoError(t, w.Close(Read{}))
	require.Equal(t, []string{"http://h/a/2--root1", "http://h/a/1BASE element0"}, texts(parse(t, b.String()).id("bases").tags(atom.Tr))[1:])
}

// TestOnlyFaults checks that such a page has no other references, and counts all.
func TestOnlyFaults(t *testing.T) {
	for _, most := range []int{0, 1} {
		var b strings.Builder
		w := New(&b, Options{Checked: true, MaxReferences: most})
		for i, checked := range []Checked{{Leads: Inside}, {Leads: Known}, {Fault: &Fault{Code: "c"}}, {Leads: Outside}, {Fault: &Fault{Code: "d"}}} {
			require.NoError(t, w.Reference(Source{Name: "x"}, i, 0, anyReference(), &checked))
		}
		require.NoError(t, w.Close(Read{}))
		page := parse(t, b.String())
		require.Equal(t, []string{"2 of 5 links: the others have no new fault, and are not on this page.",
			"1 of 5 links: the others have no new fault, and are not on this page."}[most], page.id("references-count").text())
		require.Len(t, page.rows(), 2-most)
		require.Equal(t, 2-most, strings.Count(b.String(), "\n[\"ref\""))
		require.Contains(t, b.String(), "2 faults in 5 links, besides 1 known fault")
	}
}

// TestBelow checks what is left out of the names of sources.
func TestBelow(t *testing.T) {
	for _, c := range []struct {
		names []string
		below string
	}{
		{[]string{"a.html"}, ""},
		{[]string{"d/a.html"}, "d/"},
		{[]string{"d/ab.html", "d/ac/x.html"}, "d/"},
		{[]string{"d e/a", "d e/b", "d/c"}, ""},
		{[]string{"d/c.warc http://h/"}, "d/"},
		{[]string{"d/c.warc http://h/x", "d/c.warc http://h/y"}, "d/"},
		{[]string{"d/é/x", "d/è/x"}, "d/"},
		{[]string{"/a", "/b"}, "/"},
	} {
		w := New(io.Discard, Options{})
		for _, name := range c.names {
			require.NoError(t, w.Reference(Source{Name: name}, 1, 0, anyReference(), nil))
		}
		require.Equal(t, c.below, w.page.Summary.Below, c.names)
	}
}

// TestNotes checks that notes are grouped by kind, first of what is left alone, and that few of them are kept for
// browsers without scripts.
func TestNotes(t *testing.T) {
	var b strings.Builder
	w := New(&b, Options{})
	for i := range maxOfKind + 3 {
		require.NoError(t, w.Note(Source{Name: "d/all.mbox", Message: i + 1}, Note{Part: "1", Offset: int64(i), Kind: "not closed", Text: fmt.Sprint("not closed ", i), State: Damaged}))
	}
	require.NoError(t, w.Note(Source{Name: "d/m.eml", Subject: "Hello"}, Note{Offset: 7, Kind: "signed", Text: "signed (multipart/signed)", State: Left}))
	for i := range 2 * maxKinds {
		require.NoError(t, w.Note(Source{Name: "d/m.eml"}, Note{Kind: fmt.Sprint("k", i), Text: "k", State: Damaged}))
	}
	require.NoError(t, w.Close(Read{Files: 2, Documents: 14}))
	page := parse(t, b.String())
	kinds := page.id("note-list").tags(atom.Details)
	require.Len(t, kinds, maxKinds+1)
	require.Equal(t, "1 left alone signed m.eml Hello byte 7 signed (multipart/signed)", kinds[0].text())
	require.Equal(t, fmt.Sprint(maxKinds+2, " read all the same other notes"), kinds[1].tags(atom.Summary)[0].text())
	require.Contains(t, kinds[2].text(), "13 read all the same not closed all.mbox message 1 part 1 byte 0 not closed 0 all.mbox message 2 ")
	require.Len(t, kinds[2].tags(atom.Li), maxOfKind)
	require.Equal(t, "The first 10; a script shows the others.", kinds[2].tags(atom.P)[0].text())
	require.Contains(t, page.lines(t), []any{"note", "d/m.eml", 0.0, "", 7.0, "signed", "signed (multipart/signed)", "Hello", "left"})
	require.Contains(t, page.tags(atom.Header)[0].text(), "Read: 2 files with 14 documents (messages of mailboxes, and records, are documents). Names are shown without d/. Notes Links")
}

// TestHeadline checks the heading of pages without faults.
func TestHeadline(t *testing.T) {
	for _, c := range []struct {
		checked bool
		want    string
	}{{true, "no faults in 1 link"}, {false, "1 link in 2 documents"}} {
		var b strings.Builder
		w := New(&b, Options{Checked: c.checked})
		require.NoError(t, w.Reference(Source{Name: "x"}, 1, 0, anyReference(), map[bool]*Checked{true: {Leads: Inside}}[c.checked]))
		require.NoError(t, w.Close(Read{Documents: 2}))
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
		require.NoError(t, w.Reference(Source{Name: "x"}, 1, 0, anyReference(), &Checked{Fault: fault}))
	}
	targets := w.page.Summary.Targets()
	require.Len(t, targets, maxTargets)
	require.Equal(t, []any{2, "/0"}, []any{targets[0].N, targets[0].Target})
	require.Equal(t, 3*maxTargets, w.page.Summary.Faulty())
	require.NoError(t, w.Close(Read{}))
	require.Equal(t, "The first 100 targets that were found; a script shows the others.", parse(t, b.String()).id("faults-count").text())
}
