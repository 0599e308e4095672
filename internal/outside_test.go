package internal

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOutside runs a program in a module of its own that uses each package of the library
// together with the others.
func TestOutside(t *testing.T) {
	if os.Getenv("HREFIX_BUILD") == "" {
		t.Skip("HREFIX_BUILD is not set: this test builds a program")
	}
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	copyTo := func(from, to string) {
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, to), text, 0o644))
	}
	copyTo("testdata/outside/main.go.txt", "main.go")
	copyTo("../go.mod", "go.mod") // for the version of Go
	copyTo("../go.sum", "go.sum")
	goTool := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "go %v: %s", args, out)
		return string(out)
	}
	goTool("mod", "edit", "-module=example.org/outside", "-require="+module+"@v0.0.0", "-replace="+module+"="+root)
	require.Equal(t, `http://example.org/m/d/ embedded http://example.org/m/d/x
base http://example.org/m/d/ encapsulating
a http://example.org/m/d/x embedded
<base href="http://example.org/m/d/"><a href=http://example.org/m/d/x>`, goTool("run", "."))
}
