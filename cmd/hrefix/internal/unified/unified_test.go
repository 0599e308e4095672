package unified_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/unified"
	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/growth"
)

func write(t testing.TB, src string, edits []edit.Edit) string {
	var b strings.Builder
	require.NoError(t, unified.Write(&b, "a", "b", []byte(src), edits, unified.Style{}))
	return b.String()
}

func ins(at int, s string) edit.Edit { return edit.Edit{Start: at, End: at, New: []byte(s)} }

func TestWrite(t *testing.T) {
	const numbers = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"
	for _, c := range []struct {
		name, src string
		edits     []edit.Edit
		want      string // without the names
	}{
		{"nothing", "a\n", nil, ""},
		{"the same bytes", "a\n", []edit.Edit{{Start: 0, End: 1, New: []byte("a")}}, ""},
		{"within a line", "a\nbc\nd\n", []edit.Edit{ins(3, "x")}, "@@ -1,3 +1,3 @@\n a\n-bc\n+bxc\n d\n"},
		{"twice in a line", "abc\n", []edit.Edit{ins(1, "x"), ins(2, "y")}, "@@ -1 +1 @@\n-abc\n+axbyc\n"},
		{"at the end of a line", "a\nb\n", []edit.Edit{ins(1, "x")}, "@@ -1,2 +1,2 @@\n-a\n+ax\n b\n"},
		{"a line more", "a\nb\n", []edit.Edit{ins(2, "x\n")}, "@@ -1,2 +1,3 @@\n a\n+x\n b\n"},
		{"a line less", "a\nb\nc\n", []edit.Edit{{Start: 2, End: 4}}, "@@ -1,3 +1,2 @@\n a\n-b\n c\n"},
		{"a line broken", "ab\n", []edit.Edit{ins(1, "\n")}, "@@ -1 +1,2 @@\n-ab\n+a\n+b\n"},
		{"lines joined", "a\nb\nc\n", []edit.Edit{{Start: 1, End: 2}}, "@@ -1,3 +1,2 @@\n-a\n-b\n+ab\n c\n"},
		{"no line feed at the end", "a\nb", []edit.Edit{ins(3, "c")}, "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+bc\n\\ No newline at end of file\n"},
		{"within and after the last line", "ab", []edit.Edit{ins(1, "x"), ins(2, "y")}, "@@ -1 +1 @@\n-ab\n\\ No newline at end of file\n+axby\n\\ No newline at end of file\n"},
		{"a line feed at the end", "a", []edit.Edit{ins(1, "\n")}, "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"an empty text", "", []edit.Edit{ins(0, "a\n")}, "@@ -0,0 +1 @@\n+a\n"},
		{"all of a text", "a\n", []edit.Edit{{Start: 0, End: 2}}, "@@ -1 +0,0 @@\n-a\n"},
		{"carriage returns", "a\r\nb\r\n", []edit.Edit{ins(3, "x")}, "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+xb\r\n"},
		{"close together", numbers, []edit.Edit{ins(0, "x"), ins(14, "y")},
			"@@ -1,11 +1,11 @@\n-1\n+x1\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y8\n 9\n 10\n 11\n"},
		{"far apart", numbers, []edit.Edit{ins(0, "x\n"), ins(16, "y")},
			"@@ -1,3 +1,4 @@\n+x\n 1\n 2\n 3\n@@ -6,7 +7,7 @@\n 6\n 7\n 8\n-9\n+y9\n 10\n 11\n 12\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.want
			if want != "" {
				want = "--- a\n+++ b\n" + want
			}
			require.Equal(t, want, write(t, c.src, c.edits))
		})
	}
}

// random returns a text of few lines, and edits of it.
func random(r *rand.Rand) (string, []edit.Edit) {
	letters := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("\n\n\rabc"[r.IntN(6)])
		}
		return b.String()
	}
	src := letters(r.IntN(60))
	var edits []edit.Edit
	for pos := r.IntN(8); pos <= len(src); {
		end := min(len(src), pos+r.IntN(3))
		edits = append(edits, edit.Edit{Start: pos, End: end, New: []byte(letters(r.IntN(4)))})
		pos = end + 1 + r.IntN(20)
	}
	return src, edits
}

// TestApply checks that a diff makes the new text of the old one.
func TestApply(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range corpus.Rounds(20_000) {
		src, edits := random(r)
		want, err := edit.Apply([]byte(src), edits)
		require.NoError(t, err)
		diff := write(t, src, edits)
		got, err := apply(src, diff)
		require.NoError(t, err, "%q\n%s", src, diff)
		require.Equal(t, string(want), got, "%q\n%s", src, diff)
	}
}

