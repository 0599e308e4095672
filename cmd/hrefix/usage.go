package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
)

// otherVerbs are words that people try instead of a verb. Words that begin with a verb
// ("absolute") or differ from it by at most two letters need no entry.
var otherVerbs = map[string][]string{
	"abs":     {"rewrite", "convert", "fix"},
	"links":   {"list", "ls", "refs", "references"},
	"base":    {"bases", "layers"},
	"move":    {"rename", "relocate", "mv", "migrate", "replace"},
	"rel":     {"offline", "localize"},
	"check":   {"lint", "verify", "validate", "linkcheck"},
	"report":  {"html", "html-report"},
	"resolve": {"join"},
	"restore": {"undo", "revert", "rollback", "back"},
	"extract": {"unpack", "untar", "export", "dump"},
}

// unknownVerb returns the error for a first argument that is not a verb. The error has the command that was
// probably meant: with abs if the argument names a file, and otherwise with a similar verb.
func (c *command) unknownVerb(root *cobra.Command, given string) error {
	with := func(verb string, i int) string {
		return console.ShellWords(slices.Concat([]string{"hrefix"}, c.args[:i], []string{verb}, c.args[i:]))
	}
	info, err := os.Stat(given)
	verb := similarVerb(root, given)
	switch i := slices.Index(c.args, given); {
	case err == nil && len(c.args) > len(c.paths):
		return fmt.Errorf("%s: is a file, and no verb says what to do with it: did you mean: %s", given, with("abs", 0))
	case err == nil && (info.IsDir() || len(c.paths) > 1):
		return fmt.Errorf("%s: is no verb, and hrefix needs one: \"%s -n\" counts the links that would become absolute, and \"hrefix help\" lists the verbs", given, with("abs", 0))
	case err == nil:
		return fmt.Errorf("%s: is a file, and no verb says what to do with it: \"%s\" prints it with absolute links, and \"hrefix help\" lists the verbs", given, with("abs", 0))
	case slices.ContainsFunc(c.paths, isWebURL):
		url := c.paths[slices.IndexFunc(c.paths, isWebURL)]
		return fmt.Errorf("%s: %s", url, c.adviseFetch(url))
	case verb != "":
		c.args = slices.Delete(slices.Clone(c.args), i, i+1)
		return fmt.Errorf("unknown verb %q: did you mean: %s", given, with(verb, i))
	case c.advise(given) != "":
		return fmt.Errorf("%s: %s", given, c.advise(given))
	case strings.ContainsAny(given, "./\\"):
		return fmt.Errorf("%s: no such file, and no verb: check the name, and give a verb before it, such as abs", given)
	}
	return fmt.Errorf("unknown verb %q: \"hrefix help\" lists the verbs", given)
}

// similarVerb returns the verb that given probably means, or "". A similar verb differs by less than half of the
// letters.
func similarVerb(root *cobra.Command, given string) string {
	for _, verb := range root.SuggestionsFor(given) {
		if slices.Contains(otherVerbs[verb], given) || strings.HasPrefix(verb, given) || 2*distance(given, verb) < len(given) {
			return verb
		}
	}
	for _, verb := range verbNames(root) {
		if strings.HasPrefix(given, verb) && !strings.ContainsAny(given, "./\\") {
			return verb
		}
	}
	return ""
}

// otherSuffix matches a flag with a suffix of backups as sed takes it, or cp and rsync.
var otherSuffix = regexp.MustCompile(`^(?:(?:-[iw]|--in-?place=|--write=)(\..*)|(?:--suffix=|-S=?)(.+))$`)

// flagError returns the error to report for an error of the flag parser.
func (c *command) flagError(cmd *cobra.Command, err error) error {
	if wrong := c.checkDashes(cmd, nil); wrong != nil {
		return wrong
	}
	if errors.Is(err, pflag.ErrHelp) {
		return err // the error of --help-all
	}
	if first := cmd.Flags().Args(); cmd == cmd.Root() && len(first) > 0 {
		c.paths = first
		return c.unknownVerb(cmd, first[0]) // the unknown flag belongs to that verb
	}
	for i, arg := range c.args {
		if strings.HasPrefix(arg, "-") && len(arg) > 1 && exists(arg) {
			return fmt.Errorf("%s: is read as a flag: write ./%s if the file of that name is meant", arg, arg)
		}
		given := arg
		if (arg == "--suffix" || arg == "-S") && i+1 < len(c.args) {
			given += "=" + c.args[i+1]
		}
		if found := otherSuffix.FindStringSubmatch(given); found != nil && cmd.Flags().Lookup("write") != nil {
			suffix := found[1] + found[2]
			if !inputs.IsBackupSuffix(suffix) {
				suffix = inputs.DefaultBackupSuffix
			}
			return fmt.Errorf("%s is no flag: to write in place and keep the old files, give -w --backup=%s", arg, console.ShellWord(suffix))
		}
	}
	if wrong := valueError(err); wrong != nil {
		return wrong
	}
	var valueless *pflag.ValueRequiredError
	if errors.As(err, &valueless) {
		return fmt.Errorf("--%s: no value: write %s", valueless.GetFlag().Name, strings.TrimSpace(flagSyntax(valueless.GetFlag())))
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		verbs := verbsWith(cmd.Root(), unknown)
		name := similarFlag(cmd, unknown.GetSpecifiedName())
		advice := cmp.Or(flagAdvice[cmd.Name()+" --"+unknown.GetSpecifiedName()], flagAdvice["--"+unknown.GetSpecifiedName()])
		switch {
		case cmd == cmd.Root() && len(verbs) > 0:
			line := console.ShellWords(slices.Concat([]string{"hrefix", verbs[0]}, c.args))
			if strings.HasPrefix(c.args[len(c.args)-1], "-") {
				line += " FILE"
			}
			return fmt.Errorf("%w: it is a flag of %s: write %s", err, verbs[0], line)
		case advice != "":
			return fmt.Errorf("%w: %s", err, advice)
		case name != "":
			return fmt.Errorf("%w: did you mean --%s", err, name)
		case len(verbs) > 0:
			return fmt.Errorf("%w: it is a flag of %s: \"%s\" lists those of %s", err, strings.Join(verbs, ", "), helpCommand(cmd), cmd.Name())
		}
	}
	return fmt.Errorf("%w: \"%s\" lists the flags", err, helpCommand(cmd))
}

