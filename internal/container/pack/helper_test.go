package pack

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

var errBoom = errors.New("boom")

const flagCRC, flagExtra, flagName, flagComment = 1 << 1, 1 << 2, 1 << 3, 1 << 4

// compress returns a gzip member with the given header, and adds the checksum of the
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

var plainHeader = []byte(gzipMagic + "\x00\x00\x00\x00\x00\x00\x03")

// plain returns a gzip member without anything special.
func plain(t testing.TB, text string) []byte {
	t.Helper()
	return compress(t, plainHeader, []byte(text), 6)
}

// randomHeader returns the header of a gzip member without its checksum.
func randomHeader(r *rand.Rand) []byte {
	flags := byte(r.Intn(32))
	h := append([]byte(gzipMagic), flags)
	for range 4 {
		h = append(h, byte(r.Intn(256)))
	}
	h = append(h, []byte{0, 0, 2, 4, 77}[r.Intn(5)], byte(r.Intn(256)))
	if flags&flagExtra != 0 {
		extra := [][]byte{nil, {1}, []byte("XY\x03\x00abc"), []byte("XY\xff\xffa"), []byte("BC\x02\x00ab"), []byte("BC\x01\x00a")}[r.Intn(6)]
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

// A randomReader reads pieces of random length, and returns the end sometimes with
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

// open returns a Reader of a gzip file, or of a Zstandard file.
func open(file io.Reader, limits format.Limits) *Reader { return newReader(file, limits, &gzipForm) }

func openZstd(file io.Reader, limits format.Limits) *Reader {
	return newReader(file, limits, newZstdForm())
}

// An opener is one of these.
type opener func(io.Reader, format.Limits) *Reader

// read returns the text of a file and the error after it, if any.
func (open opener) read(t testing.TB, file []byte, limits format.Limits) ([]byte, error) {
	t.Helper()
	r := open(bytes.NewReader(file), limits)
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

// read reads a gzip file.
func read(t testing.TB, file []byte) ([]byte, error) {
	t.Helper()
	return opener(open).read(t, file, format.Limits{})
}

// rewrite reads all of a file that can be read, replaces old bytes of its text at off, if there are so
// many, and returns the new file with the errors of Read and of Close.
func (open opener) rewrite(t testing.TB, file []byte, limits format.Limits, byUnit bool, off, old int, with string) (out []byte, readErr, closeErr error) {
	t.Helper()
	var b bytes.Buffer
	r := open(bytes.NewReader(file), limits)
	w := r.Rewrite(&b)
	if byUnit {
		w.ByUnit()
	}
	text, readErr := io.ReadAll(r)
	if off+old <= len(text) && len(text) > 0 {
		_ = w.Keep(off)
		_ = w.Replace(old, []byte(with)) // Close returns the errors
	}
	closeErr = w.Close()
	return b.Bytes(), readErr, closeErr
}

// rewrite rewrites a gzip file.
func rewrite(t testing.TB, file []byte, byUnit bool, off, old int, with string) (out []byte, readErr, closeErr error) {
	t.Helper()
	return opener(open).rewrite(t, file, format.Limits{}, byUnit, off, old, with)
}

// noise returns a gzip member that holds more than a few buffers of bytes.
func noise(t testing.TB, n int) (file, text []byte) {
	text = make([]byte, n)
	rand.New(rand.NewSource(1)).Read(text)
	return compress(t, plainHeader, text, 6), text
}

// units returns the text of each unit.
func (open opener) units(t testing.TB, file []byte) (list []string) {
	r := open(bytes.NewReader(file), format.Limits{})
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	start := int64(0)
	for more := len(text) > 0; more; {
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
