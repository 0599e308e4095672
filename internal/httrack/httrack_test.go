package httrack_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/httrack"
)

// A member is a member of an archive: its name, and the lines after the status line of its extra
// field.
type member struct{ name, lines string }

// archive returns a new.zip as HTTrack writes it.
func archive(members ...member) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		extra := "HTTP/1.1 200 OK\r\nX-In-Cache: 0\r\n" + strings.ReplaceAll(m.lines, "\n", "\r\n") + "\r\n"
		h := &zip.FileHeader{Name: m.name, Extra: []byte(extra), Method: zip.Store, NonUTF8: true}
		w, err := z.CreateRaw(h)
		if err == nil {
			_, err = io.WriteString(w, "")
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// printed returns records or files, one per line.
func printed[K, V any](all iter.Seq2[K, V]) string {
	var b strings.Builder
	for k, v := range all {
		fmt.Fprintf(&b, "%v %v\n", k, v)
	}
	return b.String()
}

// pairs yields the URL and the paths of records.
func pairs(r iter.Seq[httrack.Record]) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for rec := range r {
			p := rec.Path
			switch {
			case rec.Decoded != "":
				p += " or " + rec.Decoded
			case rec.To != "":
				p = "-> " + rec.To
			case rec.Failed:
				p = "failed " + p
			}
			if !yield(rec.URL, p) {
				return
			}
		}
	}
}

// members are those of an archive of HTTrack 3.49.
var members = []member{
	{"http://127.0.0.1:8100/", "Content-Type: text/html\nX-Addr: 127.0.0.1:8100\nX-Fil: /\nX-Save: 127.0.0.1_8100/index.html"},
	{"http://127.0.0.1:8100/page.php?id=1&x=2", "X-Save: 127.0.0.1_8100/page5368.html"},
	{"http://127.0.0.1:8100/img/a b.png", "X-Fil: /img/a b.png\nX-Save: 127.0.0.1_8100/img/a b.png"},
	{"http://127.0.0.1:8100/caf\u00e9.html", "X-Save: 127.0.0.1_8100/caf\u00e9.html"},
	{"http://127.0.0.1:8100/p%25q.html", "X-Save: 127.0.0.1_8100/p%q.html"},
	{"http://127.0.0.1:8100/redir", "X-StatusCode: 301\nLocation: b.html#c\nX-Addr: 127.0.0.1:8100"},
	{"http://127.0.0.1:8100/nowhere", "X-StatusCode: 302\nLocation: javascript:x"},
	{"http://127.0.0.1:8100/d/nowhere", "X-StatusCode: 302"},
	{"http://127.0.0.1:8100/d/gone", "X-StatusCode: 404\nX-Fil: /d/gone"},
	{"http://127.0.0.1:8100/d/", "X-StatusCode: 500\nX-Save: 127.0.0.1_8100/d/index.html"},
	{"http://127.0.0.1:8100/new", "X-StatusCode: 200"},
	{"https://example.org/a\"b<c>", `X-Save: example.org\a.html`},
	{"ftp://example.org/x#y", "X-Save: example.org/x"},
	{"javascript:alert(1)", "X-Save: x.html"},
	{"/news/", "X-Save: y.html"},
	{"http:///news/", "X-Save: z.html"},
	{"http://example.org/empty", "X-Save: "},
}

func TestArchive(t *testing.T) {
	data := archive(members...)
	require.Equal(t, `http://127.0.0.1:8100/ 127.0.0.1_8100/index.html
http://127.0.0.1:8100/page.php?id=1&x=2 127.0.0.1_8100/page5368.html
http://127.0.0.1:8100/img/a%20b.png 127.0.0.1_8100/img/a b.png
http://127.0.0.1:8100/caf%C3%A9.html 127.0.0.1_8100/café.html
http://127.0.0.1:8100/p%25q.html 127.0.0.1_8100/p%q.html
http://127.0.0.1:8100/redir -> http://127.0.0.1:8100/b.html
http://127.0.0.1:8100/d/gone failed 
http://127.0.0.1:8100/d/ failed 127.0.0.1_8100/d/index.html
https://example.org/a%22b%3Cc%3E example.org/a.html
ftp://example.org/x example.org/x
`, printed(pairs(iter.Seq[httrack.Record](httrack.Archive(bytes.NewReader(data))))))
	for n := range len(data) { // a run of HTTrack that was stopped
		for range httrack.Archive(bytes.NewReader(data[:n])) {
		}
	}
	for rec := range httrack.Archive(bytes.NewReader(data)) {
		require.NotEmpty(t, rec)
		break
	}
}

