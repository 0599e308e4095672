package github

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A site is a repository of Git with pages, in which pre-commit runs.
type site struct {
	t    *testing.T
	dir  string
	hook string // a repository with the hooks
	rev  string // its commit
	env  []string
}

// newSite makes two repositories: one with the hooks, from this checkout, and an empty one.
func newSite(t *testing.T) *site {
	needs(t, "git", "pre-commit")
	home := t.TempDir()
	s := &site{t: t, dir: filepath.Join(t.TempDir(), "my site"), hook: checkout(t)}
	s.env = []string{
		"HOME=" + home, "PRE_COMMIT_HOME=" + filepath.Join(home, "pre commit"), "GIT_CONFIG_GLOBAL=" + filepath.Join(home, "gitconfig"),
		"GOFLAGS=-trimpath", // so that packages which other tests have built are used again
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // which are in the home of the user
		out, err := exec.Command("go", "env", name).Output()
		require.NoError(t, err)
		s.env = append(s.env, name+"="+strings.TrimSpace(string(out)))
	}
	write(t, home, map[string]string{"gitconfig": "[user]\n\tname = A\n\temail = a@example.org\n[init]\n\tdefaultBranch = main\n"})
	require.NoError(t, os.MkdirAll(s.dir, 0o755))
	for _, dir := range []string{s.hook, s.dir} {
		s.must(dir, "git", "init", "-q")
		s.must(dir, "git", "add", ".")
		s.must(dir, "git", "commit", "-q", "--allow-empty", "-m", "first")
	}
	s.rev = strings.TrimSpace(s.must(s.hook, "git", "rev-parse", "HEAD"))
	return s
}

// must runs a command that must succeed.
func (s *site) must(dir, name string, args ...string) string {
	s.t.Helper()
	out, status := run(s.t, dir, s.env, name, args...)
	require.Zero(s.t, status, "%s %v: %s", name, args, out)
	return out
}

// use writes a configuration with a hook, and installs it.
func (s *site) use(hook, settings string) {
	s.t.Helper()
	config := fmt.Sprintf("repos:\n- repo: %q\n  rev: %s\n  hooks:\n  - id: %s\n%s", s.hook, s.rev, hook, settings)
	write(s.t, s.dir, map[string]string{".pre-commit-config.yaml": config})
	s.must(s.dir, "git", "add", ".")
	s.must(s.dir, "pre-commit", "install")
}

// commit commits all files, and returns what the hooks print, and whether the commit was made.
func (s *site) commit() (string, bool) {
	s.t.Helper()
	s.must(s.dir, "git", "add", "--all", ".")
	out, status := run(s.t, s.dir, s.env, "git", "commit", "-m", "change")
	return out, status == 0
}

// refused checks that a commit is refused with a fault.
func (s *site) refused(fault string) {
	s.t.Helper()
	out, done := s.commit()
	require.False(s.t, done, out)
	require.Contains(s.t, out, "hrefix check....")
	require.Contains(s.t, out, "Failed")
	require.Contains(s.t, out, fault)
}

// passes checks that a commit is made, and that the hook has run.
func (s *site) passes() {
	s.t.Helper()
	out, done := s.commit()
	require.True(s.t, done, out)
	require.Contains(s.t, out, "Passed")
}

