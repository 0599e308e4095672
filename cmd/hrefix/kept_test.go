package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// TestKept checks that the output of jobs is the same if it is too long to be buffered.
func TestKept(t *testing.T) {
	t.Parallel()
	links := 2 * console.MaxBuffered / 4000
	page := "<base href=\"http://h.example/" + strings.Repeat("a", 4000) + "/\">" + strings.Repeat("<a href=x>\n", links)
	message := "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n" + page + "\n"
	dir := t.TempDir()
	for name, content := range map[string]string{"1.html": page, "2.html": "<a href=y>", "3.html": page, "4.mbox": strings.Repeat(message, 3)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	for _, verb := range [][]string{{"links"}, {"links", "--json"}, {"abs", "-d"}} {
		var want string
		for _, jobs := range []string{"1", "4"} {
			var stdout, stderr bytes.Buffer
			args := append(verb, "--root", "http://h.example/="+dir, "-j", jobs, dir)
			require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
			require.Greater(t, stdout.Len(), console.MaxBuffered)
			if want == "" {
				want = stdout.String()
			}
			require.True(t, want == stdout.String(), "%v -j %s", verb, jobs)
		}
	}
}
