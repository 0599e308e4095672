package extract

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// record returns a record with the fields.
func record(block string, fields ...string) string {
	return fmt.Sprintf("WARC/1.0\r\n%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", strings.Join(fields, "\r\n"), len(block), block)
}

// page returns a response with HTML.
func page(url, body string) string {
	return record("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+body, "WARC-Type: response", "WARC-Target-URI: "+url, "WARC-Date: 2024-05-01T00:00:00Z")
}

// An extraction is a run of a test.
type extraction struct {
	dir    string // that has the archive, and "out"
	stderr string
	err    error
	mapErr error // of writing the map
	run    *Run
}

// extracted extracts an archive into the directory "out" of a new directory, which prepare may fill.
func extracted(t testing.TB, archive string, change func(dir string, o *Options)) extraction {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "crawl.warc")
	require.NoError(t, os.WriteFile(name, []byte(archive), 0o644))
	done := 0
	o := Options{Archives: []string{name}, Output: filepath.Join(dir, "out"), Map: filepath.Join(dir, "out.map"), Read: func(int64) {}, Done: func() { done++ }, Jobs: 3}
	if change != nil {
		change(dir, &o)
	}
	var stdout, stderr bytes.Buffer
	x := extraction{dir: dir, run: New(o, &console.Console{Stdout: &stdout, Stderr: &stderr}, new(atomicfile.Temporaries))}
	if x.err = x.run.Check(); x.err == nil {
		require.NoError(t, x.run.Open())
		x.run.Scan()
		x.err = x.run.Write()
		if x.err == nil {
			require.Equal(t, len(o.Archives), done)
		}
		x.mapErr = x.run.WriteMap()
		require.NoError(t, x.run.ReportTotal(time.Second))
		if err := x.run.Close(); x.err == nil {
			x.err = err
		}
	}
	x.stderr = strings.ReplaceAll(stderr.String(), dir, "DIR")
	return x
}

// files returns the paths of all files in the directory, and their contents.
func (x *extraction) files(t testing.TB) map[string]string {
	all := make(map[string]string)
	require.NoError(t, filepath.WalkDir(x.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(x.dir, path)
		if name != "crawl.warc" {
			all[filepath.ToSlash(name)] = string(text)
		}
		return err
	}))
	return all
}

// TestOutside checks that nothing is written through symbolic links out of the directory, or over a
// file that is not regular, and that the other files are written.
func TestOutside(t *testing.T) {
	archive := page("http://a/x", "1") + page("http://b/x", "2") + page("http://c/d/x", "3") + page("http://c/y", "4")
	x := extracted(t, archive, func(dir string, o *Options) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "out", "c"), 0o755))
		require.NoError(t, os.Mkdir(filepath.Join(dir, "other"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), []byte("mine"), 0o644))
		require.NoError(t, os.Symlink(filepath.Join(dir, "other"), filepath.Join(dir, "out", "a")))
		require.NoError(t, os.Symlink("../../other", filepath.Join(dir, "out", "c", "d")))
		require.NoError(t, os.Symlink("../../file", filepath.Join(dir, "out", "c", "y.html")))
		o.Force = true
	})
	require.Equal(t, console.ErrReported, x.err)
	all := x.files(t)
	delete(all, "out.map")
	require.Equal(t, map[string]string{"file": "mine", "out/b/x.html": "2"}, all)
	require.Equal(t, 3, strings.Count(x.stderr, "hrefix: DIR/out/"), x.stderr)
	require.Contains(t, x.stderr, "DIR/out/c/y.html: not written: the existing file is not a regular file")
	require.Contains(t, x.stderr, "DIR/out/c/d/x.html: not written: DIR/out/c/d is a symbolic link that leads to no directory in DIR/out: remove it")
	m, err := os.ReadFile(filepath.Join(x.dir, "out.map"))
	require.NoError(t, err)
	require.Equal(t, "http://b/x\t"+filepath.Join(x.dir, "out/b/x.html")+"\n", string(m))
}

