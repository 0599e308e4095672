package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
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
		Args: cobra.MaximumNArgs(1),
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
			return doc.GenMan(page, manHeader(), c.stdout)
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

func manTree(root *cobra.Command, dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("--dir %s: no such directory: make it first", dir)
	}
	return doc.GenManTree(root, manHeader(), dir)
}

// manHeader dates a page by the commit that the command was built from, so that
// the same commit gives the same page.
func manHeader() *doc.GenManHeader {
	h := &doc.GenManHeader{Section: "1", Source: "hrefix " + version(), Manual: "hrefix"}
	if date, err := time.Parse(time.RFC3339, buildSetting("vcs.time")); err == nil {
		h.Date = &date
	}
	return h
}
