package engine_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/mimebase"
)

// lineReaders are readers of header fields, by where they end lines.
var lineReaders = map[string]*regexp.Regexp{
	"CR":        regexp.MustCompile("\r"),
	"LF":        regexp.MustCompile("\r?\n"),
	"CRLF":      regexp.MustCompile("\r\n"),
	"any of CR": regexp.MustCompile("\r\n|\r|\n"),
	"CR or LF":  regexp.MustCompile("[\r\n]"),
	"NUL":       regexp.MustCompile("\r?\n|\x00"),
	"VT":        regexp.MustCompile("\r?\n|\v"),
	"FF":        regexp.MustCompile("\r?\n|\f"),
	"separator": regexp.MustCompile("\r?\n|[\x1c-\x1e]"),
	"NEL":       regexp.MustCompile("\r?\n|\u0085"),
	"2028":      regexp.MustCompile("\r?\n|[\u2028\u2029]"),
	"Python":    regexp.MustCompile("\r\n|[\r\n\v\f\x1c-\x1e\u0085\u2028\u2029]"),
}

// fieldStart is what a field begins with: RFC 5322 section 2.2.
var fieldStart = regexp.MustCompile("^[!-9;-~]+[ \t]*:")

// fieldsSeen returns the names of the fields in the headers of a message that a reader
// sees who ends lines at breaks, and reads on after an empty one. Some begin a line
// with what is left of another reader's line break.
func fieldsSeen(text []byte, breaks *regexp.Regexp) (names []string) {
	mimebase.Parse(text, nil, mimebase.Options{}).Walk(func(e *mimebase.Entity) {
		for _, line := range breaks.Split(string(e.Text[e.Header.Start:e.Header.End]), -1) {
			if name := fieldStart.FindString(line); name != "" {
				names = append(names, name)
			}
			if name := fieldStart.FindString(strings.TrimLeft(line, "\r\n\x00")); name != "" {
				names = append(names, "after white space: "+name)
			}
		}
	})
	return names
}

// checkFieldsSeen checks that no reader sees other fields in the output than in src,
// except the one that is written to pin it.
func checkFieldsSeen(t promise.T, src []byte, opts engine.Options) {
	t.Helper()
	out, err := engine.Bytes(src, opts)
	require.NoError(t, err)
	for name, breaks := range lineReaders {
		want, got := fieldsSeen(src, breaks), fieldsSeen(out, breaks)
		if opts.Mode == engine.Pin && len(got) > len(want) {
			got = slices.DeleteFunc(got, func(name string) bool { return strings.HasSuffix(name, "Base:") })
			want = slices.DeleteFunc(want, func(name string) bool { return strings.HasSuffix(name, "Base:") })
		}
		require.True(t, slices.Equal(want, got), "fields of a reader that ends lines at %s: %q to %q\n%q\n%q", name, src, out, want, got)
	}
}

const strayBreak = "a line break in the field that only some readers see"

// strayBreaks are header fields in which some readers see more lines than others.
// Without want, they stay as they are.
var strayBreaks = []struct{ name, src, want string }{
	{"CR before a reference", "Content-Location: \rvictim\n\n", ""},
	{"CR in a reference", "Content-Location: a/\rb:c\n\n", ""},
	{"CR in what goes", "Content-Location: ../\r..:/../b\n\n", ""},
	{"CR after a reference", "Content-Location: a\r\r\n\n", ""},
	{"CR before a fold", "Content-Location: \r\r\n a\n\n", ""},
	{"NUL", "Content-Location: \x00victim\n\n", ""},
	{"VT", "Content-Location: \vvictim\n\n", ""},
	{"FF", "Content-Location: \fvictim\n\n", ""},
	{"RS", "Content-Base: \x1evictim\n\n", ""},
	{"NEL", "Content-Location: \u0085victim\n\n", ""},
	{"NEL in Latin-1", "Content-Location: \x85victim\n\n", ""},
	{"line separator", "Content-Location: \u2028victim\n\n", ""},
	{"paragraph separator", "Link: <\u2029victim>\n\n", ""},
	{"CR in a Link", "Link: <\rvictim>\n\n", ""},
	{"CR in another parameter", "Link: <x>; title=\"\rvictim: y\"\n\n", ""},
	{"CR in a URL parameter", external + "URL=\"\rvictim\"\n\n\n", ""},
	{"fold with LF", "Content-Location:\n x\n\n", "Content-Location:\n Bcc://x/x\n\n"},
	{"fold with CRLF", "Content-Location:\r\n x\r\n\r\n", "Content-Location:\r\n Bcc://x/x\r\n\r\n"},
	{"LF among CRLF", "A: b\r\nContent-Location:\n x\r\n\r\n", "A: b\r\nContent-Location:\n Bcc://x/x\r\n\r\n"},
	{"letters with the bytes of NEL", "Link: <x>; title=\"Å\"\n\n", "Link: <Bcc://x/x>; title=\"Å\"\n\n"},
}