// TestArchiveSize checks that members are skipped by their size, whatever it is.
func TestArchiveSize(t *testing.T) {
	data := archive(members[:2]...)
	for _, size := range []uint32{1, 1 << 31, 0xffffffff} {
		binary.LittleEndian.PutUint32(data[18:], size)
		n := 0
		for range httrack.Archive(bytes.NewReader(data)) {
			n++
		}
		require.LessOrEqual(t, n, 1)
	}
	binary.LittleEndian.PutUint16(data[6:], 1<<3)
	for range httrack.Archive(bytes.NewReader(data)) {
		t.Fatal("a member whose size follows its data")
	}
}

const log = "date\tsize'/'remotesize\tflags\tstatuscode\tstatus ('servermsg')\tMIME\tEtag|Date\tURL\tlocalfile\t(from URL)\n" +
	"05:12:30\t343/343\t---M--\t200\tadded ('OK')\ttext/html\tdate:Sun\thttp://127.0.0.1:8100/\tht/127.0.0.1_8100/index.html\t(from )\n" +
	"05:12:33\t1/1\t---M--\t200\tadded ('OK')\timage/png\t\thttp://127.0.0.1:8100/img/a%20b.png\tht/127.0.0.1_8100/img/a%20b.png\t(from http://127.0.0.1:8100/)\n" +
	"05:12:34\t0/-1\t---M--\t302\terror ('Found')\ttext/html\t\thttp://127.0.0.1:8100/redir\tht/127.0.0.1_8100/redir.4.delayed\t(from x)\n" +
	"05:12:34\t1/1\tU--M--\t304\tuntouched ('x')\ttext/html\t\thttp://127.0.0.1:8100/p%25q.html\tht/127.0.0.1_8100/p%q.html\t(from x)\r\n" +
	"05:12:34\t19/19\t---M--\t404\terror ('Not%20Found')\ttext/html\t\thttp://127.0.0.1:8100/gone\tht/127.0.0.1_8100/gone.17.delayed\t(from x)\n" +
	"a line that is none\n" +
	"\t\t\t200\t\t\t\tjavascript:x\tht/x.html\n" +
	"\t\t\t200\t\t\t\thttp://127.0.0.1:8100/last\tht/last.html"

func TestLog(t *testing.T) {
	long := strings.Repeat("x", 200<<10) + "\t\t\t200\t\t\t\thttp://h/\tx.html\n"
	for _, text := range []string{log, long + log} {
		require.Equal(t, `http://127.0.0.1:8100/ ht/127.0.0.1_8100/index.html
http://127.0.0.1:8100/img/a%20b.png ht/127.0.0.1_8100/img/a%20b.png or ht/127.0.0.1_8100/img/a b.png
http://127.0.0.1:8100/p%25q.html ht/127.0.0.1_8100/p%q.html
http://127.0.0.1:8100/gone failed 
http://127.0.0.1:8100/last ht/last.html
`, printed(pairs(iter.Seq[httrack.Record](httrack.Log(strings.NewReader(text))))))
	}
	for range httrack.Log(strings.NewReader(log)) {
		break
	}
}

func TestFiles(t *testing.T) {
	in := func(files string) func(string) bool {
		all := " " + files + " "
		return func(p string) bool { return strings.Contains(all, " "+p+" ") }
	}
	records := func(paths ...string) httrack.Records {
		return func(yield func(httrack.Record) bool) {
			for i, p := range paths {
				if !yield(httrack.Record{URL: fmt.Sprintf("http://h/%d", i), Path: p}) {
					return
				}
			}
		}
	}
	for _, c := range []struct {
		name    string
		records httrack.Records
		files   string
		want    string
	}{
		{"none", records(), "x", ""},
		{"relative", records("h/a", "h/b"), "h/a h/b", "http://h/0 h/a\nhttp://h/1 h/b\n"},
		{"below", records("m/h/a", "m/h/b", "m/h/c"), "h/a h/c", "http://h/0 h/a\nhttp://h/2 h/c\n"},
		{"absolute", records("/home/me/m/h/a"), "h/a", "http://h/0 h/a\n"},
		{"of Windows", records("C:/My Web Sites/m/h/a"), "h/a", "http://h/0 h/a\n"},
		// The first file is gone, and the mirror has another one of that name.
		{"most", records("m/h/index.html", "m/h/a", "m/h/b"), "index.html h/a h/b", "http://h/1 h/a\nhttp://h/2 h/b\n"},
		{"least", records("a/a/a"), "a/a/a a/a a", "http://h/0 a/a/a\n"},
		{"out", records("../x", "m/../../x", "/x/./y", "m//x", "m/x\x00"), "x ../x ../../x /x m//x x\x00", "http://h/0 x\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, printed(pairs(c.records.Files(in(c.files)))))
			for range c.records.Files(in(c.files)) {
				break
			}
		})
	}
	got := printed(pairs(httrack.Log(strings.NewReader(log)).Files(in("127.0.0.1_8100/index.html 127.0.0.1_8100/img/a%20b.png 127.0.0.1_8100/p%q.html"))))
	require.Equal(t, "http://127.0.0.1:8100/ 127.0.0.1_8100/index.html\nhttp://127.0.0.1:8100/img/a%20b.png 127.0.0.1_8100/img/a%20b.png\nhttp://127.0.0.1:8100/p%25q.html 127.0.0.1_8100/p%q.html\n", got)
}

