package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
)

// otherVerbs are words that people try instead of a verb. Words that begin with a verb
// ("absolute") or differ from it by at most two letters need no entry.
var otherVerbs = map[string][]string{
	"abs":     {"rewrite", "convert", "fix"},
	"links":   {"list", "ls", "refs", "references"},
	"base":    {"bases", "layers"},
	"move":    {"rename", "relocate", "mv", "migrate", "replace"},
	"check":   {"lint", "verify", "validate"},
	"report":  {"html"},
	"resolve": {"join"},
	"extract": {"unpack", "untar", "export", "dump"},
}

// unknownVerb returns the error for a first argument that is not a verb. It suggests the
// command with a similar verb, or with abs if the argument names a file or no verb is similar.
func (c *command) unknownVerb(root *cobra.Command, given string) error {
	if isWebURL(given) {
		return fmt.Errorf("%s: %s", given, c.adviseFetch(given))
	}
	words := []string{"hrefix"}
	if verb := similarVerb(root, given); verb != "" && !exists(given) {
		i := slices.Index(c.args, given)
		words = slices.Concat(words, c.args[:i], []string{verb}, c.args[i+1:])
	} else {
		words = slices.Concat(words, []string{"abs"}, c.args)
	}
	return fmt.Errorf("unknown verb %q: did you mean: %s", given, console.ShellWords(words))
}

// similarVerb returns the verb that given probably means, or "".
func similarVerb(root *cobra.Command, given string) string {
	if verbs := root.SuggestionsFor(given); len(verbs) > 0 {
		return verbs[0]
	}
	for _, verb := range verbNames(root) {
		if strings.HasPrefix(given, verb) && !strings.ContainsAny(given, "./\\") {
			return verb
		}
	}
	return ""
}

// flagError returns the error to report for an error of the flag parser.
func (c *command) flagError(cmd *cobra.Command, err error) error {
	if wrong := c.checkDashes(cmd, nil); wrong != nil {
		return wrong
	}
	if first := cmd.Flags().Args(); cmd == cmd.Root() && len(first) > 0 {
		return c.unknownVerb(cmd, first[0]) // the unknown flag is one of that verb
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) && strings.HasPrefix(invalid.GetFlag().Value.Type(), "int") {
		return fmt.Errorf("--%s %q: give a number", invalid.GetFlag().Name, invalid.GetValue())
	}
	if invalid != nil {
		switch name := invalid.GetFlag().Name; invalid.GetFlag().Value.Type() {
		case "bool":
			return fmt.Errorf("--%s=%s: this flag has no value: write --%s", name, invalid.GetValue(), name)
		case "duration":
			return fmt.Errorf("--%s %q: give a time such as 30s, 5m or 1h", name, invalid.GetValue())
		case "size":
			return fmt.Errorf("--%s %q: %w", name, invalid.GetValue(), invalid.Unwrap())
		}
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if verb := verbWith(cmd, unknown); verb != "" {
			return fmt.Errorf("%w: it is a flag of %s: give that verb first: %s", err, verb, console.ShellWords(slices.Concat([]string{"hrefix", verb}, c.args)))
		}
		if name := similarFlag(cmd, unknown.GetSpecifiedName()); name != "" {
			return fmt.Errorf("%w: did you mean --%s", err, name)
		}
		if verbs := verbsWith(cmd.Root(), unknown); len(verbs) > 0 {
			return fmt.Errorf("%w: it is a flag of %s: \"%s\" lists those of %s", err, strings.Join(verbs, ", "), helpCommand(cmd), cmd.Name())
		}
	}
	return fmt.Errorf("%w: \"%s\" lists the flags", err, helpCommand(cmd))
}

// helpCommand returns the command that lists the flags of cmd. Those of hrefix itself are
// flags of abs, too.
func helpCommand(cmd *cobra.Command) string {
	if cmd == cmd.Root() {
		return "hrefix help abs"
	}
	return strings.Replace(cmd.CommandPath(), "hrefix", "hrefix help", 1)
}

// verbWith returns the first verb that has the flag which is unknown to the root command, or
// "".
func verbWith(cmd *cobra.Command, unknown *pflag.NotExistError) string {
	if cmd != cmd.Root() {
		return ""
	}
	if verbs := verbsWith(cmd, unknown); len(verbs) > 0 {
		return verbs[0]
	}
	return ""
}

// verbsWith returns the verbs that have an unknown flag.
func verbsWith(root *cobra.Command, unknown *pflag.NotExistError) (verbs []string) {
	name, letters := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()
	for _, verb := range root.Commands() {
		if letters == "" && verb.Flags().Lookup(name) != nil || letters != "" && verb.Flags().ShorthandLookup(name) != nil {
			verbs = append(verbs, verb.Name())
		}
	}
	return verbs
}

// otherFlags are long flags that people try, with the flag that they mean.
var otherFlags = map[string]string{
	"json-path": "json-field", "json-pointer": "json-field", "jsonpath": "json-field", "field": "json-field", "fields": "json-field", "jq": "json-field",
	"base-feed": "feed-base",
}

// similarFlag returns the long flag that given probably means, or "": one that begins with
// given, one of otherFlags, or one that differs by at most two letters, and by less than half of the
// letters.
func similarFlag(cmd *cobra.Command, given string) string {
	if other := otherFlags[given]; other != "" && cmd.Flags().Lookup(other) != nil {
		return other
	}
	best, least := "", 3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		d := distance(given, f.Name)
		if len(given) >= 3 && strings.HasPrefix(f.Name, given) {
			d = 1
		}
		if d < least && 2*d < len(given) {
			best, least = f.Name, d
		}
	})
	return best
}

// distance returns the optimal string alignment distance of a and b: the number of letters to
// insert, delete, replace or exchange with the next letter to turn a into b.
func distance(a, b string) int {
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			d := last[j]
			if a[i] != b[j] {
				d++
			}
			row[j+1] = min(d, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// checkDashes returns an error for a long flag with one dash. The flag parser would read -base
// as -b ase, and -output as -o utput.
func (c *command) checkDashes(cmd *cobra.Command, _ []string) error {
	if cmd.DisableFlagParsing {
		return nil
	}
	for _, arg := range c.args {
		if arg == "--" {
			break
		}
		name, isShort := strings.CutPrefix(arg, "-")
		name, _, _ = strings.Cut(name, "=")
		if isShort && len(name) > 1 && cmd.Flags().Lookup(name) != nil {
			return fmt.Errorf("-%s: long flags have two dashes: write --%s", name, name)
		}
	}
	return nil
}
