package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
)

// TestDiffMailbox checks that a decoded diff of a large mailbox has the changes of each
// message, in encoded text and in other text, for any number of jobs.
func TestDiffMailbox(t *testing.T) {
	const messages = 800
	var box strings.Builder
	for i := range messages {
		fmt.Fprintf(&box, "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Location: %d\nContent-Type: text/html\n", i)
		if i%2 == 0 {
			box.WriteString("Content-Transfer-Encoding: quoted-printable\n\n<p title=3D'" + strings.Repeat("x", 500) + "'>\n<a href=3D'y'>\n\n")
		} else {
			box.WriteString("\n<p title='" + strings.Repeat("x", 500) + "'>\n<a href='y'>\n\n")
		}
	}
	name := filepath.Join(t.TempDir(), "box.mbox")
	require.NoError(t, os.WriteFile(name, []byte(box.String()), 0o600))
	require.Greater(t, int64(box.Len()), source.SharedMailbox)
	var want string
	for _, jobs := range []string{"1", "4"} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, run([]string{"abs", "--diff=decoded", "-b", "http://a/", "-j", jobs, name}, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
		if want == "" {
			want = stdout.String()
		}
		require.True(t, want == stdout.String(), "-j %s", jobs)
	}
	var locations []string
	for line := range strings.Lines(want) {
		if number, ok := strings.CutPrefix(line, "+Content-Location: http://a/"); ok {
			locations = append(locations, strings.TrimSpace(number))
		}
	}
	require.Len(t, locations, messages)
	for i, number := range locations {
		require.Equal(t, strconv.Itoa(i), number)
	}
	require.Equal(t, messages/2, strings.Count(want, "\n+<a href='http://a/y'>\n \n"))
	require.Equal(t, messages/2, strings.Count(want, ", quoted-printable)\t\n@@"))
}
