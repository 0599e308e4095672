package pipeline

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/manifest"
)

// record returns a record of a web archive with a page.
func record(url, page string) string {
	block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Date: 2024-05-01T12:00:00Z\r\nWARC-Target-URI: %s\r\n"+
		"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", url, url, len(block), block)
}

// member returns a gzip member of a level.
func member(t testing.TB, text string, level int) string {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, level)
	require.NoError(t, err)
	_, err = z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return out.String()
}

// hostile returns files in which places look like the start of a part and are none, by name.
func hostile(t testing.TB) map[string]string {
	inner, packed, mail := "", "", ""
	for i := range 800 {
		page := record(fmt.Sprintf("http://h.example/%d", i), strings.Repeat("<a href=x>link</a> ", 20))
		inner += page
		packed += member(t, page, gzip.BestSpeed)
		mail += fmt.Sprintf("From a@b.example Thu Jan  1 00:00:%02d 2004\nContent-Base: http://m.example/%d/\nContent-Type: text/html\n\n<a href=x>\n%s\n", i%60, i, strings.Repeat("text ", 40))
	}
	nest := func(text string) string {
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + text
		return fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:n>\r\nWARC-Date: 2024-05-01T12:00:00Z\r\nWARC-Target-URI: http://n.example/\r\n"+
			"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	}
	whole := fmt.Sprintf("From a@b.example Thu Jan  1 00:00:00 2004\nContent-Length: %d\nContent-Type: text/plain\n\n%s\n", len(mail), mail)
	return map[string]string{
		"plain.warc":     inner[:len(inner)/2] + nest(inner) + inner[len(inner)/2:],
		"stored.warc.gz": packed + member(t, nest(packed), gzip.NoCompression) + packed,
		"quoted.mbox":    mail + whole + mail,
		"all.warc.gz":    member(t, inner, gzip.BestSpeed) + packed, // a member with many records
		"cut.warc.gz":    packed[:len(packed)-100],
		"twice.warc.gz":  packed[:len(packed)/2] + packed[len(packed)/2+10:],
	}
}

// TestHostile: results are those of the plain command for files in which places look like the start of a part.
func TestHostile(t *testing.T) {
	src := t.TempDir()
	for name, text := range hostile(t) {
		require.NoError(t, os.WriteFile(filepath.Join(src, name), []byte(text), 0o666))
	}
	want := absOf(t, src, nil)
	converted := filepath.Join(t.TempDir(), "again") // records conversion after their records
	plain(t, "abs", "--no-progress", "--ext", "warc,mbox", "-o", converted, want)
	for name, in := range map[string]string{"once": src, "twice": want} {
		t.Run(name, func(t *testing.T) {
			o := options(t, work.Abs, in)
			o.SplitSize = 5 << 10
			all := run(t, o, Build)
			require.Positive(t, counted["done_again"], "no place was wrong")
			sameTrees(t, map[string]string{"once": want, "twice": converted}[name], o.Output)
			for name, r := range all {
				require.Equal(t, name == "cut.warc.gz" || name == "twice.warc.gz", r.Outcome == manifest.Failed, "%s: %s", name, r.Error)
			}
		})
	}
}

// TestFailed: files that cannot be worked on are in the manifest with what to do, and the others are done.
func TestFailed(t *testing.T) {
	src := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(src, "b"), 0o777))
	for name, text := range map[string]string{
		"a.html": "<a href=x>", "b/a.html": "<a href=x>", "image.html": "\x89PNG\r\n\x1a\n\x00", "x.zip": "PK\x03\x04" + strings.Repeat("\x00", 40),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(src, name), []byte(text), 0o666))
	}
	o := options(t, work.Links, "")
	o.Patterns = []string{src + "/*.*", src + "/b/*.html"}
	all := run(t, o, Build)
	require.Contains(t, all["a.html"].Error, "another file has the same path")
	require.Contains(t, all["image.html"].Error, "PNG")
	require.Contains(t, all["x.zip"].Error, "unpack it")
	o.Patterns = []string{src + "/none-*"}
	require.ErrorContains(t, try(t, &o, Build), "no such file")
}

// TestDirectory: a directory is read as the plain command reads it: files of version control stay as they are, and
// archives of files are no failure. What runs have begun is no input.
func TestDirectory(t *testing.T) {
	src := t.TempDir()
	for name, text := range map[string]string{
		"a.html": "<base href=http://h.example/><a href=x>", ".git/a.html": "<base href=http://h.example/><a href=x>", "sub/.svn/x/b.html": "<base href=http://h.example/><a href=x>",
		"none.html": "<p>", "x.zip": "PK\x03\x04" + strings.Repeat("\x00", 40),
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(src, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(src, name), []byte(text), 0o666))
	}
	wacz, err := os.Create(filepath.Join(src, "x.wacz"))
	require.NoError(t, err)
	z := zip.NewWriter(wacz)
	for _, name := range []string{"archive/data.warc", "datapackage.json", "pages/pages.jsonl"} {
		_, err := z.CreateHeader(&zip.FileHeader{Name: name})
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	require.NoError(t, wacz.Close())
	want := absOf(t, src, nil)
	require.NoError(t, os.WriteFile(filepath.Join(src, ".hrefix-0123456789abcdef.tmp"), []byte("<a href=x>"), 0o666))
	o := options(t, work.Abs, src)
	all := run(t, o, Build)
	sameTrees(t, want, o.Output)
	require.Equal(t, manifest.Copied, all[".git/a.html"].Outcome)
	for name, r := range all {
		require.NotEqual(t, manifest.Failed, r.Outcome, "%s: %s", name, r.Error)
	}
	o = options(t, work.Links, src)
	o.Work.Gzip = true
	all = run(t, o, Build)
	require.Equal(t, manifest.Passed, all["sub/.svn/x/b.html"].Outcome)
	f, err := os.Open(filepath.Join(o.Output, all["none.html"].Output.Path))
	require.NoError(t, err)
	defer f.Close()
	lines, err := gzip.NewReader(f)
	require.NoError(t, err)
	text, err := io.ReadAll(lines)
	require.NoError(t, err)
	require.Empty(t, text)
}

