package github

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert/yaml"
	"github.com/stretchr/testify/require"
)

// actionlint checks workflows, and with shellcheck the commands in them.
const actionlint = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"

func workflows(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, ".github", "workflows", "*.yml"))
	require.NoError(t, err)
	require.Greater(t, len(paths), 3)
	return paths
}

// TestActionlint runs actionlint, and shows that it finds a fault.
func TestActionlint(t *testing.T) {
	needs(t, "shellcheck")
	args := []string{"run", actionlint, "-shellcheck", "shellcheck"}
	for _, path := range workflows(t) {
		name, err := filepath.Rel(root, path)
		require.NoError(t, err)
		args = append(args, name)
	}
	out, status := run(t, root, nil, "go", args...)
	require.Zero(t, status, out)

	dir := t.TempDir()
	write(t, dir, map[string]string{"bad.yml": "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.head_ref }} $x\n"})
	out, status = run(t, root, nil, "go", append(args[:4:4], filepath.Join(dir, "bad.yml"))...)
	require.NotZero(t, status)
	require.Contains(t, out, "untrusted")
	require.Contains(t, out, "SC2086")
}

// TestShellcheck checks scripts.
func TestShellcheck(t *testing.T) {
	needs(t, "shellcheck")
	scripts := []string{".ci/apt", ".ci/changelog", ".ci/fuzz", ".ci/github-test", ".ci/peers", ".ci/run", ".github/action/build", ".github/action/check"}
	out, status := run(t, root, nil, "shellcheck", scripts...)
	require.Zero(t, status, out)
}

// TestWorkflowRules checks what actionlint does not: rights, times, and that no version of Go is
// older than that of go.mod.
func TestWorkflowRules(t *testing.T) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	want := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(string(mod))[1]
	versions := 0
	for _, path := range append(workflows(t), filepath.Join(root, "action.yml")) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`go-version: '(.*)'`).FindAllStringSubmatch(string(text), -1) {
			require.Equal(t, want, m[1], path)
			versions++
		}
	}
	require.Greater(t, versions, 5)
	for _, path := range workflows(t) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var flow struct {
			Permissions map[string]string
			Concurrency map[string]any
			Jobs        map[string]struct {
				Timeout int `yaml:"timeout-minutes"`
				Steps   []struct{ Run, Uses string }
			}
		}
		require.NoError(t, yaml.Unmarshal(text, &flow), path)
		require.Equal(t, map[string]string{"contents": "read"}, flow.Permissions, path)
		require.NotEmpty(t, flow.Concurrency, path)
		require.NotEmpty(t, flow.Jobs, path)
		for name, job := range flow.Jobs {
			require.Positive(t, job.Timeout, "%s: %s", path, name)
			for _, step := range job.Steps {
				require.NotContains(t, step.Run, "${{", "%s: an expression in a script: use the environment", path)
				if step.Uses != "" && step.Uses != "./" {
					require.Regexp(t, `^(actions|github)/[a-z/-]+@v\d+$`, step.Uses, "an action of somebody else")
				}
			}
		}
	}
}

// fuzzed returns the directories with fuzz targets, as .ci/fuzz names them.
func fuzzed(t *testing.T) []string {
	t.Helper()
	var dirs []string
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && bytes.Contains(text, []byte("\nfunc Fuzz")) {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			require.NoError(t, err)
			dirs = append(dirs, "./"+filepath.ToSlash(dir))
		}
		return err
	}))
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// TestFuzzParts checks that each fuzz target is in one part of the weekly workflow.
func TestFuzzParts(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, ".github", "workflows", "fuzz.yml"))
	require.NoError(t, err)
	var flow struct {
		Jobs struct {
			Fuzz struct {
				Strategy struct{ Matrix struct{ Part []string } }
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &flow))
	parts := flow.Jobs.Fuzz.Strategy.Matrix.Part
	require.NotEmpty(t, parts)
	dirs := fuzzed(t)
	require.Greater(t, len(dirs), 30)
	seen := make(map[string]bool)
	for _, dir := range dirs {
		var in []string
		for _, part := range parts {
			if regexp.MustCompile(part).MatchString(dir + " FuzzX") {
				in = append(in, part)
			}
		}
		require.Len(t, in, 1, dir)
		seen[in[0]] = true
	}
	require.Len(t, seen, len(parts))
}