var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$`)

// apply does what patch does, and believes nothing.
func apply(src, diff string) (string, error) {
	old := strings.SplitAfter(src, "\n")
	in := strings.SplitAfter(strings.ReplaceAll(diff, "\n\\ No newline at end of file\n", "\x00"), "\n")
	for i := 0; i < len(in); i++ {
		if before, after, ok := strings.Cut(in[i], "\x00"); ok {
			in = slices.Replace(in, i, i+1, before+"\x00", after)
		}
	}
	if diff == "" {
		return src, nil
	}
	if in[0] != "--- a\n" || in[1] != "+++ b\n" {
		return "", errors.New("no names")
	}
	var out strings.Builder
	at, made := 0, 0 // lines taken and given
	take := func(line string) bool {
		at++
		return at <= len(old) && old[at-1] == line
	}
	for in = in[2:]; len(in) > 0 && in[0] != ""; {
		h := hunkHead.FindStringSubmatch(in[0])
		if h == nil {
			return "", fmt.Errorf("no hunk: %q", in[0])
		}
		number := func(i int) int {
			if h[i] == "" {
				return 1
			}
			n, _ := strconv.Atoi(h[i])
			return n
		}
		from, to := number(1), number(3)
		if number(2) > 0 {
			from--
		}
		if number(4) > 0 {
			to--
		}
		for ; at < from; made++ {
			out.WriteString(old[at])
			at++
		}
		if made != to {
			return "", fmt.Errorf("%q is line %d", in[0], made)
		}
		lost, gained := number(2), number(4)
		for in = in[1:]; lost > 0 || gained > 0; in = in[1:] {
			line := strings.TrimSuffix(in[0][1:], "\x00")
			if mark := in[0][0]; mark != '+' {
				lost--
				if !take(line) {
					return "", fmt.Errorf("%q is not line %d", line, at)
				}
			}
			if mark := in[0][0]; mark != '-' {
				gained--
				made++
				out.WriteString(line)
			}
		}
	}
	return out.String() + strings.Join(old[min(at, len(old)):], ""), nil
}

// TestStyle checks that the URLs that differ have colours, whole and alone, and that nothing in a text
// reaches the terminal as a command.
func TestStyle(t *testing.T) {
	mark := strings.NewReplacer("\x1b[31m", "<", "\x1b[32m", "{", "\x1b[m", ">").Replace
	for _, c := range []struct {
		name, src, old string // old is the text that new replaces
		new            string
		want           string // the lines of the hunk
	}{
		{"inserted", `a href="x y" b`, "", "http://a/", `<->a href="<x y>" b|{+>a href="{http://a/x y>" b`},
		{"unquoted", `a href=x?y=z> b`, "", "http://a/", `<->a href=<x?y=z>> b|{+>a href={http://a/x?y=z>> b`},
		{"replaced within", `<"http://old/x">`, "old", "new", `<-><"<http://old/x>">|{+><"{http://new/x>">`},
		{"in a list", `"x 1x, y 2x"`, "", "http://a/", `<->"<x> 1x, y 2x"|{+>"{http://a/x> 1x, y 2x"`},
		{"in CSS", `url(x) y`, "", "/a/", `<->url(<x>) y|{+>url({/a/x>) y`},
		{"markup", `x y`, "", "<base href='b'>", `<->x y|{+>{<base href='b'>>x y`},
		{"a command", "'x'\x1b[2J\t\xe9", "", "/a/", `<->'<x>'\x1b[2J` + "\t" + `\xe9|{+>'{/a/x>'\x1b[2J` + "\t" + `\xe9`},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := strings.IndexByte(c.src, 'x')
			if c.old != "" {
				at = strings.Index(c.src, c.old)
			} else if c.name == "markup" {
				at = 0
			}
			var b strings.Builder
			edits := []edit.Edit{{Start: at, End: at + len(c.old), New: []byte(c.new)}}
			require.NoError(t, unified.Write(&b, "a", "b", []byte(c.src+"\r\n"), edits, unified.Style{Colors: true, Escape: true}))
			_, hunk, _ := strings.Cut(b.String(), "@@\x1b[m\n")
			require.Equal(t, strings.ReplaceAll(c.want, "|", "\r\n")+"\r\n", mark(hunk))
		})
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("full")
	src := []byte(strings.Repeat("a\n", 10_000))
	err := unified.Write(failing{full}, "a", "b", src, []edit.Edit{{Start: 0, End: len(src), New: []byte("b")}}, unified.Style{})
	require.ErrorIs(t, err, full)
}

type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

// BenchmarkGrowth shows that time and memory are linear.
func BenchmarkGrowth(b *testing.B) {
	shapes := func(n int) map[string]string {
		return map[string]string{
			"one line": strings.Repeat("abcd", n/4),
			"lines":    strings.Repeat("abc\n", n/4),
			"far":      strings.Repeat("abc\n"+strings.Repeat("\n", 60), n/64),
		}
	}
	growth.Bench(b, 1<<14, shapes, func(b *testing.B, _ string) func([]byte) {
		return func(src []byte) {
			var edits []edit.Edit
			for at, c := range src {
				if c == 'a' {
					edits = append(edits, ins(at, "x"))
				}
			}
			require.NoError(b, unified.Write(&bytes.Buffer{}, "a", "b", src, edits, unified.Style{}))
		}
	})
}