// TestDates checks that pages and other files have the dates of their captures.
func TestDates(t *testing.T) {
	image := record("HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a", "WARC-Type: response", "WARC-Target-URI: http://a/i.gif", "WARC-Date: 2024-05-01T00:00:00Z")
	x := extracted(t, page("http://a/x", "<img src=i.gif>")+image, nil)
	require.NoError(t, x.err)
	for _, name := range []string{"x.html", "i.gif"} {
		info, err := os.Stat(filepath.Join(x.dir, "out", "a", name))
		require.NoError(t, err)
		require.Equal(t, "2024-05-01T00:00:00Z", info.ModTime().UTC().Format(time.RFC3339), name)
	}
}

// TestInputs checks that no input is replaced, whatever its name is.
func TestInputs(t *testing.T) {
	archive := page("http://a/x", "1") + page("http://a/y", "2")
	link := func(how func(old, name string) error) func(dir string, o *Options) {
		return func(dir string, o *Options) {
			o.Force = true
			require.NoError(t, os.MkdirAll(filepath.Join(dir, "out", "a"), 0o755))
			require.NoError(t, how(filepath.Join(dir, "crawl.warc"), filepath.Join(dir, "out", "a", "x.html")))
		}
	}
	isWhole := func(x extraction) {
		text, err := os.ReadFile(filepath.Join(x.dir, "crawl.warc"))
		require.NoError(t, err)
		require.Equal(t, archive, string(text))
	}
	x := extracted(t, archive, link(os.Link))
	isWhole(x)
	require.Equal(t, console.ErrReported, x.err)
	require.Contains(t, x.stderr, "DIR/out/a/x.html: not written: the file is an input")
	all := x.files(t)
	require.Equal(t, archive, all["out/a/x.html"])
	require.Equal(t, "2", all["out/a/y.html"])

	for _, how := range []func(old, name string) error{os.Link, os.Symlink} {
		x = extracted(t, archive, func(dir string, o *Options) {
			link(how)(dir, o)
			o.Map = filepath.Join(dir, "out", "..", "out", "a", "x.html")
		})
		isWhole(x)
		require.ErrorContains(t, x.err, "the map would replace an input: give another file as --map")
	}
}

// TestMapOfRun checks that the map does not replace a file that the run has written, and that it
// may replace another one.
func TestMapOfRun(t *testing.T) {
	for _, before := range []bool{false, true} {
		x := extracted(t, page("http://a/x", "1"), func(dir string, o *Options) {
			o.Map, o.Force = filepath.Join(dir, "out", "a", "x.html"), true
			if before {
				require.NoError(t, os.MkdirAll(filepath.Join(dir, "out", "a"), 0o755))
				require.NoError(t, os.WriteFile(o.Map, []byte("old"), 0o644))
			}
		})
		require.ErrorContains(t, x.mapErr, "x.html: the map is not written: this run has written a page or a resource of that name")
		require.Equal(t, "1", x.files(t)["out/a/x.html"])
	}
	x := extracted(t, page("http://a/x", "1"), func(_ string, o *Options) {
		o.Force = true
		require.NoError(t, os.WriteFile(o.Map, []byte("old"), 0o644))
	})
	require.NoError(t, x.err)
	require.Contains(t, x.files(t)["out.map"], "http://a/x\t")
}

// TestLarge checks that a document that is too large is written as it is.
func TestLarge(t *testing.T) {
	large := strings.Repeat("<a href=/x>", 10_000)
	archive := page("http://a/x", large) + page("http://a/y", "<a href=/x>") +
		record("", "WARC-Type: revisit", "WARC-Target-URI: http://a/z", "WARC-Refers-To-Target-URI: http://a/x", "WARC-Refers-To-Date: 2024-05-01T00:00:00Z")
	x := extracted(t, archive, func(_ string, o *Options) { o.Engine.MaxDocument = 50_000 })
	require.NoError(t, x.err)
	all := x.files(t)
	require.Equal(t, large, all["out/a/x.html"])
	require.Equal(t, large, all["out/a/z.html"])
	require.Equal(t, "<a href=x.html>", all["out/a/y.html"])
	require.Contains(t, x.stderr, "1 document left (too large)")
}

