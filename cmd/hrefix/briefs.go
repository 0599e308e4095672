package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
)

// briefs are the texts of flags in help, most of one line. Manual pages have the whole usage.
var briefs = map[string]string{
	"type":              "html, xml, css, json, message, mbox, emlx or warc (default auto)",
	"charset":           "the charset, such as utf-16le, if no header names it",
	"json-field":        "fields of JSON to read: content=html,url=base",
	"ext":               "in directories, select only files with extension EXT",
	"glob":              "in directories, select only paths like PATTERN",
	"files-from":        "read more paths from FILE, one a line; - is stdin",
	"shard":             "work only on part I/N of the files, such as 3/16",
	"shard-by":          "hash (default), or size to share the bytes",
	"null":              "a NUL byte ends each path of a list",
	"max-size":          "the size to which a compressed file may expand",
	"date":              "take the captures nearest to DATE, not the last ones",
	"raw":               "leave the links as they are",
	"max-document":      "leave documents that are larger, such as 64M",
	"same-base":         "allow several pages to have the same --base",
	"root":              "each file in DIR gets the base of its path there",
	"root-hosts":        "DIR has a directory for each host (wget -r)",
	"map":               "lines of FILE are a URL, a TAB, and a path",
	"index":             "the files that have the URL of their directory",
	"converted":         "relative links lead to files, as rel writes them",
	"missing":           "links to files that the tree lacks: absolute, keep, mark",
	"drop-integrity":    "remove integrity and crossorigin of local files",
	"rel":               "list what rel would write",
	"clean-urls":        "the URL of a.html is that of a",
	"names":             "how names were made: " + strings.Join(addressbook.NameRules(), ", "),
	"base-fields":       "the header fields that give a base",
	"base-schemes":      "the schemes that a base in a header field may have",
	"no-hints":          "ignore the URL that a saved page declares",
	"feed-base":         "link of a feed as its base: channel-link, self, none",
	"dialect":           "rfc1808 (default), rfc3986 or whatwg (browsers)",
	"part":              "only references in these parts, such as 1 or 2.1",
	"layer":             "only references with a base from these layers",
	"json":              "print JSON, one object a line",
	"verbose":           "print each note, and not one line for each kind",
	"fail-on":           "exit with 1 on any: left, unresolved, notes",
	"quiet":             "print errors only: no notes, no summary",
	"color":             "when to use colours: auto, always or never",
	"fragments":         "which #x links stay: auto, absolute (none) or keep",
	"also":              "read more places: " + strings.Join(engine.GroupNames(), ", "),
	"from":              "the old URL; may be repeated, with --to for each",
	"to":                "the new URL",
	"pairs":             "read more pairs from FILE: OLD, a tab, NEW",
	"root-relative":     "write /a/b for absolute links in pages of the site",
	"drop-base":         "remove BASE from the result",
	"signed":            "signed parts of messages: leave (default) or rewrite",
	"attachments":       "attachments: rewrite (default) or leave",
	"skip-dkim":         "leave messages with a DKIM or ARC signature",
	"max-growth":        "leave what grows to N times its size (default 16)",
	"no-relative":       "report every reference that needs a base",
	"no-fragments":      "do not look up the fragments of links",
	"strict":            "report ids that a page has twice, too",
	"orphans":           "report files to which no link leads, too",
	"start":             "with --orphans: begin at this page, not at index files",
	"external":          "print only the URLs of links to other sites",
	"format":            "text (default), json, github, sarif or junit",
	"targets":           "list each target once, with its host and how often",
	"exclude":           "do not check links whose URL matches REGEX",
	"include":           "check only links whose URL matches REGEX",
	"baseline":          "report only what FILE does not have",
	"write-baseline":    "write what is found to FILE, for --baseline",
	"max-findings":      "print only N lines, or N faults of each document",
	"ignore-marked":     "do not check elements with data-proofer-ignore",
	"config":            "read flags from FILE, one a line",
	"each":              "print a line for each fault, not one for each target",
	"write":             "write the results in place",
	"output":            "write the results into a new tree, or a file",
	"replace":           "replace the records of web archives that change",
	"encoding":          "with --replace: keep (default) or identity",
	"cdxj":              "write an index of the archives to FILE",
	"update":            "with -o: replace files that have another content",
	"manifest":          "do only what FILE does not record as done",
	"symlinks":          "with -o: keep (default), skip or follow-inside",
	"backup":            "with -w: keep old files as *.orig, or in DIR/",
	"rename":            "with -w: rename messages of a Maildir by their size",
	"diff":              "print what would change: patch, decoded or edits",
	"list":              "print the names of the files that would change",
	"dry-run":           "write no file, and print only the messages",
	"sandbox":           "give up rights to other files: auto, on or off",
	"tempfail":          "exit with 75 instead of 2, for mail servers",
	"no-progress":       "show no progress bar",
	"progress-interval": "print a line of progress after each TIME, such as 5m",
	"jobs":              "read N files at once (default the number of CPUs)",
	"check":             "check the links, and mark those that do not work",
	"max-references":    "put only the first N references into the page",
}

// briefsOf are the texts of flags that mean something else for one verb: "VERB FLAG".
var briefsOf = map[string]string{
	"extract output": "write the files into the directory DIR",
	"extract jobs":   "write N files at once (default the number of CPUs)",
	"extract map":    "write the URLs of the files to FILE (default DIR.map)",
	"verify output":  "the results are in DIR",
	"verify jobs":    "compare N files at once (default the number of CPUs)",
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
