package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A commandBench measures the command as a whole.
type commandBench struct {
	shop   *workshop
	hrefix string // the command's path
	files  string // the folder in which small files are written
	rounds int
	round  rounder
}

// A comparison is two commands' times.
type comparison struct {
	what        string
	ours, other string
	times       [2]float64 // seconds, medians
	absent      string     // why it was not measured, or empty
}

// buildCommand builds hrefix of the module in root, as its README says.
func buildCommand(shop *workshop, root string) (string, error) {
	path := filepath.Join(shop.scratch, "hrefix")
	cmd := exec.Command("go", "build", "-C", root, "-o", path, "./cmd/hrefix")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building hrefix: %w: %s", err, out)
	}
	return path, nil
}

// alternate runs two functions in turn, and returns the medians of their times in seconds.
func alternate(rounds int, round rounder, a, b func() (time.Duration, error)) (medians [2]float64, err error) {
	var times [2][]float64
	for range rounds {
		for i, f := range []func() (time.Duration, error){a, b} {
			took, err := round(f)
			if err != nil {
				return medians, err
			}
			times[i] = append(times[i], took.Seconds())
		}
	}
	return [2]float64{median(times[0]), median(times[1])}, nil
}

// timed runs a command, and returns how long it took.
func timed(stdout io.Writer, name string, args ...string) (time.Duration, error) {
	took, _, err := timedCores(stdout, name, args...)
	return took, err
}

// timedCores runs a command, and returns how long it took, and its processor time. Its
// stderr goes to a file, because the reader of a pipe would need a core.
func timedCores(stdout io.Writer, name string, args ...string) (took, used time.Duration, err error) {
	stderr, err := os.CreateTemp("", "hrefix-bench-")
	if err != nil {
		return 0, 0, err
	}
	defer os.Remove(stderr.Name())
	defer stderr.Close()
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	began := time.Now()
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(stderr.Name())
		return 0, 0, fmt.Errorf("%s: %w: %s", filepath.Base(name), err, lastLine(string(text)))
	}
	return time.Since(began), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// startUp compares one reference resolved with a command that does nothing.
func (b *commandBench) startUp() (c comparison, err error) {
	c = comparison{what: "start-up", ours: "`hrefix resolve -b URL g`", other: "`true`"}
	c.times, err = alternate(4*b.rounds, b.round,
		func() (time.Duration, error) { return timed(nil, b.hrefix, "resolve", "-b", baseURL, "g") },
		func() (time.Duration, error) { return timed(nil, "true") })
	return c, err
}

// smallFiles is how many files are rewritten in place.
const smallFiles = 10_000

// inPlace compares a tree of small files rewritten in place with making that tree,
// a copy of another. The copies stay until the end: ext4 without a journal takes ten
// times as long for new files once many have been removed.
func (b *commandBench) inPlace() (c comparison, err error) {
	c = comparison{what: fmt.Sprintf("%s small files", thousands(smallFiles)), ours: "`hrefix abs -w -b URL DIR`", other: "`cp -r DIR COPY`"}
	dir, err := os.MkdirTemp(b.files, "hrefix-bench-")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(dir)
	tree := filepath.Join(dir, "tree")
	if err := makeTree(tree); err != nil {
		return c, err
	}
	copies := 0
	name := func() string { return filepath.Join(dir, fmt.Sprint("copy-", copies)) }
	c.times, err = alternate(b.rounds, once, // what is rewritten cannot be again
		func() (time.Duration, error) {
			copies++
			return timed(nil, "cp", "-r", tree, name())
		},
		func() (time.Duration, error) {
			return timed(nil, b.hrefix, "abs", "-w", "-b", baseURL, "--same-base", name())
		})
	c.times[0], c.times[1] = c.times[1], c.times[0]
	return c, err
}

// makeTree writes small HTML files, a hundred in a folder.
func makeTree(root string) error {
	page := bytes.Repeat([]byte("<p>Text that has no link, <a href=\"../other/page.html\">and one</a> <img src=image.png>\n"), 24)
	for i := range smallFiles {
		dir := filepath.Join(root, fmt.Sprintf("%03d", i/100))
		if i%100 == 0 {
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.html", i)), page, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// jobsFlag finds the flag -j in the output of --help-all.
var jobsFlag = regexp.MustCompile(`(?m)^\s+-j\b`)

// jobsMailboxes is the number of copies of the mailbox in the input for -j. The command
// starts on one core only. The input is so large that, as for archives, the start takes only
// a small part of the time.
const jobsMailboxes = 4

// slackUsed is the ratio of processor times from which on a run counts as disturbed: its own
// to the least of its command. A run takes so long that another guest of the machine may use
// a core during it, but neither before nor after it, when the probes run.
const slackUsed = 1.08

// learnt is the number of runs before the first one that counts.
const learnt = 12

// unhurried is a rounder that ignores whether the cores are shared.
func unhurried(do func() (time.Duration, error)) (time.Duration, error) {
	took, err := do()
	if errors.Is(err, errDisturbed) {
		err = nil
	}
	return took, err
}

// jobs compares -j 2 with -j 1 on a mailbox.
func (b *commandBench) jobs(mailbox []byte) (c comparison, err error) {
	c = comparison{what: fmt.Sprintf("two cores, the mailbox %d times (%s MB)", jobsMailboxes, number(float64(jobsMailboxes*len(mailbox))/1e6)), ours: "`hrefix abs -j 2 MBOX`", other: "`hrefix abs -j 1 MBOX`"}
	var help strings.Builder
	if _, err := timed(&help, b.hrefix, "abs", "--help-all"); err != nil {
		return c, err
	}
	if !jobsFlag.MatchString(help.String()) {
		c.absent = "hrefix abs has no -j"
		return c, nil
	}
	name := filepath.Join(b.shop.scratch, "mailbox.mbox")
	if err := os.WriteFile(name, bytes.Repeat(mailbox, jobsMailboxes), 0o600); err != nil {
		return c, err
	}
	run := func(n string) func() (time.Duration, error) {
		var least time.Duration
		return func() (time.Duration, error) {
			took, used, err := timedCores(nil, b.hrefix, "abs", "-j", n, "-b", baseURL, name)
			if least == 0 || used < least {
				least = used
			}
			if err == nil && float64(used) > slackUsed*float64(least) {
				err = errDisturbed
			}
			return took, err
		}
	}
	two, one := run("2"), run("1")
	if _, err := alternate(learnt, unhurried, two, one); err != nil { // the least time
		return c, err
	}
	c.times, err = alternate(b.rounds, b.round, two, one)
	return c, err
}
