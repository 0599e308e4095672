package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// described returns a member as text: its number, its offset, and what it has.
func described(m *Member) string {
	switch {
	case m.Large:
		return fmt.Sprintf("%d@%d large %v %q", m.Number, m.Offset, m.Continued, m.Text)
	case m.NoDocument:
		return fmt.Sprintf("%d@%d none %q", m.Number, m.Offset, m.Text)
	}
	return fmt.Sprintf("%d@%d %q", m.Number, m.Offset, m.Document())
}

// lines returns the members of src, read from r.
func lines(t testing.TB, r io.Reader, most int) (all []string, text string, err error) {
	box := NDJSON.Open(r, Options{MaxMember: most})
	for {
		var m Member
		if err := box.Next(&m); err != nil {
			return all, text, err
		}
		require.NotEmpty(t, m.Text)
		require.Equal(t, int64(len(text)), m.Offset)
		text += string(m.Text)
		all = append(all, described(&m))
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		src  string
		most int
		want []string
	}{
		{"", 0, nil},
		{"\n", 0, []string{`1@0 none "\n"`}},
		{"1", 0, []string{`1@0 "1"`}},
		{"1\n2\n", 0, []string{`1@0 "1"`, `2@2 "2"`}},
		{"1\r\n\r\n2 \t\r\n", 0, []string{`1@0 "1"`, `2@3 none "\r\n"`, `3@5 "2"`}},
		{"\x1e{}\n\x1e\n\x1e[]", 0, []string{`1@0 "{}"`, `2@4 none "\x1e\n"`, `3@6 "[]"`}},
		{"\r1\r", 0, []string{`1@0 "\r1"`}},
		{"\xef\xbb\xbf1\n2", 0, []string{`1@0 "\ufeff1"`, `2@5 "2"`}},
		{"12345\n12\n", 3, []string{`1@0 large false "123"`, `1@3 large true "45\n"`, `2@6 "12"`}},
		{"1234567\n12\n", 3, []string{`1@0 large false "123"`, `1@3 large true "456"`, `1@6 large true "7\n"`, `2@8 "12"`}},
		{"1234", 3, []string{`1@0 large false "123"`, `1@3 large true "4"`}},
		{"123", 3, []string{`1@0 "123"`}},
		{"12\n", 3, []string{`1@0 "12"`}},
	} {
		for name, r := range map[string]io.Reader{
			"reader": strings.NewReader(c.src), "bytes": iotest.OneByteReader(strings.NewReader(c.src)),
			"end with data": iotest.DataErrReader(strings.NewReader(c.src)),
		} {
			got, text, err := lines(t, r, c.most)
			require.Equal(t, io.EOF, err)
			require.Equal(t, c.want, got, "%q %s", c.src, name)
			require.Equal(t, c.src, text)
		}
		if c.most == 0 {
			var got []string
			for m := range NDJSON.Split([]byte(c.src)) {
				got = append(got, described(m))
			}
			require.Equal(t, c.want, got, "%q split", c.src)
		}
	}
}

// TestLineErrors: complete lines are returned, then the error.
func TestLineErrors(t *testing.T) {
	fault := errors.New("fault")
	got, _, err := lines(t, io.MultiReader(strings.NewReader("1\n2\n3"), iotest.ErrReader(fault)), 0)
	require.Equal(t, fault, err)
	require.Equal(t, []string{`1@0 "1"`, `2@2 "2"`}, got)
	_, _, err = lines(t, empty{}, 0)
	require.Equal(t, io.ErrNoProgress, err)
}

// TestLinesRandom compares the lines of a file that is read with those of one in memory.
func TestLinesRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var src bytes.Buffer
		for range r.IntN(50) {
			src.WriteString(strings.Repeat("x", r.IntN(1<<r.IntN(15))) + []string{"\n", "\r\n", ""}[r.IntN(3)])
		}
		var want []string
		for m := range NDJSON.Split(src.Bytes()) {
			want = append(want, described(m))
		}
		got, text, err := lines(t, iotest.HalfReader(bytes.NewReader(src.Bytes())), 0)
		require.Equal(t, io.EOF, err)
		require.Equal(t, want, got)
		require.Equal(t, src.String(), text)
	}
}

// TestLinesMemory: the buffer is that of the largest line, and given up once as much was read after it.
func TestLinesMemory(t *testing.T) {
	const large = 8 << 20
	src := strings.Repeat("x", large) + "\n" + strings.Repeat(strings.Repeat("y", 1023)+"\n", 20<<10)
	box := NDJSON.Open(strings.NewReader(src), Options{}).(*lineReader)
	var m Member
	most := 0
	for box.Next(&m) == nil {
		most = max(most, box.in.Cap())
	}
	require.LessOrEqual(t, most, 3*large)
	require.LessOrEqual(t, box.in.Cap(), maxKept)
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("1\r\n\n2"), uint8(0))
	f.Add([]byte("12345\n12\n"), uint8(3))
	f.Fuzz(func(t *testing.T, src []byte, most uint8) {
		_, text, err := lines(t, bytes.NewReader(src), int(most))
		require.Equal(t, io.EOF, err)
		require.Equal(t, string(src), text)
		_, text, _ = lines(t, iotest.OneByteReader(bytes.NewReader(src)), int(most))
		require.Equal(t, string(src), text)
	})
}
