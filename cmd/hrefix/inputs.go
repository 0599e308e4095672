package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
)

// inputFlags are those that say which inputs are taken, as given.
type inputFlags struct {
	exts  []string
	globs []string
	lists []string
	null  bool
}

// selecting gives a verb of paths the flags for them.
func (c *command) selecting(verb *cobra.Command) *cobra.Command {
	f, set := &c.flags.inputs, verb.Flags()
	set.StringArrayVarP(&f.exts, "ext", "e", nil, "in directories, select only files with the extension `EXT`, or one of several: html,htm; with -o, the other files are copied as they are")
	set.StringArrayVar(&f.globs, "glob", nil, "in directories, select only files whose path there matches `PATTERN`, such as docs/*.html, where ** is any number of directories, or whose name matches a PATTERN without /; with -o, the other files are copied as they are. !PATTERN excludes files and directories, also from the new tree")
	set.StringArrayVar(&f.lists, "files-from", nil, "read more paths from `FILE`, one a line; - is stdin")
	set.BoolVarP(&f.null, "null", "0", false, "with --files-from and --list: a NUL byte ends each path instead of a line ending")
	verb.PreRunE = func(_ *cobra.Command, args []string) (err error) {
		c.verb, c.paths = verb.Name(), args
		if c.choice, err = inputs.NewChoice(f.exts, f.globs); err != nil {
			return err
		}
		if f.null && len(f.lists) == 0 && !c.flags.list {
			return errors.New("-0 is for lists of paths: give --files-from FILE or -l too")
		}
		return c.inputs(args).CheckLists()
	}
	return verb
}

// inputs returns the inputs of a verb that is given args.
func (c *command) inputs(args []string) *inputs.Inputs {
	f := &c.flags.inputs
	return &inputs.Inputs{
		Args: args, Lists: f.lists, ListTexts: c.kept.lists, Null: f.null, Stdin: c.stdin, Choice: c.choice, Advise: c.advise,
		NewTree: c.flags.output, Symlinks: inputs.Symlinks(c.flags.symlinks), Temporaries: &c.temps, Sweep: c.flags.write,
	}
}

// keepLists reads the lists, whose paths decide which trees there are, and keeps them.
func (c *command) keepLists() error {
	for _, list := range c.flags.inputs.lists {
		if _, kept := c.kept.lists[list]; kept {
			continue
		}
		var text []byte
		var err error
		if list == inputs.Stdin {
			text, err = io.ReadAll(c.stdin)
		} else {
			text, err = os.ReadFile(list)
		}
		if err != nil {
			return fmt.Errorf("--files-from %s: %w", list, cause.Of(err))
		}
		if c.kept.lists == nil {
			c.kept.lists = make(map[string][]byte)
		}
		c.kept.lists[list] = text
	}
	return nil
}
