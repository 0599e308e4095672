package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A workshop is where outside programs are found, installed and run.
type workshop struct {
	scratch string // a folder that is removed at the end
	npm     string // the folder of what npm installs; it stays
	install bool   // install what is missing
	log     io.Writer
}

// A tool is an outside program or library.
type tool struct {
	name    string
	found   func() bool
	install []string // the command that installs it
}

// A missing error says how to get a tool.
type missing struct{ tools []tool }

func (m missing) Error() string {
	var how []string
	for _, t := range m.tools {
		how = append(how, "`"+strings.Join(t.install, " ")+"`")
	}
	return "not installed: " + strings.Join(how, ", ")
}

// need makes sure that tools are there.
func (w *workshop) need(tools ...tool) error {
	var lost []tool
	for _, t := range tools {
		if t.found() {
			continue
		}
		if w.install {
			if err := w.get(t); err != nil {
				return err
			}
		}
		if !t.found() {
			lost = append(lost, t)
		}
	}
	if len(lost) > 0 {
		return missing{lost}
	}
	return nil
}

// get installs a tool.
func (w *workshop) get(t tool) error {
	fmt.Fprintf(w.log, "installing %s: %s\n", t.name, strings.Join(t.install, " "))
	commands := [][]string{t.install}
	if t.install[0] == "apt-get" {
		commands = [][]string{{"apt-get", "update"}, t.install}
	}
	for _, c := range commands {
		cmd := exec.Command(c[0], c[1:]...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(c, " "), err, out)
		}
	}
	return nil
}

// debian returns a tool that is a Debian package.
func debian(pkg string, found func() bool) tool {
	return tool{pkg, found, []string{"apt-get", "install", "-y", pkg}}
}

// command returns a test for a command.
func command(name string) func() bool {
	return func() bool { _, err := exec.LookPath(name); return err == nil }
}

// succeeds returns a test that runs a command.
func succeeds(name string, args ...string) func() bool {
	return func() bool { return exec.Command(name, args...).Run() == nil }
}

// bunVersion is the release of Bun that is installed.
const bunVersion = "1.4.5"

// bun returns the tool, and the path of its command: that of $PATH, or else
// what npm installs.
func (w *workshop) bun() (tool, string) {
	path, err := exec.LookPath("bun")
	if err != nil {
		path = filepath.Join(w.npm, "node_modules", ".bin", "bun")
	}
	return tool{"bun", command(path), []string{"npm", "install", "--prefix", w.npm, "bun@" + bunVersion}}, path
}
