package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRowsAreComplete checks the names in the tables of rows and bounds.
func TestRowsAreComplete(t *testing.T) {
	known := make(map[string]bool)
	for i := range rows {
		require.False(t, known[rows[i].full()], "%s: twice", rows[i].full())
		known[rows[i].full()] = true
	}
	makers := inputs{}.makers()
	for _, r := range rows {
		if r.over != "" {
			require.True(t, known[r.group+": "+r.over], "%s: no row %s", r.full(), r.over)
		}
		for _, m := range inputNames.FindAllStringSubmatch(r.run+" "+r.before, -1) {
			require.NotNil(t, makers[strings.TrimSuffix(m[1], ".txt")], "%s: no input %s", r.full(), m[1])
		}
		for _, m := range regexp.MustCompile(`\$(?:bench|work) (\w+)`).FindAllStringSubmatch(r.run, -1) {
			require.True(t, m[1] == "floor" || workers[m[1]] != nil, "%s: no work %s", r.full(), m[1])
		}
	}
	for _, w := range bounds {
		for _, name := range []string{w.of, w.over} {
			row := regexp.MustCompile(`: (all|corpus|mailbox)$`).ReplaceAllString(name, "")
			require.True(t, name == "" || known[row], "%s: no row %s", w.what, row)
		}
	}
}

// TestVerdict needs both a sure and a large difference.
func TestVerdict(t *testing.T) {
	around := func(x float64) []float64 { return []float64{x, x * 1.01, x * 1.02, x * 1.03, x * 1.04} }
	for _, c := range []struct {
		a, b []float64
		want string
	}{
		{around(100), around(100), "noise"},
		{around(100), around(102), "noise"},
		{around(100), around(80), "**faster**"},
		{around(100), around(120), "**slower**"},
		{around(100), []float64{120, 121, 122, 123, 103.5}, "**slower**"}, // one pair out of order
		{around(100), []float64{120, 121, 122, 123, 102.5}, "noise"},      // two pairs
		{nil, around(1), "–"},
	} {
		require.Equal(t, c.want, verdict(c.a, c.b), "%v %v", c.a, c.b)
	}
}

// TestMannWhitney compares with the tables of the test.
func TestMannWhitney(t *testing.T) {
	low, high := []float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}
	require.InDelta(t, 2.0/252, mannWhitney(low, high), 1e-12)
	require.InDelta(t, 2.0/252, mannWhitney(high, low), 1e-12)
	require.InDelta(t, 4.0/252, mannWhitney([]float64{1, 2, 3, 4, 6}, []float64{5, 7, 8, 9, 10}), 1e-12)
	require.InDelta(t, 1, mannWhitney([]float64{1, 4}, []float64{2, 3}), 1e-12)
	require.InDelta(t, 1, mannWhitney(low, low), 1e-12)
	require.Less(t, mannWhitney(make([]float64, 20), make([]float64, 20)), 1.1)
}

func TestFigure(t *testing.T) {
	require.InDelta(t, 2, figure([]float64{5, 1, 3, 2, 4}), 1e-12)
	require.InDelta(t, 0.5, spread([]float64{5, 1, 3, 2, 4}), 1e-12)
	require.InDelta(t, 2, geometricMean([]float64{1, 2, 4}), 1e-12)
}

// newTestBench returns a bench whose programs are those of the system.
func newTestBench(t *testing.T) (*bench, *build) {
	t.Helper()
	return &bench{program: "false", scratch: t.TempDir(), log: io.Discard},
		&build{name: "x", hrefix: "echo", samples: make(map[string][]sample), failed: make(map[string]string)}
}

// TestRun runs rows in turns, with their preparation and their outputs.
func TestRun(t *testing.T) {
	b, x := newTestBench(t)
	_, y := newTestBench(t)
	y.name = "y"
	list := []row{
		{group: "g", name: "whole", before: "cp /dev/null $out/f", run: "cat $out/f"},
		{group: "g", name: "documents", lines: true, over: "whole", run: "printf one\\t2000000\\t1000\\nmade-two\\t8000000\\t1000\\n"},
		{group: "g", name: "faults", run: "false", finds: true},
		{group: "g", name: "lost", run: "cat $in/none", get: "apt-get install cat"},
		{group: "g", name: "silent", lines: true, run: "true"},
		{group: "g", name: "failed", run: "false"},
	}
	b.run(list, 5, x, y)
	require.Len(t, x.samples["g: whole"], 5)
	require.Positive(t, x.samples["g: whole"][0].peak)
	require.Len(t, y.samples["g: faults"], 5)
	require.Equal(t, []string{"g: documents: one", "g: documents: made-two", "g: documents: all", "g: documents: corpus"}, x.figureNames(&list[1]))
	require.InDelta(t, 4e6, figure(x.figures("g: documents: all", cpu)), 1e-3)
	require.InDelta(t, 2e6, figure(x.figures("g: documents: corpus", cpu)), 1e-3)
	require.Contains(t, x.failed["g: lost"], "making none")
	require.Equal(t, "it printed no figures", x.failed["g: silent"])
	require.Contains(t, x.failed["g: failed"], "exit status 1")

	one := figureTable(list, x)
	require.Contains(t, one, "| g: documents: one | 2 | 0.0 % | 0.5 |")
	require.Contains(t, one, "installs it: `apt-get install cat`) |\n")
	two := figureTable(list, x, y)
	require.Contains(t, two, "| what | x: ms | spread | y: ms | spread | ratio | verdict | peak MB |\n")
	require.Contains(t, two, "| g: documents: one | 2 | 0.0 % | 2 | 0.0 % | 1 | noise |  |\n")
}

