package view

import (
	"bytes"
	"encoding/binary"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// utf16Codec compares texts as valid UTF-8, since edits may contain bytes that are not
// UTF-8.
func utf16Codec(big bool) codec {
	return codec{
		open:  func(o []byte, s, e int) View { return NewUTF16(o, s, e, big) },
		clean: func(b []byte) []byte { return []byte(string([]rune(string(b)))) },
	}
}

// utf16Bytes returns text as UTF-16. text has code units as hexadecimal numbers, or ASCII.
func utf16Bytes(text string, big bool) []byte {
	out := []byte(text)
	for i := 0; !big && i+1 < len(out); i += 2 {
		out[i], out[i+1] = out[i+1], out[i]
	}
	return out
}

func TestUTF16Decode(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"\x00a\x00<", "a<"},
		{"\xfe\xff\x00a", "a"},
		{"\xfe\xff\xfe\xff\x00a", "\ufeffa"},
		{"\x00a\xfe\xff", "a\ufeff"},
		{"\xff\xfe\x00a", "\ufffea"},
		{"\xfe\xff", ""},
		{"\x00\xe9\x30\x42\xd8\x3d\xde\x00", "éあ😀"},
		{"\x3c\x00\x00\x3c", "\u3c00<"},
		{"\xd8\x3d\x00a", "\ufffda"},
		{"\xde\x00\x00a", "\ufffda"},
		{"\xd8\x3d\xd8\x3d\xde\x00", "\ufffd😀"},
		{"\xd8\x3d", "\ufffd"},
		{"\xff\xfd\x00\x00", "\ufffd\x00"},
	} {
		for _, big := range []bool{true, false} {
			src := utf16Bytes(c.src, big)
			for _, odd := range []string{"", "\xd8"} {
				outer, start, end := around(append(src, odd...), "odd", "a\x00")
				v := NewUTF16(outer, start, end, big)
				require.Equal(t, c.want+strings.Repeat("\ufffd", len(odd)), string(v.Text()), "%q", c.src)
				checkSource(t, v, start, end)
			}
		}
	}
}

// Any code units without a byte order mark decode as by the standard library. (The decoder
// of x/text sometimes reports one error for two lone surrogates.)
func TestUTF16Differential(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(600) {
		src := randomUTF16(r, 300)
		for _, big := range []bool{true, false} {
			units := make([]uint16, len(src)/2)
			for i := range units {
				units[i] = binary.LittleEndian.Uint16(src[2*i:])
				if big {
					units[i] = binary.BigEndian.Uint16(src[2*i:])
				}
			}
			want := strings.TrimPrefix(string(utf16.Decode(units)), byteOrderMark)
			if got := string(NewUTF16(src, 0, len(src), big).Text()); want != got {
				require.Equal(t, want, got, "%q", src)
			}
		}
	}
}

// randomUTF16 returns bytes of either byte order, with errors.
func randomUTF16(r *rand.Rand, n int) []byte {
	return randomParts(r, n, []string{"\x00a", "\x00<", "a\x00", "\x00\xe9", "\x30\x42", "\xd8\x3d", "\xde\x00", "\x3d\xd8", "\x00\xde", "\xd8\x3d\xde\x00", "\x3d\xd8\x00\xde", "\xfe\xff", "\xff\xfe", "\xff\xfd"})
}

