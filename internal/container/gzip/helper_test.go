package gzip

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// compress returns a member with the given header, and adds the checksum of the
// header if the flags have it.
func compress(t testing.TB, header, text []byte, level int) []byte {
	t.Helper()
	b := bytes.NewBuffer(slices.Clone(header))
	if header[3]&flagCRC != 0 {
		sum := crc32.ChecksumIEEE(header)
		b.Write([]byte{byte(sum), byte(sum >> 8)})
	}
	w, err := flate.NewWriter(b, level)
	require.NoError(t, err)
	_, err = w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	out := binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(text))
	return binary.LittleEndian.AppendUint32(out, uint32(len(text)))
}

var plainHeader = []byte{magic1, magic2, deflated, 0, 0, 0, 0, 0, 0, 3}

// plain returns a member without anything special.
func plain(t testing.TB, text string) []byte {
	t.Helper()
	return compress(t, plainHeader, []byte(text), 6)
}

// randomHeader returns a header without its checksum.
func randomHeader(r *rand.Rand) []byte {
	flags := byte(r.Intn(32))
	h := []byte{magic1, magic2, deflated, flags}
	for range 4 {
		h = append(h, byte(r.Intn(256)))
	}
	h = append(h, []byte{0, 0, 2, 4, 77}[r.Intn(5)], byte(r.Intn(256)))
	if flags&flagExtra != 0 {
		extra := [][]byte{nil, {1}, []byte("XY\x03\x00abc"), []byte("XY\xff\xffa"), []byte("BC\x01\x00a")}[r.Intn(5)]
		h = binary.LittleEndian.AppendUint16(h, uint16(len(extra)))
		h = append(h, extra...)
	}
	for _, flag := range []byte{flagName, flagComment} {
		if flags&flag != 0 {
			h = append(append(h, []string{"", "a.mbox", "\xe4\xf6.html", "\x82\xa0 \n"}[r.Intn(4)]...), 0)
		}
	}
	return h
}

// randomText returns text that is more or less compressible.
func randomText(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	letters := 1 + r.Intn(256)
	for i := range b {
		b[i] = byte(r.Intn(letters))
	}
	return b
}

// randomReader reads pieces of random length, and returns the end sometimes with
// the last and sometimes after it.
type randomReader struct {
	r    *rand.Rand
	data []byte
	max  int
}

func (z *randomReader) Read(p []byte) (int, error) {
	n := copy(p, z.data[:min(len(z.data), z.r.Intn(z.max+1))])
	z.data = z.data[n:]
	if len(z.data) == 0 && (n == 0 || z.r.Intn(2) == 0) {
		return n, io.EOF
	}
	return n, nil
}

// read returns the text of a file and the error after it, if any.
func read(t testing.TB, file []byte, limits Limits) ([]byte, error) {
	t.Helper()
	r := NewReader(bytes.NewReader(file), limits)
	text, err := io.ReadAll(r)
	n, again := r.Read(make([]byte, 1))
	require.Zero(t, n, "an error is for good")
	if err == nil {
		require.Equal(t, io.EOF, again)
	} else {
		require.Equal(t, err, again)
	}
	require.NoError(t, r.Close())
	return text, err
}

// rewrite reads all of a file that can be read, replaces old bytes of its text
// at off, if there are so many, and returns the new file with the errors of
// Read and of Close.
func rewrite(t testing.TB, file []byte, off, old int, with string, limits Limits) (out []byte, readErr, closeErr error) {
	t.Helper()
	var b bytes.Buffer
	r := NewReader(bytes.NewReader(file), limits)
	w := NewWriter(&b, r)
	text, readErr := io.ReadAll(r)
	if off+old <= len(text) && len(text) > 0 {
		require.NoError(t, w.Keep(off))
		require.NoError(t, w.Replace(old, []byte(with)))
	}
	closeErr = w.Close()
	return b.Bytes(), readErr, closeErr
}

// noise returns a member that holds more than a few buffers of bytes.
func noise(t *testing.T, n int) (file, text []byte) {
	text = make([]byte, n)
	rand.New(rand.NewSource(1)).Read(text)
	return compress(t, plainHeader, text, 6), text
}
