package pack

import (
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/test/tempdir"
)

// held returns a Reader and a Writer that hold up to memory bytes of a file in memory.
func held(file []byte, to io.Writer, memory int) (*Reader, *Writer) {
	r := open(bytes.NewReader(file), format.Limits{})
	r.tape.memory = memory
	return r, r.Rewrite(to).(*Writer)
}

// TestSpill checks that what does not fit in memory goes to a temporary file, and that memory takes over
// again when little is left.
func TestSpill(t *testing.T) {
	tempdir.Empty(t)
	file, text := noise(t, 1<<20)
	var out bytes.Buffer
	r, w := held(file, &out, 200_000)
	buf := make([]byte, 10_000)
	done := 0
	step := func(do func(n int) error) (spilled bool) {
		_, err := io.ReadFull(r, buf)
		require.NoError(t, err)
		require.NoError(t, do(len(buf)))
		done += len(buf)
		return r.tape.spill != nil
	}
	require.False(t, step(w.Keep))
	for done < 500_000 {
		step(w.Keep)
	}
	require.True(t, step(w.Keep))
	require.Empty(t, r.tape.mem)
	require.False(t, step(func(n int) error { return w.Replace(n, []byte("new")) }), "the new member is begun")
	for done+len(buf) <= len(text) {
		require.False(t, step(w.Keep))
		require.Less(t, cap(r.tape.mem), 400_000, "it goes on in step")
	}
	require.NoError(t, w.Close())
	got, err := read(t, out.Bytes())
	require.NoError(t, err)
	require.Equal(t, len(text)-len(buf)+len("new"), len(got))
	require.True(t, bytes.Contains(got, []byte("new")))
	require.True(t, bytes.HasSuffix(got, text[len(text)-500_000:]))
}

// TestSpillRemoved checks that the temporary file is closed when either end is closed.
func TestSpillRemoved(t *testing.T) {
	tempdir.Empty(t)
	file, _ := noise(t, 1<<20)
	for name, end := range map[string]func(r *Reader, w *Writer) error{
		"Reader": func(r *Reader, w *Writer) error { return r.Close() },
		"Writer": func(r *Reader, w *Writer) error { return w.Close() },
		"both": func(r *Reader, w *Writer) error {
			require.NoError(t, r.Close())
			require.Error(t, w.Close())
			return nil
		},
		"wrong usage": func(r *Reader, w *Writer) error {
			require.Error(t, w.Keep(-1))
			require.Error(t, w.Close())
			return nil
		},
	} {
		r, w := held(file, io.Discard, 1000)
		_, err := io.ReadFull(r, make([]byte, 1000))
		require.NoError(t, err)
		f := r.tape.spill
		require.NoError(t, end(r, w), name)
		require.Nil(t, r.tape.spill, name)
		_, err = f.Read(make([]byte, 1)) // Stat reports another error on Windows
		require.ErrorIs(t, err, fs.ErrClosed, name)
	}
}

// TestSpillFails checks that a temporary file that cannot be made, or cannot be read or written any more, is an
// error of both ends, for good.
func TestSpillFails(t *testing.T) {
	file, _ := noise(t, 1<<20)
	tempdir.Set(t, filepath.Join(t.TempDir(), "missing"))
	r, w := held(file, io.Discard, 100_000)
	_, err := io.ReadAll(r)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "holding compressed data")
	require.ErrorIs(t, w.Close(), fs.ErrNotExist)

	tempdir.Empty(t)
	for name, edit := range map[string]bool{"kept": false, "edited": true} {
		r, w := held(file, io.Discard, 1000)
		_, err := io.ReadFull(r, make([]byte, 1000))
		require.NoError(t, err)
		require.NoError(t, r.tape.spill.File.Close())
		_, err = io.ReadAll(r)
		require.ErrorIs(t, err, fs.ErrClosed, name)
		if edit {
			require.ErrorIs(t, w.Replace(1, nil), fs.ErrClosed, name)
			require.ErrorIs(t, w.Keep(1), fs.ErrClosed, name)
		}
		require.ErrorIs(t, w.Close(), fs.ErrClosed, name)
	}

	// A file that loses bytes is not reported as a member that is cut.
	r, w = held(file, io.Discard, 1000)
	_, err = io.ReadFull(r, make([]byte, 1<<19))
	require.NoError(t, err)
	require.NoError(t, w.Replace(1, nil))
	require.NoError(t, r.tape.spill.Truncate(100_000))
	err = w.Close()
	require.ErrorContains(t, err, "compressed data that was held: unexpected EOF")
}

// TestSpillDead checks that bytes that could not be read once are not read later: what was made of the
// error would be wrong.
func TestSpillDead(t *testing.T) {
	tempdir.Empty(t)
	z := &tape{src: bytes.NewReader(make([]byte, 100)), hold: true}
	p := make([]byte, 100)
	_, err := z.read(p, 0)
	require.NoError(t, err)
	require.NoError(t, z.spill.Truncate(0))
	_, err = z.read(p, 50)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	_, err = z.spill.WriteAt(p, 0)
	require.NoError(t, err)
	_, again := z.read(p, 50)
	require.ErrorIs(t, again, io.ErrUnexpectedEOF)
	require.NoError(t, z.close())
}

// TestNoSpill checks that what is not read twice needs no temporary file, and that a Reader without a Writer
// holds only the latest bytes.
func TestNoSpill(t *testing.T) {
	tempdir.Set(t, filepath.Join(t.TempDir(), "missing"))
	file, _ := noise(t, 1<<18)
	var out bytes.Buffer
	r, w := held(file, &out, heldInMemory)
	_, err := io.ReadFull(r, make([]byte, 1000))
	require.NoError(t, err)
	r.tape.memory = 10
	require.NoError(t, w.Close())
	require.True(t, bytes.Equal(file, out.Bytes()))

	r = open(bytes.NewReader(bytes.Repeat(file, 4)), format.Limits{})
	r.tape.memory = 0
	_, err = io.Copy(io.Discard, r)
	require.NoError(t, err)
	require.LessOrEqual(t, cap(r.tape.mem), 4*recentSize)
	require.Nil(t, r.tape.spill)
}

// TestHold checks that what was held can be read again, from memory or a temporary file, up to the
// error of the file.
func TestHold(t *testing.T) {
	tempdir.Empty(t)
	large := bytes.Repeat([]byte("0123456789abcdef"), (heldInMemory+100_000)/16)
	for _, file := range [][]byte{nil, []byte("some"), large} {
		for _, fault := range []error{nil, errBoom} {
			src := io.Reader(bytes.NewReader(file))
			if fault != nil {
				src = io.MultiReader(src, iotest.ErrReader(fault))
			}
			h, err := Hold(src)
			require.NoError(t, err)
			for range 2 {
				got, err := io.ReadAll(h.Reader())
				require.Equal(t, fault, err)
				require.True(t, bytes.Equal(file, got))
			}
			require.NoError(t, h.Close())
		}
	}
	stuck, err := Hold(idle{})
	require.NoError(t, err)
	_, err = io.ReadAll(stuck.Reader())
	require.Equal(t, io.ErrNoProgress, err)
	require.NoError(t, stuck.Close())
	tempdir.Set(t, "/nowhere")
	h, err := Hold(bytes.NewReader(large))
	require.ErrorContains(t, err, "holding compressed data")
	_, again := io.ReadAll(h.Reader())
	require.Equal(t, err, again)
	require.NoError(t, h.Close())
}

// An idle returns neither data nor an error.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }
