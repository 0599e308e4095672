package container_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests in this file add two made-up formats, those of testdata/sketch, to a build of
// the command and of a program that uses the library: one folder, and a row each in
// table.go. Nothing else is changed.

// rows are what is added to table.go.
const rows = "\t&sketch.Plain,\n\t&sketch.Inverted,\n"

// buildSketch builds the programs, and returns their directory.
func buildSketch(t *testing.T) string {
	t.Helper()
	statSources(t)
	dir := t.TempDir()
	here, err := filepath.Abs(".")
	require.NoError(t, err)
	table, err := os.ReadFile("table.go")
	require.NoError(t, err)
	const last, imported = "\t&warc.Format,\n", "import (\n"
	text := strings.Replace(string(table), last, last+rows, 1)
	text = strings.Replace(text, imported, imported+"\t\"github.com/hrefix/hrefix/internal/container/sketch\"\n", 1)
	require.Len(t, text, len(table)+len(rows)+len("\t\"github.com/hrefix/hrefix/internal/container/sketch\"\n"))
	added := filepath.Join(dir, "table.go")
	require.NoError(t, os.WriteFile(added, []byte(text), 0o666))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(here, "table.go"):               added,
		filepath.Join(here, "sketch/sketch.go"):       filepath.Join(here, "testdata/sketch/sketch.go"),
		filepath.Join(here, "sketch/copy/main.go"):    filepath.Join(here, "testdata/sketch/copy/main.go"),
		filepath.Join(here, "sketch/copy/ignored.go"): "",
	}})
	require.NoError(t, err)
	file := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(file, overlay, 0o666))
	build := exec.Command("go", "build", "-overlay", file, "-o", dir+"/",
		"github.com/hrefix/hrefix/cmd/hrefix", "github.com/hrefix/hrefix/internal/container/sketch/copy")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return dir
}

// statSources looks at all source files, so that the go command does not take the result of
// the test from its cache after one of them has changed.
func statSources(t *testing.T) {
	t.Helper()
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" {
			_, err = os.Stat(path)
		}
		return err
	}))
}

// A record is one of a file.
type record struct{ name, url, document string }

// magics begin the files of both formats.
var magics = []string{"SKETCH1\n", "SKETCH2\n"}

// file returns a file of records.
func file(magic string, records ...record) []byte {
	out := []byte(magic)
	for _, r := range records {
		data := coded(magic, []byte(r.document))
		out = fmt.Appendf(out, "%s %s %d %08x\n%s", r.name, r.url, len(data), crc32.ChecksumIEEE(data), data)
	}
	return out
}

// coded encodes or decodes a document.
func coded(magic string, b []byte) []byte {
	b = bytes.Clone(b)
	for i := range b {
		if magic == magics[1] {
			b[i] = ^b[i]
		}
	}
	return b
}

// parsed returns the records of a file, whose lengths and checksums must be right.
func parsed(t *testing.T, magic string, file []byte) (records []record) {
	t.Helper()
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	require.True(t, ok, "%.100q", file)
	for len(rest) > 0 {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		fields := strings.Fields(string(line))
		require.True(t, ok && len(fields) == 4, "%.100q", rest)
		size, err := strconv.Atoi(fields[2])
		require.NoError(t, err)
		require.LessOrEqual(t, size, len(after))
		require.Equal(t, fields[3], fmt.Sprintf("%08x", crc32.ChecksumIEEE(after[:size])))
		records = append(records, record{fields[0], fields[1], string(coded(magic, after[:size]))})
		rest = after[size:]
	}
	return records
}

// run runs a program.
func run(t *testing.T, in io.Reader, program string, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, &out, &errs
	require.NoError(t, cmd.Run(), "%s", &errs)
	return out.Bytes()
}

func TestSketch(t *testing.T) {
	if os.Getenv("HREFIX_BUILD") == "" {
		t.Skip("HREFIX_BUILD is not set: this test builds the command with another format")
	}
	dir := buildSketch(t)
	t.Run("rewrite", func(t *testing.T) { testRewrite(t, dir) })
	t.Run("memory", func(t *testing.T) { testMemory(t, dir) })
}

