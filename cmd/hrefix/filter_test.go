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

const filtered = "Base: <URL:http://a/b/>\nContent-Type: text/html\n\n<a href=x>\n"

// TestFilterAllOrNothing checks that no part of a message that cannot be read to its end is
// written to stdout. A mailbox is written as it is read.
func TestFilterAllOrNothing(t *testing.T) {
	const separator = "From a@b.example Thu Jan  1 00:00:00 2004\n"
	long := filtered + strings.Repeat("text\n", 100_000)
	tests := []struct {
		name, in string
		args     []string
		want     string
	}{
		{"a message", filtered, nil, ""},
		{"a message of given type", filtered, []string{"-t", "message"}, ""},
		{"a long message", long, nil, ""},
		{"a message of a mailbox, as a message", separator + long, []string{"-t", "message"}, ""},
		{"a page", "<base href=http://a/b/><a href=x>" + strings.Repeat("<p>", 100_000), nil, ""},
		{
			"a mailbox", separator + filtered + "\n" + separator + "Subject: the next\n\ntext", nil,
			separator + strings.Replace(filtered, "x>", "http://a/b/x>", 1) + "\n" + separator + "Subject: the next\n\ntext",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := io.MultiReader(strings.NewReader(test.in), iotest.ErrReader(errors.New("the disk is gone")))
			var stdout, stderr bytes.Buffer
			status := run(append([]string{"--tempfail"}, test.args...), in, &stdout, &stderr)
			require.Equal(t, exitTempFail, status)
			require.Equal(t, test.want, stdout.String())
			require.Contains(t, stderr.String(), "the disk is gone")
		})
	}
}
