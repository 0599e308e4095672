package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linklist"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/resolve"
)

// completions are the values that flags can have. A flag whose entry is nil takes any value, but no file name.
// A flag without an entry takes a file name.
var completions = map[string][]string{
	"dialect":           resolve.DialectNames(),
	"feed-base":         engine.FeedBaseNames(),
	"fragments":         engine.FragmentsNames(),
	"type":              detect.TypeNames(),
	"color":             console.Colors(),
	"signed":            partChoices,
	"attachments":       partChoices,
	"sandbox":           sandboxChoices,
	"diff":              job.DiffKinds(),
	"charset":           commonCharsets,
	"symlinks":          inputs.SymlinkChoices(),
	"missing":           decide.MissingNames(),
	"encoding":          encodingChoices,
	"backup":            nil,
	"base":              nil,
	"jobs":              nil,
	"progress-interval": nil,
	"max-document":      nil,
	"max-growth":        nil,
	"json-field":        nil,
	"place":             nil,
	"max-size":          nil,
	"part":              nil,
	"ext":               nil,
	"glob":              nil,
	"shard":             nil,
	"start":             nil,
	"max-references":    nil,
	"max-findings":      nil,
	"to":                nil,
	"from":              nil,
	"include":           nil,
	"index":             nil,
	"exclude":           nil,
	"date":              nil,
}

// formatsOf are the values of --format, which each verb has for itself.
var formatsOf = map[string][]string{"links": linklist.Formats(), "check": findings.Formats()}

// commonCharsets are the charsets of most documents.
var commonCharsets = []string{
	"utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-1", "iso-8859-2", "iso-8859-15", "windows-1250",
	"windows-1251", "koi8-r", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb18030", "big5", "euc-kr",
}

// listCompletions are the elements of flags whose value is a list with commas.
var listCompletions = map[string][]string{
	"also":         engine.GroupNames(),
	"base-fields":  base.DefaultFields(),
	"base-schemes": base.DefaultSchemes(),
	"layer":        layerNames(),
	"names":        addressbook.NameRules(),
	"fail-on":      failOnChoices,
}

// completeList returns a function that completes the last element of a list. It does not
// offer elements that the list has already.
func completeList(words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (lists []string, _ cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		for _, word := range words {
			if !slices.Contains(strings.Split(before, ","), word) {
				lists = append(lists, before+word)
			}
		}
		return lists, cobra.ShellCompDirectiveNoFileComp
	}
}

// hideUnused hides the flags that a command does not use, so that completion does not offer
// them. args are the arguments of the run: only a run that completes hides flags.
func hideUnused(root *cobra.Command, args []string) {
	if len(args) < 2 || args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return
	}
	cmd, _, err := root.Find(args[1 : len(args)-1])
	if err != nil {
		return // a file instead of a verb
	}
	var used []string
	for _, g := range groupsOf(cmd) {
		used = append(used, g.flags...)
	}
	hide := func(f *pflag.Flag) { f.Hidden = f.Hidden || !slices.Contains(used, f.Name) }
	cmd.LocalFlags().VisitAll(hide)
	cmd.InheritedFlags().VisitAll(hide)
}

// completeShells adds the verb that prints the scripts for shells. For a shell that it
// does not know it prints no help: that may go to a file which a shell reads.
func completeShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // the command was just added
	}
	completion.Use = "completion SHELL"
	completion.Short = "Print the completion script for a shell"
	completion.Long = completion.Short + ".\nThe script for bash needs the package bash-completion."
	completion.Example = "  hrefix completion bash > /etc/bash_completion.d/hrefix"
	completion.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("completion %q: no such shell: give bash, zsh, fish or powershell", args[0])
		}
		return nil
	}
	completion.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
}

// addCompletions registers the values of the flags of cmd and its verbs.
func addCompletions(cmd *cobra.Command) {
	register := func(flag string, complete cobra.CompletionFunc) {
		if cmd.PersistentFlags().Lookup(flag) == nil && cmd.Flags().Lookup(flag) == nil {
			return
		}
		if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // there is no such flag
		}
	}
	for flag, words := range completions {
		register(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	if words, ok := formatsOf[cmd.Name()]; ok {
		register("format", cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	for flag, words := range listCompletions {
		register(flag, completeList(words))
	}
	for _, verb := range cmd.Commands() {
		addCompletions(verb)
	}
}
