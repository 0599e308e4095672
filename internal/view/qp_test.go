package view

import (
	"bytes"
	"io"
	"math/rand"
	"mime/quotedprintable"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

var qpCodec = codec{open: func(o []byte, s, e int) View { return NewQuotedPrintable(o, s, e) }}

func TestQuotedPrintableDecode(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"a=3Db=3db", "a=b=b"},
		{"a=\r\nb=\nc", "abc"},
		{"a= \t\r\nb=  \nc", "abc"},
		{"a  \r\nb\t\nc \t", "a\r\nb\nc"},
		{"  \r\n \n ", "\r\n\n"},
		{"a =\r\n  b", "a   b"},
		{"a=\r\n  \r\nb", "a\r\nb"},
		{"=ZZ=4=", "=ZZ=4="},
		{"a=  b", "a=  b"},
		{"a=", "a="},
		{"a=  ", "a="},
		{"a=\r", "a=\r"},
		{"a=\rb \r", "a=\rb \r"},
		{"a \r\r\n", "a \r\r\n"},
		{"\xe9\x00=E9", "\xe9\x00\xe9"},
		{"==41=4=41", "=A=4A"},
		{"=\r\n=\n", ""},
	} {
		outer, start, end := around([]byte(c.src), "41\n", "41\n")
		v := NewQuotedPrintable(outer, start, end)
		require.Equal(t, c.want, string(v.Text()), "%q", c.src)
		checkSource(t, v, start, end)
	}
}

// Well-formed bodies decode as by mime/quotedprintable, and so do runs and blanks that are
// longer than the distance between marks.
func TestQuotedPrintableDifferential(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	parts := []string{"abc", "=3D", "=e9", " ", "\t", "=\r\n", "= \r\n", "\r\n", " \r\n", strings.Repeat("x", 300), strings.Repeat(" ", 300)}
	for range corpus.Rounds(1500) {
		src := append(randomParts(r, 30, parts), "end"...)
		want, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(src)))
		require.NoError(t, err)
		v := NewQuotedPrintable(src, 0, len(src))
		require.Equal(t, string(want), string(v.Text()), "%q", src)
		for off := 0; off < len(v.Text()); off += 1 + r.Intn(len(v.Text())/150+1) {
			c := v.Text()[off]
			if s := v.Source(off); src[s] != c && src[s] != '=' && (c != '\n' || src[s] != '\r') {
				require.Failf(t, "Source", "%q: Source(%d) = %d", src, off, s)
			}
		}
	}
}

