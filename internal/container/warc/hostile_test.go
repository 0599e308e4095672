package warc

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A repeated is a reader of n copies of a text, which it does not hold.
type repeated struct {
	text string
	n    int64
	at   int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) && r.n > 0 {
		k := copy(p[n:], r.text[r.at:])
		n += k
		if r.at += k; r.at == len(r.text) {
			r.at = 0
			r.n--
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// drain reads a file, and returns the number of members, the last one without its text, and the
// peak of the heap in bytes.
func drain(t *testing.T, file io.Reader, o format.Options) (n int, last format.Member, peak uint64) {
	t.Helper()
	r := newReader(file, o)
	var stats runtime.MemStats
	for {
		var m format.Member
		err := r.Next(&m)
		if err == io.EOF {
			return n, last, peak
		}
		require.NoError(t, err)
		last = m
		last.Text = nil
		if n++; n%50_000 == 1 {
			runtime.ReadMemStats(&stats)
			peak = max(peak, stats.HeapAlloc)
		}
	}
}

// claims returns the beginning of a record with a block of n bytes, and that of the block.
func claims(n int64, block string, fields ...string) string {
	return fmt.Sprintf("WARC/1.0\r\n%s\r\nContent-Length: %d\r\n\r\n%s", strings.Join(fields, "\r\n"), n, block)
}

// TestHostile reads large files that are not valid, in bounded memory.
func TestHostile(t *testing.T) {
	million := 50_000
	if memory() > 0 {
		million *= 20
	}
	concat := func(first, text string, n int) io.Reader {
		return io.MultiReader(strings.NewReader(first), &repeated{text: text, n: int64(n)}, strings.NewReader("\r\n\r\n"+good))
	}
	line := "http://a/ 1.2.3.4 20140216050221 text/html "
	head := "HTTP/1.1 200\r\nX: "
	for name, c := range map[string]struct {
		file    io.Reader
		records int
	}{
		"records of zero bytes": {concat("", "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n", million), million + 1},
		"version lines":         {concat("", "WARC/1.0\r\n\r\n", million), million/2 + 1},
		"a header of versions":  {concat("", "WARC/1.0\r\n", 2*million), 2},
		"blank lines":           {concat("", "\r\n", 10*million), 1},
		"a large header":        {concat("WARC/1.0\r\nX: ", "x", 100*million), 2},
		"a large HTTP head":     {concat(claims(int64(len(head)+100*million), head, "WARC-Type: response", "Content-Type: application/http"), "x", 100*million), 2},
		"garbage":               {concat(good, "\r\nWARC/", 10*million), 2},
		"ARC garbage":           {concat(filedesc, "a b 20140216050221 c d\n", million), 2},
		"ARC lines":             {concat(filedesc, line+"0\n", million), million + 1},
		"ARC without length":    {concat(filedesc, line+"x\n", million), 2},
		"a large image":         {concat(claims(int64(1000*million), "", "WARC-Type: resource", "Content-Type: image/png"), "WARC", 250*million), 2},
		"a large page":          {concat(claims(int64(1000*million), "", "WARC-Type: resource", "Content-Type: text/html"), "WARC", 250*million), 2},
		"2^62 bytes":            {concat(claims(1<<62, "", "WARC-Type: resource"), "<p>", 30*million), 2},
		"2^49 bytes":            {concat(claims(1<<49, "", "WARC-Type: resource"), "<p>", 30*million), 1},
	} {
		runtime.GC() // the heap of the last case does not count
		start := time.Now()
		n, last, peak := drain(t, c.file, format.Options{MaxMember: 1 << 20})
		t.Logf("%s: %d records, %v, %d KiB, %q", name, n, time.Since(start).Round(time.Millisecond), peak>>10, last.Faults)
		require.Equal(t, c.records, n, name)
		require.Less(t, peak, uint64(32<<20), name)
	}
}

// TestLarge checks that a document that is larger than the limit is a member without text.
func TestLarge(t *testing.T) {
	http := "HTTP/1.1 200\r\nContent-Type: text/html\r\n"
	chunked := "Transfer-Encoding: chunked\r\n\r\n"
	for _, block := range []string{
		http + "\r\n" + strings.Repeat("a", 1001),
		http + chunked + "3e9\r\n" + strings.Repeat("a", 1001) + "\r\n0\r\n\r\n",
		http + "\r\n" + strings.Repeat("a", 1000),
	} {
		members, err := all(strings.NewReader(response("http://a/", block)+good), format.Options{MaxMember: 1000})
		require.NoError(t, err)
		require.Len(t, members, 2)
		m := members[0]
		require.Equal(t, 200, m.Record.Status)
		if strings.HasSuffix(block, "\r\n"+strings.Repeat("a", 1000)) {
			require.False(t, m.Large)
			require.Len(t, m.document(), 1000)
			continue
		}
		require.True(t, m.Large)
		require.False(t, m.HTTP)
		require.Empty(t, m.text)
		require.Equal(t, page, members[1].document())
		require.Zero(t, members[1].Offset)
	}
}

// TestBomb checks that the text of a compressed body is bounded, and that the next record is read.
func TestBomb(t *testing.T) {
	bomb := string(zip(strings.Repeat("a", 8<<20)))
	file := response("http://a/", "HTTP/1.1 200\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"+bomb) + good
	for _, o := range []format.Options{
		{MaxMember: 1 << 20},
		{Limits: format.Limits{Ratio: 10, Above: 1 << 20}},
		{MaxMember: 2 << 20, Limits: format.Limits{Ratio: 10, Above: 1 << 20}},
	} {
		members, err := all(strings.NewReader(file), o)
		require.NoError(t, err)
		require.Len(t, members, 2)
		m := members[0]
		require.Equal(t, o.Limits.Ratio == 0, m.Large)
		if !m.Large {
			require.Len(t, m.document(), 1<<20)
			require.Equal(t, []string{"coding gzip: too much text: more than 1048576 bytes, and more than 10 for each byte of the file"}, m.Faults)
		}
		require.Equal(t, page, members[1].document())
	}
}

// TestSmallReads checks that the result does not depend on how much a read returns, and that
// an error of reading comes after the records before it.
func TestSmallReads(t *testing.T) {
	file := "\n" + good + "WARC/1.0\r\nX: y\r\n\r\nabc\r\n\r\nWARC/\r\n\r\n" + good + "garbage\n\n" + strings.Repeat(good, 3)
	want := read(t, file)
	require.Len(t, want, 6)
	for name, r := range map[string]io.Reader{
		"one":  iotest.OneByteReader(strings.NewReader(file)),
		"half": iotest.HalfReader(strings.NewReader(file)),
		"data": iotest.DataErrReader(strings.NewReader(file)),
	} {
		got, err := all(r, format.Options{})
		require.NoError(t, err, name)
		for i := range got {
			got[i].Text, want[i].Text = nil, nil
		}
		require.Equal(t, want, got, name)
	}
	for n := range len(file) {
		got, err := all(io.MultiReader(strings.NewReader(file[:n]), iotest.ErrReader(io.ErrClosedPipe)), format.Options{})
		require.Equal(t, io.ErrClosedPipe, err)
		require.LessOrEqual(t, len(got), len(want))
	}
	_, err := all(empty{}, format.Options{})
	require.Equal(t, io.ErrNoProgress, err)
}

// An empty is a reader that returns nothing.
type empty struct{}

func (empty) Read([]byte) (int, error) { return 0, nil }

// TestNoRecord checks files without a record.
func TestNoRecord(t *testing.T) {
	require.Empty(t, read(t, ""))
	require.Empty(t, read(t, "\r\n\n"))
	members := read(t, "<a href=x>")
	require.Len(t, members, 1)
	require.Equal(t, "the file has no record of a web archive", members[0].Defect)
	require.Nil(t, members[0].Record)
}

// memory returns the value of HREFIX_WARC_MEMORY, or 0.
func memory() int64 {
	n, _ := strconv.ParseInt(os.Getenv("HREFIX_WARC_MEMORY"), 10, 64)
	return n
}

// TestMemory reads an archive of as many megabytes as HREFIX_WARC_MEMORY says, such as 5000, and
// copies it. It takes no more memory than a small one.
func TestMemory(t *testing.T) {
	size := memory()
	if size == 0 {
		t.Skip("HREFIX_WARC_MEMORY is not set: this test reads a large archive")
	}
	image := response("http://a/", "HTTP/1.1 200\r\nContent-Type: image/png\r\n\r\n"+strings.Repeat("\x89PNG", 250_000))
	html := response("http://a/", "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n"+strings.Repeat("<p>x", 50_000))
	one := image + strings.Repeat(html, 5)
	file := &repeated{text: one, n: size * 1e6 / int64(len(one))}
	n := file.n
	same := &comparer{want: one}
	r := newReader(file, format.Options{})
	w := r.Rewrite(same)
	var stats runtime.MemStats
	var m format.Member
	number := 0
	for ; r.Next(&m) == nil; number++ {
		require.NoError(t, w.Next())
		if number%1000 == 0 {
			runtime.ReadMemStats(&stats)
			require.Less(t, stats.HeapAlloc, uint64(64<<20))
		}
	}
	require.NoError(t, w.Close())
	require.Equal(t, 6*n, int64(number))
	require.Equal(t, n*int64(len(one)), same.n)
}

// A comparer checks that it is written any number of copies of want.
type comparer struct {
	want string
	n    int64
}

func (c *comparer) Write(p []byte) (int, error) {
	for written := 0; written < len(p); {
		at := int(c.n % int64(len(c.want)))
		k := min(len(c.want)-at, len(p)-written)
		if string(p[written:written+k]) != c.want[at:at+k] {
			return written, fmt.Errorf("the output differs at %d", c.n)
		}
		written += k
		c.n += int64(k)
	}
	return len(p), nil
}

// FuzzReader checks that any file is read to its end, that its parts are in order, and that it
// is copied as it is.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		good, good + good, "garbage" + good, "WARC/1.0\r\nContent-Length: 99\r\n\r\nabc", "WARC/1.0\r\n\r\nabc\r\n\r\nWARC/1.1\r\n\r\n",
		filedesc + "http://a.example/ 1.2.3.4 20140216050221 text/html 10\n" + page + "\n",
		filedesc + "http://a.example/ 1.2.3.4 20140216050221 text/html x\n" + page + "\nhttp://a.example/ 1.2.3.4 20140216050221 text/html -1\n",
		response("http://a/", "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<p>ab\r\n0\r\n\r\n"),
		"WARC/0.18\nWARC-Type: resource\nContent-Type: message/rfc822\nContent-Length: 5\n\nA: b\n\n\n",
	} {
		f.Add([]byte(seed), uint16(3), true)
		f.Add([]byte(seed), uint16(len(seed)/2), false)
	}
	f.Fuzz(func(t *testing.T, file []byte, cut uint16, coded bool) {
		in, o, want := io.Reader(bytes.NewReader(file)), format.Options{MaxMember: 1000}, file
		if coded { // with a unit that begins at cut
			n := min(int(cut), len(file))
			want = zip(string(file[:n]), string(file[n:]))
			in, o = open(bytes.NewReader(want))
			o.MaxMember = 1000
		}
		var out bytes.Buffer
		if coded {
			o.Back = in.(format.Decoder).Rewrite(&out)
		}
		r := newReader(in, o)
		w := r.Rewrite(&out)
		var m format.Member
		var at, offset int64
		number := 0
		for r.Next(&m) == nil {
			number++
			require.Equal(t, number, m.Number)
			require.Equal(t, offset, m.Offset)
			offset += int64(len(m.Text))
			require.True(t, 0 <= m.Start && m.Start <= m.End && m.End <= len(m.Text))
			require.True(t, !m.NoDocument || m.Start == m.End)
			require.LessOrEqual(t, m.End-m.Start, 1000)
			if rec := m.Record; rec != nil {
				require.True(t, number == 1 || rec.At > at)
				at = rec.At
				require.LessOrEqual(t, rec.Offset+rec.Length, int64(len(want)))
				require.True(t, coded || rec.Offset == rec.At)
			}
			require.NoError(t, w.Next())
		}
		require.NoError(t, w.Close())
		require.True(t, bytes.Equal(want, out.Bytes()))
	})
}
