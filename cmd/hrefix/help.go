package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A flagGroup is the flags below one heading in help and manual pages.
type flagGroup struct {
	title string
	flags []string
}

// flagGroups are the groups in their order. Flags in no group come last, as "Other".
var flagGroups = []flagGroup{
	{"Input", []string{"type", "charset", "ext", "glob", "files-from", "null", "shard", "max-size", "max-document", "date", "json-field"}},
	{"Base", []string{"base", "same-base", "base-fields", "base-schemes", "no-hints", "feed-base", "dialect"}},
	{"URLs of files", []string{"root", "root-hosts", "map", "index", "clean-urls", "names", "converted"}},
	{"Output", []string{
		"write", "output", "raw", "force", "update", "manifest", "symlinks", "backup", "rename", "replace", "encoding", "cdxj", "diff", "list", "dry-run", "max-references",
		"rel", "unresolved", "unread", "part", "layer", "targets", "format", "json", "config", "baseline", "write-baseline", "each", "max-findings", "color", "verbose", "quiet", "fail-on",
	}},
	{"What to rewrite", []string{
		"from", "to", "pairs", "root-relative", "missing", "drop-integrity", "fragments", "also", "place", "drop-base", "signed", "attachments", "skip-dkim", "max-growth",
		"no-relative", "check", "no-fragments", "ignore-marked", "strict", "orphans", "start", "external", "exclude", "include",
	}},
}

// unusedFlags are the flags that all verbs accept and that a verb does not use. The help of the
// verb does not show them.
var unusedFlags = map[string][]string{
	"abs":    {},
	"rel":    {"base", "same-base", "drop-base"},
	"move":   {"drop-base"},
	"pin":    {"converted", "fragments", "drop-base", "also", "place", "max-growth"},
	"links":  {"color", "drop-base"},
	"check":  {"color", "drop-base"},
	"report": {"color", "drop-base", "json", "jobs"},
	"base":   {"drop-base", "fragments", "also", "place", "max-growth"},
	"hrefix": {"color", "same-base", "root", "root-hosts", "map", "index", "clean-urls", "names", "converted"}, // stdin has no path
	"map": {
		"base", "same-base", "converted", "dialect", "base-fields", "base-schemes", "fragments", "also", "place", "drop-base", "no-hints", "feed-base", "signed",
		"attachments", "skip-dkim", "max-size", "max-document", "max-growth", "type", "charset", "verbose", "color", "no-progress", "progress-interval", "jobs", "tempfail", "json-field",
	},
	"extract": {
		"base", "same-base", "root", "root-hosts", "index", "clean-urls", "names", "converted", "base-fields", "base-schemes", "drop-base", "no-hints", "feed-base",
		"signed", "attachments", "skip-dkim", "type", "color", "json-field",
	},
	"restore":  unusedByVerify,
	"manifest": unusedByManifest, "verify": unusedByVerify, "summary": unusedByManifest, "version": unusedByVersion, "places": slices.DeleteFunc(slices.Clone(unusedByVersion), func(name string) bool { return name == "also" }),
	"resolve": {
		"same-base", "root", "root-hosts", "map", "index", "clean-urls", "names", "converted", "base-fields", "base-schemes", "fragments", "also", "place", "drop-base", "no-hints", "feed-base", "signed",
		"attachments", "skip-dkim", "max-size", "max-document", "max-growth", "type", "charset", "verbose", "color", "no-progress", "progress-interval", "jobs", "json-field",
	},
}

// unusedByManifest are the flags of all verbs that manifest and its verbs do not use.
var unusedByManifest = append([]string{"jobs"}, unusedByVerify...)

// unusedByVersion are the flags that the verb version does not use. It uses --json.
var unusedByVersion = append([]string{"tempfail", "quiet"}, unusedByManifest...)

// unusedByVerify are the flags that manifest verify does not use.
var unusedByVerify = []string{
	"base", "same-base", "root", "root-hosts", "map", "index", "clean-urls", "names", "converted", "dialect", "base-fields", "base-schemes", "fragments",
	"also", "place", "drop-base", "no-hints", "feed-base", "signed", "attachments", "skip-dkim", "max-size", "max-document", "max-growth", "type", "charset", "json-field",
	"verbose", "color", "no-progress", "progress-interval",
}

