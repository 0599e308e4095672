package zstd

import (
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/units"
)

// FuzzZstd compares the text with what the library decodes, and checks that nothing changes
// without a change, and that a changed file has the changed text and an error if there was one.
func FuzzZstd(f *testing.F) {
	f.Add([]byte(compress(f, "text")))
	for _, s := range samples(f) {
		if file := strings.Join(s.frames, ""); len(file) < 5000 {
			f.Add([]byte(file))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := string(data)
		limits := format.Limits{Size: 1 << 20}
		r := NewReader(strings.NewReader(file), limits)
		text, err := io.ReadAll(r)
		trailing := r.Trailing()
		require.NoError(t, r.Close())
		if lib, fault := library(data[:at(trailing, len(data))]); fault == nil && len(lib) < 1<<20 {
			require.NoError(t, err)
			require.Equal(t, string(lib), string(text))
		}
		same, _ := rewriteLimited(t, file, nil, limits)
		require.True(t, file == same)
		if len(text) == 0 {
			return
		}
		out, broken := rewriteLimited(t, file, []byte("<new>"), limits)
		changed, outErr := io.ReadAll(NewReader(strings.NewReader(out), format.Limits{Size: 2 << 20}))
		require.True(t, strings.HasPrefix(string(changed), "<new>"+string(text[1:])))
		// The new first byte makes another file of a web archive, which alone must not have other
		// bytes at its end.
		if len(text) < 1<<20 && !units.IsArchive(text) {
			require.Equal(t, err == nil, outErr == nil, "%v became %v", err, outErr)
			require.True(t, err != nil || broken == nil)
		}
	})
}

func at(trailing int64, size int) int {
	if trailing < 0 {
		return size
	}
	return int(trailing)
}

// library returns what the library decodes.
func library(file []byte) ([]byte, error) {
	shared := new(fileOf)
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(2 << 20)}
	if d := shared.dictionaryOf(file); d != nil {
		options = append(options, zstd.WithDecoderDicts(d))
	}
	z, err := zstd.NewReader(nil, options...)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return z.DecodeAll(file, nil)
}

// A fileOf finds the dictionary of a file as the specification for WARC files says.
type fileOf struct{ file }

func (f *fileOf) dictionaryOf(data []byte) []byte {
	var h zstd.Header
	if h.Decode(data) == nil && h.Skippable && h.SkippableID == 0xd && int(h.SkippableSize) <= len(data)-8 {
		f.load(data[8:][:h.SkippableSize])
	}
	return f.dictionary
}

// rewriteLimited replaces the first byte of the text, unless with is nil.
func rewriteLimited(t *testing.T, file string, with []byte, limits format.Limits) (out string, broken error) {
	var b strings.Builder
	r := NewReader(strings.NewReader(file), limits)
	w := units.NewWriter(&b, r)
	_, _ = io.Copy(io.Discard, r)
	if with != nil {
		require.NoError(t, w.Replace(1, with))
	}
	require.NoError(t, w.Close())
	return b.String(), w.Broken()
}
