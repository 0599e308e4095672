package gzip

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/units"
)

const bgzfHeader = "\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x06\x00BC\x02\x00\x00\x00"

// bgzfEnd is the member that ends a file (SAM specification, section 4.1.2).
const bgzfEnd = "\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x06\x00BC\x02\x00\x1b\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// bgzf returns a file of blocks with the given header, whose size field ends at
// the offset sizeEnd.
func bgzf(t *testing.T, header string, sizeEnd int, text []byte, level int) []byte {
	var file []byte
	for len(text) > 0 {
		n := min(len(text), blockText)
		// The header has a checksum, so the size comes first.
		h := []byte(header)
		size := len(compress(t, h, text[:n], level))
		binary.LittleEndian.PutUint16(h[sizeEnd-2:], uint16(size-1))
		file = append(file, compress(t, h, text[:n], level)...)
		text = text[n:]
	}
	return append(file, bgzfEnd...)
}

// requireBGZF checks the sizes of all members and returns the text.
func requireBGZF(t *testing.T, file []byte, sizeEnd int) []byte {
	t.Helper()
	var text []byte
	for rest := file; len(rest) > 0; {
		end := sizeEnd
		if len(rest) == len(bgzfEnd) {
			end = len(bgzfHeader)
		}
		size := int(binary.LittleEndian.Uint16(rest[end-2:])) + 1
		require.LessOrEqual(t, size, len(rest))
		part, err := read(t, rest[:size], Limits{})
		require.NoError(t, err)
		require.LessOrEqual(t, len(part), 1<<16)
		text = append(text, part...)
		rest = rest[size:]
	}
	return text
}

// A BGZF file is one after the change, too, with the same end.
func TestBGZF(t *testing.T) {
	const named = "\x1f\x8b\x08\x1e\x00\x00\x00\x00\x00\xff\x0b\x00X\x00\x01\x00xBC\x02\x00\x00\x00a.mbox\x00of 2004\x00"
	r := rand.New(rand.NewSource(1))
	noise := make([]byte, 140_000)
	r.Read(noise)
	words := bytes.Repeat([]byte("From a@b Thu Jan  1 00:00:00 2004\n"), 4200)
	long := strings.Repeat("http://example.org/", 5000)
	for _, xfl := range []byte{0, 4} {
		for _, text := range [][]byte{noise, words} {
			for header, sizeEnd := range map[string]int{bgzfHeader: 18, named: 23} {
				h := []byte(header)
				h[8] = xfl
				file := bgzf(t, string(h), sizeEnd, text, 6)
				for _, with := range []string{"", "http://a/b/", long, string(noise[:70_000])} {
					for _, at := range []int{0, blockText - 1, blockText} {
						out, err, closeErr := rewrite(t, file, at, 5, with, Limits{})
						require.NoError(t, err)
						require.NoError(t, closeErr)
						require.True(t, bytes.HasSuffix(out, []byte(bgzfEnd)), "the end stays")
						want := string(text[:at]) + with + string(text[at+5:])
						require.True(t, want == string(requireBGZF(t, out, sizeEnd)))
					}
				}
			}
		}
	}
}

// A header that leaves no room for text has no size any more.
func TestBGZFLongHeader(t *testing.T) {
	for _, n := range []int{blockHeader, blockHeader + 1} {
		name := strings.Repeat("n", n-len(bgzfHeader)-len("\x02\x00\x01\x00")-len("BC\x02\x00xx")-len("\x00")-len("crc"[:2])) + "\x00"
		header := "\x1f\x8b\x08\x0e\x00\x00\x00\x00\x00\xff\x10\x00BC\x02\x00\x00\x00\x02\x00\x00\x00BC\x02\x00xx" + name
		require.Equal(t, n, len(header)+2)
		out, _, err := rewrite(t, compress(t, []byte(header), []byte("text"), 6), 0, 1, "T", Limits{})
		require.NoError(t, err)
		z := inflater{cur: units.NewCursor(bytes.NewReader(out))}
		_, err = z.Start()
		require.NoError(t, err, "the checksum of the header is right")
		if n <= blockHeader {
			require.Len(t, z.head.sizes, 2)
			for _, s := range z.head.sizes {
				require.Equal(t, len(out)-1, int(binary.LittleEndian.Uint16(z.head.raw[s.end-2:])))
			}
		} else {
			require.Empty(t, z.head.sizes)
			require.Equal(t, header[:10]+"\x04\x00\x02\x00\x00\x00"+name, string(z.head.raw[:len(z.head.raw)-2]))
		}
		text, err := io.ReadAll(&z)
		require.NoError(t, err)
		require.Equal(t, "Text", string(text))
	}
}

// A broken block stays broken, and the size of it reaches to the fault.
func TestBGZFBroken(t *testing.T) {
	file := []byte(strings.TrimSuffix(string(bgzf(t, bgzfHeader, 18, bytes.Repeat([]byte("text "), 100), 6)), bgzfEnd))
	file[len(file)-5]++
	file = append(file, bgzfEnd...)
	out, err, closeErr := rewrite(t, file, 0, 1, "T", Limits{})
	require.ErrorIs(t, err, ErrChecksum)
	require.NoError(t, closeErr)
	text, err := read(t, out, Limits{})
	require.ErrorIs(t, err, ErrCorrupt)
	require.Equal(t, "T"+strings.Repeat("text ", 100)[1:], string(text))
	size := 1 + int(binary.LittleEndian.Uint16(out[16:]))
	require.Equal(t, bgzfEnd, string(out[size:]))
}