// describeFlags removes the backquotes around the names of values from the usage of flags, and
// keeps the names in annotations, for help and manual pages. Completion prints the usage
// unchanged, so it must not have backquotes.
func describeFlags(cmd *cobra.Command) {
	for _, set := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		set.VisitAll(func(f *pflag.Flag) {
			if f.Annotations[valueAnnotation] != nil {
				return
			}
			value, usage := pflag.UnquoteUsage(f)
			f.Usage = beginUsage(value, usage)
			f.Annotations = map[string][]string{valueAnnotation: {value}}
		})
	}
	for _, verb := range cmd.Commands() {
		describeFlags(verb)
	}
}

// valueAnnotation is the annotation of a flag that has the name of its value.
const valueAnnotation = "value"

// flagSyntax returns the syntax of a flag, such as "-b, --base URL".
func flagSyntax(f *pflag.Flag) string {
	s := "    --" + f.Name
	if f.Shorthand != "" {
		s = "-" + f.Shorthand + ", --" + f.Name
	}
	var value string
	if values := f.Annotations[valueAnnotation]; len(values) > 0 {
		value = values[0]
	}
	switch {
	case value == "":
		return s
	case f.NoOptDefVal != "":
		return s + "[=" + value + "]"
	}
	return s + " " + value
}

// flagUsage returns the description of a flag, with its default.
func flagUsage(cmd *cobra.Command, f *pflag.Flag) string {
	usage := f.Usage
	if !writesTrees(cmd) {
		usage = withoutTrees.Replace(usage)
	}
	switch def := strings.Trim(f.DefValue, "[]"); def {
	case "", "0", "0s", "false":
		return usage
	default:
		return usage + " (default " + def + ")"
	}
}

// groupsOf returns the flags that the help of a command shows, in their groups: for a verb
// with paths or references, all flags that it uses; for man and completion, only their own.
func groupsOf(cmd *cobra.Command) []flagGroup {
	all := make(map[string]bool)
	cmd.InitDefaultHelpFlag()
	add := func(f *pflag.Flag) {
		if !f.Hidden && !slices.Contains(unusedFlags[cmd.Name()], f.Name) {
			all[f.Name] = true
		}
	}
	cmd.LocalFlags().VisitAll(add)
	if _, verb := unusedFlags[cmd.Name()]; verb {
		cmd.InheritedFlags().VisitAll(add)
	}
	var groups []flagGroup
	for _, g := range flagGroups {
		here := flagGroup{title: g.title}
		if g.title == "What to rewrite" && !slices.Contains([]string{"hrefix", "abs", "rel", "pin", "move", "extract"}, cmd.Name()) {
			here.title = "References"
		}
		for _, name := range g.flags {
			if all[name] {
				here.flags = append(here.flags, name)
				delete(all, name)
			}
		}
		groups = append(groups, here)
	}
	other := flagGroup{title: "Other"}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { // VisitAll goes in alphabetical order
		if all[f.Name] {
			other.flags = append(other.flags, f.Name)
		}
	})
	groups = append(groups, other)
	return slices.DeleteFunc(groups, func(g flagGroup) bool { return len(g.flags) == 0 })
}

// helpWidth is the width of help in columns.
const helpWidth = 80

