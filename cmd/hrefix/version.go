package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/internal/buildinfo"
)

// The linker sets these variables in a build from sources without their history, such as a package built
// from a tarball:
//
//	go build -ldflags "-X main.version=v0.1.0 -X main.commit=… -X main.date=2027-01-31T12:00:00Z" ./cmd/hrefix
//
// They replace what Go records in a build from a clone. Empty variables do not count.
var version, commit, date string

// thisBuild returns the facts about the build of this command.
func thisBuild() buildinfo.Build { return buildinfo.Read(version, commit, date) }

// printBuild writes a line for each thing that is known.
func printBuild(w io.Writer, b buildinfo.Build) error {
	shown := b.Commit
	if b.Modified {
		shown += " (modified)"
	}
	var text strings.Builder
	for _, line := range [][2]string{{"hrefix", b.Version}, {"commit", shown}, {"date", b.Date}, {"go", b.Go}, {"platform", b.Platform}} {
		if line[1] != "" {
			fmt.Fprintf(&text, "%-9s %s\n", line[0], line[1])
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// versionVerb returns the verb that prints the version, and from what hrefix was built.
func (c *command) versionVerb() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, and from what hrefix was built",
		Long: `Print the version, the commit, its date, the release of Go and the platform.
What is not known is left out. A module that was downloaded as a version has no
commit, and sources without history have no version: "(devel)". "(modified)"
marks a commit with changes that were not committed.`,
		Example: "  hrefix version\n  hrefix version --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return errors.New("version takes no arguments")
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if c.flags.json {
				return console.WriteJSON(c.Stdout, thisBuild())
			}
			return printBuild(c.Stdout, thisBuild())
		},
	}
}
