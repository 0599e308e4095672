package gzip

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/tempdir"
)

var errBoom = errors.New("boom")

// threeMembers returns a file of three members, the offsets of their ends, and
// its text.
func threeMembers(t *testing.T) (file []byte, ends []int, text string) {
	r := strings.NewReplacer("1", "one ", "2", "two ", "3", "three ")
	for _, part := range []string{r.Replace("123321112"), "", r.Replace("333123")} {
		file = append(file, plain(t, part)...)
		ends = append(ends, len(file))
		text += part
	}
	return file, ends, text
}

// requireSameFate changes the text of file at its start and checks that a reader
// gets the changed text, and an error where there was one.
func requireSameFate(t *testing.T, file []byte) {
	t.Helper()
	text, err := read(t, file, Limits{})
	same, _, closeErr := rewrite(t, file, 1, 0, "", Limits{})
	require.NoError(t, closeErr)
	require.Equal(t, string(file), string(same), "nothing changes")

	out, again, closeErr := rewrite(t, file, 0, 1, "<new>", Limits{})
	require.Equal(t, err, again)
	require.NoError(t, closeErr)
	if len(text) == 0 {
		require.Equal(t, string(file), string(out))
		return
	}
	changed, outErr := read(t, out, Limits{})
	require.Equal(t, "<new>"+string(text[1:]), string(changed))
	require.Equal(t, err == nil, outErr == nil, "%v became %v", err, outErr)
}

func TestTruncated(t *testing.T) {
	file, ends, text := threeMembers(t)
	for n := range file {
		got, err := read(t, file[:n], Limits{})
		require.True(t, strings.HasPrefix(text, string(got)))
		if n == 0 || n == ends[0] || n == ends[1] {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			var where *Error
			require.ErrorAs(t, err, &where)
			require.Equal(t, int64(n), where.Offset)
		}
		requireSameFate(t, file[:n])
	}
}

// A text longer than the window comes out up to the fault.
func TestTruncatedLate(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef"), 1<<14)
	file := compress(t, plainHeader, text, 0)
	got, err := read(t, file[:len(file)-100], Limits{})
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Greater(t, len(got), len(text)-100)
	requireSameFate(t, file[:len(file)-100])
}

func TestFlipped(t *testing.T) {
	file, _, _ := threeMembers(t)
	for i := range file {
		for _, bits := range []byte{1 << (i % 8), 1 << ((i + 3) % 8)} {
			broken := bytes.Clone(file)
			broken[i] ^= bits
			requireSameFate(t, broken)
		}
	}
}

// A broken member is followed by all bytes that come after the fault.
func TestFaults(t *testing.T) {
	good, data := plain(t, "good"), plain(t, "text")
	for name, c := range map[string]struct {
		at   int
		want error
	}{
		"data":     {10, ErrCorrupt},
		"checksum": {len(data) - 8, ErrChecksum},
		"length":   {len(data) - 1, ErrLength},
	} {
		broken := bytes.Clone(data)
		broken[c.at] |= 6
		broken[c.at] ^= 8
		file := append(append(bytes.Clone(good), broken...), good...)
		text, err := read(t, file, Limits{})
		require.ErrorIs(t, err, c.want, name)
		require.ErrorContains(t, err, "gzip member at byte 28: ", name)
		require.True(t, strings.HasPrefix("goodtext", string(text)), name)
		requireSameFate(t, file)
		if len(text) > 4 {
			out, _, err := rewrite(t, file, 4, 1, "T", Limits{})
			require.NoError(t, err, name)
			require.True(t, bytes.HasPrefix(out, good), name)
			require.True(t, bytes.HasSuffix(out, good), name)
			changed, err := read(t, out, Limits{})
			require.ErrorIs(t, err, ErrCorrupt, name)
			require.Equal(t, "goodText", string(changed), name)
		}
	}
}