func TestUTF16Carry(t *testing.T) {
	for _, c := range []struct {
		name, src string
		edits     []edit.Edit
		want      string
	}{
		{"insertion", "\x00a\x00b", ins(1, "xé"), "\x00a\x00x\x00\xe9\x00b"},
		{"surrogate pair", "\x00a", ins(1, "😀"), "\x00a\xd8\x3d\xde\x00"},
		{"replacement", "\x00a\x30\x42\x00b", rep(1, 4, "x"), "\x00a\x00x\x00b"},
		{"inside a character", "\x30\x42", rep(2, 3, "\x84"), "\x30\x44"},
		{"inside a pair", "\xd8\x3d\xde\x00", rep(3, 4, "\x81"), "\xd8\x3d\xde\x01"},
		{"bytes that are no UTF-8", "\x00a", ins(1, "\xff\xc3"), "\x00a\xff\xfd\xff\xfd"},
		{"after the mark", "\xfe\xff\x00a", ins(0, "x"), "\xfe\xff\x00x\x00a"},
		{"text that is like a mark", "\x00a", ins(0, "\ufeff"), "\xfe\xff\xfe\xff\x00a"},
		{"text that is like a mark, uncovered", "\x00a\xfe\xff", rep(0, 1, ""), "\xfe\xff\xfe\xff"},
		{"text that is like a mark, after one", "\xfe\xff\x00a", ins(0, "\ufeff"), "\xfe\xff\xfe\xff\x00a"},
		{"halves stay apart", "\xd8\x3d\x00a\xde\x00", rep(3, 4, ""), "\xd8\x3d\xff\xfd"},
		{"lone halves are kept", "\xd8\x3d\x00a\xde\x00", rep(3, 4, "x"), "\xd8\x3d\x00x\xde\x00"},
		{"odd byte", "\x00ab", ins(0, "x"), "\x00x\x00ab"},
		{"odd byte, written after", "\x00ab", ins(4, "x"), "\x00a\xff\xfd\x00x"},
		{"odd byte, written before and after", "\x00ab", []edit.Edit{{Start: 1, End: 1, New: []byte("x")}, {Start: 4, End: 4, New: []byte("y")}}, "\x00a\x00x\xff\xfd\x00y"},
		{"odd byte, removed, written after", "\x00ab", []edit.Edit{{Start: 1, End: 4}, {Start: 4, End: 4, New: []byte("y")}}, "\x00a\x00y"},
		{"odd byte, removed", "\x00ab", rep(1, 4, ""), "\x00a"},
		{"nothing", "\x00ab", ins(4, ""), "\x00ab"},
	} {
		for _, big := range []bool{true, false} {
			outer, start, end := around(utf16Bytes(c.src, big), "odd", "")
			_, got := checkLaws(t, utf16Codec(big), outer, start, end, c.edits)
			require.Equal(t, string(utf16Bytes(c.want, big)), string(got), "%s: %q %s", c.name, c.src, show(c.edits))
		}
	}
}

func checkUTF16(t testing.TB, src []byte, r *rand.Rand) {
	t.Helper()
	outer, start, end := around(src, []string{"", "h"}[r.Intn(2)], []string{"", "\xde", "\x00a"}[r.Intn(3)])
	for _, big := range []bool{true, false} {
		v := NewUTF16(outer, start, end, big)
		chars := []string{"abc", "é😀\ufeff", "\xff\xd8"}[r.Intn(3)]
		checkLaws(t, utf16Codec(big), outer, start, end, randomEdits(r, len(v.Text()), chars))
		checkLaws(t, utf16Codec(big), outer, start, end, wholeEdits(r, v.Text()))
	}
}

// wholeEdits returns edits of valid UTF-8 between characters.
func wholeEdits(r *rand.Rand, text []byte) (out []edit.Edit) {
	last := -1
	for start := range string(text) {
		if r.Intn(4) > 0 || start <= last {
			continue
		}
		end := start
		if r.Intn(2) == 0 {
			end += len(string([]rune(string(text[start:]))[:1]))
		}
		out = append(out, edit.Edit{Start: start, End: end, New: randomParts(r, 2, []string{"a", "é", "😀", "\ufeff"})})
		last = end - 1
	}
	return out
}

func TestUTF16Random(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for i := range corpus.Rounds(3000) {
		n := 8
		if i%20 == 0 {
			n = 400
		}
		src := randomUTF16(r, n)
		if r.Intn(3) == 0 {
			src = append(src, "\xd8\x00a"[r.Intn(3)])
		}
		checkUTF16(t, src, r)
	}
}

// The view of either byte order finds the characters of offsets inside of them.
func TestUTF16Source(t *testing.T) {
	v := NewUTF16([]byte("\xff\xfea\x00b\x00"), 0, 6, false)
	require.Equal(t, "ab", string(v.Text()))
	require.Equal(t, 2, v.Source(0))
	src := bytes.Repeat([]byte("\x00a\x30\x42"), 1000)
	v = NewUTF16(src, 0, len(src), true)
	require.Equal(t, strings.Repeat("aあ", 1000), string(v.Text()))
	require.Equal(t, 4*500+2, v.Source(4*500+1))
	require.Equal(t, 4*500+2, v.Source(4*500+3), "inside a character")
	require.LessOrEqual(t, len(v.marks), len(src)/spacing)
}

func FuzzUTF16(f *testing.F) {
	for _, s := range []string{"\xfe\xff\x00a", "a\x00\xff\xfe", "\xd8\x3d\x00a\xde\x00", "\x00ab"} {
		f.Add([]byte(s), int64(1))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		checkUTF16(t, src, rand.New(rand.NewSource(seed)))
	})
}

func BenchmarkUTF16(b *testing.B) {
	src := bytes.Repeat([]byte("<\x00p\x00>\x00a\x00B\x30\x44\x30\n\x00"), 5000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		NewUTF16(src, 0, len(src), false)
	}
}
