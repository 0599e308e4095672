package view

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A codec makes views of one kind. If clean is set, texts are cleaned before they are
// compared.
type codec struct {
	open  func(outer []byte, start, end int) View
	clean func([]byte) []byte
}

// randomEdits returns sorted, disjoint edits of a text of size bytes that write
// bytes of chars.
func randomEdits(r *rand.Rand, size int, chars string) []edit.Edit {
	var out []edit.Edit
	pos, last := 0, -1
	for n := r.Intn(5); n >= 0 && pos <= size; n-- {
		start := pos + r.Intn(min(size-pos, 12)+1)
		if r.Intn(3) == 0 {
			start = pos + r.Intn(size-pos+1)
		}
		end := start
		if r.Intn(2) == 0 {
			end += r.Intn(min(size-start, 4) + 1)
		}
		if start == last {
			continue
		}
		var text []byte
		if r.Intn(4) > 0 {
			text = randomBytes(r, r.Intn([]int{2, 4, 12, 100}[r.Intn(4)])+1, chars)
		}
		if r.Intn(4) == 0 && len(text) > end-start {
			text = text[:end-start]
		}
		out = append(out, edit.Edit{Start: start, End: end, New: text})
		pos, last = end, start
	}
	return out
}

func randomBytes(r *rand.Rand, n int, chars string) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = chars[r.Intn(len(chars))]
	}
	return out
}

// randomParts returns about n of parts in a row.
func randomParts(r *rand.Rand, n int, parts []string) []byte {
	var out []byte
	for i := r.Intn(n + 1); i > 0; i-- {
		out = append(out, parts[r.Intn(len(parts))]...)
	}
	return out
}

func show(edits []edit.Edit) string {
	var s string
	for _, e := range edits {
		s += fmt.Sprintf("[%d,%d)%q ", e.Start, e.End, e.New)
	}
	return s
}

func apply(t testing.TB, src []byte, edits []edit.Edit) []byte {
	t.Helper()
	out, err := edit.Apply(src, edits)
	require.NoError(t, err)
	return out
}

// checkStream checks that stream yields the edits that Carry returns, however few edits it
// holds at once, each time it is ranged over.
func checkStream(t testing.TB, v View, outer []byte, edits, carried []edit.Edit) {
	t.Helper()
	defer func(h, w int) { held, written = h, w }(held, written)
	for _, most := range []int{1, 2, 1024} {
		held, written = most, 4*most
		stream := stream(v, slices.Values(edits))
		for range 2 {
			got := slices.Collect(stream)
			if _, ok := v.(*Base64); !ok {
				require.Equal(t, show(carried), show(got), "outer %q, edits %s", outer, show(edits))
			} else {
				require.Equal(t, string(apply(t, outer, carried)), string(apply(t, outer, got)), "outer %q, edits %s, stream %s", outer, show(edits), show(got))
			}
		}
		for range stream { // the caller may stop early
			break
		}
	}
}

// checkLaws checks the law for a view of outer[start:end] and edits. It returns the carried
// edits and the new span.
func checkLaws(t testing.TB, c codec, outer []byte, start, end int, edits []edit.Edit) ([]edit.Edit, []byte) {
	t.Helper()
	v := c.open(outer, start, end)
	before := bytes.Clone(outer)
	checkSource(t, v, start, end)
	require.Empty(t, v.Carry(nil, nil), "no edits, no edits")
	require.NoError(t, edit.Check(edits, len(v.Text())), "the test's own edits")

	carried := v.Carry(nil, edits)
	msg := func() string {
		return fmt.Sprintf("outer %q[%d:%d]\ntext %q\nedits %q\ncarried %q", outer, start, end, v.Text(), show(edits), show(carried))
	}
	require.Equal(t, before, outer, "the outer text was written to")
	if err := edit.Check(carried, end); err != nil {
		require.NoError(t, err, msg())
	}
	for _, e := range carried {
		if e.Start < start {
			require.GreaterOrEqual(t, e.Start, start, msg())
		}
	}
	out := apply(t, outer, carried)
	grown := len(out) - len(outer)
	want := apply(t, v.Text(), edits)
	got := c.open(out, start, end+grown).Text()
	if c.clean != nil {
		want, got = c.clean(want), c.clean(got)
	}
	if !bytes.Equal(want, got) {
		require.Equal(t, string(want), string(got), msg())
	}
	checkDst(t, v, edits, carried)
	checkStream(t, v, outer, edits, carried)
	return carried, out[start : end+grown]
}