func TestQuotedPrintableCarry(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name, src string
		edits     []edit.Edit
		want      string
	}{
		{"escapes", "a", ins(1, "=\xe9\x00~ b"), "a=3D=E9=00~ b"},
		{"blank at a line's end", "a\r\nb", ins(1, "x \t"), "ax =09\r\nb"},
		{"blank at the end", "a", ins(1, "  "), "a =20"},
		{"line break of the body", "a\r\nb", ins(0, "x\r\ny\n"), "x\r\ny=0Aa\r\nb"},
		{"line break of the body", "a\nb", ins(0, "x\r\ny\n"), "x=0D\ny\na\nb"},
		{"touched bytes only", "=e9=e9=e9", rep(1, 2, "x"), "=e9x=e9"},
		{"padding is kept", "a  \r\nb", ins(1, "x"), "ax  \r\nb"},
		{"padding at the end", "a  ", ins(1, "x"), "ax  "},
		{"line break removed", "a  \r\nb", rep(1, 3, ""), "ab"},
		{"line break in part", "a  \nb", rep(1, 2, "x"), "axb"},
		{"blank comes to the end", "a b\nc", rep(2, 3, ""), "a=20\nc"},
		{"blank before CR LF", "a \rb\nc", rep(3, 4, ""), "a =0D\nc"},
		{"equals sign before digits", "a=x41", rep(2, 3, ""), "a=3D41"},
		{"equals sign before digits", "a=", ins(2, "41"), "a=3D41"},
		{"equals sign before digits", "a=4", ins(3, "1"), "a=3D41"},
		{"equals sign before others", "a=", ins(2, "4"), "a=4"},
		{"equals sign before others", "a=4", ins(3, "x"), "a=4x"},
		{"equals sign before a line break", "a=x\nb", rep(2, 3, ""), "a=3D\nb"},
		{"equals sign before blanks", "a= x\nb", rep(3, 4, ""), "a==20\nb"},
		{"two edits make an escape", "=x4y1", []edit.Edit{{Start: 1, End: 2}, {Start: 3, End: 4}}, "=3D41"},
		{"after the soft break", "abc=\ndef", ins(3, "x"), "abc=\nxdef"},
		{"before the soft break", "abc=\n" + x(76), ins(3, "y"), "abcy=\n" + x(76)},
		{"over a soft break", "abc=\ndef", rep(2, 4, "x"), "abxef"},
		{"no longer than 76", x(70) + "\n", ins(0, x(6)), x(76) + "\n"},
		{"folded after", x(70) + "\r\n", ins(0, x(7)), x(7) + "=\r\n" + x(70) + "\r\n"},
		{"folded before", x(70) + "\n", ins(70, x(7)), x(75) + "=\n" + x(2) + "\n"},
		{"folded within", x(70) + "\n", ins(35, x(100)), x(75) + "=\n" + x(60) + "=\n" + x(35) + "\n"},
		{"a long line, no longer", x(100) + "\n", rep(50, 52, "yy"), x(50) + "yy" + x(48) + "\n"},
		{"a long line, longer", x(100) + "\n", rep(50, 51, "yy"), x(50) + "yy=\n" + x(49) + "\n"},
		{"two edits in a line", x(60) + "\n", []edit.Edit{
			{Start: 10, End: 10, New: []byte(x(14))}, {Start: 50, End: 50, New: []byte(x(14))},
		}, x(24) + x(40) + x(11) + "=\n" + x(3) + x(10) + "\n"},
		{"an escape is not broken", x(74) + "\n", ins(74, "=="), x(74) + "=\n=3D=3D\n"},
		{"dot", x(75) + "\n", ins(75, ".a"), x(75) + "=\n=2Ea\n"},
		{"From", x(75) + "\n", ins(75, "From me"), x(75) + "=\n=46rom me\n"},
		{"From at the start", "y\nm me\n", ins(2, "Fro"), "y\n=46rom me\n"},
		{"dot that is there", ".a" + x(72) + "\n", ins(0, "yyyy"), "yyy=\ny.a" + x(72) + "\n"},
		{"nothing", "a", ins(0, ""), "a"},
	} {
		outer, start, end := around([]byte(c.src), "", "")
		carried, got := checkLaws(t, qpCodec, outer, start, end, c.edits)
		require.Equal(t, c.want, string(got), "%s: %q %s", c.name, c.src, show(c.edits))
		checkLines(t, outer, start, end, carried)
	}
}

func TestQuotedPrintableLineEnding(t *testing.T) {
	for _, c := range []struct{ before, src, eol string }{
		{"h\n\n", "", "\n"},
		{"h\r\n\r\n", "", "\r\n"},
		{"", "", "\r\n"},
		{"h\r\n\r\n", "a\nb\r\n", "\n"},
		{"h\n\n", "a\r\nb\n", "\r\n"},
	} {
		outer, start, end := around([]byte(c.src), c.before, "")
		_, got := checkLaws(t, qpCodec, outer, start, end, ins(0, strings.Repeat("x", 80)))
		require.True(t, strings.HasPrefix(string(got), strings.Repeat("x", 75)+"="+c.eol+"xxxxx"), "%q: %q", outer, got)
	}
}

