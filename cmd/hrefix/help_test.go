package main

import (
	"bytes"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
)

// everyCommand returns hrefix and all verbs, with their whole help, their manual pages and their short help.
func everyCommand(t *testing.T) map[*cobra.Command][]string {
	c := new(command)
	root := c.root()
	all := make(map[*cobra.Command][]string)
	var add func(cmd *cobra.Command)
	add = func(cmd *cobra.Command) {
		var help, page, short bytes.Buffer
		require.NoError(t, printHelp(cmd, true, &help))
		require.NoError(t, manPage(cmd, &page))
		require.NoError(t, printHelp(cmd, false, &short))
		all[cmd] = []string{help.String(), page.String(), short.String()}
		for _, verb := range cmd.Commands() {
			add(verb)
		}
	}
	add(root)
	return all
}

// TestHelpText checks that neither help nor manual pages nor completion show how the texts
// are made: backquotes around values, and values of flags that have none.
func TestHelpText(t *testing.T) {
	commands := everyCommand(t)
	require.Greater(t, len(commands), 10)
	for cmd, texts := range commands {
		if cmd.Parent() != nil && cmd.Parent().Name() == "completion" {
			continue // cobra explains shells there
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) { texts = append(texts, f.Usage) })
		for _, text := range texts {
			for _, artefact := range []string{"`", "[=false]", "[=true]", "stringArray", "strings", "%!", "\t"} {
				if artefact != "\t" || cmd.Name() != "resolve" {
					require.NotContains(t, text, artefact, cmd.Name())
				}
			}
		}
		for line := range strings.Lines(texts[0] + texts[2]) {
			require.LessOrEqual(t, len(strings.TrimSuffix(line, "\n")), helpWidth, line)
		}
		most := 40
		if cmd == cmd.Root() {
			most = 28 // a screen
		}
		require.LessOrEqual(t, strings.Count(texts[2], "\n"), most, cmd.Name())
	}
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run([]string{"__complete", "abs", "--"}, nil, &stdout, &stderr))
	require.Contains(t, stdout.String(), "--diff\t")
	require.NotContains(t, stdout.String(), "`")
}

// TestHelpGroups checks that the tables of help name flags that exist, and that a verb shows
// each of its flags once, but no flag that it does not use.
func TestHelpGroups(t *testing.T) {
	exists := make(map[string]bool)
	verbs := make(map[string]bool)
	for cmd, texts := range everyCommand(t) {
		verbs[cmd.Name()] = true
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			exists[f.Name] = true
			_, verb := unusedFlags[cmd.Name()]
			shown := strings.Count(texts[0], " --"+f.Name+" ") + strings.Count(texts[0], " --"+f.Name+"[=") + strings.Count(texts[0], " --"+f.Name+"\n")
			switch {
			case !verb, f.Hidden:
			case slices.Contains(unusedFlags[cmd.Name()], f.Name):
				require.NotContains(t, texts[1], "\\-\\-"+strings.ReplaceAll(f.Name, "-", "\\-")+" ", cmd.Name())
			case f.Hidden:
				require.Zero(t, shown, "%s --%s", cmd.Name(), f.Name)
			default:
				require.NotZero(t, shown, "%s --%s", cmd.Name(), f.Name)
				if cmd != cmd.Root() { // whose help shows some of its flags
					require.Regexp(t, `\s--`+f.Name+`[\s[]`, texts[2], cmd.Name())
				}
			}
		})
	}
	for _, g := range flagGroups {
		for _, name := range g.flags {
			require.True(t, exists[name], name)
		}
	}
	for verb, names := range unusedFlags {
		require.True(t, verbs[verb], verb)
		for _, name := range names {
			require.True(t, exists[name], name)
		}
	}
}

// TestCompletedFlags checks that completion offers the flags that help shows, and no other.
func TestCompletedFlags(t *testing.T) {
	commands := everyCommand(t)
	require.Greater(t, len(commands), 10)
	for cmd := range commands {
		if cmd == cmd.Root() || cmd.Name() == "help" {
			continue
		}
		var want, got []string
		for _, g := range groupsOf(cmd) {
			for _, name := range g.flags {
				want = append(want, "--"+name)
			}
		}
		var stdout, stderr bytes.Buffer
		args := append([]string{"__complete"}, strings.Fields(cmd.CommandPath())[1:]...)
		require.Equal(t, exitOK, run(append(args, "--"), nil, &stdout, &stderr), "%s", &stderr)
		for line := range strings.Lines(stdout.String()) {
			if strings.HasPrefix(line, "--") {
				flag, _, _ := strings.Cut(line, "\t")
				got = append(got, strings.TrimSuffix(flag, "="))
			}
		}
		require.ElementsMatch(t, want, got, cmd.Name())
	}
}

// TestFileCompletion: only flags that take a file or directory complete file names. All others have an entry in
// a table of complete.go.
func TestFileCompletion(t *testing.T) {
	paths := make(map[string]bool)
	for cmd := range everyCommand(t) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			_, hasValues := completions[f.Name]
			_, isList := listCompletions[f.Name]
			isFormat := f.Name == "format" && formatsOf[cmd.Name()] != nil
			if isSwitch := f.NoOptDefVal != ""; !isSwitch && !hasValues && !isList && !isFormat {
				paths[f.Name] = true
			}
		})
	}
	require.Equal(t, []string{
		"baseline", "cdxj", "config", "dir", "files-from", "input", "manifest", "map", "output", "pairs", "root", "root-hosts", "write-baseline",
	}, slices.Sorted(maps.Keys(paths)))
}

// TestCommonCharsets checks that the charsets that completion offers are known.
func TestCommonCharsets(t *testing.T) {
	for _, name := range commonCharsets {
		require.True(t, engine.IsCharset(name), name)
	}
}

// TestHelpTexts checks that the help of verbs does not mention flags that they lack, and that no text or
// first flag is of a flag that does not exist.
func TestHelpTexts(t *testing.T) {
	first := 0
	for cmd, texts := range everyCommand(t) {
		for _, name := range firstFlags[cmd.Name()] {
			require.NotNil(t, cmd.Flag(name), name)
			require.NotContains(t, unusedFlags[cmd.Name()], name)
		}
		if len(firstFlags[cmd.Name()]) > 0 {
			first++
		}
		if _, verb := unusedFlags[cmd.Name()]; verb && !writesTrees(cmd) && cmd.HasParent() {
			for _, text := range texts {
				require.NotContains(t, text, "with -o", cmd.Name())
				require.NotContains(t, text, "--list", cmd.Name())
			}
		}
	}
	require.Len(t, firstFlags, first)
	for name := range briefs {
		isFirst := func(names []string) bool { return slices.Contains(names, name) }
		require.True(t, slices.ContainsFunc(slices.Collect(maps.Values(firstFlags)), isFirst), name)
	}
}

// TestManRenders checks that groff finds nothing wrong with the manual pages.
func TestManRenders(t *testing.T) {
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("groff is not installed")
	}
	var pages strings.Builder
	for _, texts := range everyCommand(t) {
		pages.WriteString(texts[1])
	}
	groff := exec.Command("groff", "-man", "-Tutf8", "-ww")
	groff.Stdin = strings.NewReader(pages.String())
	var stderr strings.Builder
	groff.Stderr = &stderr
	out, err := groff.Output()
	require.NoError(t, err)
	require.Empty(t, stderr.String())
	require.Greater(t, len(out), pages.Len()/2)
}