// What follows a fault is never read as data of the new member, even if it
// could be.
func TestFaultStays(t *testing.T) {
	file := plain(t, "text")
	file[len(file)-8]++
	more := compress(t, plainHeader, []byte("Text and more"), 0)[len(plainHeader):]
	more = append([]byte("\x01\x09\x00\xf6\xff and more"), more[len(more)-8:]...)
	out, err, closeErr := rewrite(t, append(file, more...), 0, 1, "T", Limits{})
	require.ErrorIs(t, err, ErrChecksum)
	require.NoError(t, closeErr)
	require.True(t, bytes.HasSuffix(out, more))
	text, err := read(t, out, Limits{})
	require.ErrorIs(t, err, ErrCorrupt)
	require.Equal(t, "Text", string(text))
}

// The file cannot be read: what was read is written, and the error returned.
func TestReaderError(t *testing.T) {
	file, _, text := threeMembers(t)
	for n := range file {
		for _, edited := range []bool{false, true} {
			src := io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(errBoom))
			r := NewReader(iotest.OneByteReader(src), Limits{})
			var out bytes.Buffer
			w := NewWriter(&out, r)
			got, err := io.ReadAll(r)
			require.ErrorIs(t, err, errBoom)
			require.ErrorContains(t, err, "gzip member at byte ")
			require.True(t, strings.HasPrefix(text, string(got)))
			edited = edited && len(got) > 0
			if edited {
				require.NoError(t, w.Replace(1, []byte("O")))
			}
			require.ErrorIs(t, w.Close(), errBoom)
			if !edited {
				require.Equal(t, string(file[:n]), out.String())
				continue
			}
			changed, _ := read(t, out.Bytes(), Limits{})
			require.Equal(t, "O"+string(got[1:]), string(changed))
		}
	}
}

func TestNoProgress(t *testing.T) {
	_, err := io.ReadAll(NewReader(idle{}, Limits{}))
	require.ErrorIs(t, err, io.ErrNoProgress)
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// failing fails after some bytes.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return f.left, errBoom
	}
	f.left -= len(p)
	return len(p), nil
}

// The error of writing comes at last with Close, whichever byte it is.
func TestWriterError(t *testing.T) {
	tempdir.Empty(t)
	small, _, _ := threeMembers(t)
	large, text := noise(t, 100_000)
	for _, c := range []struct {
		file []byte
		step int
	}{{small, 1}, {append(large, large...), 9973}, {bgzf(t, bgzfHeader, 18, text, 6), 9973}} {
		for n := 0; n < len(c.file); n += c.step {
			requireWriterError(t, c.file, n, false)
			requireWriterError(t, c.file, n, true)
		}
	}
}

func requireWriterError(t *testing.T, file []byte, n int, edited bool) {
	t.Helper()
	r := NewReader(bytes.NewReader(file), Limits{})
	r.HoldInMemory(10_000)
	w := NewWriter(&failing{n}, r)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	if edited {
		err = errors.Join(w.Replace(1, []byte("Number o")), w.Keep(len(text)-2), w.Replace(1, []byte("last")))
	}
	err = errors.Join(err, w.Close())
	require.ErrorIs(t, err, errBoom)
	require.ErrorContains(t, err, "gzip: writing, at byte ")
	require.NoError(t, w.Close(), "the error was told")
}

// TestReplaceBroken changes all text of web archives in which a member is cut, so that its data are inflated past
// the start of the next one.
func TestReplaceBroken(t *testing.T) {
	record := func(n int) []byte { return fmt.Appendf(nil, "WARC/1.0\r\nX: %d %x\r\n\r\n", n, n*7919*7919) }
	one, two := compress(t, plainHeader, record(1), 6), compress(t, plainHeader, record(2), 6)
	for cut := range one {
		if cut < len(plainHeader) {
			continue
		}
		file := slices.Concat(two, one[:cut], two, two)
		text, err := read(t, file, Limits{})
		require.Error(t, err)
		for old := 0; old <= len(text); old += 9 {
			_, _, err := rewrite(t, file, len(text)-old, old, "<new>", Limits{})
			require.NoError(t, err)
		}
	}
}
