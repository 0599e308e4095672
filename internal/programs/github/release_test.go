package github

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert/yaml"
	"github.com/stretchr/testify/require"
)

// publishing returns the scripts of the job that publishes a release.
func publishing(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".github", "workflows", "release.yml"))
	require.NoError(t, err)
	var flow struct {
		Jobs map[string]struct{ Steps []struct{ Run string } }
	}
	require.NoError(t, yaml.Unmarshal(text, &flow))
	var scripts []string
	for _, step := range flow.Jobs["publish"].Steps {
		if step.Run != "" {
			scripts = append(scripts, step.Run)
		}
	}
	require.Len(t, scripts, 2)
	return scripts
}

// TestPublish runs the job that publishes a release, with a program gh that prints its arguments:
// with the same files of two machines, and with others.
func TestPublish(t *testing.T) {
	needs(t, "bash", "diff", "sha256sum")
	bin := t.TempDir()
	write(t, bin, map[string]string{"gh": "#!/bin/sh\nprintf '<%s>\\n' \"$@\"\ncat notes.md\n"})
	require.NoError(t, os.Chmod(filepath.Join(bin, "gh"), 0o755))
	const sums = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  a.txt\n" // of "x"
	files := func(text string) map[string]string {
		return map[string]string{
			"release-one/a.txt": "x", "release-one/SHA256SUMS": sums, "release-one/notes.md": "notes",
			"release-two/a.txt": text, "release-two/SHA256SUMS": sums, "release-two/notes.md": "notes",
		}
	}
	publish := func(tag string, files map[string]string) (string, bool) {
		dir := t.TempDir()
		write(t, dir, files)
		env := []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "GITHUB_REF_NAME=" + tag, "GITHUB_REPOSITORY=o/r", "GH_TOKEN=x"}
		var all strings.Builder
		for i, script := range publishing(t) {
			write(t, bin, map[string]string{"step.sh": script})
			out, status := run(t, dir, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", filepath.Join(bin, "step.sh"))
			all.WriteString(out)
			if status != 0 {
				require.Zero(t, i, out)
				return all.String(), false
			}
		}
		return all.String(), true
	}
	out, done := publish("v0.1.0", files("x"))
	require.True(t, done, out)
	require.Contains(t, out, "<release>\n<create>\n<v0.1.0>\n<--repo>\n<o/r>\n<--verify-tag>\n<--title>\n<hrefix 0.1.0>\n<--notes-file>\n<notes.md>\n<dist/SHA256SUMS>\n<dist/a.txt>\nnotes")
	out, done = publish("v0.2.0-rc.1", files("x"))
	require.True(t, done, out)
	require.Contains(t, out, "<--prerelease>\n<dist/SHA256SUMS>\n")
	out, done = publish("v0.1.0", files("y"))
	require.False(t, done, "the machines have made other files: %s", out)
	wrong := files("y")
	wrong["release-one/a.txt"] = "y"
	out, done = publish("v0.1.0", wrong)
	require.False(t, done, "a wrong checksum: %s", out)
}
