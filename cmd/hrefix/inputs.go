package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
)

// inputFlags are the flags that select the inputs, as given.
type inputFlags struct {
	exts  []string
	globs []string
	lists []string
	null  bool
	shard string
}

// selecting gives a verb of paths the flags for them.
func (c *command) selecting(verb *cobra.Command) *cobra.Command {
	f, set := &c.flags.inputs, verb.Flags()
	addOtherLetters(set)
	c.flags.addFailOn(set)
	set.StringArrayVarP(&f.exts, "ext", "e", nil, "in directories, select only files with the extension `EXT`, or one of several: html,htm; with -o, the other files are copied as they are")
	set.StringArrayVar(&f.globs, "glob", nil, "in directories, select only files whose path there matches `PATTERN`, such as docs/*.html, where ** is any number of directories, or whose name matches a PATTERN without /; with -o, the other files are copied as they are. !PATTERN excludes files and directories, also from the new tree")
	set.StringArrayVar(&f.lists, "files-from", nil, "read more paths from `FILE`, one a line; - is stdin")
	set.BoolVarP(&f.null, "null", "0", false, "with --files-from and --list: a NUL byte ends each path instead of a line ending")
	set.StringVar(&f.shard, "shard", "", "work only on part `I/N` of the files, such as 3/16; each file is in one part, by its path")
	verb.PreRunE = func(_ *cobra.Command, args []string) (err error) {
		c.verb, c.paths, c.given = verb.Name(), args, verb.Flags()
		if c.flags.checkReport || verb.Name() == "check" {
			if err := c.readConfig(); err != nil {
				return err
			}
		}
		if c.choice, err = inputs.NewChoice(f.exts, f.globs); err != nil {
			return err
		}
		if f.null && len(f.lists) == 0 && !c.flags.list {
			return errors.New("-0 is for lists of paths: give --files-from FILE or -l too")
		}
		if err := c.inputs(args).CheckLists(); err != nil {
			return err
		}
		return c.chooseShard(args)
	}
	return verb
}

// inputs returns the inputs of a verb that is given args.
func (c *command) inputs(args []string) *inputs.Inputs {
	f := &c.flags.inputs
	links := inputs.Symlinks(c.flags.symlinks)
	if c.verb == "check" || c.flags.checkReport { // a page with the same text under another name is another page
		links = inputs.ReadFiles
	}
	return &inputs.Inputs{
		Args: args, Lists: f.lists, ListTexts: c.lists, Null: f.null, Stdin: c.stdin, Choice: c.choice, Shard: c.shard, Advise: c.advise,
		NewTree: c.flags.output, Symlinks: links, Temporaries: &c.temps, InPlace: c.flags.write || c.flags.rehearsed, Sweep: c.flags.write,
	}
}

// chooseShard sets the shard that the flags give. It returns an error if the work cannot be shared.
func (c *command) chooseShard(args []string) (err error) {
	f := &c.flags
	if !c.given.Changed("shard") { // an empty value is an error: a variable of a job script may not be set
		return nil
	}
	if c.shard, err = inputs.ParseShard(f.inputs.shard); err != nil {
		return err
	}
	c.temps.Share(c.shard.Number, c.shard.Of)
	switch {
	case len(args)+len(f.inputs.lists) == 0 || slices.Contains(args, inputs.Stdin):
		return errors.New("--shard is for many files, and stdin is one document: give files or a directory, or leave --shard out")
	case f.check.orphans:
		return errors.New("--orphans follows the links of all pages: leave --shard out")
	case f.findings.writeBaseline != "":
		return errors.New("--write-baseline writes the faults of all files: leave --shard out")
	}
	return nil
}

// keepLists reads the lists, whose paths decide which trees there are, and keeps them.
func (c *command) keepLists() error {
	c.lists = make(map[string][]byte)
	for _, list := range c.flags.inputs.lists {
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
		c.lists[list] = text
	}
	return nil
}