// printHelp prints the help of a command: all of its flags if all is set, or else the first flags and the
// names of the others.
func printHelp(cmd *cobra.Command, all bool, w io.Writer) error {
	var b strings.Builder
	if cmd == cmd.Root() && !all {
		rootHelp(&b, cmd)
	} else {
		verbHelp(&b, cmd, all)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// rootHelp writes the help of hrefix, which is as long as a screen.
func rootHelp(b *strings.Builder, root *cobra.Command) {
	b.WriteString(root.Long + "\nUsage:\n  hrefix [flags] < DOCUMENT > RESULT    (a filter: the same as abs -)\n  hrefix VERB [flags] [PATH...]\n\nVerbs:\n")
	for _, verb := range root.Commands() {
		if verb.IsAvailableCommand() && verb.Name() != "help" {
			fmt.Fprintf(b, "  %-10s  %s\n", verb.Name(), verb.Short)
		}
	}
	b.WriteString("\nFlags of all verbs (hrefix VERB --help lists the others, with examples):\n")
	for _, f := range [][2]string{
		{"base", "the URL that the document was retrieved from"},
		{"root", "each file in DIR gets the base of its path there"},
	} {
		fmt.Fprintf(b, "  %-18s  %s\n", flagSyntax(root.Flag(f[0])), f[1])
	}
}

// firstFlags are the flags that people use first, by verb. The help of a verb describes these flags, and
// names the others. A verb with few flags has none here.
var firstFlags = map[string][]string{
	"abs":     {"base", "root", "write", "backup", "output", "diff", "dry-run", "ext", "type", "fail-on"},
	"rel":     {"root", "root-hosts", "write", "backup", "output", "diff", "dry-run", "index", "missing", "fail-on"},
	"pin":     {"base", "root", "write", "backup", "output", "diff", "dry-run", "ext", "type", "fail-on"},
	"move":    {"from", "to", "pairs", "root", "write", "backup", "output", "diff", "dry-run", "fail-on"},
	"links":   {"base", "root", "unresolved", "targets", "format", "json", "also", "ext", "type", "fail-on"},
	"check":   {"root", "ext", "glob", "exclude", "no-fragments", "external", "each", "format", "baseline", "max-findings"},
	"report":  {"output", "check", "base", "root", "also", "ext", "glob", "type", "max-references", "fail-on"},
	"base":    {"base", "root", "json", "color", "base-fields", "no-hints", "ext", "type", "verbose", "fail-on"},
	"map":     {"root", "root-hosts", "map", "index", "clean-urls", "names", "json", "null"},
	"extract": {"output", "map", "date", "raw", "force", "missing", "jobs", "json", "verbose", "fail-on"},
}

// verbHelp writes the help of a verb: all flags, or the first flags, and the names of the others below their headings.
func verbHelp(b *strings.Builder, cmd *cobra.Command, all bool) {
	if cmd.Long != "" {
		b.WriteString(strings.TrimSpace(cmd.Long) + "\n")
	} else {
		b.WriteString(cmd.Short + "\n")
	}
	fmt.Fprintf(b, "\nUsage:\n  %s\n", cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		title := "Arguments"
		if _, verb := unusedFlags[cmd.Name()]; verb {
			title = "Verbs"
		}
		b.WriteString("\n" + title + ":\n")
		for _, below := range cmd.Commands() {
			fmt.Fprintf(b, "  %-10s  %s\n", below.Name(), below.Short)
		}
	}
	if cmd.Example != "" {
		b.WriteString("\nExamples:\n" + cmd.Example + "\n")
	}
	if first := firstFlags[cmd.Name()]; !all && first != nil {
		b.WriteString("\nFlags that are used most:\n")
		for _, name := range first {
			writeFlag(b, cmd.Flag(name), brief(cmd, cmd.Flag(name)))
		}
		fmt.Fprintf(b, "\nOther flags (%s --help-all describes all):\n", cmd.CommandPath())
		const column = 19
		for _, g := range groupsOf(cmd) {
			var names []string
			for _, name := range g.flags {
				if !slices.Contains(first, name) {
					names = append(names, "--"+name)
				}
			}
			title := g.title
			for _, line := range wrap(strings.Join(names, " "), helpWidth-column) {
				fmt.Fprintf(b, "  %-*s%s\n", column-2, title, line)
				title = ""
			}
		}
		return
	}
	for _, g := range groupsOf(cmd) {
		b.WriteString("\n" + g.title + ":\n")
		for _, name := range g.flags {
			writeFlag(b, cmd.Flag(name), flagUsage(cmd, cmd.Flag(name)))
		}
	}
}

// writeFlag writes a flag, and what it does in a column beside it.
func writeFlag(b *strings.Builder, f *pflag.Flag, usage string) {
	const column = 28
	syntax := "  " + flagSyntax(f)
	if len(syntax) > column-2 {
		b.WriteString(syntax + "\n")
		syntax = ""
	}
	for _, line := range wrap(usage, helpWidth-column) {
		fmt.Fprintf(b, "%-*s%s\n", column, syntax, line)
		syntax = ""
	}
}

// wrap returns the lines of a text that is broken at spaces.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