// TestJobs checks that the files, and what is printed, do not depend on how many files are written
// at once.
func TestJobs(t *testing.T) {
	var archive strings.Builder
	for i := range 60 {
		archive.WriteString(page(fmt.Sprint("http://a/", i%50), strings.Repeat("<a href=/"+fmt.Sprint(i*7%50)+">x</a><base href=//x/>", 1+i*i%40)) + "garbage\r\n\r\n")
		archive.WriteString(record("image", "WARC-Type: resource", "Content-Type: image/png", fmt.Sprint("WARC-Target-URI: http://a/i", i), "WARC-Payload-Digest: sha1:x"))
		archive.WriteString(record("", "WARC-Type: revisit", fmt.Sprint("WARC-Target-URI: http://a/r", i), "WARC-Payload-Digest: sha1:x"))
	}
	var want extraction
	for _, jobs := range []int{1, 2, 8} {
		got := extracted(t, archive.String(), func(_ string, o *Options) { o.Jobs = jobs })
		require.NoError(t, got.err)
		if jobs == 1 {
			want = got
			require.Len(t, want.files(t), 50+60+60+1)
			continue
		}
		require.Equal(t, want.stderr, got.stderr)
		files := got.files(t)
		require.Equal(t, strings.ReplaceAll(want.files(t)["out.map"], want.dir, got.dir), files["out.map"])
		for name, text := range want.files(t) {
			require.True(t, name == "out.map" || files[name] == text, name)
		}
	}
}

// TestCut checks that an archive that ends within a record is reported, and that the records before that
// are extracted.
func TestCut(t *testing.T) {
	first, second := page("http://a/x", "1"), page("http://a/y", "2")
	for name, archive := range map[string]string{
		"block": first + second[:len(second)-5], "HTTP header": first + second[:strings.Index(second, "HTTP/")+10], "header": first + second[:40],
	} {
		x := extracted(t, archive, nil)
		require.Equal(t, console.ErrReported, x.err, name)
		require.Equal(t, 1, strings.Count(x.stderr, "DIR/crawl.warc: reading: the file is cut short: what comes before is extracted: copy it again"), x.stderr)
		require.Equal(t, 1, strings.Count(x.stderr, "DIR/crawl.warc: record 2: the record is cut"), x.stderr)
		require.Equal(t, "1", x.files(t)["out/a/x.html"])
	}
	x := extracted(t, strings.TrimRight(first+second, "\r\n"), nil)
	require.NoError(t, x.err, "without the last blank lines")
}

// TestTrailing checks that records after those that are compressed are reported.
func TestTrailing(t *testing.T) {
	var archive bytes.Buffer
	z := gzip.NewWriter(&archive)
	_, _ = z.Write([]byte(page("http://a/x", "1")))
	require.NoError(t, z.Close())
	end := archive.Len()
	rest := page("http://a/y", "2")
	x := extracted(t, archive.String()+rest, nil)
	require.Equal(t, console.ErrReported, x.err)
	require.Equal(t, 1, strings.Count(x.stderr, fmt.Sprintf("read up to byte %d: the data there is not compressed: %d bytes of the file are left", end, len(rest))), x.stderr)
	require.Equal(t, "1", x.files(t)["out/a/x.html"])
}

// TestByteOrderMark checks that the first record after a byte order mark is read.
func TestByteOrderMark(t *testing.T) {
	x := extracted(t, "\xef\xbb\xbf"+page("http://a/x", "1"), nil)
	require.NoError(t, x.err)
	require.Equal(t, "1", x.files(t)["out/a/x.html"])
}

// TestFaults checks that the faults of records are reported.
func TestFaults(t *testing.T) {
	one := page("http://a/x", "1") + "garbage\r\n\r\n"
	x := extracted(t, one, nil)
	require.NoError(t, x.err)
	require.Contains(t, x.stderr, "hrefix: DIR/crawl.warc: record 1: skipped: 11 bytes after the record that belong to no record\n")
	x = extracted(t, one+one, nil)
	require.Equal(t, 2, strings.Count(x.stderr, " that belong to no record\n"), x.stderr)
}

