package view

import (
	"bytes"
	"encoding/base64"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

var base64Codec = codec{open: func(o []byte, s, e int) View {
	v, err := NewBase64(o, s, e)
	if err != nil {
		return failed{v, err}
	}
	return v
}}

// A failed view must not carry edits. Its text never equals any other.
type failed struct {
	*Base64
	err error
}

func (f failed) Text() []byte { return []byte("ERROR " + f.err.Error()) }

func TestBase64Decode(t *testing.T) {
	for _, c := range []struct {
		src, text string
		err       error
	}{
		{"", "", nil},
		{"\r\n\r\n", "", nil},
		{"TWFu", "Man", nil},
		{"TWFuTQ==", "ManM", nil},
		{"TWFuTQ", "ManM", nil},
		{"TWFuTWE", "ManMa", nil},
		{" T W\r\nF\tu \r\n", "Man", nil},
		{"TQ=\r\n=\r\n", "M", nil},
		{"TR==", "M", nil},
		{"TWFuT", "Man", ErrTruncated},
		{"T", "", ErrTruncated},
		{"TWFu*TWFu", "ManMan", ErrGarbage},
		{"TW*Fu", "Man", ErrGarbage},
		{"TWFu\x00", "Man", ErrGarbage},
		{"TQ*", "M", ErrGarbage},
		{"*", "", ErrGarbage},
		{"TQ==TWFu", "MMan", ErrPadding},
		{"TQ==\nTQ==", "MM", ErrPadding},
		{"TQ=", "M", ErrPadding},
		{"TQ===", "M", ErrPadding},
		{"TWFu=", "Man", ErrPadding},
		{"TWFu====", "Man", ErrPadding},
		{"====", "", ErrPadding},
		{"=TWFu", "Man", ErrPadding},
		{"TWE=TWFu", "MaMan", ErrPadding},
		{"T===", "", ErrPadding},
	} {
		outer, start, end := around([]byte(c.src), "head\n\n", "tail")
		v, err := NewBase64(outer, start, end)
		require.Equal(t, c.text, string(v.Text()), "%q", c.src)
		require.ErrorIs(t, err, c.err, "%q", c.src)
		if err != nil {
			require.Empty(t, v.Carry(nil, ins(0, "x")), "%q", c.src)
		}
		checkSource(t, v, start, end)
	}
}

func TestBase64Carry(t *testing.T) {
	line := func(n int) string { return strings.Repeat("QUFB", n/4) } // "AAA"
	for _, c := range []struct {
		name, src string
		edits     []edit.Edit
		want      string
	}{
		{"same length", "QUFB\r\nQUFB\r\nQUFB\r\n", rep(4, 5, "B"), "QUFB\r\nQUJB\r\nQUFB\r\n"},
		{"same length, over a line break", "QU\nFB\nQU\nFB\n", rep(1, 2, "B"), "QU\nJB\nQU\nFB\n"},
		{"same length, padded", "QUFBQQ==\n", rep(3, 4, "B"), "QUFBQg==\n"},
		{"from the touched quantum on", "QUFBQUFB\nQUFBQUFB\nQUE=\n", ins(4, "B"), "QUFBQUJB\nQUFBQUFB\nQUFB\n"},
		{"column kept", "QUFBQU\nFBQUFB\nQUFB\n", ins(3, "BBB"), "QUFBQk\nJCQUFB\nQUFBQU\nFB\n"},
		{"at the end", "QUFB\r\nQUFB\r\n", ins(6, "AAA"), "QUFB\r\nQUFB\r\nQUFB\r\n"},
		{"at the end, in a padded quantum", "QUFB\nQQ==\n", ins(4, "AAA"), "QUFB\nQUFB\nQQ==\n"},
		{"padding left off", "QUFBQQ", ins(4, "A"), "QUFBQUE"},
		{"padding needed", "QUFB", ins(3, "A"), "QUFBQQ=="},
		{"shorter", "QUFB\nQUFB\nQQ==\n", rep(5, 7, ""), "QUFB\nQUE=\n"},
		{"no empty line", "QUFB\nQUFB\n", rep(3, 6, ""), "QUFB\n"},
		{"all", "QUFB\nQUFB\n", rep(0, 6, ""), "\n"},
		{"empty", "\r\n", ins(0, "AAA"), "QUFB\r\n"},
		{"indented lines", "QUFBQUFB\n QUFBQUFB\n", ins(6, "AAA"), "QUFBQUFB\n QUFBQUFB\nQUFB\n"},
		{"indented lines, within one", "QUFBQUFB\n  QUFBQUFB\n", ins(9, "AAA"), "QUFBQUFB\n  QUFBQUFB\nQUFB\n"},
		{"one line grows up to 76", line(72) + "\n", ins(54, "AAAAAA"), line(76) + "\n" + line(4) + "\n"},
		{"one long line stays one", line(80) + "\n", ins(0, "AAA"), line(84) + "\n"},
		{"long lines", line(80) + "\n" + line(4) + "\n", ins(0, "AAA"), line(80) + "\n" + line(8) + "\n"},
		{"two edits, one even", "QUFB\nQUFB\nQUFB\n", []edit.Edit{
			{Start: 0, End: 1, New: []byte("B")}, {Start: 6, End: 6, New: []byte("AAA")},
		}, "QkFB\nQUFB\nQUFB\nQUFB\n"},
		{"two edits in one quantum", "QUFB\nQUFB\n", []edit.Edit{
			{Start: 0, End: 1, New: []byte("B")}, {Start: 2, End: 3, New: []byte("")},
		}, "QkFB\nQUE=\n"},
	} {
		outer, start, end := around([]byte(c.src), "head\r\n\r\n", "")
		_, got := checkLaws(t, base64Codec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), c.name)
	}
}

