package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
)

// briefs are the texts of firstFlags in help, most of one line. Manual pages and --help-all have the whole
// usage.
var briefs = map[string]string{
	"type":           "html, xml, message, mbox and others (default auto)",
	"ext":            "in directories, select only files with extension EXT",
	"glob":           "in directories, select only paths like PATTERN",
	"null":           "a NUL byte ends each path of a list",
	"date":           "take the captures nearest to DATE, not the last ones",
	"raw":            "leave the links as they are",
	"root":           "each file in DIR gets the base of its path there",
	"root-hosts":     "DIR has a directory for each host (wget -r)",
	"map":            "lines of FILE are a URL, a TAB, and a path",
	"index":          "the files that have the URL of their directory",
	"missing":        "links to files that the tree lacks: absolute, keep, mark",
	"clean-urls":     "the URL of a.html is that of a",
	"names":          "how names were made: " + strings.Join(addressbook.NameRules(), ", "),
	"base-fields":    "the header fields that give a base",
	"no-hints":       "ignore the URL that a saved page declares",
	"json":           "print JSON, one object a line",
	"verbose":        "print each note, and not one line for each kind",
	"fail-on":        "exit with 1 on any: left, unresolved, notes, faults",
	"color":          "when to use colours: auto, always or never",
	"also":           "read more places: " + strings.Join(engine.GroupNames(), ", "),
	"from":           "the old URL; may be repeated, with --to for each",
	"to":             "the new URL",
	"pairs":          "read more pairs from FILE: OLD, a tab, NEW",
	"no-fragments":   "do not look up the fragments of links",
	"each":           "print a line for each fault, not one for each target",
	"external":       "print only the URLs of links to other sites",
	"format":         "text (default), json, github, sarif or junit",
	"targets":        "list each target once, with its host and how often",
	"exclude":        "do not check links whose URL matches REGEX",
	"baseline":       "report only what FILE does not have",
	"max-findings":   "print only N lines, or N faults of each document",
	"write":          "write the results in place",
	"output":         "write the results into a new tree, or a file",
	"backup":         "with -w: keep old files as *.orig, or in DIR/",
	"diff":           "print what would change: patch, decoded or edits",
	"dry-run":        "write no file, and print only the summary",
	"jobs":           "read N files at once (default the number of CPUs)",
	"check":          "check the links, and mark those that do not work",
	"max-references": "put only the first N references into the page",
}

// briefsOf are the texts of flags that mean something else for one verb: "VERB FLAG".
var briefsOf = map[string]string{
	"extract output": "write the files into the directory DIR",
	"extract jobs":   "write N files at once (default the number of CPUs)",
	"extract map":    "write the URLs of the files to FILE (default DIR.map)",
	"links format":   "text (default), json, tsv (URL, target, element, attribute) or wat (of web archives)",
}

// brief returns the text of a flag in the help of cmd.
func brief(cmd *cobra.Command, f *pflag.Flag) string {
	if text, ok := briefsOf[cmd.Name()+" "+f.Name]; ok {
		return text
	}
	text, ok := briefs[f.Name]
	if !ok || cmd.Name() == "report" && f.Name == "output" {
		return flagUsage(cmd, f)
	}
	return text
}

// writesTrees reports whether a command has -o for a new tree, and --list.
func writesTrees(cmd *cobra.Command) bool {
	return slices.Contains([]string{"abs", "rel", "pin", "move"}, cmd.Name())
}

// withoutTrees removes what is said of -o and --list from the usage of flags.
var withoutTrees = strings.NewReplacer(
	"; with -o, the other files are copied as they are", "",
	", also from the new tree", "",
	"with --files-from and --list:", "with --files-from:",
)

// beginUsage returns the usage of a flag without the name of its value at the beginning.
func beginUsage(value, usage string) string {
	rest, ok := strings.CutPrefix(usage, value)
	switch {
	case !ok || value == "" || rest == "":
		return usage
	case value == "WHAT" || value == "WHEN" || value == "WHICH":
		return strings.ToLower(value) + rest
	case value == "URL":
		return "the URL" + rest
	case value == "URL=DIR":
		return "the URL and the directory" + rest
	}
	return "the " + strings.ToLower(value) + rest
}