// TestMethods checks that answers to other methods than GET are found, whether their request comes
// before or after them.
func TestMethods(t *testing.T) {
	request := func(method, id, with string) string {
		return record(method+" / HTTP/1.1\r\n\r\n", "WARC-Type: request", "WARC-Target-URI: http://a/", "WARC-Record-ID: "+id, with)
	}
	answer := func(url, body string, fields ...string) string {
		return strings.Replace(page(url, body), "WARC-Type", strings.Join(fields, "\r\n")+"\r\nWARC-Type", 1)
	}
	x := extracted(t, request("POST", "<1>", "X: y")+answer("http://a/before", "1", "WARC-Concurrent-To: <1>")+
		answer("http://a/after", "2", "WARC-Record-ID: <3>")+request("HEAD", "<4>", "WARC-Concurrent-To: <3>")+
		answer("http://a/get", "3", "WARC-Record-ID: <5>")+request("GET", "<6>", "WARC-Concurrent-To: <5>"), nil)
	require.NoError(t, x.err)
	all := x.files(t)
	delete(all, "out.map")
	require.Equal(t, map[string]string{"out/a/get.html": "3"}, all)
	require.Contains(t, x.stderr, "2 records left out (2 answer another method than GET)")
}

// TestParts checks that a part of a file becomes a file only if it is all of it.
func TestParts(t *testing.T) {
	for value, want := range map[string]bool{"bytes 0-2/3": true, "bytes 0-2/4": false, "bytes 1-2/3": false, "bytes 0-2/*": false, "bytes 0-/": false, "": false, "bytes 0-9223372036854775807/9223372036854775808": false} {
		x := extracted(t, record("HTTP/1.1 206 Partial Content\r\nContent-Type: video/mp4\r\nContent-Range: "+value+"\r\n\r\nabc", "WARC-Type: response", "WARC-Target-URI: http://a/v.mp4"), nil)
		require.NoError(t, x.err)
		_, got := x.files(t)["out/a/v.mp4"]
		require.Equal(t, want, got, value)
	}
}

// TestTypes checks which bodies are documents, and what their files are called.
func TestTypes(t *testing.T) {
	for _, c := range []struct{ mediaType, body, name, want string }{
		{"text/html", "<a href=/>", "x.html", "<a href=http://a/>"},
		{"application/xhtml+xml", `<html xmlns="http://www.w3.org/1999/xhtml"><a href="/x"/></html>`, "x.xhtml", `<html xmlns="http://www.w3.org/1999/xhtml"><a href=""/></html>`},
		{"text/css; charset=utf-8", "@import '/x';", "x.css", "@import 'x.css';"},
		{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><a href="/x"/></svg>`, "x.svg", `<svg xmlns="http://www.w3.org/2000/svg"><a href=""/></svg>`},
		{"", "<!doctype html><a href=/x>", "x.html", `<!doctype html><a href="">`},
		{"", "\x89PNG\r\n\x1a\n<a href=/x>", "x", "\x89PNG\r\n\x1a\n<a href=/x>"},
		{"text/html", "\x89PNG\r\n\x1a\n<a href=/x>", "x.html", "\x89PNG\r\n\x1a\n<a href=/x>"},
		{"text/plain", "<a href=/x>", "x", "<a href=/x>"},
		{"application/json", `{"a":"<a href=/x>"}`, "x", `{"a":"<a href=/x>"}`},
	} {
		header := "Content-Type: " + c.mediaType + "\r\n"
		if c.mediaType == "" {
			header = ""
		}
		x := extracted(t, record("HTTP/1.1 200 OK\r\n"+header+"\r\n"+c.body, "WARC-Type: response", "WARC-Target-URI: http://a/x"), nil)
		require.NoError(t, x.err)
		all := x.files(t)
		require.Equal(t, c.want, all["out/a/"+c.name], "%q: %v", c.mediaType, all)
	}
}

// FuzzExtract checks that an archive writes nothing outside of the directory, whatever it has, and
// that the run ends.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		page("http://a/../x", "<a href=/x>") + page("http://../../x", "<base href=..><img src=//h/../y>"),
		record("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n", "WARC-Type: response", "WARC-Target-URI: http://a/x"),
		"filedesc://a 0.0.0.0 20240501000000 text/plain 76\n1 0 x\nURL IP-address Archive-date Content-type Archive-length\n\nhttp://a/%2e%2e/b 1.2.3.4 20240501000000 text/html 24\nHTTP/1.0 200 OK\n\n<a href=.>\n",
		record("\x00", "WARC-Type: resource", "WARC-Target-URI: http://\x00/\x00/con/.."),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, archive string) {
		x := extracted(t, archive, nil)
		for name := range x.files(t) {
			require.True(t, name == "out.map" || strings.HasPrefix(name, "out/"), name)
			require.NotContains(t, name, atomicfile.Prefix)
		}
	})
}