func TestBoundTable(t *testing.T) {
	_, x := newTestBench(t)
	x.add("archive: zcat", sample{cpu: 2})
	x.add("archive: links --json", sample{cpu: 11})
	x.add("command: start: resolve -b URL g", sample{cpu: 3e6})
	require.Equal(t, "| what is wanted | wanted | measured | holds |\n|---|---:|---:|---|\n"+
		"| start | at most 10 ms | 3 ms | yes |\n"+
		"| links --json of a dense archive, zcat = 1 | at most 5 | 5.5 | **no** |\n", boundTable(x))
}

// TestWork calls each worker on a document that is right for it.
func TestWork(t *testing.T) {
	in := inputs{dir: t.TempDir()}
	require.NoError(t, in.write("page.html", []byte("<a href=b>")))
	require.NoError(t, in.write("mail/1.eml", []byte("Content-Type: text/html\n\n<a href=b>")))
	require.NoError(t, in.write("list.mbox", []byte("From a Thu Feb  1 00:00:00 2024\nSubject: x\n\ny\n")))
	require.NoError(t, in.write("references", []byte("g\n../h\n")))
	for name := range workers {
		files := []string{"references"}
		switch name {
		case "walk":
			files = []string{"page.html", "mail"}
		case "rewrite":
			files = []string{"page.html", "mail", "list.mbox"}
		case "gomessage":
			files = []string{"mail", "list.mbox"}
		}
		var paths []string
		for _, f := range files {
			paths = append(paths, filepath.Join(in.dir, f))
		}
		var out strings.Builder
		require.NoError(t, work(&out, name, paths))
		require.Regexp(t, fmt.Sprintf(`^(\w+\t\d+\t\d+\n){%d}$`, len(files)), out.String(), name)
	}
	require.Error(t, work(io.Discard, "sleep", nil))
	require.NoError(t, floor(filepath.Join(in.dir, "page.html"), filepath.Join(in.dir, "out")))
}

// TestInputs makes inputs of a small corpus.
func TestInputs(t *testing.T) {
	in := inputs{t.TempDir(), t.TempDir()}
	corpus := inputs{dir: in.corpus}
	require.ErrorContains(t, in.make("pages"), "give the corpus by HREFIX_CORPUS")
	require.ErrorIs(t, in.tree("tree", filepath.Join(in.corpus, "none")), os.ErrNotExist)
	require.NoError(t, corpus.write("doc/1.html", nil))
	require.ErrorIs(t, in.tree("tree", filepath.Join(in.corpus, "doc")), os.ErrNotExist, "there is no index")
	require.NoError(t, corpus.write("doc/index.html", nil))
	require.NoError(t, os.Symlink("lost", filepath.Join(in.corpus, "doc", "link")))
	require.NoError(t, in.tree("tree2", filepath.Join(in.corpus, "doc")))
	require.FileExists(t, filepath.Join(in.dir, "tree2", "1.html"))
	require.NoError(t, corpus.write("pages/es6.html", []byte(`<a href="x?a&amp;b">`+strings.Repeat("<p>text</p>\n", 1000))))
	require.NoError(t, corpus.write("mail/pipermail/1.txt", []byte("From a Thu Feb  1 00:00:00 2024\nSubject: x\n\nFirst é\nFrom nobody\n\nFrom b Thu Feb  1 00:00:00 2024\nSubject: y\n\nSecond http://a.example/b.\n")))
	require.NoError(t, corpus.write("mail/html.eml", []byte("Content-Type: text/html\n\n<html><a href=rare>ü</a></html>")))
	for _, name := range []string{"pages", "copies", "references", "feeds", "messages", "mailbox.mbox"} {
		require.NoError(t, in.make(name), name)
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(in.dir, name))
		require.NoError(t, err)
		return string(data)
	}
	require.Equal(t, "x?a&b\n", read("references"))
	require.Equal(t, 10, strings.Count(read("copies.txt"), ".html\n"))
	for _, page := range []string{"links", "attributes", "table"} {
		require.GreaterOrEqual(t, len(read("pages/made-"+page+".html")), 600_000)
	}
	require.Equal(t, read("pages/es6.html"), read("feeds/html/es6.html"))
	require.Contains(t, read("feeds/escaped/es6.xml"), `<description>&lt;a href="x?a&amp;amp;b"&gt;&lt;p&gt;text`)
	require.Equal(t, 4, strings.Count(read("feeds/cdata/es6.xml"), "<![CDATA["))
	_, coded, _ := strings.Cut(read("feeds/base64/es6.xml"), "base64\">")
	first, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(coded[:77], "\n", ""))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(read("pages/es6.html"), string(first)))

	mailbox := read("mailbox.mbox")
	require.GreaterOrEqual(t, len(mailbox), mailboxSize)
	messages := splitMailbox([]byte(mailbox))
	require.Equal(t, strings.Count(mailbox, "From list@example.org"), len(messages), "no line of a body begins a message")
	for _, want := range []string{
		"<html><a href=rare>?</a></html>", `<a href="http://a.example/b">http://a.example/b</a>.<br>`,
		"Encoding: 7bit\n", "Encoding: quoted-printable\n", "Encoding: base64\n",
	} {
		require.Contains(t, mailbox[:10_000], want)
	}
	for _, m := range messages[:100] {
		require.Equal(t, 1, bytes.Count(m, []byte("MIME-Version:")))
	}
}

func TestUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"at least 5 processes": {"-launches", "4"},
		"no row has such":      {"-only", "nothing"},
		"-only: error":         {"-only", "("},
		"give compare and two": {"compare", "main"},
	} {
		require.ErrorContains(t, run(args, io.Discard, io.Discard), want)
	}
	require.ErrorContains(t, command("git", "nonsense"), "not a git command")
}