// testRewrite compares what becomes of records with what becomes of the documents in them.
func testRewrite(t *testing.T, dir string) {
	hrefix, library := filepath.Join(dir, "hrefix"), filepath.Join(dir, "copy")
	image := "\x89PNG\r\n\x1a\n\x00<a href=x>"
	records := []record{
		{"a.html", "http://a.example/d/", "<a href=x>"},
		{"b.css", "http://b.example/", "a { background: url(i.png) }"},
		{"i.png", "http://b.example/", image},
		{"empty.html", "http://c.example/", ""},
		{"c.eml", "http://c.example/", "Content-Type: text/html\nContent-Length: 10\n\n<a href=y>"},
		{"c.mbox", "http://c.example/", "From a@b Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=z>\n"},
		{"same.html", "http://c.example/", "<a href=http://c.example/>"},
	}
	for i := range 2000 {
		records = append(records, record{"many.html", fmt.Sprintf("http://m%d.example/", i), strings.Repeat("<p>text\n", i%100) + "<a href=x>"})
	}
	want := append([]record(nil), records...)
	for i, with := range []struct{ old, new string }{
		{"x", "http://a.example/d/x"}, {"i.png", "http://b.example/i.png"}, {}, {}, {"y", "http://c.example/y"}, {"z", "http://c.example/z"}, {},
	} {
		if with.old != "" {
			want[i].document = strings.NewReplacer("href="+with.old, "href="+with.new, "url("+with.old, "url("+with.new).Replace(want[i].document)
		}
	}
	want[4].document = strings.Replace(want[4].document, "10", "27", 1)
	for i := 7; i < len(want); i++ {
		want[i].document = strings.Replace(want[i].document, "href=", "href="+want[i].url, 1)
	}
	for i, magic := range magics {
		in := file(magic, records...)
		name := filepath.Join(dir, []string{"f.sketch", "f.html"}[i]) // the magic counts more than the name
		require.NoError(t, os.WriteFile(name, in, 0o666))
		outs := map[string][]byte{
			"library": run(t, bytes.NewReader(in), library),
			"one":     run(t, nil, hrefix, "abs", "-j1", name),
			"several": run(t, nil, hrefix, "abs", "-j4", name),
			"stdin":   run(t, bytes.NewReader(in), hrefix, "-j4"),
			"limited": run(t, bytes.NewReader(in), hrefix, "--max-document", "1M"),
		}
		run(t, nil, hrefix, "abs", "-w", name)
		outs["in place"], _ = os.ReadFile(name)
		for how, out := range outs {
			require.Equal(t, want, parsed(t, magic, out), "%q, %s", magic, how)
			again := run(t, bytes.NewReader(out), hrefix)
			require.True(t, bytes.Equal(out, again), "%q, %s: another run changes something", magic, how)
		}
		listed := run(t, nil, hrefix, "links", "--json", name)
		require.Contains(t, string(listed), `"message":1`)
		for _, broken := range []string{string(in[:len(in)-5]), string(in[:20]), magic, magic + "x\n<a href=x>", magic + "a b 1 c\n" + strings.Repeat("<a href=x>", 1e5)} {
			if got := run(t, strings.NewReader(broken), hrefix, "-j2"); len(got) < len(in)/2 {
				require.Equal(t, broken, string(got))
			}
		}
	}
	for _, magic := range magics {
		var packed bytes.Buffer
		zip := exec.Command("gzip", "-c")
		zip.Stdin, zip.Stdout = bytes.NewReader(file(magic, records...)), &packed
		if zip.Run() == nil { // a container in a coding
			out := run(t, bytes.NewReader(run(t, &packed, hrefix)), "gzip", "-dc")
			require.Equal(t, want, parsed(t, magic, out), "%q", magic)
		}
	}
}

// testMemory: a file with many records takes no more memory than one with few, whether the
// records are held in memory or larger than --max-document.
func testMemory(t *testing.T, dir string) {
	hrefix := filepath.Join(dir, "hrefix")
	const size = 1 << 20
	document := strings.Repeat("<p>text<a href=http://a.example/>\n", size/34)
	peak := func(magic string, n int, args ...string) int64 {
		one := file("", record{"a.html", "http://a.example/", document})
		if magic == magics[1] {
			one = file(magic, record{"a.html", "http://a.example/", document})[len(magic):]
		}
		all := []io.Reader{strings.NewReader(magic)}
		for range n {
			all = append(all, bytes.NewReader(one))
		}
		cmd := exec.Command(hrefix, args...)
		cmd.Env = append(os.Environ(), "GOMEMLIMIT=off", "GOGC=50")
		cmd.Stdin = io.MultiReader(all...)
		same := &comparer{want: [2][]byte{[]byte(magic), one}}
		cmd.Stdout = same
		require.NoError(t, cmd.Run())
		require.Equal(t, int64(len(magic)+n*len(one)), same.n, "the output is not the input")
		return maxRSS(t, cmd.ProcessState)
	}
	for _, c := range []struct {
		magic string
		args  []string
	}{
		{magics[0], []string{"-j2"}},
		{magics[1], []string{"-j2"}},
		{magics[0], []string{"-j2", "--max-document", "64K"}},
	} {
		// How often the garbage collector runs depends on the machine: a peak may be twice
		// another one. Records that are kept would add 448 MiB.
		few, many := peak(c.magic, 64, c.args...), peak(c.magic, 512, c.args...)
		t.Logf("%q %v: %d MiB for 64 records of 1 MiB, %d MiB for 512", c.magic, c.args, few>>20, many>>20)
		require.Less(t, many, few+112<<20, "%q %v", c.magic, c.args)
	}
}

// A comparer checks that it is written the first part of want, and then the second one any
// number of times.
type comparer struct {
	want [2][]byte
	n    int64
}

var errDiffers = errors.New("the output differs")

func (c *comparer) Write(b []byte) (int, error) {
	for written := 0; written < len(b); {
		want := c.want[0]
		if c.n >= int64(len(want)) {
			at := (c.n - int64(len(want))) % int64(len(c.want[1]))
			want = c.want[1][at:]
		} else {
			want = want[c.n:]
		}
		k := min(len(want), len(b)-written)
		if !bytes.Equal(want[:k], b[written:written+k]) {
			return written, errDiffers
		}
		written += k
		c.n += int64(k)
	}
	return len(b), nil
}

// maxRSS returns the largest amount of memory that a process had, in bytes.
func maxRSS(t *testing.T, state *os.ProcessState) int64 {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the unit of the memory of a process is not known")
	}
	usage := fmt.Sprintf("%+v", state.SysUsage())
	_, after, ok := strings.Cut(usage, "Maxrss:")
	require.True(t, ok)
	kilobytes, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
	require.NoError(t, err)
	return kilobytes << 10
}
