package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// neutralFlags are the flags whose values cannot change a byte of a result. --map is one of them: what its lines say is in the digest of the tree (see
// treeDigest), which may change between runs.
var neutralFlags = []string{
	"map", "files-from", "null", "shard", "same-base", "output", "force", "update", "rename", "cdxj", "diff", "list", "dry-run", "json", "color", "verbose", "quiet", "fail-on", "unread",
	"jobs", "no-progress", "progress-interval", "tempfail", "sandbox", "manifest", "help", "help-all", "", "recursive",
}

// TestResultFlags checks that each flag of the verbs that have a manifest is known to change results or
// not to, and that no list has a flag that does not exist.
func TestResultFlags(t *testing.T) {
	all := make(map[string]bool)
	verbs := 0
	for cmd := range everyCommand(t) {
		if cmd.Flag("manifest") == nil {
			continue
		}
		verbs++
		add := func(f *pflag.Flag) { all[f.Name] = true }
		cmd.Flags().VisitAll(add)
		cmd.InheritedFlags().VisitAll(add)
	}
	require.Equal(t, 4, verbs)
	lists := append(slices.Clone(resultFlags), neutralFlags...)
	for name := range all {
		n := len(slices.DeleteFunc(slices.Clone(lists), func(other string) bool { return other != name }))
		require.Equal(t, 1, n, "--%s is in %d of the two lists: can it change a byte of a result?", name, n)
	}
	for _, name := range lists {
		require.True(t, all[name], "no flag --%s", name)
	}
}

// TestResultOptions checks the options of a header: values that are defaults are left out, and the form
// of a value does not count.
func TestResultOptions(t *testing.T) {
	for args, want := range map[string]map[string][]string{
		"abs -w x": {"write": {"true"}},
		"abs -o y x --jobs 2 --dialect rfc1808 --type auto --index index.html --keep-fragments=false": {},
		"abs -o y x --max-size 64M --ext html,htm --ext xht --also social,lazy --also rdfa --root http://a/=b": {
			"max-size": {"67108864"}, "ext": {"html,htm", "xht"}, "also": {"social", "lazy", "rdfa"}, "root": {"http://a/=b"},
		},
		"move -o y x --from http://a/ --to http://b/": {"from": {"http://a/"}, "to": {"http://b/"}},
	} {
		c := new(command)
		root := c.root()
		verb, rest, err := root.Find(strings.Fields(args))
		require.NoError(t, err)
		require.NoError(t, verb.ParseFlags(rest))
		require.NoError(t, verb.PreRunE(verb, verb.Flags().Args()))
		require.Equal(t, want, c.resultOptions(), args)
	}
}
