package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A config has the values of the flags.
type config struct {
	corpus   string
	root     string
	files    string
	rounds   int
	patience time.Duration
	only     string
	install  bool
	update   bool
}

// patience is the default of the flag -patience.
const patience = 2 * time.Minute

func main() {
	var c config
	flag.StringVar(&c.corpus, "corpus", os.Getenv("HREFIX_CORPUS"), "`folder` with other people's pages and mail")
	flag.StringVar(&c.root, "root", "", "`folder` of the module hrefix (default: the one that this is built of)")
	flag.StringVar(&c.files, "files", inMemory(), "`folder` in which small files are rewritten; in memory, the disk and who else uses it do not count")
	flag.IntVar(&c.rounds, "rounds", 7, "`number` of rounds, at least 5")
	flag.DurationVar(&c.patience, "patience", patience, "how long to wait at most in each `table` for a core that nobody else uses")
	flag.StringVar(&c.only, "only", "", "`sections` to measure: pages,feeds,mail,resolve,command,archives (default: all of these), or trees")
	flag.BoolVar(&c.install, "install", false, "install the peers that are missing, by apt-get and npm")
	flag.BoolVar(&c.update, "update", false, "write the report into PERFORMANCE.md, not to stdout")
	flag.Parse()
	if err := c.run(os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "hrefix-bench:", err)
		os.Exit(1)
	}
}

// inMemory returns a folder for files that are kept in memory, if the machine has
// one, else that for temporary files.
func inMemory() string {
	const shm = "/dev/shm"
	if info, err := os.Stat(shm); err == nil && info.IsDir() {
		return shm
	}
	return os.TempDir()
}

// run measures, and writes the report to stdout or into PERFORMANCE.md.
func (c *config) run(stdout, log io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	runtime.GOMAXPROCS(1)
	scratch, err := os.MkdirTemp("", "hrefix-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	shop := &workshop{scratch: scratch, npm: filepath.Join(os.TempDir(), "hrefix-bench-peers"), install: c.install, log: log}
	r, err := c.measure(newBench(shop, c))
	if err != nil {
		return err
	}
	if c.update {
		return updateFile(filepath.Join(c.root, "PERFORMANCE.md"), r)
	}
	_, err = io.WriteString(stdout, r.String())
	return err
}

// check returns an error for wrong flags, and finds the module.
func (c *config) check() error {
	if c.corpus == "" {
		return errors.New("give the corpus by HREFIX_CORPUS or -corpus")
	}
	if c.rounds < 5 {
		return fmt.Errorf("-rounds %d: give 5 or more", c.rounds)
	}
	if c.root == "" {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/hrefix/hrefix").Output()
		if err != nil {
			return fmt.Errorf("the module hrefix is not found: run in cmd/hrefix-bench, or give -root: %w", err)
		}
		c.root = strings.TrimSpace(string(out))
	}
	return nil
}

// measure makes the sections that are wanted, one after the other.
func (c *config) measure(b *bench) (*report, error) {
	r := &report{apart: c.only == trees, command: c.commandLine(), commit: commit(c.root), machine: machine(), rounds: c.rounds, date: today()}
	r.load[0] = load()
	wanted := strings.FieldsFunc(c.only, func(r rune) bool { return r == ',' })
	for _, s := range sections {
		if len(wanted) > 0 && !slices.Contains(wanted, s.name) || len(wanted) == 0 && s.apart {
			continue
		}
		fmt.Fprintln(b.shop.log, s.name)
		made, err := s.make(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		r.sections = append(r.sections, made)
	}
	if len(r.sections) == 0 {
		return nil, fmt.Errorf("-only %s: give some of pages,feeds,mail,resolve,command,archives, or trees", c.only)
	}
	r.load[1] = load()
	r.cores = []*core{b.core, b.cores}
	return r, nil
}

// commandLine returns the command that makes this report, for the root of the project. It does
// not name the folder of the corpus, which differs between machines.
func (c *config) commandLine() string {
	line := "HREFIX_CORPUS=FOLDER go run -C cmd/hrefix-bench . -install"
	if c.rounds != 7 {
		line += fmt.Sprint(" -rounds ", c.rounds)
	}
	if c.patience != patience {
		line += fmt.Sprint(" -patience ", c.patience)
	}
	if c.only != "" {
		line += " -only " + c.only
	}
	return line + " -update"
}

// updateFile replaces the report in a file.
func updateFile(name string, r *report) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text, err := splice(string(data), r.String(), r.mark())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(text), 0o666)
}