// TestStrayBreaks: nothing is written beside a line break that only some readers see.
func TestStrayBreaks(t *testing.T) {
	opts := engine.Options{Type: detect.Message, Base: "Bcc://x/"}
	for _, c := range strayBreaks {
		t.Run(c.name, func(t *testing.T) {
			r := promise.Check(t, []byte(c.src), opts)
			want := c.want
			if want == "" {
				want = c.src
				require.NotEmpty(t, r.References)
				require.Equal(t, strayBreak, r.References[0].Reason)
			}
			require.Equal(t, want, string(r.Output))
			checkFieldsSeen(t, []byte(c.src), opts)
		})
	}
	// A number beside such a break stays too.
	src := "Content-Type: text/html\nContent-Length: \r11\nLines: \v1\n\n<a href=x>\n"
	r := promise.Check(t, []byte(src), opts)
	require.Equal(t, strings.Replace(src, "href=", "href=Bcc://x/", 1), string(r.Output))
}

// headerPieces are what random headers are made of.
var headerPieces = []string{
	"Content-Location:", "Content-Base:", "Link:", "Content-Length:", "Content-Disposition:", "Content-Type:", "Base: <URL:http://c/>", "Bcc:", " ", "\t",
	"\n", "\n ", "\r\n", "\r\n\t", "\r", "\r ", "\x00", "\v", "\f", "\x1c", "\x1e", "\u0085", "\x85", "\u2028", "\u2029",
	"x", "victim:", "../", "./a:b", "/", "?q", "#f", "<", ">", ",", ";", "\"", "=?utf-8?q?=0Dx:?=", "11", "URL=", "anchor=", "size=11", "attachment",
	"message/external-body; access-type=URL; ", "text/html", "é", "Å",
}

// randomHeader returns a message with a header that is made of the pieces.
func randomHeader(random *rand.Rand) []byte {
	var b bytes.Buffer
	for range 1 + random.IntN(4) {
		b.WriteString(headerPieces[random.IntN(8)])
		for range random.IntN(12) {
			b.WriteString(headerPieces[random.IntN(len(headerPieces))])
		}
		b.WriteString([]string{"\n", "\r\n"}[random.IntN(2)])
	}
	b.WriteString("\n<a href=x>\n")
	return b.Bytes()
}

var headerBases = []string{"Bcc://x/", "Bcc:/x:/", "http://h/a:b/c:d/", "http://h/" + strings.Repeat("y:/", 330)}

func fieldLineOptions(base string) []engine.Options {
	return []engine.Options{
		{Type: detect.Message, Base: base},
		{Type: detect.Message, Base: base, Mode: engine.Pin},
	}
}

// TestFieldsSeen checks random headers. The seed can be given.
func TestFieldsSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 822))
	for i := range corpus.Rounds(1000) {
		src := randomHeader(random)
		for _, opts := range fieldLineOptions(headerBases[i%len(headerBases)]) {
			checkFieldsSeen(named{t, string(src)}, src, opts)
		}
	}
}

// FuzzFieldsSeen has readers that end lines elsewhere read the header before and after.
func FuzzFieldsSeen(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		f.Add(randomHeader(random))
	}
	for _, c := range strayBreaks {
		f.Add([]byte(c.src))
	}
	for _, c := range headerCases {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, base := range headerBases {
			for _, opts := range fieldLineOptions(base) {
				checkFieldsSeen(t, src, opts)
			}
		}
	})
}

// TestFieldsSeenFindsThem: the readers differ in what they see.
func TestFieldsSeenFindsThem(t *testing.T) {
	src := []byte("A: b\rB: c\vC: d\n\n")
	seen := make(map[string]int)
	for _, breaks := range lineReaders {
		seen[strings.Join(fieldsSeen(src, breaks), " ")]++
	}
	require.Len(t, seen, 4, "%v", slices.Collect(maps.Keys(seen)))
}
