package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCut checks that long texts are cut, with the number of missing bytes.
func TestCut(t *testing.T) {
	for s, want := range map[string]string{
		strings.Repeat("a", maxText):            strings.Repeat("a", maxText),
		strings.Repeat("a", maxText+3):          strings.Repeat("a", maxText) + "…",
		strings.Repeat("a", maxText-1) + "€€":   strings.Repeat("a", maxText-1) + "…",
		strings.Repeat("a", maxText-3) + "€x":   strings.Repeat("a", maxText-3) + "€…",
		strings.Repeat("\x80", maxText+1):       strings.Repeat("\x80", maxText) + "…",
		strings.Repeat("a", maxText-2) + "😀":    strings.Repeat("a", maxText-2) + "…",
		strings.Repeat("a", maxText-1) + "\xf0": strings.Repeat("a", maxText-1) + "\xf0",
	} {
		got, omitted := cut([]byte(s))
		require.Equal(t, want, got)
		require.Equal(t, len(s), len(strings.TrimSuffix(got, "…"))+omitted)
	}
	r := anyReference()
	r.Text = bytes.Repeat([]byte("y"), maxText+7)
	r.Target = append([]byte("http://h/"), r.Text...)
	var b strings.Builder
	w := New(&b, Options{})
	require.NoError(t, w.Reference(Source{Name: "x"}, 1, 0, r, nil))
	require.NoError(t, w.Close(Read{}))
	require.Contains(t, parse(t, b.String()).rows()[0], "…|base: given 7 bytes not shown")
}

// TestChange checks the common start and end of a reference and its target.
func TestChange(t *testing.T) {
	for _, c := range []struct{ ref, target, head, removed, inserted, tail string }{
		{"g", "http://a/g", "", "", "http://a/", "g"},
		{"", "http://a/", "", "", "http://a/", ""},
		{"../g", "http://a/g", "", "..", "http://a", "/g"},
		{"http:g", "http://a/g", "http:", "", "//a/", "g"},
		{"same", "same", "", "", "", "same"},
		{"é/x", "è/x", "", "é", "è", "/x"},    // one first byte
		{"x/é", "x/ũ", "x/", "é", "ũ", ""},    // one last byte
		{"\xa9", "é", "", "", "\xc3", "\xa9"}, // no character to begin with
		{"aa", "aaa", "", "", "a", "aa"},
		{"aXa", "aa", "a", "X", "", "a"},
	} {
		head, removed, inserted, tail := change([]byte(c.ref), []byte(c.target))
		require.Equal(t, [4]string{c.head, c.removed, c.inserted, c.tail},
			[4]string{string(head), string(removed), string(inserted), string(tail)}, c.ref)
	}
}

// FuzzChange: the pieces are the reference and the target.
func FuzzChange(f *testing.F) {
	f.Add("../g", "http://a/g")
	f.Add("é/x", "è/x")
	f.Fuzz(func(t *testing.T, ref, target string) {
		head, removed, inserted, tail := change([]byte(ref), []byte(target))
		require.Equal(t, ref, string(head)+string(removed)+string(tail))
		require.Equal(t, target, string(head)+string(inserted)+string(tail))
		if strings.HasSuffix(target, ref) {
			require.Empty(t, removed)
			require.Empty(t, head)
		}
	})
}
