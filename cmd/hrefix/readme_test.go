package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	consoles = regexp.MustCompile("(?ms)^```console\n(.*?)^```\n") // commands and what they print
	snippets = regexp.MustCompile("(?ms)^```go\n(.*?)^```\n")      // code for users of the library
)

// guides are the documents with examples, and the number of blocks in each.
var guides = map[string]int{
	"README.md":        4,
	"docs/archives.md": 3,
	"docs/bundles.md":  1,
	"docs/feeds.md":    1,
	"docs/check.md":    1,
	"docs/json.md":     1,
	"docs/library.md":  1,
	"docs/mail.md":     3,
	"docs/move.md":     4,
	"docs/offline.md":  6,
	"docs/pages.md":    6,
}

// TestGuides runs the commands of each document in order, in a directory of its own that has the
// project's testdata, and compares what they print. With -update it writes what they print into the
// document. The program of docs/library.md is built with HREFIX_BUILD only.
func TestGuides(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a POSIX shell")
	}
	for name, blocks := range guides {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("..", "..", name)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, blocks, len(consoles.FindAll(text, -1)), "the number of examples")
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS(filepath.Join("..", "..", "testdata"))))
			got := consoles.ReplaceAllStringFunc(string(text), func(block string) string {
				return runBlock(t, dir, block)
			})
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
				return
			}
			require.Equal(t, string(text), got, "go test -run TestGuides ./cmd/hrefix -update")
		})
	}
}

// TestGuidesComplete finds documents with examples that no test runs.
func TestGuidesComplete(t *testing.T) {
	root := filepath.Join("..", "..")
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	require.NotEmpty(t, docs)
	for _, path := range append(docs, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		name, err := filepath.Rel(root, path)
		require.NoError(t, err)
		require.Equal(t, guides[filepath.ToSlash(name)], len(consoles.FindAll(text, -1)), name)
	}
}

// runBlock runs the commands of a block in dir and returns the block with what they print.
func runBlock(t *testing.T, dir, block string) string {
	block = strings.TrimSuffix(strings.TrimPrefix(block, "```console\n"), "```\n")
	var out strings.Builder
	out.WriteString("```console\n")
	if strings.Contains(block, "go run ./try") {
		if os.Getenv("HREFIX_BUILD") == "" {
			return "```console\n" + block + "```\n"
		}
		out.WriteString(runProgram(t, block))
	} else {
		for command := range commandsOf(block) {
			out.WriteString("$ " + command + "\n")
			out.WriteString(runShell(t, dir, command))
		}
	}
	out.WriteString("```\n")
	return out.String()
}

// commandsOf returns the commands of a block: the lines that begin with "$ ".
func commandsOf(block string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(block) {
			if command, ok := strings.CutPrefix(line, "$ "); ok && !yield(strings.TrimSuffix(command, "\n")) {
				return
			}
		}
	}
}

// runShell runs a command in dir and returns what it prints. The time that a run took is
// always printed as 0.0 s.
func runShell(t *testing.T, dir, command string) string {
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	got, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s: %s", command, got)
	return untimed(string(got))
}

// runProgram runs the program that a block writes into the clone, without writing it
// there, and returns the block with what it prints.
func runProgram(t *testing.T, block string) string {
	before, rest, found := strings.Cut(block, "$ cat > try/main.go <<'END'\n")
	require.True(t, found)
	program, rest, found := strings.Cut(rest, "END\n$ ")
	require.True(t, found)
	command, _, found := strings.Cut(rest, "\n")
	require.True(t, found)

	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	dir := t.TempDir()
	main, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(main, []byte(program), 0o644))
	files, err := json.Marshal(map[string]any{
		"Replace": map[string]string{filepath.Join(root, "try", "main.go"): main},
	})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, files, 0o644))
	got := runShell(t, root, strings.Replace(command, "go run ", "go run -overlay "+overlay+" ", 1))
	return before + "$ cat > try/main.go <<'END'\n" + program + "END\n$ " + command + "\n" + got
}

// TestSnippets checks that the code in the documents is that of the examples of package
// rewrite, which its tests run.
func TestSnippets(t *testing.T) {
	examples, err := filepath.Glob(filepath.Join("..", "..", "rewrite", "example*_test.go"))
	require.NoError(t, err)
	var code []string
	for _, path := range examples {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		code = append(code, unindented(string(text)))
	}
	n := 0
	for name := range guides {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		require.NoError(t, err)
		for _, s := range snippets.FindAllStringSubmatch(string(text), -1) {
			n++
			inExample := func(c string) bool { return strings.Contains(c, unindented(s[1])) }
			require.True(t, slices.ContainsFunc(code, inExample), "%s: not in an example of package rewrite:\n%s", name, s[1])
		}
	}
	require.NotZero(t, n)
}

// unindented returns code without white space at the start of lines.
func unindented(code string) string {
	var out strings.Builder
	for line := range strings.Lines(code) {
		out.WriteString(strings.TrimLeft(line, " \t"))
	}
	return out.String()
}
