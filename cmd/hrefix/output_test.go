package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// TestBrokenInput checks that the part that could be read of a mailbox is written, and no part
// of another document.
func TestBrokenInput(t *testing.T) {
	const message = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n\n"
	for _, c := range []struct{ kind, want string }{
		{"mbox", strings.Repeat(strings.ReplaceAll(message, "=x", "=http://a/x"), 3)},
		{"message", ""},
	} {
		src := io.MultiReader(strings.NewReader(strings.Repeat(message, 3)), iotest.ErrReader(errors.New("bad sector")))
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitFailed, run([]string{"-b", "http://a/", "-t", c.kind}, src, &stdout, &stderr))
		require.Equal(t, c.want, stdout.String())
		require.Contains(t, stderr.String(), "bad sector")
	}
}
