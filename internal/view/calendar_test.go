package view

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

var calendarCodec = codec{open: func(o []byte, s, e int) View { return NewCalendarText(o, s, e) }}

func TestCalendarText(t *testing.T) {
	long := strings.Repeat("x", 60)
	for _, c := range []struct {
		src, text string
		edits     []edit.Edit
		want      string
	}{
		{"a", "a", ins(0, "http://h/"), "http://h/a"},
		{`a\nb\Nc\\d\;e\,f\"`, "a\nb\nc\\d;e,f\"", ins(0, "x"), `xa\nb\Nc\\d\;e\,f\"`},
		{"a\r\n b\n\tc", "abc", rep(1, 2, "X"), "a\r\n X\n\tc"},
		{"a\\\r\n nb", "a\nb", rep(1, 2, "x"), "axb"},
		{"a", "a", ins(1, "\n;,\\\""), `a\n\;\,\\"`},
		{`a\xn`, `a\xn`, rep(2, 3, ""), `a\\n`},
		{"a\\\r\n xn", `a\xn`, rep(2, 3, "N"), "a\\\\\r\n Nn"},
		{"a\rb\n c", "a\rbc", rep(2, 3, ""), "a\rc"},
		{long, long, ins(0, "http://h.example/"), "http://h.example/" + long[:54] + "\r\n " + long[54:]},
		{long + "\n b", long + "b", ins(60, "http://h.example/aaaaaaa"), long + "http://h.e\n xample/aaaaaaa\n b"},
		{long + long, long + long, ins(0, "http://h.example/"), "http://h.example/" + long + long}, // it is too long already
	} {
		outer, start, end := around([]byte(c.src), "DESC:", "\n")
		v := NewCalendarText(outer, start, end)
		require.Equal(t, c.text, string(v.Text()), c.src)
		checkSource(t, v, start, end)
		_, got := checkLaws(t, calendarCodec, outer, start, end, c.edits)
		if !strings.Contains(c.src, long) {
			require.Equal(t, c.want, string(got), "%q %s", c.src, show(c.edits))
			continue
		}
		for line := range bytes.Lines(got) {
			require.True(t, len(c.src) > 100 || len(bytes.TrimRight(line, "\r\n")) <= 75, "%q", got)
		}
		require.Equal(t, NewCalendarText([]byte(c.want), 0, len(c.want)).Text(), NewCalendarText(got, 0, len(got)).Text())
	}
}

func TestCalendarTextRandom(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	parts := []string{"a", "n", "N", `\`, `\\`, `\n`, ";", ",", `"`, "\r", "\r\n ", "\n\t", "é", strings.Repeat("x", 70), strings.Repeat("y", 300)}
	for range corpus.Rounds(5000) {
		checkCalendarText(t, randomParts(r, 30, parts), r)
	}
}

func checkCalendarText(t testing.TB, src []byte, r *rand.Rand) {
	t.Helper()
	outer, start, end := around(src, "DESC:", "\r\nEND:VEVENT\r\n")
	v := NewCalendarText(outer, start, end)
	checkSource(t, v, start, end)
	checkLaws(t, calendarCodec, outer, start, end, randomEdits(r, len(v.Text()), []string{"abc", "n\\;,\"", "\r\n \xc3\xa9"}[r.Intn(3)]))
}

func FuzzCalendarText(f *testing.F) {
	f.Add([]byte("a\\nb\r\n c"), int64(1))
	f.Fuzz(func(t *testing.T, src []byte, seed int64) {
		for i, c := range src { // a value has no other line breaks
			if c == '\n' && (i+1 == len(src) || !isBlank(src[i+1])) {
				return
			}
		}
		checkCalendarText(t, src, rand.New(rand.NewSource(seed)))
	})
}

func TestCalendarHTML(t *testing.T) {
	for src, want := range map[string]string{
		"X-ALT-DESC;FMTTYPE=text/html:<a>\r\n b\r\nEND:VEVENT\r\n":                      "<a>\r\n b",
		"BEGIN:VEVENT\nx-alt-desc;X=\"a:b\";FmtType=\"Text/HTML\":a:b\nX:y":             "a:b",
		"STYLED-DESCRIPTION;VALUE=TEXT;FMTTY\r\n PE=text/html;LANGUAGE=en:\r\n <p>\r\n": "\r\n <p>",
		"X-ALT-DESC;FMTTYPE=text/html:":                                                 "",
		"X-ALT-DESC:<a>\n":                                                              "-",
		"X-ALT-DESC;FMTTYPE=text/html-x:<a>\n":                                          "-",
		"X-ALT-DESCR;FMTTYPE=text/html:<a>\n":                                           "-",
		"DESCRIPTION:x\n X-ALT-DESC;FMTTYPE=text/html:<a>\n":                            "-",
		"X-ALT-DESC;FMTTYPE=text/html":                                                  "-",
	} {
		spans := CalendarHTML([]byte(src))
		if want == "-" {
			require.Empty(t, spans, src)
			continue
		}
		require.Len(t, spans, 1, src)
		require.Equal(t, want, src[spans[0][0]:spans[0][1]], src)
	}
}
