package units

import (
	"bytes"
	"io"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

var (
	_ format.Units      = (*Reader)(nil)
	_ format.UnitWriter = (*Writer)(nil)
)

const skipped = "S\x03abc" // a unit that can never have text

// A sample is a file, with the offsets at which its units begin, in the text and in the file. A
// unit without text belongs to the one before it.
type sample struct {
	file, text string
	begin      []mark // the last one is the end
}

func makeSample(pieces ...string) (s sample) {
	for _, piece := range pieces {
		at := mark{int64(len(s.text)), int64(len(s.file))}
		if last := len(s.begin) - 1; last >= 0 && s.begin[last].text == at.text {
			s.begin = s.begin[:last]
		}
		s.begin = append(s.begin, at)
		if piece == skipped {
			s.file += piece
			continue
		}
		s.file += box(piece)
		s.text += piece
	}
	end := mark{int64(len(s.text)), int64(len(s.file))}
	if last := len(s.begin) - 1; last >= 0 && s.begin[last].text == end.text {
		s.begin = s.begin[:last]
	}
	s.begin = append(s.begin, end)
	return s
}

func randomSample(r *rand.Rand) sample {
	var pieces []string
	for range r.Intn(12) {
		switch n := r.Intn(6); n {
		case 0:
			pieces = append(pieces, "")
		case 1:
			pieces = append(pieces, skipped)
		default:
			pieces = append(pieces, strings.Repeat(string(rune('a'+r.Intn(26))), 1+r.Intn(1<<(3*n-5))))
		}
	}
	return makeSample(pieces...)
}

// TestUnit checks the offsets of units: those of all text that was read, and of its end.
func TestUnit(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		s := randomSample(r)
		z := open([]byte(s.file))
		want := make(map[int64]int64)
		for _, m := range s.begin {
			want[m.text] = m.file
		}
		step := 1 + r.Intn(1<<r.Intn(12))
		for pos := int64(0); ; {
			got, ok := z.Unit(pos)
			file, begins := want[pos]
			require.Equal(t, begins, ok, "%d of %d", pos, len(s.text))
			if ok {
				require.Equal(t, file, got)
			}
			again, _ := z.Unit(pos)
			require.Equal(t, got, again)
			_, ok = z.Unit(pos + 1)
			require.False(t, ok, "not read yet")
			n, err := z.Read(make([]byte, step))
			if err != nil {
				require.Equal(t, io.EOF, err)
				require.Len(t, s.text, int(pos))
				break
			}
			pos += int64(n)
		}
		for pos, file := range want {
			got, ok := z.Unit(pos)
			require.True(t, ok)
			require.Equal(t, file, got)
		}
		for i, m := range s.begin {
			next, ok := z.NextUnit(m.text - 1)
			last := i == len(s.begin)-1
			require.Equal(t, !last, ok)
			if !last {
				require.Equal(t, m.text, next)
			}
		}
		require.NoError(t, z.Close())
	}
}

// TestUnitLatest checks that only the latest units are kept, of a file of a million units.
func TestUnitLatest(t *testing.T) {
	const n = 1_000_000
	z := NewReader(strings.NewReader(strings.Repeat(box("a")+box(""), n)), format.Limits{}, &boxes)
	_, err := io.Copy(io.Discard, z)
	require.NoError(t, err)
	require.LessOrEqual(t, cap(z.marks.list), 2*maxMarks)
	for pos := int64(n); pos > n-maxMarks/2; pos-- {
		file, ok := z.Unit(pos)
		require.True(t, ok)
		require.Equal(t, pos*int64(len(box("a")+box(""))), file)
	}
	_, ok := z.Unit(0)
	require.False(t, ok)
}

// TestUnitBroken checks that the units before a fault are known, and where it ends is not.
func TestUnitBroken(t *testing.T) {
	z := open([]byte(box("ab") + "Ud\x02" + "xy!"))
	_, err := io.ReadAll(z)
	require.ErrorIs(t, err, errBad)
	for pos, begins := range []bool{true, false, true, false, false} {
		_, ok := z.Unit(int64(pos))
		require.Equal(t, begins, ok, pos)
	}
}

// TestInsert puts units at all places where units begin or end. Wherever the Reader is, the new
// unit is between the others, and these stay as they are.
func TestInsert(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 500 {
		s := randomSample(r)
		var out bytes.Buffer
		z := NewReader(iotest.OneByteReader(strings.NewReader(s.file)), format.Limits{}, &boxes)
		w := NewWriter(&out, z)
		read, kept := 0, int64(0)
		need := func(n int64) {
			for read < int(n) {
				k, err := z.Read(make([]byte, 1+r.Intn(2*int(n))))
				require.NoError(t, err)
				read += k
			}
		}
		var want strings.Builder
		done := 0
		for _, m := range s.begin {
			need(m.text)
			if r.Intn(2) == 0 { // the Reader is ahead
				k, err := z.Read(make([]byte, 1+r.Intn(100)))
				require.True(t, err == nil || err == io.EOF)
				read += k
			}
			require.NoError(t, w.Keep(int(m.text-kept)))
			kept = m.text
			if r.Intn(3) == 0 {
				continue
			}
			require.NoError(t, w.Insert([]byte("new")))
			want.WriteString(s.file[done:m.file])
			want.WriteString(box("new"))
			done = int(m.file)
		}
		rest := s.text[read:]
		if r.Intn(2) == 0 {
			got, err := io.ReadAll(z)
			require.NoError(t, err)
			require.Equal(t, rest, string(got))
		}
		require.NoError(t, w.Close())
		text, err := readAll(out.Bytes())
		require.NoError(t, err)
		wantText, err := readAll([]byte(want.String() + s.file[done:]))
		require.NoError(t, err)
		require.Equal(t, wantText, text)
		wantWithout, wantWith := sorted(want.String() + s.file[done:])
		without, with := sorted(out.String())
		require.Equal(t, wantWithout, without)
		require.Equal(t, wantWith, with)
	}
}

// sorted returns the units of a file without text, and those with text, each in order. Whether
// a new unit comes before or after a unit without text does not matter.
func sorted(file string) (without int, with []string) {
	for file != "" {
		if file[0] == 'S' {
			without++
			file = file[len(skipped):]
			continue
		}
		end := 1
		for file[end] == 'd' {
			end += 2 + int(file[end+1])
		}
		end++
		if end == 2 {
			without++
		} else {
			with = append(with, file[:end])
		}
		file = file[end:]
	}
	return without, with
}

func readAll(file []byte) (string, error) {
	text, err := io.ReadAll(open(file))
	return string(text), err
}

// TestBeginsRecord checks the texts with which the units of a web archive begin.
func TestBeginsRecord(t *testing.T) {
	for text, want := range map[string]bool{
		"WARC/1.0\r\nWARC-Type: response\r\n":                     true,
		"\r\n\r\nWARC/1.1\r\n":                                    true,
		"filedesc://a.arc 0.0.0.0 20010101000000 text/plain 73\n": true,
		"http://a.example/ 1.2.3.4 20010101000000 text/html 9\n":  true,
		"\nhttps://a.example/ 1.2.3.4 20010101000000 - 9\n":       true,
		"ftp://a.example/":                                        false,
		"<a href=http://a/>":                                      false,
		"text WARC/1.0":                                           false,
		"http:/":                                                  false,
		"\x00http://a.example/":                                   false,
		"":                                                        false,
	} {
		require.Equal(t, want, beginsRecord([]byte(text)), text)
	}
}