// checkLines checks the length of the lines that edits change. Such a line has at most 76
// characters, or the length of the longest source line that it is made of or that its edits
// touch, plus the sign of a soft line break. Lines without an edit do not change. Soft line
// breaks are written only where the line would otherwise be longer than 76 characters and
// than those source lines.
func checkLines(t testing.TB, outer []byte, start, end int, edits []edit.Edit) {
	t.Helper()
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && bytes.IndexByte(outer[edits[n-1].End:edits[n].Start], '\n') < 0 {
			n++
		}
		first := start + bytes.LastIndexByte(outer[start:edits[0].Start], '\n') + 1
		last := end
		if i := bytes.IndexByte(outer[edits[n-1].End:end], '\n'); i >= 0 {
			last = edits[n-1].End + i + 1
		}
		const limit = 76
		longest := longestLine(outer[first:last])
		bound := max(limit, longest+1)
		shifted := make([]edit.Edit, n)
		flat := make([]edit.Edit, n)
		for i, e := range edits[:n] {
			shifted[i] = edit.Edit{Start: e.Start - first, End: e.End - first, New: e.New}
			flat[i] = shifted[i]
			flat[i].New = withoutSoftBreaks(e.New)
		}
		if longestLine(apply(t, outer[first:last], flat)) <= max(limit, longest) {
			require.Equal(t, show(flat), show(shifted), "a soft line break without need: %q", outer[first:last])
		}
		out := apply(t, outer[first:last], shifted)
		if longestLine(out) > bound {
			require.LessOrEqual(t, longestLine(out), bound, "%q\n%s\n%q", outer[first:last], show(shifted), out)
		}
		edits = edits[n:]
	}
}

// withoutSoftBreaks removes the soft line breaks from the bytes of an edit. Any other
// equals sign in them begins an escape.
func withoutSoftBreaks(b []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("=\r\n"), nil), []byte("=\n"), nil)
}

func longestLine(b []byte) int {
	n := 0
	for _, line := range strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n") {
		n = max(n, len(line))
	}
	return n
}

func TestQuotedPrintableRandom(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	short := []string{"a", "4", "1", "=", "=", "=3D", "=e9", " ", "\t", "\r", "\n", "\r\n", "=\n", "=\r\n", "= \n", ".", "From ", "\xff"}
	long := append([]string{strings.Repeat("x", 60), strings.Repeat("y", 74), "=\n", strings.Repeat(" ", 300), "http://a.b/c"}, short...)
	for i := range corpus.Rounds(9000) {
		parts, n := short, 12
		if i%3 == 0 {
			parts, n = long, 40
		}
		checkQP(t, randomParts(r, n, parts), r)
	}
}

// TestQuotedPrintableEndless checks that very long lines are not folded, and that the law
// holds for them whether or not all their pieces are in memory together.
func TestQuotedPrintableEndless(t *testing.T) {
	defer func(n int) { endless = n }(endless)
	endless = 30
	r := rand.New(rand.NewSource(9))
	parts := []string{"a", "4", "=", "=3D", " ", "\t", "\r", "\n", "=\n", ".", "From ", strings.Repeat("x", 29), strings.Repeat("y", 31)}
	for range corpus.Rounds(9000) {
		outer, start, end := around(randomParts(r, 40, parts), "h\n", "\n")
		v := NewQuotedPrintable(outer, start, end)
		checkLaws(t, qpCodec, outer, start, end, randomEdits(r, len(v.Text()), "41= \n.From"))
	}
	src := []byte(strings.Repeat("x", 31))
	out := apply(t, src, NewQuotedPrintable(src, 0, len(src)).Carry(nil, ins(5, strings.Repeat("y", 90))))
	require.NotContains(t, string(out), "\n")
}

func checkQP(t testing.TB, src []byte, r *rand.Rand) {
	t.Helper()
	outer, start, end := around(src, []string{"", "h\n", "h\r\n"}[r.Intn(3)], []string{"", "\n", "41"}[r.Intn(3)])
	v := NewQuotedPrintable(outer, start, end)
	chars := []string{"abc", "41= \t", "\r\n =a", ".From \xe9/:"}[r.Intn(4)]
	edits := randomEdits(r, len(v.Text()), chars)
	carried, _ := checkLaws(t, qpCodec, outer, start, end, edits)
	checkLines(t, outer, start, end, carried)
	checkTouched(t, v, edits, carried)
}

// checkTouched checks that carried edits stay near the edits: they begin at most two bytes
// before the line of the first edit, and change nothing after the last edit.
func checkTouched(t testing.TB, v *QuotedPrintable, edits, carried []edit.Edit) {
	t.Helper()
	if len(carried) == 0 {
		return
	}
	outer, last := v.outer, 0
	first := -1
	for _, e := range edits {
		if isIdle(e) {
			continue
		}
		start, end := v.widen(e)
		if last = end; first < 0 {
			first = start
		}
	}
	floor := v.sourceEnd(first) - 2
	require.GreaterOrEqual(t, carried[0].Start, floor)
	require.LessOrEqual(t, carried[len(carried)-1].End, v.source(last), "%q", outer)
}

