package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manual returns the verb that prints manual pages: one to stdout, or all into a
// directory.
func (c *command) manual(root *cobra.Command) *cobra.Command {
	var dir string
	man := &cobra.Command{
		Use:   "man [VERB]",
		Short: "Print the manual page of hrefix or of a verb",
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
			if len(args) == 1 && args[0] == root.Name() {
				args = nil
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

// verbNames returns the names of the verbs.
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
	return os.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), text.Bytes(), 0o666)
}

// pageName returns the name of the manual page of a command.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// A manText is a manual page in the macros of man(7).
type manText struct{ bytes.Buffer }

// text adds lines of text.
func (p *manText) text(s string) {
	for line := range strings.Lines(strings.TrimSpace(s)) {
		p.WriteString(roff(strings.TrimSpace(line)) + "\n")
	}
}

// section begins a section.
func (p *manText) section(title string) { p.WriteString(".SH " + title + "\n") }

// item adds a tagged paragraph.
func (p *manText) item(tag, text string) {
	p.WriteString(".TP\n\\fB" + roff(tag) + "\\fP\n")
	p.text(text)
}

// roff returns a line of text for roff(7).
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", `\(ga`, "'", `\(aq`, "~", `\(ti`, "^", `\(ha`).Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

// exitStatuses are the exit statuses of all verbs.
var exitStatuses = [][2]string{
	{"0", "Success. References that stay relative are not a failure: they are reported on stderr. Changes that -d, -l and -n report are not a failure either."},
	{"1", "The work is done, and check found a fault, resolve was given a reference that has no target, manifest verify found a file that differs, or the run found what --fail-on names."},
	{"2", "Wrong usage, or a file that could not be read or written. The other files are still done, unless an argument of abs, rel or pin names no file."},
	{"75", "In place of 2, with --tempfail: EX_TEMPFAIL of sysexits.h."},
	{"128 plus the number of a signal", "Ended by that signal."},
}

// manPage writes the page of a command. Its date is the date of the commit that hrefix was built
// from, so that the same commit gives the same page.
func manPage(cmd *cobra.Command, w io.Writer) error {
	made := thisBuild()
	p := new(manText)
	fmt.Fprintf(p, ".TH %q \"1\" %q %q \"hrefix\"\n", strings.ToUpper(pageName(cmd)), made.Day(), "hrefix "+made.String())
	p.section("NAME")
	p.text(pageName(cmd) + " - " + cmd.Short)
	p.section("SYNOPSIS")
	if cmd == cmd.Root() {
		p.WriteString(".B " + roff("hrefix [flags] < DOCUMENT > RESULT") + "\n.br\n.B " + roff("hrefix VERB [flags] [PATH...]") + "\n")
	} else {
		p.WriteString(".B " + roff(cmd.UseLine()) + "\n")
	}
	p.section("DESCRIPTION")
	if cmd.Long != "" {
		p.text(cmd.Long)
	} else {
		p.text(cmd.Short + ".")
	}
	if cmd.HasAvailableSubCommands() {
		p.section("VERBS")
		for _, verb := range cmd.Commands() {
			if verb.IsAvailableCommand() {
				p.item(verb.Name(), verb.Short+".")
			}
		}
	}
	p.flags(cmd)
	if cmd.Example != "" {
		p.section("EXAMPLES")
		p.WriteString(".nf\n")
		for line := range strings.Lines(cmd.Example) {
			p.WriteString(roff(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "  ")) + "\n")
		}
		p.WriteString(".fi\n")
	}
	if slices.ContainsFunc(groupsOf(cmd), func(g flagGroup) bool { return slices.Contains(g.flags, "json") }) {
		p.section("JSON")
		p.text(jsonText)
		if cmd.Name() == "check" {
			p.WriteString(".PP\n")
			p.text("An object of check has the keys of links, and column: the column of the reference in its line, in bytes from 1.")
		}
	}
	p.section("EXIT STATUS")
	for _, s := range exitStatuses {
		p.item(s[0], s[1])
	}
	_, err := p.WriteTo(w)
	return err
}

// jsonText says what --json prints.
const jsonText = `With --json, standard output has one object a line, and every line on standard error is
an object, too, except an error in the flags.
A note has code, doc, message (in mailboxes), part, offset and text: the code says what the note is about, and does not
change between versions; text is the sentence for people. All notes are printed, as with --verbose, and none with -q.
Other messages have code and text; the code is error if something failed, and otherwise remark.
References that stay relative and the summary have no code.`

// flags adds the flags of a command in their groups, and the flags that only its verbs have.
func (p *manText) flags(cmd *cobra.Command) {
	p.section("OPTIONS")
	for _, g := range groupsOf(cmd) {
		p.WriteString(".SS " + g.title + "\n")
		for _, name := range g.flags {
			f := cmd.Flag(name)
			p.item(strings.TrimSpace(flagSyntax(f)), flagUsage(cmd, f))
		}
	}
	if !cmd.HasParent() {
		return
	}
	for _, verb := range cmd.Commands() {
		title := ".SS Of " + cmd.Name() + " " + verb.Name() + "\n"
		verb.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			p.WriteString(title)
			title = ""
			p.item(strings.TrimSpace(flagSyntax(f)), flagUsage(verb, f))
		})
	}
}
