package mimebase

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/growth"
)

func nestedMultiparts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=%d\n\n--%d\n", i, i)
	}
	b.WriteString("\nend")
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "\n--%d--", i)
	}
	return b.String()
}

func nestedMessages(n int) string {
	return strings.Repeat("Content-Type: message/rfc822\n\n", n) + "\nend"
}

func manyParts(n int) string {
	return "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\n", n) + "--x--"
}

func nestedEncoded(n int) string {
	const header = "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
	return strings.Repeat(header, n) + "A: b\n\nend"
}

// TestLimits tests both sides of every limit. Nothing within the limits is
// read-only.
func TestLimits(t *testing.T) {
	long := strings.Repeat("b", 2048)
	many := strings.Repeat("A: b\n", 10_000)
	header := "A: " + strings.Repeat("b", 1<<20-4) + "\n"
	params := "Content-Type: text/html" + strings.Repeat("; a=b", 999)
	quoted := `Content-Type: text/html; a="` + strings.Repeat(";", 5000)
	for _, c := range []struct {
		name, within, beyond, reason string
		entities                     int // within the limits
	}{
		{"depth", nestedMultiparts(99), nestedMultiparts(100), "nested too deep", 100},
		{"depth of messages", nestedMessages(99), nestedMessages(100), "nested too deep", 100},
		{"entities", manyParts(9_999), manyParts(10_000), "too many entities", 10_000},
		{"header", header + "\n", "A" + header + "\n\n", "header too long", 1},
		{"header with a continuation", header[:1<<19] + "\n " + header[1<<19+2:] + "\n", header[:1<<19] + "\n " + header[1<<19+1:] + "\n", "header too long", 1},
		{"fields", many + "\n\n", many + "C: d\n\n", "too many header fields", 1},
		{"boundary", mixed(long, "", "\na"), mixed(long+"b", "", "\na"), "boundary too long", 2},
		{"parameters", params + "; c=d\n\n", params + "; c=d; e=f\n\n", "too many parameters", 1},
		{"quoted semicolons", quoted + "\"\n\n", quoted + "\n\n", "too many parameters", 1},
		{"quoted semicolons and pairs", quoted + `\""` + "\n\n", quoted + `\\"` + strings.Repeat(";", 1001) + "\n\n", "too many parameters", 1},
		{"encoded", nestedEncoded(8), nestedEncoded(9), "encoded messages nested too deep", 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			entities, left := 0, 0
			parse(t, c.within, Options{}).Walk(func(e *Entity) {
				entities++
				require.Empty(t, e.ReadOnly)
			})
			require.Equal(t, c.entities, entities)
			top := parse(t, c.beyond, Options{})
			top.Walk(func(e *Entity) {
				if e.ReadOnly != "" {
					left++
					require.Equal(t, "limit: "+c.reason, e.ReadOnly)
					require.True(t, e.IsLeaf())
				}
			})
			require.Equal(t, 1, left)
			require.Contains(t, notes(top), "limit: "+c.reason)
		})
	}
}

// TestHeaderFarIn: the limit on the header counts from the start of the header.
func TestHeaderFarIn(t *testing.T) {
	top := parse(t, mixed("x", "", "\n"+strings.Repeat("b", 1<<20), "A: b\n\nc"), Options{})
	require.Len(t, top.Parts[1].Fields, 1)
	require.Empty(t, notes(top))
}

// TestHeaderlessText: a long text without a header is not a header that is too
// long.
func TestHeaderlessText(t *testing.T) {
	for _, text := range []string{strings.Repeat("b", 2<<20), strings.Repeat("body\n", 1<<19)} {
		top := parse(t, text, Options{})
		require.Empty(t, top.ReadOnly)
		require.Equal(t, len(text), top.Body.Len())
	}
}

// hostile has functions that make a text of about n bytes that could be slow to
// parse.
var hostile = []struct {
	name string
	text func(n int) string
}{
	{"NestedMultiparts", func(n int) string { return nestedMultiparts(n / 60) }},
	{"NestedMessages", func(n int) string { return nestedMessages(n / 30) }},
	{"EmptyParts", func(n int) string { return manyParts(n / 4) }},
	{"AlmostDelimiters", func(n int) string {
		return mixed(strings.Repeat("x", 2000), "", "\n"+strings.Repeat("--\n", n/3))
	}},
	{"Hyphens", func(n int) string { return mixed("x", "", "\n"+strings.Repeat("\n-", n/2)) }},
	{"LongLine", func(n int) string { return mixed("x", "", "\n--"+strings.Repeat(" ", n)) }},
	{"HeaderOfDelimiters", func(n int) string {
		return "Content-Type: multipart/x; boundary=" + strings.Repeat("x", 2000) + "\n" + strings.Repeat("--x\n", n/4)
	}},
	{"Fields", func(n int) string { return strings.Repeat("a:\n", n/3) }},
	{"ContentTypes", func(n int) string { return strings.Repeat("Content-Type:a\n", n/15) }},
	{"Bases", func(n int) string { return strings.Repeat("Base:a\n", n/7) }},
	{"Parameters", func(n int) string { return "Content-Type: a/b" + strings.Repeat(";a*0=b", n/6) }},
	{"Blanks", func(n int) string { return "Content-Type: a/b; a=(" + strings.Repeat(" a", n/2) }},
	{"Encoded", func(n int) string { return nestedEncoded(100) + strings.Repeat("b", n) }},
	{"SameBoundary", func(n int) string {
		return strings.Repeat("Content-Type: multipart/x; boundary=x\n\n--x\n", n/44)
	}},
}

func TestHostile(t *testing.T) {
	for _, c := range hostile {
		parse(t, c.text(1<<16), Options{})
	}
}

// BenchmarkGrowth shows that time and memory are linear in the source.
func BenchmarkGrowth(b *testing.B) {
	shapes := func(n int) map[string]string {
		texts := make(map[string]string)
		for _, c := range hostile {
			texts[c.name] = c.text(n)
		}
		return texts
	}
	growth.Bench(b, 1<<14, shapes, func(*testing.B, string) func([]byte) {
		return func(text []byte) { Parse(text, nil, Options{}) }
	})
}

// BenchmarkAttachment parses a message with a body of 50 MB, which must not be
// copied.
func BenchmarkAttachment(b *testing.B) {
	line := strings.Repeat("QUJD", 19) + "\n"
	text := []byte(mixed("x", "", "Content-Type: text/html\n\na", "Content-Transfer-Encoding: base64\n\n"+strings.Repeat(line, 650_000)))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(text, nil, Options{})
	}
}