// TestFilesMany checks a cache with more records than are looked at to find the prefix.
func TestFilesMany(t *testing.T) {
	const n = 1000
	many := func(yield func(httrack.Record) bool) {
		for i := range n {
			if !yield(httrack.Record{URL: "http://h/", Path: fmt.Sprintf("m/h/%d", i)}) {
				return
			}
		}
	}
	isFile := func(p string) bool { return strings.HasPrefix(p, "h/") }
	got := 0
	for rec := range httrack.Records(many).Files(isFile) {
		require.Equal(t, fmt.Sprintf("h/%d", got), rec.Path)
		got++
	}
	require.Equal(t, n, got)
	for range httrack.Records(many).Files(isFile) {
		break
	}
}

// TestFailed checks which file has what the server answered instead of a page.
func TestFailed(t *testing.T) {
	for url, path := range map[string]string{
		"http://h/a/Nowhere":                "h/a/Nowhere",
		"http://h/a/Elsewhere":              "h/a/Elsewhere.html",
		"http://h/a/gone.html":              "h/a/gone.html",
		"http://h/img/gone.png":             "h/img/gone.html",
		"http://h/":                         "h/index.html",
		"http://h":                          "h/index.html",
		"http://h:8080/lost/":               "h_8080/lost/index.html",
		"http://h/shop/show.php?id=999":     "h/shop/show2afa.php",
		"http://h/shop/list.php?id=999":     "h/shop/list2afa.html",
		"http://h/gr%c3%bc%20a.html?id=999": "h/gr\u00fc a2afa.html",
		"http://h/shop/?page=5":             "h/shop/indexaf4d.html",
		"http://h/../../etc/passwd":         "",
		"http://h/%2e%2e/%2e%2e/etc/passwd": "",
		"http://../etc/passwd":              "",
		"http://h/none":                     "",
		"http://h/a/%00":                    "",
		"http://h/show.php?id=1":            "",
		"http://user@h/a/Nowhere":           "",
	} {
		cache := archive(member{url, "X-StatusCode: 404"}, member{"http://h/ok.html", "X-StatusCode: 200\nX-Save: h/ok.html"})
		files := []string{"h/ok.html", "etc/passwd", "../etc/passwd", "h/../../etc/passwd", "h/show.php", "h/shop/list.php", path}
		isFile := func(p string) bool { return p != "" && slices.Contains(files, p) }
		want := url + " failed " + path + "\nhttp://h/ok.html h/ok.html\n"
		if path == "" {
			want = "http://h/ok.html h/ok.html\n"
		}
		got := printed(pairs(httrack.Archive(bytes.NewReader(cache)).Files(isFile)))
		require.Equal(t, want, got, url)
	}
}

func FuzzArchive(f *testing.F) {
	f.Add(archive(members...))
	f.Add(archive(members[0], members[5])[:90])
	f.Fuzz(func(t *testing.T, data []byte) {
		requireRecords(t, httrack.Archive(bytes.NewReader(data)), len(data))
	})
}

func FuzzLog(f *testing.F) {
	f.Add([]byte(log))
	f.Fuzz(func(t *testing.T, data []byte) {
		requireRecords(t, httrack.Log(bytes.NewReader(data)), len(data))
	})
}

// requireRecords checks what holds for the records of any cache of a size.
func requireRecords(t *testing.T, r httrack.Records, size int) {
	n := 0
	for rec := range r {
		n++
		require.Regexp(t, `^(https?|ftp)://[^/ #"<>\x00-\x20\x7f-\xff][^ #"<>\x00-\x20\x7f-\xff]*$`, rec.URL)
	}
	require.LessOrEqual(t, n, size/10)
	for rec := range r.Files(func(string) bool { return true }) {
		p := rec.Path
		if rec.To != "" {
			require.Empty(t, p)
			require.Regexp(t, `^(https?|ftp)://[^/ #"<>]`, rec.To)
			continue
		}
		require.Equal(t, path.Clean(p), p)
		require.False(t, strings.HasPrefix(p, "/") || p == ".." || strings.HasPrefix(p, "../"), "%q", p)
	}
}
