package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/crawl"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/extract"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/progress"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/sandbox"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
)

// extractFlags are the flags of extract, as given.
type extractFlags struct {
	mapFile string
	date    string
	raw     bool
	dated   bool // --date is given
}

// extractVerb adds the flags of the verb extract.
func (c *command) extractVerb(verb *cobra.Command) *cobra.Command {
	f, set := &c.flags.extract, verb.Flags()
	addOtherLetters(set)
	set.StringVarP(&c.flags.output, "output", "o", "", "write the files into the directory `DIR`, which has a directory for each host")
	set.StringVar(&f.mapFile, "map", "", "write a line for each file to `FILE`: its URL, a TAB, and its path; other verbs read it by their --map (default: the name of the directory, with .map after it)")
	set.StringVar(&f.date, "date", "", "take the captures that are nearest to the time `DATE`, such as 2024-05-01 or 2024-05-01T12:00:00Z, and not the last ones")
	set.BoolVar(&f.raw, "raw", false, "leave the links as they are")
	set.BoolVar(&c.flags.force, "force", false, "replace files that exist")
	c.flags.addSandbox(set)
	c.flags.addFailOn(set)
	c.flags.addConversion(set)
	c.flags.addUnread(set)
	verb.PreRun = func(_ *cobra.Command, args []string) {
		c.verb, c.paths = verb.Name(), args
		f.dated = set.Changed("date")
	}
	return verb
}

// extract writes the captures of web archives as files.
func (c *command) extract(_ *cobra.Command, args []string) (err error) {
	began := time.Now()
	o, err := c.extractOptions(args)
	if err != nil {
		return err
	}
	done := int64(0)
	o.Read = func(n int64) { // each archive is read twice
		done += n
		c.screen.bar.Add(progress.Amount{Bytes: done / 2})
		done %= 2
	}
	o.Done = func() { c.screen.bar.Add(progress.Amount{Files: 1}) }
	r := extract.New(o, &c.Console, &c.temps)
	if err := r.Check(); err != nil {
		return err
	}
	if err := r.Open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	needed := sandbox.Rules{Files: args, Write: []string{o.Output, filepath.Dir(o.Map)}}
	for _, name := range args {
		needed.Names = append(needed.Names, filepath.Dir(name))
	}
	if err := c.confine(needed); err != nil {
		return err
	}
	defer c.guard()()
	stop := c.startBar(&c.screen.bar, c.inputs(args))
	r.Scan()
	err = errors.Join(r.Write(), r.WriteMap())
	stop()
	if err != nil {
		return err
	}
	c.found.Add(r.Found())
	err = r.ReportTotal(time.Since(began))
	c.found.ReportRemains(&c.Console, summary.OfCopy, `"hrefix links --unread" lists what looks like a link`)
	c.found.ReportUnread(&c.Console)
	return err
}

// extractOptions returns the options that the flags give.
func (c *command) extractOptions(args []string) (o extract.Options, err error) {
	f := &c.flags
	switch {
	case slices.ContainsFunc(args, isWebURL):
		name := args[slices.IndexFunc(args, isWebURL)]
		return o, fmt.Errorf("%s: %s", name, c.adviseFetch(name))
	case len(args) == 0 || slices.Contains(args, inputs.Stdin):
		return o, errors.New("extract reads web archives twice, and stdin can be read once: give the archives as files")
	case f.extract.mapFile == inputs.Stdin:
		return o, errors.New("--map -: the map is written to a file: give --map FILE")
	case f.baseGiven() || f.hasBook():
		return o, errors.New("the records of web archives have their URLs: leave out --base and --root")
	case f.output == "" || f.output == inputs.Stdin:
		return o, errors.New("extract writes many files: give -o DIR")
	}
	o = extract.Options{Archives: args, Output: f.output, Force: f.force, Raw: f.extract.raw, Limits: f.limits(), Jobs: f.jobs, Unread: f.unread}
	if o.Engine, err = f.options(); err != nil {
		return o, err
	}
	o.Engine.Base = ""
	if f.extract.dated {
		var ok bool
		if o.Date, ok = crawl.ParseDate(f.extract.date); !ok {
			return o, fmt.Errorf("--date %q: give a date such as 2024-05-01, or 2024-05-01T12:00:00Z", f.extract.date)
		}
	}
	if o.Map = f.extract.mapFile; o.Map == "" {
		dir := filepath.Clean(f.output)
		if base := filepath.Base(dir); base == "." || base == ".." || base == string(filepath.Separator) {
			return o, fmt.Errorf("-o %s: the map has its name from the directory, and this one has none: give --map FILE", f.output)
		}
		o.Map = dir + ".map"
	}
	if !f.force && exists(o.Map) {
		return o, fmt.Errorf("%s: the map exists: give --force to replace it, or --map FILE", o.Map)
	}
	return o, nil
}
