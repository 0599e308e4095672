package main

import (
	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

// addCompletions tells shells what can follow flags that take one of some words.
func addCompletions(cmd *cobra.Command) {
	for flag, words := range map[string][]string{
		"dialect":     resolve.DialectNames(),
		"type":        rewrite.TypeNames(),
		"also":        rewrite.GroupNames(),
		"signed":      {"leave", "rewrite"},
		"base-fields": base.Fields(),
		"base":        nil,
		"max-size":    nil,
	} {
		err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		if err != nil {
			panic(err) // a flag that is not there
		}
	}
}
