package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// completions are the values that flags can have. Without one, a flag has any value that is
// no file.
var completions = map[string][]string{
	"dialect":      resolve.DialectNames(),
	"type":         engine.TypeNames(),
	"also":         engine.GroupNames(),
	"color":        console.Colors(),
	"signed":       partChoices,
	"attachments":  partChoices,
	"sandbox":      sandboxChoices,
	"diff":         pieces.DiffKinds(),
	"base-fields":  base.DefaultFields(),
	"layer":        layerNames(),
	"backup":       nil,
	"charset":      nil,
	"base":         nil,
	"jobs":         nil,
	"max-document": nil,
	"max-growth":   nil,
	"max-size":     nil,
	"part":         nil,
	"ext":          nil,
	"glob":         nil,
}

// completeShells adds the verb that prints the scripts for shells. For a shell that it
// does not know it prints no help: that may go to a file which a shell reads.
func completeShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // it was just added
	}
	completion.Short, completion.Long = "Print the completion script for a shell", ""
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
	for flag, words := range completions {
		if cmd.PersistentFlags().Lookup(flag) == nil && cmd.Flags().Lookup(flag) == nil {
			continue
		}
		err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		if err != nil {
			panic(err) // no such flag
		}
	}
	for _, verb := range cmd.Commands() {
		addCompletions(verb)
	}
}
