package ranges_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/ranges"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// block returns a WARC record of a type with a block.
func block(n int, kind, mediaType, text string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Target-URI: http://h%d.example/a/\r\n"+
		"WARC-Date: 2014-01-03T03:03:21Z\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, n, n, mediaType, len(text), text)
}

// record returns a WARC record of a response with a page.
func record(n int, page string) string {
	return block(n, "response", "application/http; msgtype=response", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+page)
}

// arcRecord returns an ARC record with a page.
func arcRecord(n int, page string) string {
	http := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
	return fmt.Sprintf("http://h%d.example/a/ 127.0.0.1 20140103030321 text/html %d\n%s\n", n, len(http), http)
}

// arcHead is the first record of an ARC file.
const arcHead = "filedesc://x.arc 0.0.0.0 20140103030321 text/plain 75\n1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n"

// message returns a message of a mailbox.
func message(n int, page string) string {
	return fmt.Sprintf("From a@b Thu Jan  1 00:00:%02d 2004\nContent-Type: text/html\n\n%s\n\n", n%60, page)
}

// member returns a gzip member, with a compression level.
func member(text string, level int) string {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		panic(err)
	}
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return out.String()
}

// zipped returns texts as members of a gzip file.
func zipped(texts ...string) string {
	var out strings.Builder
	for _, text := range texts {
		out.WriteString(member(text, -1))
	}
	return out.String()
}

// framed returns texts as frames of Zstandard.
func framed(texts ...string) string {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true))
	if err != nil {
		panic(err)
	}
	var out []byte
	for _, text := range texts {
		out = w.EncodeAll([]byte(text), out)
	}
	return string(out)
}

// A reading is one of the things that can be done with a file.
type reading struct {
	name string
	do   func(t testing.TB, p *ranges.Part, out io.Writer) error
}

// readings returns what is compared for a type.
func readings(t testing.TB, typ detect.Type) []reading {
	fields, err := jsonfield.Parse("b=html")
	require.NoError(t, err)
	rewriter := func(changes format.RecordChanges) *engine.Rewriter {
		rw, err := engine.New(engine.Options{
			Type: typ, Base: "http://base.example/", MaxDocument: maxDocument, JSONFields: fields, Archive: format.Archive{Changes: changes},
		})
		require.NoError(t, err)
		return rw
	}
	rewrite := func(changes format.RecordChanges) func(t testing.TB, p *ranges.Part, out io.Writer) error {
		rw := rewriter(changes)
		return func(t testing.TB, p *ranges.Part, out io.Writer) error {
			p.Rewrite(out)
			_, err := rw.Copy(context.Background(), out, p, nil)
			return err
		}
	}
	all := []reading{{"abs", rewrite(format.AddConversions)}, {"links", func(t testing.TB, p *ranges.Part, out io.Writer) error {
		return list(rewriter(format.ReadRecords), p, out)
	}}}
	if typ == detect.WARC {
		all = append(all, reading{"abs --replace", rewrite(format.ReplaceRecords)})
	}
	return all
}

// maxDocument is larger than the documents of most tests.
const maxDocument = 64 << 10

// list writes the links of a part with their places in the file.
func list(rw *engine.Rewriter, p *ranges.Part, out io.Writer) error {
	for piece, err := range rw.Pieces(p) {
		if err != nil {
			return err
		}
		at, length := piece.Offset+p.Start(), int64(0)
		switch r := piece.Record(); {
		case r == nil && p.Units() != nil || r != nil && r.Offset < 0:
			at = -1 // not known
		case r != nil:
			at, length = r.Offset+p.Start(), r.Length
		}
		rw.VisitReferences(piece, func(ref *engine.Reference) bool {
			fmt.Fprintf(out, "%d %d %d %s %s\n", at, length, ref.Offset(), ref.Text, ref.Target)
			return true
		})
	}
	return nil
}

// A result is what was written for a part.
type result struct {
	ranges.Span
	out   string
	err   error
	dense bool
}

