package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// TestReference compares the lists of verbs and flags in docs/reference.md with the help. -update writes them.
func TestReference(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "reference.md")
	old, err := os.ReadFile(path)
	require.NoError(t, err)
	root := new(command).root()
	text := string(old)
	for name, list := range map[string]string{"verbs": verbList(root), "flags": flagTables(root)} {
		begin := "<!-- made of the help by go test -run TestReference ./cmd/hrefix -update: " + name + " -->\n"
		before, rest, ok := strings.Cut(text, begin)
		require.True(t, ok, name)
		_, after, ok := strings.Cut(rest, "<!-- end -->\n")
		require.True(t, ok, name)
		text = before + begin + list + "<!-- end -->\n" + after
	}
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return
	}
	require.True(t, text == string(old), "docs/reference.md is old: go test -run TestReference ./cmd/hrefix -update")
}

// leaves returns the verbs below root that run, in the order of help.
func leaves(root *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, verb := range root.Commands() {
		switch {
		case !verb.IsAvailableCommand() || verb.Name() == "help" || verb.Name() == "completion": // completion is cobra's
		case verb.HasAvailableSubCommands():
			list = append(list, leaves(verb)...)
		default:
			list = append(list, verb)
		}
	}
	return list
}

// verbName returns the name of a verb, such as "manifest verify".
func verbName(verb *cobra.Command) string {
	return strings.TrimPrefix(verb.CommandPath(), verb.Root().Name()+" ")
}

// verbList returns a table of the verbs.
func verbList(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("| verb | what it does |\n|---|---|\n")
	for _, verb := range leaves(root) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(strings.TrimSuffix(verb.UseLine(), " [flags]"), "|", `\|`), verb.Short)
	}
	return b.String()
}

// readers are the verbs that read documents, and writers those of them that write documents.
var (
	readers = []string{"abs", "base", "check", "links", "move", "pin", "rel", "report"}
	writers = []string{"abs", "move", "pin", "rel"}
)

// guideOf has the guide that explains a flag. The row of the flag links to it.
var guideOf = map[string]string{
	"shard": "scale.md#shards", "manifest": "scale.md#reruns", "json-field": "json.md", "feed-base": "feeds.md#the-base-of-a-feed",
	"root": "offline.md#which-file-has-which-url", "symlinks": "files.md#links-and-files-that-are-not-regular", "backup": "files.md#backups",
	"diff": "#diffs", "replace": "archives.md#a-new-archive", "baseline": "check.md#known-faults", "fragments": "pages.md#links-within-a-page",
	"also": "pages.md#places-on-request", "place": "pages.md#places-of-your-own",
}

// A flagRow is a row of the tables of flags. Verbs may have flags of one name that differ.
type flagRow struct{ flag, usage string }

// flagTables returns a table for each group of flags.
func flagTables(root *cobra.Command) string {
	rows, verbs := make(map[string][]flagRow), make(map[flagRow][]string)
	for _, verb := range leaves(root) {
		for _, g := range groupsOf(verb) {
			title := strings.Replace(g.title, "References", "What to rewrite", 1)
			for _, name := range g.flags {
				if name == "help" || name == "help-all" {
					continue // all verbs have them
				}
				f := verb.Flag(name)
				r := flagRow{"`" + strings.ReplaceAll(strings.TrimSpace(flagSyntax(f)), ", --", "`, `--") + "`", brief(verb, f)}
				if firstFlags[verb.Name()] == nil && verb.NonInheritedFlags().Lookup(name) != nil {
					r.usage = flagUsage(verb, f) // its help has no brief texts
				}
				r.usage, _, _ = strings.Cut(r.usage, "; ") // --help-all has the rest
				if guide := guideOf[name]; guide != "" {
					r.flag = "[" + r.flag + "](" + guide + ")"
				}
				if verbs[r] == nil {
					rows[title] = append(rows[title], r)
				}
				verbs[r] = append(verbs[r], verbName(verb))
			}
		}
	}
	var b strings.Builder
	for _, g := range append(slices.Clip(flagGroups), flagGroup{title: "Other"}) {
		fmt.Fprintf(&b, "\n### %s\n\n| flag | of | what it does |\n|---|---|---|\n", g.title)
		for _, r := range rows[g.title] {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", r.flag, verbsOf(verbs[r]), r.usage)
		}
	}
	return b.String()
}

// verbsOf returns which verbs have a flag, such as "writers", or "readers but base, pin; extract".
func verbsOf(names []string) string {
	if slices.Equal(names, writers) {
		return "writers"
	}
	without := func(list, others []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(others, name) })
	}
	but, more := without(readers, names), without(names, readers)
	if len(but) > 2 {
		return strings.Join(names, ", ")
	}
	text := "readers"
	if len(but) > 0 {
		text += " but " + strings.Join(but, ", ")
	}
	if len(more) > 0 {
		text += "; " + strings.Join(more, ", ")
	}
	return text
}

// reasonCodes match the codes in the files that have them. The reference lists them in the paragraph that
// begins with the text list.
var reasonCodes = []struct{ file, pattern, list string }{
	{"internal/engine/reason/reason.go", `(?:Reason\{|independent\()"([a-z-]+)"`, "\nThese are the codes of links."},
	{"internal/basereason/basereason.go", `= "([a-z-]+)"`, "\nThese are the codes of candidates for the base"},
}

// TestReasons finds reasons that docs/reference.md lacks.
func TestReasons(t *testing.T) {
	root := filepath.Join("..", "..")
	reference, err := os.ReadFile(filepath.Join(root, "docs", "reference.md"))
	require.NoError(t, err)
	for _, of := range reasonCodes {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(of.file)))
		require.NoError(t, err)
		codes := regexp.MustCompile(of.pattern).FindAllSubmatch(source, -1)
		require.NotEmpty(t, codes, of.file)
		_, list, ok := strings.Cut(string(reference), of.list)
		require.True(t, ok, of.list)
		list, _, _ = strings.Cut(list, "\nThese are") // the next list
		list, _, _ = strings.Cut(list, "\n#")
		for _, m := range codes {
			require.Contains(t, list, "`"+string(m[1])+"`", "docs/reference.md lacks it in the list after %q", of.list)
		}
	}
}
