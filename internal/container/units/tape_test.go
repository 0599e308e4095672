package units

import (
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/tempdir"
)

// What does not fit in memory goes to a temporary file, and memory takes over
// again when little is left.
func TestSpill(t *testing.T) {
	tempdir.Empty(t)
	file, text := noise(1 << 20)
	var out bytes.Buffer
	r := open(file)
	r.tape.memory = 200_000
	w := NewWriter(&out, r)
	buf := make([]byte, 10_000)
	told := 0
	tell := func(tell func(n int) error) (spilled bool) {
		_, err := io.ReadFull(r, buf)
		require.NoError(t, err)
		require.NoError(t, tell(len(buf)))
		told += len(buf)
		return r.tape.spill != nil
	}
	require.False(t, tell(w.Keep))
	for told < 500_000 {
		tell(w.Keep)
	}
	require.True(t, tell(w.Keep))
	require.Empty(t, r.tape.mem)
	require.False(t, tell(func(n int) error { return w.Replace(n, []byte("new")) }), "the new member is not begun")
	for told+len(buf) <= len(text) {
		require.False(t, tell(w.Keep))
		require.Less(t, len(r.tape.mem), 100_000, "it goes on in step")
	}
	require.NoError(t, w.Close())
	got, err := read(t, out.Bytes())
	require.NoError(t, err)
	require.Equal(t, len(text)-len(buf)+len("new"), len(got))
	require.True(t, bytes.Contains(got, []byte("new")))
	require.True(t, bytes.HasSuffix(got, text[len(text)-500_000:]))
}

// The file is gone from its folder as soon as it is there, on systems that can
// do so, and from the disk when either end is closed.
func TestSpillRemoved(t *testing.T) {
	tempdir.Empty(t)
	file, _ := noise(1 << 20)
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
		r := open(file)
		r.tape.memory = 1000
		w := NewWriter(io.Discard, r)
		_, err := io.ReadFull(r, make([]byte, 1000))
		require.NoError(t, err)
		f := r.tape.spill.file
		require.NoError(t, end(r, w), name)
		require.Nil(t, r.tape.spill, name)
		_, err = f.Read(make([]byte, 1)) // Stat reports another error on Windows
		require.ErrorIs(t, err, fs.ErrClosed, name)
	}
}

// No temporary file can be made: the error is returned, after the text that was read
// out nevertheless.
func TestSpillCreateError(t *testing.T) {
	tempdir.Set(t, filepath.Join(t.TempDir(), "missing"))
	file, _ := noise(1 << 18)
	var out bytes.Buffer
	r := open(file)
	r.tape.memory = 100_000
	w := NewWriter(&out, r)
	_, err := io.ReadAll(r)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "holding compressed data")
	require.ErrorIs(t, w.Close(), fs.ErrNotExist)
	require.NotEmpty(t, out.Bytes())
	require.True(t, bytes.HasPrefix(file, out.Bytes()))
}

// A temporary file that cannot be read or written any more is an error of both
// ends, for good.
func TestSpillError(t *testing.T) {
	tempdir.Empty(t)
	file, _ := noise(1 << 20)
	for name, edit := range map[string]bool{"kept": false, "edited": true} {
		var out bytes.Buffer
		r := open(file)
		r.tape.memory = 1000
		w := NewWriter(&out, r)
		_, err := io.ReadFull(r, make([]byte, 1000))
		require.NoError(t, err)
		require.NoError(t, r.tape.spill.file.Close())
		_, err = io.ReadAll(r)
		require.ErrorIs(t, err, fs.ErrClosed, name)
		if edit {
			require.ErrorIs(t, w.Replace(1, nil), fs.ErrClosed, name)
			require.ErrorIs(t, w.Keep(1), fs.ErrClosed, name)
		}
		require.ErrorIs(t, w.Close(), fs.ErrClosed, name)
	}
}

// A temporary file that loses bytes while a member is written: the member
// is not reported as a broken one.
func TestSpillLost(t *testing.T) {
	tempdir.Empty(t)
	file, _ := noise(1 << 20)
	r := open(file)
	r.tape.memory = 1000
	w := NewWriter(io.Discard, r)
	_, err := io.ReadFull(r, make([]byte, 1<<19))
	require.NoError(t, err)
	require.NoError(t, w.Replace(1, nil))
	require.NoError(t, r.tape.spill.file.Truncate(100_000))
	require.ErrorContains(t, w.Close(), "compressed data that was held: unexpected EOF")
}

// Bytes that could not be read once are not read later: what was made of the
// error would be wrong.
func TestSpillDead(t *testing.T) {
	tempdir.Empty(t)
	z := &tape{src: bytes.NewReader(make([]byte, 100)), hold: true}
	p := make([]byte, 100)
	_, err := z.read(p, 0)
	require.NoError(t, err)
	require.NoError(t, z.spill.file.Truncate(0))
	_, err = z.read(p, 50)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.NoError(t, z.spill.write(p, 0))
	_, again := z.read(p, 50)
	require.Equal(t, err, again)
	require.NoError(t, z.close())
}

// What nobody goes through twice needs no temporary file.
func TestNoSpill(t *testing.T) {
	tempdir.Set(t, filepath.Join(t.TempDir(), "missing"))
	file, _ := noise(1 << 18)
	var out bytes.Buffer
	r := open(file)
	w := NewWriter(&out, r)
	_, err := io.ReadFull(r, make([]byte, 1000))
	require.NoError(t, err)
	r.tape.memory = 10
	require.NoError(t, w.Close())
	require.True(t, bytes.Equal(file, out.Bytes()))
}

// A Reader without a Writer holds nothing.
func TestNothingHeld(t *testing.T) {
	file, _ := noise(1 << 18)
	r := open(append(file, file...))
	r.tape.memory = 0
	_, err := io.Copy(io.Discard, r)
	require.NoError(t, err)
	require.Empty(t, r.tape.mem)
	require.Nil(t, r.tape.spill)
	require.Empty(t, r.units)
}

// Members without text cost nothing.
func TestManyEmptyMembers(t *testing.T) {
	file := append([]byte(box("a")), bytes.Repeat([]byte(box("")), 20_000)...)
	file = append(file, []byte(box("b"))...)
	var out bytes.Buffer
	r := open(file)
	w := NewWriter(&out, r)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "ab", string(text))
	require.Len(t, r.units, 2)
	require.NoError(t, w.Keep(1))
	require.NoError(t, w.Replace(1, []byte("B")))
	require.NoError(t, w.Close())
	stays := len(file) - len([]byte(box("b")))
	require.Equal(t, file[:stays], out.Bytes()[:stays])
}
