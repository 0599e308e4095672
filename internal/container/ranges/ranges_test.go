package ranges_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/ranges"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A sample is a file that can be cut.
type sample struct {
	name   string
	typ    detect.Type
	file   string
	places int  // at which it can be cut, with its start and end
	broken bool // it may have to be read as a whole
}

// samples returns small files of all kinds.
func samples() []sample {
	a, b, c := record(1, "<a href=b>"), record(2, "no link"), record(3, "<img src=../c>")
	info := block(9, "warcinfo", "application/warc-fields", "software: x\r\n")
	d, e := arcRecord(1, "<a href=b>"), arcRecord(2, "<img src=../c>")
	m, n := message(1, "<a href=x>"), message(2, "<img src=../y>")
	return []sample{
		{"warc", detect.WARC, info + a + b + c, 5, false},
		{"warc.gz", detect.WARC, zipped(info, a, b, c), 5, false},
		{"warc.zst", detect.WARC, framed(info, a, b, c), 5, false},
		{"arc", detect.WARC, arcHead + d + e + d, 5, false},
		{"arc.gz", detect.WARC, zipped(arcHead, d, e, d), 5, false},
		{"mbox", detect.Mbox, m + n + m + n, 5, false},
		{"ndjson", detect.NDJSON, "{\"a\":1}\n\n{\"b\":\"<a href=x>\"}\r\n{}", 5, false},
	}
}

// TestSamples cuts files at every offset.
func TestSamples(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			require.Equal(t, s.places, check(t, s.file, s.typ, s.broken))
			f, err := ranges.Open(strings.NewReader(s.file), int64(len(s.file)), s.typ.Container(), format.Options{})
			require.NoError(t, err)
			all := places(t, f)
			for at := range f.Size() + 1 {
				next, err := f.Next(at)
				require.NoError(t, err)
				require.Equal(t, all[slices.IndexFunc(all, func(p int64) bool { return p >= at })], next, at)
			}
		})
	}
}

// TestWhole: files that cannot be cut have an error.
func TestWhole(t *testing.T) {
	whole := []*format.Format{nil} // a document
	for _, f := range container.Formats() {
		if f.Cuts == nil {
			whole = append(whole, f)
		}
	}
	require.Greater(t, len(whole), 4)
	for _, f := range whole {
		_, err := ranges.Open(strings.NewReader("text"), 4, f, format.Options{})
		require.ErrorIs(t, err, ranges.ErrWhole)
	}
	file := zipped(message(1, "<a href=x>"), message(2, "<a href=y>"))
	_, err := ranges.Open(strings.NewReader(file), int64(len(file)), detect.Mbox.Container(), format.Options{})
	require.ErrorIs(t, err, ranges.ErrWhole)
}

// TestDense: a part reports that the whole file may expand to more than allowed.
func TestDense(t *testing.T) {
	file := zipped(record(1, "a"), record(2, "b"), record(3, strings.Repeat("c", 1<<20)), record(4, "d"))
	for limits, want := range map[format.Limits][]bool{
		{}:              {false, false, false, false},
		{Ratio: 100}:    {false, false, true, false},
		{Ratio: 2}:      {false, false, true, false},
		{Size: 1 << 30}: {false, false, false, false},
		{Size: 5 << 18}: {false, false, true, false},
	} {
		f, err := ranges.Open(strings.NewReader(file), int64(len(file)), detect.WARC.Container(), format.Options{Limits: limits})
		require.NoError(t, err)
		var got []bool
		for start := int64(0); start < f.Size(); {
			p := f.Part(start, func(int64) bool { return false })
			_, err := io.Copy(io.Discard, p)
			require.NoError(t, err)
			got = append(got, p.Dense())
			start, err = f.Next(start + 1)
			require.NoError(t, err)
			require.NoError(t, p.Close())
		}
		require.Equal(t, want, got, limits)
	}
}