func TestBase64Random(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range corpus.Rounds(2500) {
		text := randomBytes(r, r.Intn([]int{8, 80, 600}[r.Intn(3)]), "abc\x00\xff\r\n")
		width := []int{4, 19, 60, 72, 76, 1000}[r.Intn(6)]
		eol := []string{"\n", "\r\n"}[r.Intn(2)]
		enc := base64.StdEncoding
		if r.Intn(3) == 0 {
			enc = base64.RawStdEncoding
		}
		src := wrapped(enc.EncodeToString(text), width, eol)
		src += []string{"", eol, eol + eol, " "}[r.Intn(4)]
		outer, start, end := around([]byte(src), "head"+eol, eol+"tail")
		v, err := NewBase64(outer, start, end)
		require.NoError(t, err)
		require.Equal(t, text, append([]byte{}, v.Text()...))

		edits := randomEdits(r, len(text), "xyz")
		carried, out := checkLaws(t, base64Codec, outer, start, end, edits)
		checkBase64Form(t, v, edits, carried, src, string(out))
	}
}

// TestBase64Marks checks that marks are close enough for a fast Source, and not closer.
func TestBase64Marks(t *testing.T) {
	for _, src := range []string{strings.Repeat("QUFB", 10000), wrapped(strings.Repeat("QUFB", 10000), 76, "\r\n")} {
		v, err := NewBase64([]byte(src), 0, len(src))
		require.NoError(t, err)
		require.LessOrEqual(t, len(v.marks), len(src)/spacing)
		require.GreaterOrEqual(t, len(v.marks), len(src)/spacing*3/4)
	}
}

func wrapped(s string, width int, eol string) string {
	var b strings.Builder
	for len(s) > width {
		b.WriteString(s[:width] + eol)
		s = s[width:]
	}
	return b.String() + s
}

// checkBase64Form checks that lines keep their width, that the end of the body stays as it
// was, that missing padding stays missing, and that nothing changes before the first
// touched quantum.
func checkBase64Form(t *testing.T, v *Base64, edits, carried []edit.Edit, src, out string) {
	t.Helper()
	first := strings.IndexAny(src, "\r\n")
	if first < 0 || strings.TrimSpace(src[first:]) == "" {
		first = len(strings.TrimSpace(src))
		if first <= 76 {
			first = 76
		} else {
			first = len(out)
			require.Zero(t, strings.Count(strings.TrimSpace(out), "\n"), "one line stays one")
		}
	}
	if len(v.Text())%3 > 0 && !strings.Contains(src, "=") {
		require.NotContains(t, out, "=")
	}
	for _, line := range strings.Split(out, "\n") {
		require.LessOrEqual(t, len(strings.TrimRight(line, " \r")), first, "%q -> %q", src, out)
	}
	tail := src[len(strings.TrimRight(src, " \r\n")):]
	require.True(t, strings.HasSuffix(out, tail), "%q -> %q", src, out)
	for _, e := range edits {
		if e.Start == e.End && len(e.New) == 0 {
			continue
		}
		require.GreaterOrEqual(t, carried[0].Start, v.sourceEnd(e.Start/3*3))
		break
	}
	even := len(edits) > 0
	for _, e := range edits {
		even = even && len(e.New) == e.End-e.Start
	}
	for _, e := range carried {
		require.True(t, !even || e.End-e.Start == len(e.New), "same length, same places")
	}
}

func FuzzBase64(f *testing.F) {
	for _, s := range []string{"TWFu", "TQ==TWFu", "TW Fu\r\nTQ", "T*Q=", "QUFB\nQUFB\nQQ==\n"} {
		f.Add([]byte(s), int64(1))
	}
	f.Fuzz(checkBase64)
}

func checkBase64(t *testing.T, src []byte, seed int64) {
	r := rand.New(rand.NewSource(seed))
	outer, start, end := around(src, "head\n", "\ntail")
	v, err := NewBase64(outer, start, end)
	checkSource(t, v, start, end)
	bare := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return -1
		}
		return r
	}, string(src))
	want, stdErr := base64.StdEncoding.DecodeString(bare)
	if stdErr != nil {
		want, stdErr = base64.RawStdEncoding.DecodeString(bare)
	}
	require.Equal(t, stdErr == nil, err == nil, "%q: %v, %v", src, stdErr, err)
	if err != nil {
		require.Empty(t, v.Carry(nil, ins(0, "x")))
		return
	}
	require.True(t, bytes.Equal(want, v.Text()))
	checkLaws(t, base64Codec, outer, start, end, randomEdits(r, len(v.Text()), "xyz\x00"))
}

func TestBase64Broken(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for range corpus.Rounds(2500) {
		src := randomParts(r, 30, []string{"QUFB", "QQ", "Q", "=", "==", " ", "\r\n", "*", "\x00"})
		checkBase64(t, src, r.Int63())
	}
}
