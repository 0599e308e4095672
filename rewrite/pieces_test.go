package rewrite_test

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/hrefix/hrefix/rewrite"
)

// TestSniff: the source is whole however it is read, and a reader that can be looked
// into is not wrapped.
func TestSniff(t *testing.T) {
	for _, c := range []struct {
		name, source string
		want         Type
		known        bool
	}{
		{"", "<html>", HTML, true},
		{"", "no document", HTML, false},
		{"", "", HTML, false},
		{"", "Subject: x\n\n", Message, true},
		{"", "From a@b.example Thu Jan  1 00:00:00 2004\n\n" + strings.Repeat("x", 1<<20), Mbox, true},
		{"a.svg", "no document", XML, true},
	} {
		typ, known, src := Sniff(c.name, strings.NewReader(c.source))
		require.Equal(t, c.want, typ)
		require.Equal(t, c.known, known)
		text, err := io.ReadAll(src)
		require.NoError(t, err)
		require.Equal(t, c.source, string(text))
	}
	buf := bufio.NewReaderSize(strings.NewReader("<html>"), 64<<10)
	_, _, src := Sniff("", buf)
	require.Same(t, buf, src)
}