// A goneFn removes files before the work on them.
type goneFn struct{}

func (goneFn) ProcessElement(f work.File, emit func(work.File)) {
	if strings.HasPrefix(f.Key, "gone") {
		_ = os.Remove(f.Name)
	}
	emit(f)
}

func init() { beam.RegisterDoFn(goneFn{}) }

// TestGone: a file that vanishes during the run fails, and the others are done.
func TestGone(t *testing.T) {
	for _, when := range []string{"work", "finish"} {
		src := t.TempDir()
		for name, text := range map[string]string{
			"a.html": "<a href=x>", "gone.html": "<a href=x>", "gone.mbox": strings.Repeat("From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n", 9),
		} {
			require.NoError(t, os.WriteFile(filepath.Join(src, name), []byte(text), 0o666))
		}
		o := options(t, work.Abs, src)
		o.SplitSize = 100
		all := run(t, o, func(s beam.Scope, o Options) {
			files := measured(s, o)
			if when == "work" {
				files = beam.ParDo(s, goneFn{}, files)
			}
			pieces := beam.ParDo(s, &workFn{Options: o}, files)
			if when == "finish" {
				pieces = beam.ParDo(s, &gonePieceFn{}, pieces)
			}
			Finish(s, o, pieces)
		})
		require.Equal(t, manifest.Unchanged, all["a.html"].Outcome)
		for _, name := range []string{"gone.html", "gone.mbox"} {
			require.Contains(t, all[name].Error, "no such file", name)
		}
	}
}

// A gonePieceFn removes files after the work on them.
type gonePieceFn struct{}

func (gonePieceFn) ProcessElement(key string, p Piece, emit func(string, Piece)) {
	goneFn{}.ProcessElement(p.File, func(work.File) { emit(key, p) })
}

func init() { beam.RegisterDoFn(&gonePieceFn{}) }

// TestNames: no name of an input is that of a piece or of the directory that has them.
func TestNames(t *testing.T) {
	src := t.TempDir()
	page := "<base href=http://h.example/><a href=x>"
	piece := fmt.Sprintf("a.html.%015d-%015d", 0, len(page))
	for _, name := range []string{"a.html", piece + "/b.html", PiecesDir + "/c.html", "d/" + PiecesDir + "/e.html"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(src, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(src, name), []byte(page), 0o666))
	}
	o := options(t, work.Abs, src)
	all := run(t, o, Build)
	for _, name := range []string{"a.html", piece + "/b.html", "d/" + PiecesDir + "/e.html"} {
		require.Equal(t, manifest.Done, all[name].Outcome, name)
		require.FileExists(t, filepath.Join(o.Output, name))
	}
	require.Contains(t, all[PiecesDir+"/c.html"].Error, "give it another name")
}

// TestExists: a file that is there fails its input, unless it has the content of the result.
func TestExists(t *testing.T) {
	src := t.TempDir()
	for _, name := range []string{"a.html", "b.html"} {
		require.NoError(t, os.WriteFile(filepath.Join(src, name), []byte("<base href=http://h.example/><a href="+name+">"), 0o666))
	}
	o := options(t, work.Abs, src)
	run(t, o, Build)
	require.NoError(t, os.WriteFile(filepath.Join(o.Output, "a.html"), []byte("edited"), 0o666))
	all := run(t, o, Build)
	require.Contains(t, all["a.html"].Error, "exists, and has other content: give --force")
	require.Equal(t, manifest.Done, all["b.html"].Outcome)
	require.EqualValues(t, 1, counted["failed"])
	text, err := os.ReadFile(filepath.Join(o.Output, "a.html"))
	require.NoError(t, err)
	require.Equal(t, "edited", string(text))
	o.Force = true
	require.Equal(t, manifest.Done, run(t, o, Build)["a.html"].Outcome)
	require.Empty(t, glob(t, o.Output, ".hrefix-*"))

	o = options(t, work.Graph, src)
	run(t, o, Build)
	run(t, o, Build)
	require.NoError(t, os.WriteFile(filepath.Join(o.Output, "pages-00000-of-00003.tsv"), []byte("mine"), 0o666))
	require.ErrorContains(t, try(t, &o, Build), "give --force")
}
