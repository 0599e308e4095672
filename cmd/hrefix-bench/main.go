package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
)

// leastLaunches is the number of processes that a figure needs.
const leastLaunches = 5

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "hrefix-bench:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	switch { // the processes that this program starts
	case len(args) > 1 && workers[args[0]] != nil:
		return work(stdout, args[0], args[1:])
	case len(args) == 3 && args[0] == "floor":
		return floor(args[1], args[2])
	case len(args) == 4 && args[0] == "make":
		return inputs{args[1], args[2]}.make(args[3])
	}
	flags := flag.NewFlagSet("hrefix-bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: hrefix-bench [flags]               measure this clone\n       hrefix-bench [flags] compare A B   compare two commits; . is the clone as it is\n\n")
		flags.PrintDefaults()
	}
	corpus := flags.String("corpus", os.Getenv("HREFIX_CORPUS"), "`folder` with other people's pages and mail")
	only := flags.String("only", "", "measure the rows whose names match a regular `expression`, such as '^(pages|mail):'")
	launches := flags.Int("launches", 7, "`number` of processes for each figure")
	if err := flags.Parse(args); err != nil {
		return err
	}
	commits := []string{"."}
	switch {
	case flags.NArg() == 3 && flags.Arg(0) == "compare":
		commits = flags.Args()[1:]
	case flags.NArg() > 0:
		flags.Usage()
		return fmt.Errorf("%q: give compare and two commits, or nothing", flags.Args())
	}
	if *launches < leastLaunches {
		return fmt.Errorf("-launches %d: a figure needs at least %d processes", *launches, leastLaunches)
	}
	wanted, err := selectRows(*only, len(commits) > 1)
	if err != nil {
		return err
	}
	return measure(wanted, *corpus, *launches, commits, stdout, stderr)
}

// selectRows returns the rows whose names match an expression. Two commits differ only in what is built
// of them.
func selectRows(only string, compared bool) (wanted []row, err error) {
	match, err := regexp.Compile(only)
	if err != nil {
		return nil, fmt.Errorf("-only: %w", err)
	}
	for _, r := range rows {
		if match.MatchString(r.full()) && (!compared || r.ours()) {
			wanted = append(wanted, r)
		}
	}
	if len(wanted) == 0 {
		return nil, fmt.Errorf("-only %s: no row has such a name", only)
	}
	return wanted, nil
}

// measure runs rows of one commit or two, and prints the tables.
func measure(wanted []row, corpus string, launches int, commits []string, stdout, log io.Writer) error {
	root, err := cloneRoot()
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(inMemory(), "hrefix-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		os.RemoveAll(scratch) // scratch may be in memory
		os.Exit(1)
	}()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	b := &bench{program: program, scratch: scratch, corpus: corpus, log: log}
	if err := b.serve(); err != nil {
		return err
	}
	var builds []*build
	for i, commit := range commits {
		dir := filepath.Join(scratch, fmt.Sprint("build-", i))
		if err := os.Mkdir(dir, 0o777); err != nil {
			return err
		}
		of, err := newBuild(root, commit, dir)
		if err != nil {
			return err
		}
		builds = append(builds, of)
	}
	b.run(wanted, launches, builds...)
	fmt.Fprintf(stdout, "%s\n\n", heading(root, launches))
	if len(builds) == 1 {
		fmt.Fprintln(stdout, boundTable(builds[0]))
	}
	_, err = io.WriteString(stdout, figureTable(wanted, builds...))
	return err
}

// inMemory returns a folder for files that are kept in memory, if the machine has such a folder. The
// speed of the disk then has no influence.
func inMemory() string {
	const shm = "/dev/shm"
	if info, err := os.Stat(shm); err == nil && info.IsDir() {
		return shm
	}
	return os.TempDir()
}