// checkSource checks that Source is monotone and stays inside the span.
func checkSource(t testing.TB, v View, start, end int) {
	t.Helper()
	last := start
	for off := -1; off <= len(v.Text())+1; off += 1 + len(v.Text())/150 {
		src := v.Source(off)
		if src < last || src > end {
			require.Failf(t, "Source", "Source(%d) = %d after %d, end %d", off, src, last, end)
		}
		last = src
	}
}

// checkDst checks that Carry appends to dst.
func checkDst(t testing.TB, v View, edits, carried []edit.Edit) {
	t.Helper()
	first := edit.Edit{Start: 0, End: v.Source(0), New: []byte("first")}
	got := v.Carry([]edit.Edit{first}, edits)
	require.Equal(t, first, got[0])
	require.Len(t, got, len(carried)+1)
}

// around returns src within an outer text, and its span.
func around(src []byte, before, after string) (outer []byte, start, end int) {
	outer = append(append([]byte(before), src...), after...)
	return outer, len(before), len(before) + len(src)
}

func TestIdentity(t *testing.T) {
	c := codec{open: func(o []byte, s, e int) View { return NewIdentity(o, s, e) }}
	r := rand.New(rand.NewSource(1))
	for range corpus.Rounds(2000) {
		src := randomBytes(r, r.Intn(30), "abc=&\r\n\x00\xff")
		outer, start, end := around(src, "before", "after")
		edits := randomEdits(r, len(src), "xyz")
		carried, _ := checkLaws(t, c, outer, start, end, edits)
		for i, e := range carried {
			require.Equal(t, edit.Edit{Start: start + edits[i].Start, End: start + edits[i].End, New: edits[i].New}, e)
		}
	}
	outer := []byte("abc")
	v := NewIdentity(outer, 1, 3)
	require.Same(t, &outer[1], &v.Text()[0], "no copy")
}

// A URL in an attribute in a quoted-printable part in a base64 message.
func TestStack(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	urls := []string{"g", "a/b", "\n", "\t", " ", "?x=1", "&amp;y=2", "&copy=3", "&#47;", "&eacute", "&Tab;", "."}
	for range corpus.Rounds(600) {
		val := append([]byte("x"), randomParts(r, 12, urls)...)
		stack, file := buildStack(t, r, val)
		text := stack[len(stack)-1].Text()
		edits := randomEdits(r, len(text), "http:/a.b&'\"")
		want := cleanURL(apply(t, text, edits))
		carried := stack.Carry(edits)
		require.NoError(t, edit.Check(carried, len(file)))
		out := apply(t, file, carried)
		require.Equal(t, string(want), string(reopen(t, out).Text()), "%q %s", val, show(edits))
		for off := range text {
			require.LessOrEqual(t, stack.Source(off), len(file))
		}
	}
	require.Equal(t, 7, Stack(nil).Source(7))
	edits := []edit.Edit{{Start: 1, End: 2, New: []byte("x")}}
	require.Equal(t, edits, Stack{}.Carry(edits))
}

const stackBase64Start = len("Content: base64\r\n\r\n")

// buildStack puts val into a file and opens it again.
func buildStack(t *testing.T, r *rand.Rand, val []byte) (Stack, []byte) {
	t.Helper()
	html := fmt.Sprintf("<p>\r\n<a title=x href=\"%s\">text</a>\r\n", val)
	empty := NewQuotedPrintable([]byte("QP\r\n\r\n"), 6, 6)
	qp := apply(t, []byte("QP\r\n\r\n"), empty.Carry(nil, []edit.Edit{{New: []byte(html)}}))
	head := "Content: base64\r\n\r\n"
	plain, err := NewBase64([]byte(head), len(head), len(head))
	require.NoError(t, err)
	file := apply(t, []byte(head), plain.Carry(nil, []edit.Edit{{New: qp}}))
	if r.Intn(2) == 0 {
		file = append(file, "\r\n"...)
	}
	return openStack(t, file), file
}

func openStack(t *testing.T, file []byte) Stack {
	t.Helper()
	b, err := NewBase64(file, stackBase64Start, len(file))
	require.NoError(t, err)
	q := NewQuotedPrintable(b.Text(), 6, len(b.Text()))
	start := bytes.Index(q.Text(), []byte(`href="`)) + len(`href="`)
	end := start + bytes.IndexByte(q.Text()[start:], '"')
	c := NewCharRefs(q.Text(), start, end, markup.DoubleQuoted)
	return Stack{b, q, c, NewURL(c.Text(), 0, len(c.Text()))}
}

func reopen(t *testing.T, file []byte) View {
	s := openStack(t, file)
	return s[len(s)-1]
}
