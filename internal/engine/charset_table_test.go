package engine_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// page returns the part of a row, with a prefix before the links: another one
// before those that hold characters. A link in raw text or a comment is none.
func (r *charsetRow) page(prefix, multi string) string {
	c, s, meta := r.chars, r.chars+r.pad, ""
	if r.meta != "" {
		meta = "<meta charset=" + r.meta + ">"
	}
	return "<html>" + meta + "<title>" + c + "<a href=no></title>\n" +
		"<!--" + c + "<a href=no>-->\n" +
		"<style>/*" + c + "*/a{content:\"" + s + "\";b:url(" + prefix + "a.png)}</style>\n" +
		"<body title=\"" + c + "\" background=" + prefix + "b.png class=" + prefixless(c) + ">\n" +
		"<p title='" + c + "'>" + c + "<a title=\"" + c + "\" href=\"" + prefix + "x?a=1&amp;b=2\" class='" + c + "'>" + c + "</a>\n" +
		"<a href=\"" + multi + "y/" + c + "?" + c + "#" + c + "\">" + c + "</a><a href='" + multi + "z/" + c + "'>" + c + "</a>\n\n" +
		"<img alt='" + c + "' srcset='" + prefix + "s.png 1x, " + multi + "t" + c + ".png 2x'>" +
		"<i style=\"content:'" + s + "';b:url(" + prefix + "v.png)\">" + c + "</i>\n"
}

// prefixless returns characters that can stand in a value without quotes.
func prefixless(chars string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return -1
		}
		return r
	}, chars) + "x"
}

// Links of a page.
const pageLinks = 8

// encode returns a text in the encoding of a row.
func (r *charsetRow) encode(t *testing.T, text string) []byte {
	out, err := r.enc.NewEncoder().Bytes([]byte(text))
	require.NoError(t, err)
	return out
}

// wants returns the page as it has to come out.
func (r *charsetRow) wants() string {
	if r.kind == none {
		return r.page("", "")
	}
	return r.page(pageDir, pageDir)
}

// isText reports whether line endings are bytes of their own in the encoding
// of a row.
func (r *charsetRow) isText(t *testing.T) bool {
	return bytes.HasSuffix(r.encode(t, "x\n"), []byte("x\n"))
}

// cell checks a cell: a message whose part is as the row and the column say.
// It returns what has become of it.
func (r *charsetRow) cell(t *testing.T, column, ending int) string {
	c, endings := transferEncodings[column], lineEndings[ending].endings
	head := endLines("Subject: x\nContent-Type: multipart/mixed; boundary=\"b=1\"\n\n<a href=no>\n--b=1\n"+
		"Content-Type: text/html"+r.params+"\n"+c.field+"\n", endings)
	tail := endLines("\n--b=1\nContent-Type: text/plain\n\n<a href=no>\n--b=1--\n", endings)
	text := endLines(r.page("", ""), endings)
	want := endLines(r.wants(), endings)
	plain := r.encode(t, text)
	body := c.encode(t, plain, endings, r.isText(t))
	require.True(t, bytes.Equal(plain, c.decode(t, body)), "the encoder of the test")

	src := head + string(body) + tail
	rep := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
	out, ok := strings.CutPrefix(string(rep.Output), head)
	require.True(t, ok, "what stands before the body")
	out, ok = strings.CutSuffix(out, tail)
	require.True(t, ok, "what stands after the body")
	require.Equal(t, string(r.encode(t, want)), string(c.decode(t, []byte(out))))
	r.checkReferences(t, rep)
	switch {
	case r.kind == none:
		require.Equal(t, src, string(rep.Output))
		return left
	case column < 5:
		for _, e := range rep.Plan.Edits() {
			require.Equal(t, e.Start, e.End, "no byte is replaced")
		}
	default:
		sameLines(t, string(body), out)
	}
	return rewritten
}

// checkReferences counts what is reported of the links of a row.
func (r *charsetRow) checkReferences(t *testing.T, rep *promise.Report) {
	count := make(map[engine.Status]int)
	for _, ref := range rep.References {
		count[ref.Status]++
	}
	switch r.kind {
	case every:
		require.Equal(t, map[engine.Status]int{engine.Resolved: pageLinks}, count)
	case none:
		require.Empty(t, count)
		require.Len(t, rep.Plan.Notes, 1)
		require.Contains(t, rep.Plan.Notes[0].Text, "cannot be read")
		require.Equal(t, "1", rep.Plan.Notes[0].Part)
	}
}

// sameLines checks that base64 keeps the length of its lines, and the end.
func sameLines(t *testing.T, before, after string) {
	width := strings.IndexAny(before, "\r\n")
	lines := strings.Split(strings.ReplaceAll(strings.TrimRight(after, "\r\n"), "\r\n", "\n"), "\n")
	one := strings.Count(before, "\n") == 1
	for i, line := range lines {
		require.True(t, len(line) == width || i == len(lines)-1 && (len(line) < width || one), "a line of %d, not %d", len(line), width)
	}
	require.Equal(t, before[len(strings.TrimRight(before, "\r\n")):], after[len(strings.TrimRight(after, "\r\n")):])
}

// TestCharsets is the table charset × transfer encoding × line ending. Each
// cell rewrites a message and decodes it with other decoders: the text is that
// of before with the URLs inserted, and all else is as it was.
func TestCharsets(t *testing.T) {
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "charset")
	for _, c := range transferEncodings {
		for _, e := range lineEndings {
			fmt.Fprintf(w, "\t%s %s", c.name, e.name)
		}
	}
	fmt.Fprintln(w, "\tlinks")
	cells := 0
	for _, r := range charsetRows {
		fmt.Fprint(w, r.name)
		for column, c := range transferEncodings {
			for ending, e := range lineEndings {
				ok := t.Run(fmt.Sprintf("%s/%s/%s", r.name, c.name, e.name), func(t *testing.T) {
					fmt.Fprintf(w, "\t%s", r.cell(t, column, ending))
				})
				if !ok {
					fmt.Fprint(w, "\tFAILED")
				}
				cells++
			}
		}
		fmt.Fprintf(w, "\t%d of %d\n", []int{pageLinks, 0}[r.kind], pageLinks)
	}
	require.NoError(t, w.Flush())
	t.Logf("%d cells\n%s", cells, table.String())
	require.Equal(t, 1416, cells)
}

// TestCharsetRows: the bytes of the characters of a row hide what the row says.
func TestCharsetRows(t *testing.T) {
	for _, r := range charsetRows {
		chars := r.encode(t, r.chars)
		for _, c := range []byte(r.hides) {
			require.Contains(t, string(chars), string(c), r.name)
		}
		text, err := r.enc.NewDecoder().Bytes(r.encode(t, r.page("", "")))
		require.NoError(t, err)
		require.Equal(t, r.page("", ""), string(text), r.name)
	}
}
