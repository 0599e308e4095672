package printable_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/printable"
)

func TestString(t *testing.T) {
	for s, want := range map[string]string{
		"":                   "",
		"a b\u00e9":          "a b\u00e9",
		"a b\u00e9\u00a0":    `a bé\xc2\xa0`,
		"\x1b[2J":            `\x1b[2J`,
		"a\nb\tc\r":          `a\x0ab\x09c\x0d`,
		"\xffa\xc3":          `\xffa\xc3`,
		"a\u202eb":           `a\xe2\x80\xaeb`,
		"\ufffd\U0001f600":   "\ufffd\U0001f600",
		"\u0085x\x7f":        `\xc2\x85x\x7f`,
		"a\u200bb\u00ad":     `a\xe2\x80\x8bb\xc2\xad`,
		"\u115f\ufe0f\u05d0": `\xe1\x85\x9f\xef\xb8\x8f` + "\u05d0",
	} {
		require.Equal(t, want, printable.String(s), "%q", s)
	}
	s := "http://a.example/"
	require.Zero(t, testing.AllocsPerRun(10, func() { _ = printable.String(s) }), "text without hidden characters is copied")
}

func TestJSON(t *testing.T) {
	for text, want := range map[string]string{
		`"a&b<é"`:                    `"a&b<é"`,
		"\"\u009b31m\x7f\"":          `"\u009b31m\u007f"`,
		"\"\u202e\U000e0041\u2028\"": `"\u202e\udb40\udc41\u2028"`,
	} {
		require.Equal(t, want, string(printable.JSON([]byte(text))))
	}
}

// FuzzAppendJSON compares AppendJSON with package encoding/json and JSON.
func FuzzAppendJSON(f *testing.F) {
	for _, s := range []string{"", "a b", "a\"b\\c/<&>", "\x00\x01\b\f\n\r\t\x1f\x7f", "caf\u00e9 \u2028\u2029\u202e", "\xff\xc3a\xe2\x80", "\U000e0041\U0001f600\ufffd"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		require.NoError(t, enc.Encode(s))
		require.Equal(t, string(printable.JSON(bytes.TrimSuffix(want.Bytes(), []byte("\n")))), string(printable.AppendJSON(nil, s)))
		require.Equal(t, printable.AppendJSON([]byte("x"), s), printable.AppendJSON([]byte("x"), []byte(s)))
	})
}