// TestPreCommit commits pages with and without faults, in a repository that installs the hook.
func TestPreCommit(t *testing.T) {
	s := newSite(t)
	s.use("hrefix-check", "    args: [--strict, 'the docs']\n")
	write(t, s.dir, map[string]string{
		"the docs/index.html":    `<a href="page%20one.html#top">one</a> <a href=/news/>news</a>`,
		"the docs/page one.html": `<h1 id=top>One</h1> <a href=missing.html>missing</a>`,
		"the docs/news/x.html":   `x`,
		"elsewhere/broken.html":  `<a href=missing.html>not checked</a>`,
	})
	out, done := s.commit()
	require.False(t, done, out)
	require.Contains(t, out, "page one.html:1:29: a href: missing.html: no such file")
	require.Contains(t, out, "index.html:1:47: a href: /news/: ")
	require.Contains(t, out, "2 faults in 2 documents")
	require.NotContains(t, out, "elsewhere")

	write(t, s.dir, map[string]string{
		"the docs/page one.html":   `<h1 id=top>One</h1> <a href=./>home</a>`,
		"the docs/news/index.html": `x`,
	})
	s.passes()
	// A file that breaks the links of others is not in the list of changed files.
	s.must(s.dir, "git", "rm", "-q", "the docs/page one.html")
	s.refused("index.html:1:10: a href: page%20one.html#top: no such file")
	// Changes that are not added do not count.
	s.must(s.dir, "git", "reset", "-q", "--hard")
	write(t, s.dir, map[string]string{"notes.txt": "x"})
	s.must(s.dir, "git", "add", ".")
	write(t, s.dir, map[string]string{"the docs/index.html": "<a href=gone.html>gone</a>"})
	out = s.must(s.dir, "git", "commit", "-m", "notes")
	require.Contains(t, out, "Passed")
	s.refused("a href: gone.html: no such file")
	// What cannot be checked is no success.
	s.must(s.dir, "git", "reset", "-q", "--hard")
	s.use("hrefix-check", "    args: [nowhere]\n")
	s.refused("nowhere")

	// The hook gets names of files if a configuration wants that: in several calls, which all
	// know the targets that are in the files of other calls.
	const pages = 1500
	files := make(map[string]string)
	name := func(i int) string { return fmt.Sprintf("%s/page %d.html", strings.Repeat("deep ", 20), i) }
	for i := range pages {
		files[name(i)] = fmt.Sprintf(`<a id=x href="page%%20%d.html#x">next</a>`, (i+7)%pages)
	}
	write(t, s.dir, files)
	s.use("hrefix-check", "    args: []\n    pass_filenames: true\n    always_run: false\n    types: [html]\n    exclude: ^(elsewhere|the docs)/\n")
	s.must(s.dir, "git", "add", "--all", ".")
	out = s.must(s.dir, "pre-commit", "run", "--verbose")
	require.Greater(t, len(regexp.MustCompile(`\d+ documents, \d+ links, no faults`).FindAllString(out, -1)), 1, out)
	s.passes()
	write(t, s.dir, map[string]string{name(0): "<p>no id</p>"}) // which another page wants
	s.must(s.dir, "git", "add", ".")
	out, status := run(t, s.dir, s.env, "pre-commit", "run", "--all-files")
	require.Equal(t, 1, status)
	require.Contains(t, out, "1493.html:1:15: a href: page%200.html#x: nothing in the target has this id or name")
}

// TestPreCommitTry tries the hook as those do who do not use it yet, and runs an installed hrefix.
func TestPreCommitTry(t *testing.T) {
	s := newSite(t)
	write(t, s.dir, map[string]string{"index.html": "<a href=missing.html>x</a>"})
	s.must(s.dir, "git", "add", ".")
	out, status := run(t, s.dir, s.env, "pre-commit", "try-repo", s.hook, "hrefix-check", "--all-files")
	require.Equal(t, 1, status, out)
	require.Contains(t, out, "index.html:1:9: a href: missing.html: no such file")
	write(t, s.dir, map[string]string{"missing.html": "found"})
	out, status = run(t, s.dir, s.env, "pre-commit", "try-repo", s.hook, "hrefix-check", "--all-files", "--verbose")
	require.Zero(t, status, out)
	require.Contains(t, out, "no faults")

	s.use("hrefix-check-system", "")
	s.env = append(s.env, "PATH="+filepath.Join(s.dir, "none")+":/usr/bin:/bin")
	out, done := s.commit()
	require.False(t, done, out)
	require.Contains(t, out, "`hrefix` not found")
	bin := t.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-o", bin, "./cmd/hrefix")
	build.Dir = s.hook
	text, err := build.CombinedOutput()
	require.NoError(t, err, "%s", text)
	s.env = append(s.env, "PATH="+bin+":/usr/bin:/bin")
	s.passes()
	write(t, s.dir, map[string]string{"index.html": "<a href=missing.html#x>x</a>"})
	s.refused("missing.html#x: nothing in the target has this id or name")
}

// TestPreCommitReleased runs the hook without Go: with hrefix of the release whose commit it is, and without one.
func TestPreCommitReleased(t *testing.T) {
	needs(t, "curl", "sha256sum", "tar")
	s := newSite(t)
	s.env = append(s.env, "PATH=/usr/bin:/bin")
	s.use("hrefix-check", "")
	write(t, s.dir, map[string]string{"index.html": "<a href=missing.html>x</a>"})
	out, done := s.commit()
	require.False(t, done, out)
	require.Contains(t, out, "name a release in rev, install Go 1.26 or later")
	server := release(t, s.hook, "v0.1.0", s.rev)
	s.env = append(s.env, "HREFIX_RELEASES=file://"+server+"/hrefix/hrefix/releases/download")
	s.refused("index.html:1:9: a href: missing.html: no such file")
	require.NoError(t, os.RemoveAll(server)) // hrefix is kept
	write(t, s.dir, map[string]string{"missing.html": "x"})
	s.passes()
}
