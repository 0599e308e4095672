package main

import (
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// passing fails once, and then reads the rest.
type passing struct {
	rest io.Reader
	err  error
}

func (p *passing) Read(b []byte) (int, error) {
	err := p.err
	if p.err = nil; err != nil {
		return 0, err
	}
	return p.rest.Read(b)
}

// TestPassingFault: what cannot be read for a moment is told, though its type is found out
// first, which reads it, too.
func TestPassingFault(t *testing.T) {
	const page = "<!doctype html><a href=x>\n"
	fault := &fs.PathError{Op: "read", Path: "somewhere", Err: syscall.EIO}
	for n := range len(page) {
		for _, verb := range []string{"abs", "links", "check"} {
			var stdout, stderr strings.Builder
			in := io.MultiReader(strings.NewReader(page[:n]), &passing{strings.NewReader(page[n:]), fault})
			require.Equal(t, exitFailed, run([]string{verb}, iotest.OneByteReader(in), &stdout, &stderr))
			require.Empty(t, stdout.String())
			require.Regexp(t, `^hrefix: stdin: reading, after \d+ bytes: input/output error: the disk or the network fails`, stderr.String())
		}
	}
}
