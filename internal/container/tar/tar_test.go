package tar

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
)

// readAll returns the members of an archive. Their texts are copied.
func readAll(t testing.TB, file io.Reader, o format.Options) (all []format.Member) {
	t.Helper()
	r := Format.Open(file, o)
	var m format.Member
	var err error
	for err = r.Next(&m); err == nil; err = r.Next(&m) {
		m.Text = bytes.Clone(m.Text)
		all = append(all, m)
	}
	require.Equal(t, io.EOF, err)
	return all
}

// replace returns the archive with the documents that change returns instead of its own.
func replace(t testing.TB, archive []byte, o format.Options, change func(m *format.Member) []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, m := range readAll(t, bytes.NewReader(archive), o) {
		if m.NoDocument || m.Defect != "" || m.Large {
			out.Write(m.Text)
			continue
		}
		edits := []edit.Edit{{Start: m.Start, End: m.End, New: change(&m)}}
		before, after := Format.Correct(&m, format.Change{Text: m.Text[:m.End], Start: m.Start, End: m.End, Edits: edits})
		edits = append(append(before, edits...), after...)
		_, err := edit.Write(&out, m.Text, edits)
		require.NoError(t, err)
	}
	return out.Bytes()
}

// A content is a file as archive/tar reads it.
type content struct {
	tar.Header
	data string
}

// contents returns what archive/tar reads. Records of extended headers that say the same as
// other fields are left out.
func contents(t testing.TB, archive []byte) (all []content) {
	t.Helper()
	r := tar.NewReader(bytes.NewReader(archive))
	for {
		h, err := r.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		delete(h.PAXRecords, "size")
		all = append(all, content{*h, string(data)})
	}
}

// write returns an archive in one of the formats of archive/tar. Its files have the sizes.
func write(t testing.TB, f tar.Format, sizes ...int) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for i, size := range sizes {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: fmt.Sprintf("dir/%d.html", i), Size: int64(size), Mode: 0o644,
			ModTime: time.Unix(1e9, 0), Uname: "u", Gname: "g", Format: f,
		}
		if f == tar.FormatPAX || f == tar.FormatGNU && i%2 == 0 {
			h.Name = strings.Repeat("d/", 100+i%50) + h.Name
		}
		if f == tar.FormatPAX && i%3 == 0 {
			h.PAXRecords = map[string]string{"comment": strings.Repeat("x", i%500)}
		}
		require.NoError(t, w.WriteHeader(h))
		_, err := w.Write(bytes.Repeat([]byte{'a' + byte(i%26)}, size))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

var goFormats = []tar.Format{tar.FormatUSTAR, tar.FormatGNU, tar.FormatPAX}

var interesting = []int{0, 1, 7, 8, 63, 64, 511, 512, 513, 1023, 1024, 4095, 4096, 32767, 32768, 100_000}

// TestChange gives each file another size, in all formats of archive/tar, which then reads the new
// documents and the same headers.
func TestChange(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range goFormats {
		for range 30 {
			var sizes []int
			for range 1 + random.IntN(8) {
				sizes = append(sizes, 1+interesting[random.IntN(len(interesting))])
			}
			archive := write(t, f, sizes...)
			want := contents(t, archive)
			out := replace(t, archive, format.Options{}, func(m *format.Member) []byte {
				data := strings.Repeat("new", interesting[random.IntN(len(interesting))]/3)
				want[m.Number-1].data, want[m.Number-1].Size = data, int64(len(data))
				return []byte(data)
			})
			require.Equal(t, want, contents(t, out))
			require.Zero(t, len(out)%blockSize)
			require.True(t, Format.Magic(out))
			same := replace(t, out, format.Options{}, func(m *format.Member) []byte { return bytes.Clone(m.Document()) })
			require.True(t, bytes.Equal(out, same))
		}
	}
}
