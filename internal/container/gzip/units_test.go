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
