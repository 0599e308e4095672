package warc

import (
	"bytes"
	stdgzip "compress/gzip"
	"io"
	"strings"
	"testing"

	kpzstd "github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// zip returns a gzip file with a member for each text.
func zip(texts ...string) []byte {
	var out bytes.Buffer
	for _, text := range texts {
		z := stdgzip.NewWriter(&out)
		_, _ = io.WriteString(z, text) // writing to memory cannot fail
		_ = z.Close()
	}
	return out.Bytes()
}

// readZip returns the members of a web archive in a gzip file.
func readZip(t *testing.T, file []byte) []member {
	t.Helper()
	text, o := open(bytes.NewReader(file))
	members, err := all(text, o)
	require.NoError(t, err)
	return members
}

var good = response("http://good/", "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n"+page)

// zstandard is zip for a Zstandard file with a frame for each text.
func zstandard(texts ...string) (out []byte) {
	w, _ := kpzstd.NewWriter(nil) // there are no options that can be wrong
	for _, text := range texts {
		out = w.EncodeAll([]byte(text), out)
	}
	return out
}

// TestUnits checks that records in gzip members and Zstandard frames have the offsets and
// lengths of these.
func TestUnits(t *testing.T) {
	t.Run("gzip", func(t *testing.T) { testUnits(t, zip) })
	t.Run("zstd", func(t *testing.T) { testUnits(t, zstandard) })
}

func testUnits(t *testing.T, zip func(texts ...string) []byte) {
	file := zip(good, "", good, good+good, good)
	sizes := []int{len(zip(good)), len(zip("")), len(zip(good)), len(zip(good + good)), len(zip(good))}
	members := readZip(t, file)
	require.Len(t, members, 5)
	offsets, lengths := []int{0, sizes[0] + sizes[1], -1, -1, len(file) - sizes[4]}, []int{sizes[0] + sizes[1], sizes[2], 0, 0, sizes[4]}
	for i, m := range members {
		require.Equal(t, page, m.document())
		require.Empty(t, m.Faults)
		require.Equal(t, i*len(good), int(m.Record.At))
		require.Equal(t, offsets[i], int(m.Record.Offset), i)
		require.Equal(t, lengths[i], int(m.Record.Length), i)
	}
}

// TestBrokenUnits checks that a broken record ends before a gzip member that begins with a
// record.
func TestBrokenUnits(t *testing.T) {
	http := "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n"
	with := func(length, body string) string {
		return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\n" + length + "\r\n" + http + body
	}
	for _, c := range []struct{ broken, document, fault string }{
		{with("Content-Length: 99\r\n", "<b>"), "<b>", "the record is cut: its block has 44 bytes of 99"},
		{with("Content-Length: 999999999\r\n", "<b>\r\n\r\n"), "<b>\r\n\r\n", "the record is cut: its block has 48 bytes of 999999999"},
		{with("", "<b>"), "<b>", "the record has no Content-Length: it is read up to the next one"},
		{with("Content-Length: 41\r\n", "<b>garbage"), "", "skipped: 10 bytes after the record that belong to no record"},
		{"WARC/1.0\r\nWARC-Type: response\r\nX: y", "", "the record is cut within its header"},
		{with("Content-Length: 41\r\n", "")[:100], "", "the record is cut: its block has 19 bytes of 41"},
	} {
		members := readZip(t, zip(good, c.broken, good, good))
		require.Len(t, members, 4, c.broken)
		for i, m := range members {
			if i != 1 {
				require.Equal(t, page, m.document())
				require.Empty(t, m.Faults)
			}
		}
		m := members[1]
		require.Equal(t, c.document, m.document(), c.broken)
		require.NotEmpty(t, m.Faults)
		require.Equal(t, c.fault, m.Faults[len(m.Faults)-1])
		require.Equal(t, len(zip(good)), int(m.Record.Offset))
		require.Equal(t, len(zip(c.broken)), int(m.Record.Length))
	}

	// A record in several members is whole.
	long := response("http://a/", http+strings.Repeat("<p>", 100_000))
	members := readZip(t, zip(good, long[:100], long[100:150_000], long[150_000:], good))
	require.Len(t, members, 3)
	require.Len(t, members[1].document(), 300_000)
	require.Empty(t, members[1].Faults)
	require.Equal(t, len(zip(good)), int(members[1].Record.Offset))
	require.Equal(t, len(zip(long[:100], long[100:150_000], long[150_000:])), int(members[1].Record.Length))

	// So it is in an ARC file.
	arc := "http://a.example/ 1.2.3.4 20140216050221 text/html 10\n" + page + "\n"
	cut := strings.Replace(arc, " 10\n", " 100\n", 1)
	members = readZip(t, zip(filedesc, cut, arc))
	require.Len(t, members, 3)
	require.Equal(t, page+"\n", members[1].document())
	require.Equal(t, page, members[2].document())
}

// TestCutFile cuts a gzip file anywhere. The records before the cut are read.
func TestCutFile(t *testing.T) {
	file := zip(good, good, good)
	one := len(zip(good))
	for n := range file {
		text, o := open(bytes.NewReader(file[:n]))
		members, err := all(text, o)
		if n%one > 0 && n > 16 {
			require.Error(t, err, n)
		}
		require.GreaterOrEqual(t, len(members), n/one)
		for i := range n / one {
			require.Equal(t, page, members[i].document())
			require.Equal(t, i*one, int(members[i].Record.Offset))
			if (i+1)*one < n-16 {
				require.Equal(t, one, int(members[i].Record.Length))
			}
		}
	}
}

// TestIdentityOfUnits checks that a compressed file that does not change is copied with its
// compressed bytes, and that a change is an error.
func TestIdentityOfUnits(t *testing.T) {
	file := append(zip(good, "", good+good, "garbage", good), "trailing"...)
	for _, change := range []bool{false, true} {
		text, o := open(bytes.NewReader(file))
		var out bytes.Buffer
		o.Back = text.(format.Decoder).Rewrite(&out)
		r := newReader(text, o)
		w := r.Rewrite(io.Discard)
		var m format.Member
		for r.Next(&m) == nil {
			require.NoError(t, w.Next())
			require.NoError(t, w.Keep(m.Start))
			require.NoError(t, w.Replace(0, nil))
			if change {
				require.Equal(t, format.ErrFixed, w.Replace(1, []byte("x")))
			}
		}
		require.NoError(t, w.Close())
		require.True(t, bytes.Equal(file, out.Bytes()))
	}
}

// TestWriterMisuse checks calls that are not in the order of the text.
func TestWriterMisuse(t *testing.T) {
	r := newReader(strings.NewReader(good), format.Options{})
	w := r.Rewrite(io.Discard)
	require.Error(t, w.Next())
	require.Error(t, w.Keep(1))
	var m format.Member
	require.NoError(t, r.Next(&m))
	require.NoError(t, w.Next())
	require.NoError(t, w.Keep(len(m.Text)))
	require.Error(t, w.Keep(1))
	require.Error(t, w.Next())
}

// TestHeaderOverUnits checks that a record begins wherever a unit begins with a version line, also in a header
// without an end that has other units.
func TestHeaderOverUnits(t *testing.T) {
	for name, head := range map[string][]string{
		"one unit":   {"WARC/1.0\r\nX: y\r\n"},
		"more units": {"WARC/1.0\r\n", "X: y\r\n", "Y: z\r\n"},
		"too large":  {"WARC/1.0\r\nX: ", strings.Repeat("y", 100<<10), strings.Repeat("y", 20<<10)},
	} {
		t.Run(name, func(t *testing.T) {
			file := zip(append(append([]string{good}, head...), good, good)...)
			members := readZip(t, file)
			require.Len(t, members, 4)
			last := len(zip(good))
			require.Equal(t, int64(len(file)-2*last), members[2].Record.Offset)
			require.Empty(t, members[2].Faults)
			require.Equal(t, page, string(members[2].Document()))
		})
	}
}
