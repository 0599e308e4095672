package zip

import (
	stdzip "archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// FuzzZip reads and rewrites any file. Nothing fails; a file is copied if nothing changes; a
// changed file has the same entries in the same order, with the new texts, and changing it again
// changes nothing. If archive/zip reads the file, it reads the new one as well.
func FuzzZip(f *testing.F) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		f.Add(randomArchive(rnd).build())
	}
	f.Add(overlapping(3, true))
	f.Add(overlapping(3, false))
	f.Add((&archive{files: []fileSpec{page("a.html")}, sign: "x", comment: endMagic + strings.Repeat("\x00", 30)}).build())
	f.Fuzz(checkFile)
}

// checkFile checks what must hold for any file.
func checkFile(t *testing.T, file []byte) {
	same, before := rewrite(t, file, none)
	require.True(t, bytes.Equal(file, same))
	out, _ := rewrite(t, file, upper)
	if bytes.Equal(file, out) {
		return
	}
	again, after := rewrite(t, out, upper)
	require.True(t, bytes.Equal(out, again))
	require.Equal(t, len(before), len(after))
	for i := range after {
		require.Equal(t, before[i].Name, after[i].Name)
		require.Equal(t, before[i].Defect, after[i].Defect)
		require.Empty(t, after[i].ReadOnly)
		require.Equal(t, strings.ToUpper(string(before[i].Text)), strings.ToUpper(string(after[i].Text)))
		if after[i].Defect == "" {
			require.Equal(t, strings.ToUpper(string(before[i].Text)), string(after[i].Text))
		}
	}
	require.Equal(t, contents(file), contents(out))
}

// TestMutated checks random archives in which some bytes were changed, removed or copied.
func TestMutated(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		file := randomArchive(rnd).build()
		for range rnd.IntN(4) {
			i := rnd.IntN(len(file) - 10)
			if rnd.IntN(2) == 0 {
				i = max(0, len(file)-20-rnd.IntN(300))
			}
			switch rnd.IntN(4) {
			case 0:
				file[i] ^= 1 << rnd.IntN(8)
			case 1:
				file[i] = []byte{0, 1, 0xff, 'P'}[rnd.IntN(4)]
			case 2:
				file = slices.Delete(file, i, i+rnd.IntN(10))
			case 3:
				from := rnd.IntN(len(file))
				file = slices.Insert(file, i, bytes.Clone(file[from:min(len(file), from+rnd.IntN(100))])...)
			}
		}
		checkFile(t, file)
	}
}

// contents returns the names, contents and attributes in a zip file that archive/zip reads without an error.
// The contents of pages are in upper case.
func contents(file []byte) (all []any) {
	z, err := stdzip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil && !errors.Is(err, stdzip.ErrInsecurePath) {
		return nil
	}
	for _, f := range z.File {
		text := "not read"
		if r, err := f.Open(); err == nil {
			if b, err := io.ReadAll(io.LimitReader(r, 1<<20)); err == nil {
				text = string(b)
			}
		}
		if strings.HasSuffix(f.Name, ".html") {
			text = strings.ToUpper(text)
		}
		extra, _ := withoutZip64(f.Extra)
		all = append(all, f.Name, text, f.Comment, f.CreatorVersion, f.ReaderVersion, f.ModifiedTime, f.ModifiedDate, f.ExternalAttrs, string(extra))
	}
	return all
}

// TestContext checks that the error of reading a file is that of Next and of Close.
func TestContext(t *testing.T) {
	r := newReader(errorReader{context.Canceled}, format.Options{})
	w := r.Rewrite(io.Discard)
	var m format.Member
	require.ErrorIs(t, r.Next(&m), context.Canceled)
	require.ErrorIs(t, r.Next(&m), context.Canceled)
	require.ErrorIs(t, w.Close(), context.Canceled)
	_, err := list(errorReader{context.Canceled}, format.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

type errorReader struct{ error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.error }