// valueError returns the error to report for a value that the flag parser refuses, or nil if err says enough.
func valueError(err error) error {
	var invalid *pflag.InvalidValueError
	for errors.As(err, &invalid) {
		err = invalid.Unwrap() // -i sets --write, so the error of -i contains the error of --write
	}
	if invalid == nil {
		return nil
	}
	name := invalid.GetFlag().Name
	switch kind := invalid.GetFlag().Value.Type(); {
	case strings.HasPrefix(kind, "int"):
		return fmt.Errorf("--%s %q: give a number", name, invalid.GetValue())
	case kind == "bool":
		return fmt.Errorf("--%s=%s: this flag has no value: write --%s", name, invalid.GetValue(), name)
	case kind == "duration":
		return fmt.Errorf("--%s %q: give a time such as 30s, 5m or 1h", name, invalid.GetValue())
	case kind == "size", kind == "URL":
		return fmt.Errorf("--%s %q: %w", name, invalid.GetValue(), invalid.Unwrap())
	}
	return nil
}

// helpCommand returns the command that lists the flags of cmd. The flags of hrefix without a verb
// are flags of abs, too.
func helpCommand(cmd *cobra.Command) string {
	if cmd == cmd.Root() {
		return "hrefix help abs"
	}
	return strings.Replace(cmd.CommandPath(), "hrefix", "hrefix help", 1)
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

// changingFlags are flags that make a run write, or write something else. They are suggested only for a word that
// is nearly the same.
var changingFlags = []string{"write", "replace", "rename", "force", "update", "drop-base", "drop-integrity", "write-baseline"}

// similarFlag returns the long flag that given probably means, or "": a flag that begins with given, or that
// differs by at most two letters, and by less than half of the letters. A flag of changingFlags may differ by one
// letter only. If given is a letter, the result is the flag with the letter in the other case, or the only flag
// that begins with the letter.
func similarFlag(cmd *cobra.Command, given string) string {
	if len(given) == 1 {
		other := strings.ToUpper(given)
		if other == given {
			other = strings.ToLower(given)
		}
		var names []string
		if f := cmd.Flags().ShorthandLookup(other); f != nil && !slices.Contains(changingFlags, f.Name) {
			return f.Name
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if strings.HasPrefix(f.Name, given) && !f.Hidden && !slices.Contains(unusedFlags[cmd.Name()], f.Name) {
				names = append(names, f.Name)
			}
		})
		if len(names) == 1 && !slices.Contains(changingFlags, names[0]) {
			return names[0]
		}
		return ""
	}
	best, least := "", 3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		d := distance(given, f.Name)
		if len(given) >= 3 && strings.HasPrefix(f.Name, given) {
			d = 1
		}
		if d < least && 2*d < len(given) && (d < 2 || !slices.Contains(changingFlags, f.Name)) {
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

// checkValues returns an error if the value of a flag that wants a path or a URL begins with "-": it is the next
// flag, because the value is missing. A path that begins with "~/" is an error, too: shells leave the "~" in --backup=~/d
// as it is, and no directory has this name.
func checkValues(given *pflag.FlagSet) (err error) {
	given.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		kind := f.Annotations[valueAnnotation]
		home := slices.IndexFunc(values, func(value string) bool { return strings.HasPrefix(value, "~/") })
		if home >= 0 && err == nil && len(kind) > 0 && slices.Contains([]string{"PATH", "FILE", "DIR", "SUFFIX"}, kind[0]) {
			err = fmt.Errorf("--%s=%s: the shell reads ~ only at the beginning of a word: write --%[1]s=\"$HOME\"%[3]s, or ./%[2]s if a directory of that name is meant", f.Name, values[home], values[home][1:])
		}
		if len(kind) == 0 || !slices.Contains([]string{"PATH", "FILE", "DIR", "URL", "URL=DIR"}, kind[0]) {
			return
		}
		for _, value := range values {
			if err == nil && strings.HasPrefix(value, "-") && len(value) > 1 {
				err = fmt.Errorf("--%s: the %s is missing, and the next flag, %s, stands in its place: write %s", f.Name, kind[0], value, strings.TrimSpace(flagSyntax(f)))
				if !strings.HasPrefix(kind[0], "URL") {
					err = fmt.Errorf("%w, or ./%s if a file of that name is meant", err, value)
				}
			}
		}
	})
	return err
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
