package gzip

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNoMembers(t *testing.T) {
	text, err := read(t, nil, Limits{})
	require.NoError(t, err)
	require.Empty(t, text)
	var out bytes.Buffer
	require.NoError(t, NewWriter(&out, NewReader(bytes.NewReader(nil), Limits{})).Close())
	require.Empty(t, out.Bytes())
}

// Close alone passes everything through.
func TestCloseAlone(t *testing.T) {
	for _, file := range [][]byte{plain(t, "text"), []byte("no gzip"), plain(t, "cut")[:15]} {
		var out bytes.Buffer
		require.NoError(t, NewWriter(&out, NewReader(bytes.NewReader(file), Limits{})).Close())
		require.Equal(t, file, out.Bytes())
	}
}

// Text that was read and neither kept nor replaced is in a new member, too, and
// so does what was not even read.
func TestCloseEarly(t *testing.T) {
	file := append(plain(t, "one two three"), plain(t, " four")...)
	for n := 1; n <= 13; n++ {
		var out bytes.Buffer
		r := NewReader(bytes.NewReader(file), Limits{})
		w := NewWriter(&out, r)
		_, err := io.ReadFull(r, make([]byte, n))
		require.NoError(t, err)
		require.NoError(t, w.Replace(1, []byte("O")))
		require.NoError(t, w.Close())
		got, err := read(t, out.Bytes(), Limits{})
		require.NoError(t, err)
		require.Equal(t, "One two three four", string(got))
		require.True(t, bytes.HasSuffix(out.Bytes(), plain(t, " four")))
	}
}

// The only member without text can get some.
func TestInsertIntoEmpty(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		file := bytes.Repeat(plain(t, ""), n)
		var out bytes.Buffer
		r := NewReader(bytes.NewReader(file), Limits{})
		w := NewWriter(&out, r)
		_, err := io.ReadAll(r)
		require.NoError(t, err)
		require.NoError(t, w.Replace(0, []byte("text")))
		require.NoError(t, w.Close())
		require.True(t, bytes.HasSuffix(out.Bytes(), file[:(n-1)*len(file)/n]))
		got, err := read(t, out.Bytes(), Limits{})
		require.NoError(t, err)
		require.Equal(t, "text", string(got))
	}
}

func TestWrongUsage(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(r *Reader, w *Writer) error
		says string
	}{
		"more kept than read": {func(r *Reader, w *Writer) error { return w.Keep(3) }, "3 bytes of text to keep or replace at 0, but only 2 were read"},
		"more replaced":       {func(r *Reader, w *Writer) error { return errors.Join(w.Keep(1), w.Replace(2, nil)) }, "2 bytes of text to keep or replace at 1, but only 1 were read"},
		"negative":            {func(r *Reader, w *Writer) error { return w.Keep(-1) }, "-1 bytes of text to keep or replace"},
		"second Writer":       {func(r *Reader, w *Writer) error { return NewWriter(io.Discard, r).Keep(0) }, "a Reader that was used already"},
		"Reader closed":       {func(r *Reader, w *Writer) error { return errors.Join(r.Close(), w.Keep(1)) }, "the Reader is closed"},
		"closed":              {func(r *Reader, w *Writer) error { return errors.Join(w.Close(), w.Keep(1)) }, fs.ErrClosed.Error()},
		"read when closed": {func(r *Reader, w *Writer) error {
			require.NoError(t, w.Close())
			_, err := r.Read(make([]byte, 1))
			return err
		}, fs.ErrClosed.Error()},
	} {
		r := NewReader(bytes.NewReader(plain(t, "text")), Limits{})
		w := NewWriter(io.Discard, r)
		n, err := r.Read(make([]byte, 2))
		require.Equal(t, 2, n)
		require.NoError(t, err)
		require.ErrorContains(t, c.do(r, w), c.says, name)
		require.NoError(t, r.Close())
		require.NoError(t, r.Close(), "again")
	}

	r := NewReader(bytes.NewReader(plain(t, "text")), Limits{})
	_, err := r.Read(make([]byte, 1))
	require.NoError(t, err)
	w := NewWriter(io.Discard, r)
	require.ErrorContains(t, w.Close(), "used already")
	n, err := r.Read(nil)
	require.Zero(t, n)
	require.NoError(t, err)
}
