package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/base"
)

// otherFlags are long flags that people know from other programs, with the corresponding flags of
// hrefix. They are accepted, but neither help nor completion shows them. No such flag may write
// something that people do not expect.
var otherFlags = map[string]string{
	"in-place": "write", "inplace": "write",
	"out": "output", "outfile": "output", "outdir": "output", "output-file": "output", "output-dir": "output",
	"base-url": "base", "base-uri": "base", "base-href": "base", "baseurl": "base", "url": "base",
	"silent": "quiet", "dryrun": "dry-run", "recurse": "recursive",
	"json-path": "json-field", "json-pointer": "json-field", "jsonpath": "json-field", "field": "json-field", "fields": "json-field", "jq": "json-field",
	"base-feed": "feed-base",
}

// flagAdvice has the advice for flags of other programs that hrefix has in another form, or does not need. It
// is for all verbs that lack the flag, or for one verb.
var flagAdvice = map[string]string{
	"--exclude":   filesOut,
	"--ignore":    filesOut,
	"--overwrite": overwrites,
	"--clobber":   overwrites,
	"--version":   "\"hrefix version\" prints it",
	"--fetch":     "hrefix fetches nothing: give a file that another program has fetched",
	"--output":    "the results go to stdout: write > FILE",
	"--o":         "the results go to stdout: write > FILE",

	"--convert-links": "\"hrefix rel\" makes links relative, and \"hrefix abs\" absolute",
	"--k":             "\"hrefix rel\" makes links relative, and \"hrefix abs\" absolute",

	"check --ignore":            linksOut,
	"check --ignore-url":        linksOut,
	"check --ignore-urls":       linksOut,
	"check --ignore-links":      linksOut,
	"check --ignore-files":      filesOut,
	"check --exclude-path":      filesOut,
	"check --exclude-file":      "--exclude REGEX is given once for each pattern, also in a file: --config FILE",
	"check --junit":             "give --format junit",
	"check --offline":           offline,
	"check --no-external":       offline,
	"check --disable-external":  offline,
	"check --timeout":           offline,
	"check --include-fragments": "fragments are checked without a flag",
	"check --check-anchors":     "fragments are checked without a flag",
	"check --anchors":           "fragments are checked without a flag",
	"check --report":            reports,
	"check --html":              reports,
	"check --output":            reports,
	"check --o":                 reports,
	"links --broken":            broken,
	"links --dead":              broken,
}

const (
	filesOut   = "--glob '!PATTERN' leaves files out"
	linksOut   = "--exclude REGEX leaves links out, and --glob '!PATTERN' files"
	overwrites = "-w writes in place; with -o, files that exist stay unless --force is given"
	reports    = "the results go to stdout: write > FILE; \"hrefix report --check -o FILE.html DIR\" writes a page for a browser"
	broken     = "\"hrefix check\" lists the links that do not work"
	offline    = "hrefix fetches nothing: links to other sites are counted, and not checked"
)

// canonical returns the name of a flag, which may be given by another name, or with "_" for "-".
func canonical(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	name = strings.ReplaceAll(name, "_", "-")
	if flag, ok := otherFlags[name]; ok {
		name = flag
	}
	return pflag.NormalizedName(name)
}

// addOtherLetters adds letters that people know from other programs: -i of sed, which means -w, and -r
// of grep and wget, which changes nothing, because hrefix always reads directories recursively.
func addOtherLetters(set *pflag.FlagSet) {
	set.BoolP("recursive", "r", false, "")
	set.Lookup("recursive").Hidden = true
	if set.Lookup("write") != nil {
		i := set.VarPF(otherFlag{set, "write"}, "", "i", "") // no --i, since it may begin another flag
		i.Hidden, i.NoOptDefVal = true, "true"
	}
}

// An otherFlag is the value of a second letter for a flag: it sets that flag. It implements [pflag.Value].
type otherFlag struct {
	set  *pflag.FlagSet
	name string
}

// String implements [pflag.Value].
func (otherFlag) String() string { return "" }

// Type implements [pflag.Value].
func (otherFlag) Type() string { return "bool" }

// Set implements [pflag.Value].
func (f otherFlag) Set(value string) error { return f.set.Set(f.name, value) }

// A baseURL is the value of --base. It implements [pflag.Value].
type baseURL string

// String implements [pflag.Value].
func (b *baseURL) String() string { return string(*b) }

// Type implements [pflag.Value].
func (b *baseURL) Type() string { return "URL" }

// Set implements [pflag.Value]. It accepts the forms that the field Base has, and blanks around a URL. A
// second URL is an error, because it would not be clear which one counts.
func (b *baseURL) Set(text string) error {
	const quotes = "'\u201c\u201d\u2018\u2019"
	url := strings.TrimSpace(text)
	if strings.IndexAny(url, quotes) == 0 {
		url = strings.Trim(url, quotes)
	}
	if strings.HasPrefix(url, "<") || strings.HasPrefix(url, `"`) || strings.EqualFold(url[:min(4, len(url))], "URL:") {
		url, _, _ = base.ParseField("Base", url)
	}
	if old := string(*b); old != "" && old != url {
		return fmt.Errorf("%s is given, too, and a document has one base: leave one out, or give --root URL=DIR for the files of a tree", old)
	}
	*b = baseURL(url)
	return nil
}
