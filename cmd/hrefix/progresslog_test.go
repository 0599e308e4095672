package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/internal/test/syncbuffer"
)

// slowly returns a reader of a text that ends when ended returns true.
func slowly(text string, ended func() bool) io.Reader {
	r, w := io.Pipe()
	go func() {
		_, _ = io.WriteString(w, text)
		for deadline := time.Now().Add(time.Minute); !ended() && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		w.Close()
	}()
	return r
}

// TestProgressLog checks that a long run without a terminal prints lines of progress, if that is wanted.
func TestProgressLog(t *testing.T) {
	t.Parallel()
	const text = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=http://h/>\n\n"
	logged := func(args ...string) string {
		var stdout, stderr syncbuffer.Buffer
		in := slowly(text, func() bool { return strings.Contains(stderr.String(), "\n") })
		require.Equal(t, exitOK, run(append(args, "--progress-interval", "100ms"), in, &stdout, &stderr))
		return stderr.String()
	}
	lines := strings.Split(strings.TrimSuffix(logged(), "\n"), "\n")
	require.Greater(t, len(lines), 1, lines)
	for _, line := range lines[:len(lines)-1] {
		require.Regexp(t, `^hrefix: (0 files|1 file), (0|87) B, \d+ B/s$`, line) // a line may come just before the end
	}
	require.Regexp(t, `^hrefix: 1 file, 87 B, \d+ B/s$`, lines[len(lines)-1])

	var m map[string]any
	require.NoError(t, json.NewDecoder(strings.NewReader(logged("--json"))).Decode(&m))
	require.Equal(t, "progress", m["code"])
	require.Contains(t, []any{0.0, 1.0}, m["files"])
	require.Contains(t, []any{0.0, 87.0}, m["bytes"])
	for _, key := range []string{"text", "rate", "seconds"} {
		require.Contains(t, m, key)
	}
	require.NotContains(t, m, "all_files")

	begun := time.Now()
	var stdout, stderr syncbuffer.Buffer
	in := slowly(text, func() bool { return time.Since(begun) > 300*time.Millisecond })
	require.Equal(t, exitOK, run([]string{}, in, &stdout, &stderr))
	require.Empty(t, stderr.String())
}

// TestMeasureShard checks that a shard measures its own files only.
func TestMeasureShard(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.html", "b.html", "c.html", "d.html", "e.html"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600))
	}
	var files, bytes int64
	for n := range 3 {
		in := &inputs.Inputs{Args: []string{dir}, Shard: &inputs.Shard{Number: n + 1, Of: 3}, Temporaries: new(atomicfile.Temporaries)}
		all, ok := measurer(in)(context.Background())
		require.True(t, ok)
		require.Less(t, all.Files, int64(5))
		files, bytes = files+all.Files, bytes+all.Bytes
	}
	require.Equal(t, []int64{5, 30}, []int64{files, bytes})
}
