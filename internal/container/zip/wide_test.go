package zip

import (
	stdzip "archive/zip"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A hole is a file of zero bytes, which text follows.
type hole struct {
	zeros int64
	text  []byte
}

func (h *hole) Read([]byte) (int, error) { panic("not read at random") }
func (h *hole) Size() int64              { return h.zeros + int64(len(h.text)) }

func (h *hole) ReadAt(b []byte, at int64) (int, error) {
	zeros := max(0, min(h.zeros-at, int64(len(b))))
	clear(b[:zeros])
	n := int(zeros)
	if n < len(b) && at < h.Size() {
		n += copy(b[zeros:], h.text[at+zeros-h.zeros:])
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// Write appends b. Zero bytes at the start are only counted.
func (h *hole) Write(b []byte) (int, error) {
	n := len(b)
	if len(h.text) == 0 {
		text := bytes.TrimLeft(b, "\x00")
		h.zeros += int64(n - len(text))
		b = text
	}
	h.text = append(h.text, b...)
	return n, nil
}

// TestGrowth checks offsets that do not fit into 32 bits any more, once the file has grown, and offsets
// that already did not: they are in zip64 fields.
func TestGrowth(t *testing.T) {
	if os.Getenv("HREFIX_HOSTILE") == "" {
		t.Skip("copies 4 GiB for each file; set HREFIX_HOSTILE=1")
	}
	for _, room := range []int64{-100, 100, 300, 1000} {
		a := archive{files: []fileSpec{page("a.html"), page("b.html"), page("c.png"), page("d.html")}, comment: "comment", trailing: "trailing"}
		for i := range a.files {
			a.files[i].later = i&1 > 0
			a.files[i].method = methodStored
		}
		in := &hole{full32 - room, nil}
		var file bytes.Buffer
		z := stdzip.NewWriter(&file)
		z.SetOffset(in.zeros)
		for _, f := range a.files {
			w, err := z.CreateHeader(&stdzip.FileHeader{Name: f.name, Method: f.method})
			require.NoError(t, err)
			_, _ = io.WriteString(w, f.text)
		}
		require.NoError(t, z.SetComment("comment"))
		require.NoError(t, z.Close())
		in.text = append(file.Bytes(), "trailing"...)
		out := new(hole)
		r := newReader(in, format.Options{Document: isPage})
		members := rewriteAll(t, r, r.Rewrite(out), func(m *format.Member) []byte {
			if m.NoDocument {
				return nil
			}
			return append(bytes.ToUpper(m.Text), strings.Repeat("<p>", 200)...)
		})
		require.Len(t, members, 4)
		require.Equal(t, in.zeros, out.zeros)
		require.True(t, bytes.HasSuffix(out.text, []byte("commenttrailing")))
		got, err := stdzip.NewReader(out, out.Size()-int64(len("trailing")))
		require.NoError(t, err)
		require.Len(t, got.File, 4)
		for i, f := range got.File {
			want := a.files[i].text
			if i != 2 {
				want = strings.ToUpper(want) + strings.Repeat("<p>", 200)
			}
			text, err := f.Open()
			require.NoError(t, err)
			b, err := io.ReadAll(text)
			require.NoError(t, err)
			require.Equal(t, want, string(b))
		}
	}
}

// TestEntries checks zip files with more entries than fit into 16 bits, with zip64 and without.
func TestEntries(t *testing.T) {
	for _, wide := range []bool{false, true} {
		a := archive{wideEnd: wide}
		for range full16 + 1 {
			a.files = append(a.files, fileSpec{name: "x"})
		}
		a.files[full16] = page("last.html")
		out, members := rewrite(t, a.build(), upper)
		require.Len(t, members, full16+1)
		a.files[full16].text = strings.ToUpper(a.files[full16].text)
		a.wideEnd = true
		require.True(t, bytes.Equal(a.build(), out))
	}
}
