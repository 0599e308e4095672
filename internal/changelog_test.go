package internal

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	versionHeading = regexp.MustCompile(`^## \[(Unreleased|\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?)\](?: - (\d{4}-\d{2}-\d{2}|unreleased))?$`)
	changeHeading  = regexp.MustCompile(`^### (Added|Changed|Deprecated|Removed|Fixed|Security)$`)
)

// TestChangelog checks that CHANGELOG.md has the form of Keep a Changelog, which other programs
// read: a section for each version, the unreleased one first, with lists of changes by their kind.
func TestChangelog(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "CHANGELOG.md"))
	require.NoError(t, err)
	var versions []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		require.LessOrEqual(t, len(line), 120, line)
		switch {
		case strings.HasPrefix(line, "####"):
			t.Errorf("programs do not read headings of the fourth level: %s", line)
		case strings.HasPrefix(line, "###"):
			require.NotEmpty(t, versions, line)
			require.Regexp(t, changeHeading, line)
		case strings.HasPrefix(line, "##"):
			m := versionHeading.FindStringSubmatch(line)
			require.NotNil(t, m, line)
			require.NotContains(t, versions, m[1])
			require.Equal(t, m[1] == "Unreleased", m[2] == "", "the date: %s", line)
			versions = append(versions, m[1])
		}
	}
	require.Greater(t, len(versions), 1)
	require.Equal(t, "Unreleased", versions[0])
}

// TestReleaseNotes runs the script that prints the notes of a version.
func TestReleaseNotes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("releases are made on Linux")
	}
	const changelog = `# Changelog

## [Unreleased]

## [0.2.0-rc.1] - 2027-01-31

The second version
of all.

### Added

- One entry,
  of two lines:
  - a part
    of it
- A second entry.

### Fixed
- A bug.

## [0.1.0] - unreleased

### Added

- All.

[Unreleased]: https://example.org/
[0.1.0]: https://example.org/
`
	notes := releaseNotes(t, changelog)
	want := "The second version of all.\n\n### Added\n\n- One entry, of two lines:\n  - a part of it\n- A second entry.\n\n### Fixed\n- A bug.\n"
	require.Equal(t, want, notes(true, "0.2.0-rc.1"))
	require.Equal(t, want, notes(true, "--dated", "v0.2.0-rc.1"))
	require.Equal(t, "### Added\n\n- All.\n", notes(true, "0.1.0"))
	require.Empty(t, notes(true, "Unreleased"))
	require.Contains(t, notes(false, "--dated", "0.1.0"), "write the date")
	require.Contains(t, notes(false, "0.2.0"), "no section")
	require.Contains(t, notes(false, "0.1"), "no section")
	require.Contains(t, notes(false), "usage")
}

// releaseNotes returns a function that runs the script on a changelog and returns what it prints.
// Its first argument says whether the script succeeds.
func releaseNotes(t *testing.T, changelog string) func(success bool, args ...string) string {
	script, err := os.ReadFile(filepath.Join("..", ".ci", "changelog"))
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".ci"), 0o755))
	path := filepath.Join(dir, ".ci", "changelog")
	require.NoError(t, os.WriteFile(path, script, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "CHANGELOG.md"), []byte(changelog), 0o644))
	return func(success bool, args ...string) string {
		out, err := exec.Command("sh", append([]string{path}, args...)...).CombinedOutput()
		require.Equal(t, success, err == nil, "%v: %s", args, out)
		return string(out)
	}
}