// No soft line break puts text that looks like the start of a message at the start of a
// line, if the edit can avoid it.
func TestQuotedPrintableRisky(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	for range corpus.Rounds(1500) {
		src := append(randomBytes(r, 40+r.Intn(30), "xy"), '\n')
		text := randomParts(r, 40, []string{"From ", ".", "x", "F", "xxxxxxx"})
		v := NewQuotedPrintable(src, 0, len(src))
		out := apply(t, src, v.Carry(nil, ins(r.Intn(40), string(text))))
		for _, line := range bytes.Split(out, []byte("\n")) {
			require.False(t, isRisky(line), "%q", out)
		}
	}
}

// Edits and offsets take linear time in a body that is one line, or that consists of
// blanks.
func TestQuotedPrintableLong(t *testing.T) {
	for _, part := range []string{"x", " ", "=", "=41", "= ", "=\n", "\r", "=4"} {
		src := bytes.Repeat([]byte(part), 200_000/len(part))
		v := NewQuotedPrintable(src, 0, len(src))
		var edits []edit.Edit
		for off := 0; off < len(v.Text()); off += 100 {
			edits = append(edits, edit.Edit{Start: off, End: off, New: []byte("y")})
		}
		if part == " " {
			edits = edits[:min(len(edits), 10)]
		}
		out := apply(t, src, v.Carry(nil, edits))
		require.Equal(t, apply(t, v.Text(), edits), NewQuotedPrintable(out, 0, len(out)).Text(), "%q", part)
	}
}

func FuzzQuotedPrintable(f *testing.F) {
	for _, s := range []string{"a=3Db", "a=\r\nb  \r\n", "=4=ZZ=", "a \r\r\n", "=  \n"} {
		f.Add([]byte(s), int64(1))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		checkQP(t, src, rand.New(rand.NewSource(seed)))
	})
}

// TestQuotedPrintableDashes removes some of a run of dashes that ends a line. The line is
// broken at the last place before the dashes.
func TestQuotedPrintableDashes(t *testing.T) {
	for pad := range 60 {
		src := []byte(strings.Repeat("x", pad) + "href=3D" + strings.Repeat("-", 69-pad) + "\n")
		v := NewQuotedPrintable(src, 0, len(src))
		for at := pad + 7; at < pad+12; at++ {
			checkLines(t, src, 0, len(src), v.Carry(nil, []edit.Edit{
				{Start: pad + 5, End: pad + 5, New: []byte("http://e/x/")}, {Start: at, End: at + 2},
			}))
		}
	}
}

// TestQuotedPrintableDelimiter checks that folding makes no line that could be a delimiter
// of parts.
func TestQuotedPrintableDelimiter(t *testing.T) {
	for pad := range 90 {
		for _, kept := range []string{"--B1", "--B1 " + strings.Repeat("y", 70), "-", "--"} {
			src := strings.Repeat("x", pad) + "href=3D" + kept + "\nz"
			v := NewQuotedPrintable([]byte(src), 0, len(src))
			for _, text := range []string{"http://e/x/", "--B1", "-", "--", strings.Repeat("--", 60)} {
				edits := []edit.Edit{{Start: pad + 5, End: pad + 5, New: []byte(text)}}
				out := apply(t, []byte(src), v.Carry(nil, edits))
				for line := range strings.Lines(string(out)) {
					require.False(t, strings.HasPrefix(line, "--"), "%q", out)
				}
			}
		}
	}
}

// Marks are close enough for a fast Source, whatever the lines are like.
func TestQuotedPrintableMarks(t *testing.T) {
	for _, line := range []string{"short\r\n", strings.Repeat("x", 75) + "=\n", strings.Repeat("=41", 300) + "\n", strings.Repeat("x", 3000) + "\n"} {
		src := []byte(strings.Repeat(line, 100_000/len(line)))
		v := NewQuotedPrintable(src, 0, len(src))
		last := 0
		for _, m := range v.marks {
			require.GreaterOrEqual(t, m.pos-last, spacing)
			require.LessOrEqual(t, m.pos-last, 2*(spacing+maxRun))
			last = m.pos
		}
		require.LessOrEqual(t, len(src)-last, 2*(spacing+maxRun))
	}
}
