package zip

import (
	stdzip "archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// TestGrowth checks offsets that do not fit into 32 bits any more, once the file has grown: they move to
// zip64 fields, which are added if necessary. The test takes a smaller number for the greatest one of
// 32 bits.
func TestGrowth(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	records, ends, read64 := 0, 0, 0
	for range 300 {
		a := randomArchive(rnd)
		a.absolute = a.absolute || rnd.IntN(2) == 0
		for i := range a.files {
			a.files[i].gap = "" // archive/zip reads the rest
		}
		file := a.build()
		var to bytes.Buffer
		r := newReader(bytes.NewReader(file), format.Options{Document: isPage})
		w := r.Rewrite(&to).(*writer)
		w.less = full32 - uint64(rnd.IntN(len(file)+1))
		var want []string
		rewriteAll(t, r, w, func(m *format.Member) []byte {
			text := lengthen(m)
			want = append(want, m.Name+"\n"+string(text))
			return text
		})
		out := to.Bytes()
		if len(w.changes) == 0 {
			require.Equal(t, file, out)
			continue
		}
		read := newReader(bytes.NewReader(out), format.Options{Document: isPage})
		var got []string
		for {
			var m format.Member
			err := read.Next(&m)
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			require.Empty(t, m.Defect)
			got = append(got, m.Name+"\n"+string(m.Text))
		}
		require.Equal(t, want, got, "%+v", a)
		for _, p := range read.directory.places {
			rec, err := read.directory.record(read.records, p)
			require.NoError(t, err)
			if n := rec.header; n.wide {
				records++
				require.GreaterOrEqual(t, binary.LittleEndian.Uint16(rec.raw[recordNeeds:]), uint16(20))
			} else if int64(n.n) != w.directory.places[0].header-w.directory.shift && n.n > 0 && len(w.changes) > 0 && p.header > w.changes[0].start {
				require.Less(t, n.n, w.full(), "%+v", a)
			}
		}
		if w.directory.zip64 < 0 && read.directory.zip64 >= 0 {
			ends++
		}
		wideSize := hasMagic(out[read.directory.tail+endBytes:], "\xff\xff\xff\xff")
		if before := stdEntries(file); before > 0 && w.directory.shift == 0 && !wideSize { // it looks for zip64 only if the offset is wide
			require.Equal(t, before, stdEntries(out), "%+v", a)
			read64++
		}
	}
	require.Greater(t, records, 60)
	require.Greater(t, ends, 10)
	require.Greater(t, read64, 30)
}

// stdEntries returns how many entries archive/zip finds in a file.
func stdEntries(file []byte) int {
	z, _ := stdzip.NewReader(bytes.NewReader(file), int64(len(file)))
	if z == nil {
		return 0
	}
	return len(z.File)
}

// lengthen is a change of all documents that makes them longer.
func lengthen(m *format.Member) []byte {
	if m.NoDocument || len(m.Text) == 0 {
		return m.Text
	}
	return append(bytes.ToUpper(m.Text), strings.Repeat("<p>", 200)...)
}

// TestEntries checks zip files with more entries than fit into 16 bits, with zip64 and without.
func TestEntries(t *testing.T) {
	for _, n := range []int{65_535, 65_536} {
		for _, wide := range []bool{false, true} {
			a := archive{wideEnd: wide}
			for range n {
				a.files = append(a.files, fileSpec{name: "x"})
			}
			a.files[n-1] = page("last.html")
			file := a.build()
			out, members := rewrite(t, file, upper)
			require.Len(t, members, n)
			a.files[n-1].text = strings.ToUpper(a.files[n-1].text)
			require.True(t, bytes.Equal(a.build(), out))
		}
	}
}
