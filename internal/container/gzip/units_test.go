package gzip

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInsert checks that text between two members becomes a member, and that the members stay.
func TestInsert(t *testing.T) {
	one, two := plain(t, "one"), compress(t, []byte("\x1f\x8b\x08\x08\x01\x02\x03\x04\x02\x03name\x00"), []byte("two"), 6)
	file := append(bytes.Clone(one), two...)
	for pos, want := range map[int][]string{
		0: {"<new>", "one", "two"},
		1: {"o<new>ne", "two"},
		3: {"one", "<new>", "two"},
		6: {"one", "two", "<new>"},
	} {
		var out bytes.Buffer
		r := NewReader(bytes.NewReader(file), Limits{})
		w := NewWriter(&out, r)
		if pos > 0 {
			_, err := io.ReadFull(r, make([]byte, pos))
			require.NoError(t, err)
			require.NoError(t, w.Keep(pos))
		}
		require.NoError(t, w.Insert([]byte("<new>")))
		require.NoError(t, w.Close())
		require.Equal(t, want, members(t, out.Bytes()))
		require.True(t, bytes.HasSuffix(out.Bytes(), two) || pos == 6)
		require.True(t, bytes.Contains(out.Bytes(), one) || pos == 1)
	}
}

// members returns the text of each member.
func members(t *testing.T, file []byte) (list []string) {
	r := NewReader(bytes.NewReader(file), Limits{})
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	start := int64(0)
	for more := true; more; {
		var next int64
		next, more = r.NextUnit(start)
		if !more {
			next = int64(len(text))
		}
		list = append(list, string(text[start:next]))
		start = next
	}
	return list
}

// TestInsertBGZF checks that a new member in a BGZF file has its size.
func TestInsertBGZF(t *testing.T) {
	file := bgzf(t, bgzfHeader, 18, bytes.Repeat([]byte("text "), 30_000), 6)
	var out bytes.Buffer
	r := NewReader(bytes.NewReader(file), Limits{})
	w := NewWriter(&out, r)
	require.NoError(t, w.Insert([]byte("new")))
	require.NoError(t, w.Close())
	text := requireBGZF(t, out.Bytes(), 18)
	require.Equal(t, "new"+strings.Repeat("text ", 30_000), string(text))
}

// TestLengths checks that the lengths of a WARC record in the extra field stay in a member that
// stays, and are removed from a member that changes, since they would be wrong.
func TestLengths(t *testing.T) {
	raw := []byte("\x1f\x8b\x08\x06\x00\x00\x00\x00\x02\x03\x11\x00ab\x01\x00csl\x08\x00........")
	file := compress(t, raw, []byte("The text."), 6)
	binary.LittleEndian.PutUint32(file[21:], uint32(len(file)))
	binary.LittleEndian.PutUint32(file[25:], 9)
	sum := (&header{raw: file[:len(raw)]}).sum()
	binary.LittleEndian.PutUint16(file[len(raw):], sum)
	file = append(file, file...)

	out, err, closeErr := rewrite(t, file, 9, 3, "Our", Limits{})
	require.NoError(t, err)
	require.NoError(t, closeErr)
	require.True(t, bytes.HasPrefix(out, file[:len(file)/2]))
	require.Equal(t, "\x05\x00ab\x01\x00c", string(out[len(file)/2+10:][:7]))
	require.Equal(t, []string{"The text.", "Our text."}, members(t, out))
}

// TestInsertLevel checks that a new member takes over the level of the one before it, however much was read.
func TestInsertLevel(t *testing.T) {
	var file []byte
	for i, level := range []byte{2, 4, 0} {
		header := bytes.Clone(plainHeader)
		header[levelByte] = level
		file = append(file, compress(t, header, []byte{'a' + byte(i)}, 6)...)
	}
	for pos, want := range map[int]byte{0: 2, 1: 2, 2: 4, 3: 0} {
		var out bytes.Buffer
		r := NewReader(bytes.NewReader(file), Limits{})
		w := NewWriter(&out, r)
		_, err := io.ReadAll(r)
		require.NoError(t, err)
		require.NoError(t, w.Keep(pos))
		require.NoError(t, w.Insert([]byte("<new>")))
		require.NoError(t, w.Insert([]byte("<new>")))
		require.NoError(t, w.Close())
		var levels []byte
		for _, m := range bytes.Split(out.Bytes(), []byte{magic1, magic2, deflated})[1:] {
			levels = append(levels, m[levelByte-3])
		}
		require.Equal(t, append(append([]byte{2, 4, 0}[:pos:pos], want, want), []byte{2, 4, 0}[pos:]...), levels, pos)
	}
}

// TestStopAt checks that a file can end before each of its members, and what is written then.
func TestStopAt(t *testing.T) {
	one, two := plain(t, "one"), plain(t, "two")
	for stop, text := range map[int]string{0: "onetwoone", len(one): "one", len(one) + len(two): "onetwo"} {
		var out bytes.Buffer
		r := NewReader(bytes.NewReader(append(append(bytes.Clone(one), two...), one...)), Limits{})
		var seen []int
		r.StopAt(func(member int64) bool {
			seen = append(seen, int(member))
			return int(member) == stop
		})
		w := NewWriter(&out, r)
		got, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
		require.Equal(t, []int{len(one), len(one) + len(two), 2*len(one) + len(two)}[:len(seen)], seen)
		require.NoError(t, w.Keep(len(text)))
		require.NoError(t, w.Insert([]byte("<new>")))
		require.NoError(t, w.Close())
		require.Equal(t, text+"<new>", string(readAll(t, out.Bytes())))
	}
}

func readAll(t *testing.T, file []byte) []byte {
	text, err := read(t, file, Limits{})
	require.NoError(t, err)
	return text
}
