package main

import (
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/faulty"
)

// TestPassingFault checks that a read error is reported even if it does not come again,
// although finding out the type reads the file first.
func TestPassingFault(t *testing.T) {
	const page = "<!doctype html><a href=x>\n"
	fault := &fs.PathError{Op: "read", Path: "somewhere", Err: syscall.EIO}
	for n := range len(page) {
		for _, verb := range []string{"abs", "links", "check"} {
			var stdout, stderr strings.Builder
			in := io.MultiReader(strings.NewReader(page[:n]), faulty.Once(fault, strings.NewReader(page[n:])))
			require.Equal(t, exitFailed, run([]string{verb}, iotest.OneByteReader(in), &stdout, &stderr))
			require.Empty(t, stdout.String())
			require.Regexp(t, `^hrefix: stdin: reading, after \d+ bytes: input/output error: the disk or the network fails`, stderr.String())
		}
	}
}
