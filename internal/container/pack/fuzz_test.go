package pack

import (
	"bytes"
	"io"
	"math/rand"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// FuzzGzip checks that any file is copied if its text does not change, and that a changed file has the changed
// text.
func FuzzGzip(f *testing.F) {
	member := compress(f, []byte("\x1f\x8b\x08\x1e\x00\x00\x00\x00\x02\x03\x0a\x00BC\x02\x00\x40\x00\x00\x00\x00\x00name\x00\x00"), []byte("text, text, text"), 9)
	for _, seed := range []string{
		"", "garbage", string(member), string(member) + string(member), string(member) + string(compress(f, plainHeader, nil, 6)) + string(member),
		string(member) + "\x00\x00\x00", string(member) + "\x1f\x8b\x08", string(member[:len(member)-4]),
		string(compress(f, plainHeader, []byte("WARC/1.0\r\n"), 6)) + "bytes" + string(compress(f, plainHeader, []byte("WARC/1.0\r\n"), 6)),
	} {
		f.Add([]byte(seed), int64(1), false)
		f.Add([]byte(seed), int64(2), true)
	}
	f.Fuzz(func(t *testing.T, file []byte, seed int64, byUnit bool) { requireFuzz(t, open, file, seed, byUnit) })
}

// FuzzZstd does the same for Zstandard, and compares the text with what the library decodes.
func FuzzZstd(f *testing.F) {
	f.Add([]byte(zstdFrame("text")), int64(1), false)
	for _, s := range zstdSamples(f) {
		if file := strings.Join(s.frames, ""); len(file) < 5000 {
			f.Add([]byte(file), int64(1), true)
			f.Add([]byte(file), int64(2), false)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte, seed int64, byUnit bool) {
		requireFuzz(t, openZstd, file, seed, byUnit)
		r := openZstd(bytes.NewReader(file), format.Limits{Size: 1 << 20})
		text, err := io.ReadAll(r)
		if at := r.Trailing(); at >= 0 {
			file = file[:at]
		}
		if lib, fault := library(file); fault == nil && len(lib) < 1<<20 {
			require.NoError(t, err)
			require.Equal(t, string(lib), string(text))
		}
	})
}

// requireFuzz reads a file, and makes random changes.
func requireFuzz(t *testing.T, open opener, file []byte, seed int64, byUnit bool) {
	limits := format.Limits{Size: 1 << 20}
	text, readErr := open.read(t, file, limits)
	r := rand.New(rand.NewSource(seed))

	same, _, err := fuzzRewrite(t, open, r, file, byUnit, len(text), false)
	require.NoError(t, err)
	require.Equal(t, string(file), string(same))

	out, want, err := fuzzRewrite(t, open, r, file, byUnit, len(text), true)
	if err != nil {
		require.ErrorAs(t, err, new(format.Broken))
		if check := (format.Coding{Open: func(file io.Reader, o format.Options) format.Decoder { return open(file, o.Limits) }}); byUnit || !isArchive(text) {
			require.Error(t, check.Check(bytes.NewReader(file)))
		}
		return
	}
	got, err := open.read(t, out, format.Limits{Size: 4 << 20})
	if isArchive(text) != isArchive(got) || isArchive(text) && readErr != nil {
		return // a web archive is read on after a bad spot, from where a record begins
	}
	require.True(t, bytes.HasPrefix(got, want))
	if int64(len(text)) < limits.Size {
		require.Equal(t, string(want), string(got))
	}
	if int64(len(text)) < limits.Size {
		require.Equal(t, readErr == nil, err == nil, "%v became %v", readErr, err)
	}
}

// fuzzRewrite makes random changes and returns the file and its text.
func fuzzRewrite(t *testing.T, open opener, r *rand.Rand, file []byte, byUnit bool, size int, change bool) (out, want []byte, err error) {
	var b bytes.Buffer
	z := open(bytes.NewReader(file), format.Limits{Size: 1 << 20})
	z.tape.memory = 1 << r.Intn(18)
	w := z.Rewrite(&b)
	if byUnit {
		w.ByUnit()
	}
	text, _ := io.ReadAll(z)
	require.Len(t, text, size)
	for pos := 0; pos < size; {
		n := 1 + r.Intn(size-pos)
		if change && r.Intn(2) == 0 {
			err = w.Replace(n, []byte("new"))
			want = append(want, "new"...)
		} else {
			err = w.Keep(n)
			want = append(want, text[pos:pos+n]...)
		}
		if err != nil {
			return nil, nil, err
		}
		pos += n
	}
	err = w.Close()
	return b.Bytes(), want, err
}

// library returns what the library decodes.
func library(file []byte) ([]byte, error) {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(2 << 20)}
	u := newZstdForm().decoder(newCursor(&tape{src: bytes.NewReader(file)})).(*unzstder)
	if _, _ = u.start(); u.data != nil {
		options = append(options, zstd.WithDecoderDicts(u.data))
	}
	z, err := zstd.NewReader(nil, options...)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return z.DecodeAll(file, nil)
}
