package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/write"
	"github.com/hrefix/hrefix/internal/manifest"
)

// With --manifest, a run records the files that it has done, and a rerun passes over them. This file has
// what that takes of the flags; package write does the rest.

// resultFlags are the flags whose values can change a byte of a result. All runs of a manifest must have
// the same values. The flag for backups is included, because the names of backups decide which files are
// documents.
var resultFlags = []string{
	"type", "charset", "json-field", "ext", "glob", "max-size", "max-document", "base", "base-fields", "base-schemes", "no-hints", "feed-base",
	"dialect", "root", "root-hosts", "index", "clean-urls", "names", "converted", "write", "symlinks", "backup", "replace", "encoding", "from", "to", "pairs",
	"root-relative", "missing", "drop-integrity", "fragments", "keep-fragments", "also", "place", "drop-base", "signed", "attachments", "skip-dkim", "max-growth",
}

// errNoManifest is the error of a manifest for a run that writes no files.
var errNoManifest = errors.New("--manifest is for runs that write files: give -w or -o PATH too")

// checkManifest returns an error if there is a manifest that the run cannot have.
func (d *destination) checkManifest(in *inputs.Inputs) error {
	switch {
	case d.manifest == "" && d.c.given.Changed("manifest"): // a variable of a job script may not be set
		return errors.New(`--manifest "": give the name of a file`)
	case d.manifest == "":
		return nil
	case d.manifest == inputs.Stdin:
		return errors.New("--manifest -: is stdin, and a manifest is read and written: give the name of a file, or ./- for that name")
	case !d.writes(): // -o - is stdout
		return errNoManifest
	case in.ReadStdin() && !slices.Contains(in.Lists, inputs.Stdin):
		return errors.New("--manifest is for files, and stdin cannot be compared with what an earlier run has read: give a PATH")
	case d.index != nil:
		return errors.New("--manifest and --cdxj: the index would lack the archives that earlier runs did: give one of them")
	case d.output != "" && inputs.IsIn(d.manifest, d.output):
		return fmt.Errorf("--manifest %s: is within -o %s: give a name elsewhere", d.manifest, d.output)
	}
	for _, arg := range in.Args {
		if in.IsDir(arg) && inputs.IsIn(d.manifest, arg) {
			return fmt.Errorf("--manifest %s: is within %s, whose files are read: give a name elsewhere", d.manifest, arg)
		}
	}
	return nil
}

// openManifest opens the manifest of the run, if there is one.
func (d *destination) openManifest(in *inputs.Inputs, o *source.Opener) error {
	if d.manifest == "" {
		return nil
	}
	h := manifest.Header{Version: thisBuild().String(), Verb: d.c.verb, Options: d.c.resultOptions(), Shard: d.c.shard.String()}
	if len(in.Args) == 1 && len(in.Lists) == 0 && in.IsDir(in.Args[0]) {
		h.Input = filepath.ToSlash(in.Args[0])
	}
	if dir, err := os.Getwd(); err == nil {
		h.Dir = filepath.ToSlash(dir)
	}
	if d.target != nil {
		h.Output = d.output
		if !d.target.IsTree() {
			h.Output = filepath.Dir(d.output)
		}
		h.Output = filepath.ToSlash(h.Output)
	}
	var err error
	if d.c.flags.hasBook() { // links may lead to any of its files; without the files that runs make, a rerun has the same digest
		r, w := io.Pipe()
		go func() { w.CloseWithError(o.WriteNames(w, d.isMade)) }()
		h.Tree, err = manifest.Digest(r)
	}
	if err == nil {
		d.tracker, err = write.OpenManifest(d.manifest, h)
	}
	if err != nil {
		return fmt.Errorf("--manifest %s: %w", d.manifest, err)
	}
	d.tracker.Origins = !d.c.flags.baseGiven() && !d.c.flags.noHints
	d.inplace.Tracker = d.tracker
	if d.target != nil {
		d.target.Tracker = d.tracker
	}
	for _, remark := range d.tracker.Remarks {
		d.c.Report("--manifest %s: %s", d.manifest, remark)
	}
	return nil
}

// resultOptions returns the options that can change results and differ from their defaults.
func (c *command) resultOptions() map[string][]string {
	options := make(map[string][]string)
	c.given.Visit(func(f *pflag.Flag) {
		if !slices.Contains(resultFlags, f.Name) || f.Value.String() == f.DefValue {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			options[f.Name] = list.GetSlice()
		} else {
			options[f.Name] = []string{f.Value.String()}
		}
	})
	if c.flags.pairs != "" { // the name of the file says nothing
		var text strings.Builder
		for _, m := range c.flags.moves {
			fmt.Fprintf(&text, "%q %q\n", m.From, m.To)
		}
		options["pairs"] = []string{manifest.DigestOf(text.String())}
	}
	return options
}

// isMade reports whether a file is made by a run: a result, a backup, a temporary file, the page for
// missing files, or a manifest.
func (d *destination) isMade(name string) bool {
	return d.output != "" && isIn(name, d.output) || d.page != "" && filepath.Base(name) == filepath.Base(d.page) ||
		d.backup.suffix() != "" && strings.HasSuffix(name, d.backup.suffix()) || absolute(name) == absolute(d.manifest)
}

// endManifest ends the manifest of a run that ended with err.
func (d *destination) endManifest(err error) error {
	ended := err == nil || errors.Is(err, console.ErrReported)
	if lost := d.tracker.Close(ended, cpuTime()); lost != nil {
		d.c.ReportError(fmt.Errorf("--manifest %s: %w", d.manifest, lost))
		if err == nil {
			err = console.ErrReported
		}
	}
	d.tracker = nil
	return err
}
