package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// parse parses the arguments of the command. If the program ends here, ok is false, and status is its exit status: after
// --help, and after an error, which is one line and not the list of all flags.
func parse(set *flag.FlagSet, args []string, out, errs io.Writer) (status int, ok bool) {
	set.Init(set.Name(), flag.ContinueOnError)
	set.SetOutput(io.Discard)
	defer set.SetOutput(nil)
	err := set.Parse(args)
	switch {
	case err == nil:
		return 0, true
	case err == flag.ErrHelp:
		set.SetOutput(out)
		fmt.Fprintln(out, "Usage: hrefix-beam --job JOB --input PATTERN --output DIRECTORY [flags]")
		set.PrintDefaults()
		return 0, false
	}
	advice := ""
	if name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); unknown {
		err = fmt.Errorf("--%s: no such flag", name)
		advice = suggest(set, name)
	}
	fmt.Fprintf(errs, "hrefix-beam: %v%s: hrefix-beam --help lists the flags\n", err, advice)
	return 2, false
}

// suggest returns advice to use the flag whose name has the longest common start with name, of three letters at least.
func suggest(set *flag.FlagSet, name string) string {
	near, most := "", 2
	set.VisitAll(func(f *flag.Flag) {
		n := 0
		for n < len(name) && n < len(f.Name) && name[n] == f.Name[n] {
			n++
		}
		if n > most {
			near, most = f.Name, n
		}
	})
	if near == "" {
		return ""
	}
	return ": did you mean --" + near
}
