package tar

import (
	"archive/tar"
	"bytes"
	"io"
	"testing"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/edit"
)

// BenchmarkRewrite reads an archive of 10,000 files, and gives each another size. The other one copies
// the archive.
func BenchmarkRewrite(b *testing.B) {
	sizes := make([]int, 10_000)
	for i := range sizes {
		sizes[i] = 1000 + i
	}
	file := write(b, tar.FormatPAX, sizes...)
	b.Run("tar", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		b.ReportAllocs()
		for range b.N {
			r := Format.Open(bytes.NewReader(file), format.Options{})
			var m format.Member
			for r.Next(&m) == nil {
				if m.NoDocument {
					continue
				}
				edits := []edit.Edit{{Start: m.Start, End: m.Start, New: []byte("new")}}
				before, after := Format.Correct(&m, format.Change{Text: m.Text[:m.End], Start: m.Start, End: m.End, Edits: edits})
				if _, err := edit.Write(io.Discard, m.Text, append(append(before, edits...), after...)); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("copy", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		to := make([]byte, len(file))
		for range b.N {
			copy(to, file)
		}
	})
	b.Run("list", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		for range b.N {
			if _, err := Format.List(bytes.NewReader(file), format.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
