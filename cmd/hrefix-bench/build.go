package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "github.com/hrefix/hrefix"

// cloneRoot returns the root of the clone that the program runs in.
func cloneRoot() (string, error) {
	out, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	root := strings.TrimSpace(string(out))
	if _, statErr := os.Stat(filepath.Join(root, "cmd", "hrefix-bench")); err != nil || statErr != nil {
		return "", errors.New("run hrefix-bench in a clone of hrefix: it builds what it measures")
	}
	return root, nil
}

// newBuild builds the programs of a commit in a folder; "." is the clone itself.
func newBuild(root, commit, dir string) (*build, error) {
	b := &build{name: commit, samples: make(map[string][]sample), failed: make(map[string]string)}
	source := root
	if commit != "." {
		source = filepath.Join(dir, "source")
		if err := os.MkdirAll(source, 0o777); err != nil {
			return nil, err
		}
		const extract = `git -C "$1" archive "$2" | tar -xC "$3"`
		if err := command("bash", "-c", "set -o pipefail; "+extract, "bash", root, commit, source); err != nil {
			return nil, err
		}
	}
	b.hrefix, b.work = filepath.Join(dir, "hrefix"), filepath.Join(dir, "hrefix-bench")
	if err := command("env", "CGO_ENABLED=0", "go", "build", "-C", source, "-buildvcs=false", "-o", b.hrefix, "./cmd/hrefix"); err != nil {
		return nil, err
	}
	err := buildWork(filepath.Join(root, "cmd", "hrefix-bench"), source, dir, b.work)
	if err != nil && commit != "." {
		if ownErr := buildWork(filepath.Join(source, "cmd", "hrefix-bench"), source, dir, b.work); ownErr == nil {
			return b, nil
		}
	}
	return b, err
}

// buildWork builds the benchmark in a folder with the library of a source. The go.mod of the benchmark
// names a release of the library; a copy names the source.
func buildWork(bench, source, dir, output string) error {
	mod := filepath.Join(dir, "go.mod")
	return errors.Join(
		command("cp", filepath.Join(bench, "go.mod"), filepath.Join(bench, "go.sum"), dir),
		command("go", "mod", "edit", "-replace", module+"="+source, mod),
		command("env", "GOWORK=off", "go", "build", "-C", bench, "-buildvcs=false", "-mod=mod", "-modfile="+mod, "-o", output, "."))
}

// command runs a command, and returns an error with the end of what it printed.
func command(name string, args ...string) error {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", strings.Join(append([]string{name}, args...), " "), err, out)
	}
	return nil
}
