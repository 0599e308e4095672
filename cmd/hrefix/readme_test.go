package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// consoles finds the examples of the README.
var consoles = regexp.MustCompile("(?ms)^```console\n(.*?)^```\n")

// TestReadme: each example of the README prints what stands there. All are run one
// after the other in one directory, but for the one that is within the clone.
func TestReadme(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a POSIX shell")
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	examples := consoles.FindAllStringSubmatch(string(readme), -1)
	require.Len(t, examples, 4, "saved HTML, mail archives, redistribution, library")
	dir := t.TempDir()
	for _, e := range examples {
		if strings.Contains(e[1], "go run ./try") {
			tryProgram(t, e[1])
			continue
		}
		for command := range strings.SplitSeq("\n"+strings.TrimSuffix(e[1], "\n"), "\n$ ") {
			if command == "" {
				continue
			}
			command, want, _ := strings.Cut(command, "\n")
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir = dir
			got, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s: %s", command, got)
			require.Equal(t, want, strings.TrimSuffix(untimed(string(got)), "\n"), command)
		}
	}
}

// tryProgram runs the program that an example puts into the clone, without putting it
// there.
func tryProgram(t *testing.T, example string) {
	_, rest, found := strings.Cut(example, "$ cat > try/main.go <<'END'\n")
	require.True(t, found)
	program, rest, found := strings.Cut(rest, "END\n$ ")
	require.True(t, found)
	command, want, found := strings.Cut(rest, "\n")
	require.True(t, found)

	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644))
	overlay, err := json.Marshal(map[string]any{
		"Replace": map[string]string{filepath.Join(root, "try", "main.go"): filepath.Join(dir, "main.go")},
	})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644))
	command = strings.Replace(command, "go run ", "go run -overlay "+filepath.Join(dir, "overlay.json")+" ", 1)
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = root
	got, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s: %s", command, got)
	require.Equal(t, want, string(got))
}
