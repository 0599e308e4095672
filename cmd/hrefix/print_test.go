package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPrintable(t *testing.T) {
	for s, want := range map[string]string{
		"":                "",
		"a b\u00e9\u00a0": "a b\u00e9\u00a0",
		"\x1b[2J":         `\x1b[2J`,
		"a\nb\tc\r":       `a\x0ab\x09c\x0d`,
		"\xffa\xc3":       `\xffa\xc3`,
		"a\u202eb":        `a\xe2\x80\xaeb`,
		"\ufffd":          "\ufffd",
		"\u0085x\x7f":     `\xc2\x85x\x7f`,
	} {
		require.Equal(t, want, printable(s), "%q", s)
	}
	s := "http://a.example/"
	require.Zero(t, testing.AllocsPerRun(10, func() { _ = printable(s) }), "text that needs no escape is not copied")
}
