package main

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
)

// addConversion adds the flags of links that become relative.
func (f *flags) addConversion(set *pflag.FlagSet) {
	set.StringVar(&f.missing, "missing", "absolute", "`WHAT` becomes of links to files that the tree lacks: "+anyOf(decide.MissingNames())+"; keep leaves them, and mark makes those that a reader follows lead to a page that reports it")
	set.BoolVar(&f.dropIntegrity, "drop-integrity", false, "remove the attributes integrity and crossorigin, with which browsers load no file from a disk")
}

// checkConversion returns an error if a flag for trees is given for a run that needs no such flag.
func (c *command) checkConversion(mode engine.Mode) error {
	f := &c.flags
	tree := f.hasBook()
	switch {
	case mode == engine.MakeRelative && !tree && f.rel:
		return c.errNoBook("links --rel")
	case mode == engine.MakeRelative && !tree:
		return c.errNoBook("rel")
	case f.converted && !tree:
		return errors.New("--converted is for files whose URLs are known: give --root URL=DIR, or --map FILE, too")
	case mode != engine.MakeRelative && (f.missing != "" && f.missing != decide.MissingNames()[0] || f.dropIntegrity):
		return errors.New("--missing and --drop-integrity are for links that become relative: give --rel too")
	}
	return nil
}
