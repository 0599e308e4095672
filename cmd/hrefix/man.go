package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// manual returns the verb that prints manual pages: one to stdout, or all into a
// directory.
func (c *command) manual(root *cobra.Command) *cobra.Command {
	var dir string
	man := &cobra.Command{
		Use:   "man [VERB]",
		Short: "Print the manual page of hrefix or of a verb, in roff",
		Example: `  hrefix man abs | man -l -
  hrefix man --dir /usr/local/share/man/man1`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) > 0 && dir != "" {
				return errors.New("man prints the page of one verb: give one, or --dir DIR alone for all pages")
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return verbNames(root), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if dir != "" {
				return manTree(root, dir)
			}
			page, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("man %q: no such verb: give one of %s", args[0], strings.Join(verbNames(root), ", "))
			}
			return manPage(page, c.Stdout)
		},
	}
	man.Flags().StringVar(&dir, "dir", "", "write all pages into `DIR`, for man to find")
	return man
}

// verbNames returns the names of the verbs that people are told of.
func verbNames(root *cobra.Command) []string {
	var names []string
	for _, v := range root.Commands() {
		if v.IsAvailableCommand() {
			names = append(names, v.Name())
		}
	}
	return names
}

// manTree writes the pages of a command and of all verbs below it into a directory.
func manTree(cmd *cobra.Command, dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("--dir %s: no such directory: make it first", dir)
	}
	for _, below := range cmd.Commands() {
		if !below.IsAvailableCommand() {
			continue
		}
		if err := manTree(below, dir); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	if err := manPage(cmd, &text); err != nil {
		return err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	return os.WriteFile(filepath.Join(dir, name), text.Bytes(), 0o666)
}

// exitStatus is the section of all pages that cobra knows nothing of.
const exitStatus = `.SH EXIT STATUS
.TP
0
Done. References that stay relative are no failure: they are told on stderr. Nor is
what -d, -l and -n tell that would change.
.TP
1
A check that failed: check found something, or resolve met a reference that has no target.
.TP
2
Wrong usage, or a file that could not be read or written. The others are still done,
unless an argument of abs, rel or pin names no file.
.TP
75
In place of 2, with --tempfail: EX_TEMPFAIL of sysexits.h.
.TP
128 and the number of a signal
Ended by that signal.
`

// manPage writes the page of a command. It is dated by the commit that hrefix was
// built from, so that the same commit gives the same page.
func manPage(cmd *cobra.Command, w io.Writer) error {
	cmd.DisableAutoGenTag = true // which has the day of the call
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.NoOptDefVal != "" {
			f.DefValue = f.NoOptDefVal // what the page shows in the brackets
		}
	})
	h := &doc.GenManHeader{Section: "1", Source: "hrefix " + version(), Manual: "hrefix"}
	if date, err := time.Parse(time.RFC3339, buildSetting("vcs.time")); err == nil {
		h.Date = &date
	}
	if err := doc.GenMan(cmd, h, w); err != nil {
		return err
	}
	_, err := io.WriteString(w, exitStatus)
	return err
}