// read reads a part.
func (r *reading) read(t testing.TB, f *ranges.File, start int64, more func(int64) bool) result {
	var out bytes.Buffer
	p := f.Part(start, more)
	err := r.do(t, p, &out)
	end, ended := p.End()
	if !ended {
		require.Error(t, err)
		end = start + 1
	}
	res := result{ranges.Span{Start: start, End: end}, out.String(), err, p.Dense()}
	require.NoError(t, p.Close())
	return res
}

// whole reads a whole file.
func (r *reading) whole(t testing.TB, f *ranges.File) result {
	return r.read(t, f, 0, func(int64) bool { return true })
}

// errFallback is the error of a file that has to be read as a whole because of one of its parts.
var errFallback = errors.New("a part is broken")

// joined reads the parts between offsets, and joins what was written.
func (r *reading) joined(t testing.TB, f *ranges.File, offsets ...int64) (string, error) {
	offsets = slices.Concat([]int64{0}, offsets, []int64{f.Size()})
	var spans []ranges.Span
	var results []result
	add := func(res result) {
		spans, results = append(spans, res.Span), append(results, res)
	}
	for i, to := range offsets[1:] {
		start, err := f.Next(offsets[i])
		require.NoError(t, err)
		if start < to {
			add(r.read(t, f, start, func(at int64) bool { return at < to }))
		}
	}
	for again := 0; ; again++ {
		right, end := ranges.Chain(spans)
		var out strings.Builder
		for _, i := range right {
			if results[i].err != nil || results[i].dense {
				return "", errFallback
			}
			out.WriteString(results[i].out)
		}
		if end == f.Size() {
			return out.String(), nil
		}
		require.LessOrEqual(t, again, len(offsets), "no progress")
		add(r.read(t, f, end, ranges.Until(spans)))
	}
}

// places returns all offsets at which cutting makes a difference.
func places(t testing.TB, f *ranges.File) (all []int64) {
	for at := int64(0); at <= f.Size(); at++ {
		next, err := f.Next(at)
		require.NoError(t, err)
		require.GreaterOrEqual(t, next, at)
		all = append(all, next)
		at = max(at, next)
	}
	p := f.Part(0, func(at int64) bool { all = append(all, at); return true })
	_, _ = io.Copy(io.Discard, p)
	require.NoError(t, p.Close())
	slices.Sort(all)
	return slices.Compact(all)
}

// check compares what is written for a file with what is written for its parts: one cut at each place, one
// at all of them, and random ones. broken is whether the file may have to be read as a whole. It returns
// the number of places.
func check(t testing.TB, file string, typ detect.Type, broken bool) int {
	f, err := ranges.Open(strings.NewReader(file), int64(len(file)), typ.Container(), format.Options{MaxMember: maxDocument})
	require.NoError(t, err)
	all := places(t, f)
	random := rand.New(rand.NewSource(1))
	count := len(all)
	if most := corpus.Rounds(6); count > most {
		random.Shuffle(count, func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:most]
		slices.Sort(all)
	}
	for _, r := range readings(t, typ) {
		want := r.whole(t, f)
		if !broken {
			require.NoError(t, want.err)
			require.Equal(t, f.Size(), want.End)
		}
		same := func(offsets ...int64) {
			got, err := r.joined(t, f, offsets...)
			switch {
			case err == nil && want.err != nil:
				t.Fatalf("%s: no part has the error of the file: %v: cut at %v", r.name, want.err, offsets)
			case err != nil && broken:
			case err != nil || got != want.out:
				t.Fatalf("%s: cut at %v: %v\nwant %q\ngot  %q", r.name, offsets, err, short(want.out), short(got))
			}
		}
		for _, at := range all {
			same(at)
		}
		same(all...)
		for range corpus.Rounds(2) {
			same(slices.DeleteFunc(slices.Clone(all), func(int64) bool { return random.Intn(2) == 0 })...)
		}
	}
	return count
}

func short(s string) string { return s[:min(len(s), 3000)] }
