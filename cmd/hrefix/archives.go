package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cdxj"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/warc"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// archiveFlags are the flags that say how web archives are written, as given.
type archiveFlags struct {
	replace  bool
	encoding string
	cdxj     string
}

// What --encoding says.
const (
	keepEncoding     = "keep"
	identityEncoding = "identity"
)

var encodingChoices = []string{keepEncoding, identityEncoding}

// add adds the flags.
func (a *archiveFlags) add(set *pflag.FlagSet) {
	set.BoolVar(&a.replace, "replace", false, "in web archives, write changed records instead of the old ones, and not a record conversion after each")
	set.StringVar(&a.encoding, "encoding", keepEncoding, "with --replace: `WHAT` encoding the bodies of changed HTTP responses get: keep, or identity, which is without chunks and compression")
	set.StringVar(&a.cdxj, "cdxj", "", "write an index of the web archives that are written to `FILE`, in the form CDXJ")
}

// cdxjFile returns the file that --cdxj writes.
func (a *archiveFlags) cdxjFile() *replacement {
	return &replacement{flag: "--cdxj", name: a.cdxj, kind: "an index of a web archive", is: cdxj.IsIndex}
}

// archive returns how changed records of web archives are written, or an error if the flags are
// wrong.
func (a *archiveFlags) archive() (format.Archive, error) {
	o := format.Archive{Changes: format.AddConversions, Identity: a.encoding == identityEncoding}
	if a.replace {
		o.Changes = format.ReplaceRecords
	}
	switch {
	case engine.IsCharset(a.encoding):
		return o, fmt.Errorf("--encoding %q: is a charset: give it as --charset", a.encoding)
	case !slices.Contains(encodingChoices, cmp.Or(a.encoding, keepEncoding)): // a filter has no flag
		return o, fmt.Errorf("--encoding %q: give %s", a.encoding, anyOf(encodingChoices))
	case o.Identity && !a.replace:
		return o, errors.New("--encoding is for --replace: a conversion has no encoding: give --replace too")
	}
	return o, nil
}

// refuses returns why a source is not written: it is a web archive, and the flags do not fit.
func (d *destination) refuses(s *source.Source) error {
	if s.Type.Members() == format.Resources && d.mode == engine.MakeRelative {
		return errors.New("rel is for files, and browsers resolve the links in this archive by the URLs in it: leave it out")
	}
	if s.IsBook() && d.mode == engine.Pin {
		return errors.New("pin would write a base into the pages of a book, whose links lead to its own files: leave it out")
	}
	if !s.Type.HasRecords() {
		return nil
	}
	replaces := d.c.flags.archive.replace
	head, _ := s.Text.Peek(s.Text.Size()) // a later read returns the error, too
	switch {
	case d.mode == engine.MakeRelative:
		return errors.New("rel is for files, and this is a web archive: hrefix extract -o DIR writes its pages as files with relative links")
	case s.Found && !s.Chosen && s.Rule != detect.RuleGiven && d.c.flags.archive == archiveFlags{encoding: keepEncoding}: // no flag for web archives is given
		return errors.New("a web archive, which is no page of this directory: give its name, or --ext warc, to change its links")
	case (d.write || d.rehearsed) && !replaces:
		return errors.New("a web archive is not written in place, since its records are evidence: give -o for a new archive that keeps them, or --replace to replace those that change")
	case !replaces && warc.IsARC(head):
		return errors.New("an ARC file cannot have records for changed documents: give --replace to replace those that change")
	}
	return nil
}

// checkIndex returns an error if --cdxj cannot be written.
func (d *destination) checkIndex() error {
	name := d.c.flags.archive.cdxj
	switch {
	case name == "":
		return nil
	case !d.writes() && !d.isStdout():
		return errors.New("--cdxj is the index of archives that are written: give -o too")
	}
	d.index = new(cdxj.Index)
	return d.c.flags.archive.cdxjFile().check()
}

// addToIndex adds the result of a source to the index, once it has its name. err is the error of rewriting the
// source.
func (d *destination) addToIndex(j *job.Job, s *source.Source, a *cdxj.Archive, err error) error {
	if a.End(); a.Unplaced > 0 && err == nil {
		j.Remark(s.DisplayName(), "unplaced", console.Plural(a.Unplaced, "record")+" left out of the index: the file is not compressed record by record")
	}
	add := func(failed error) error {
		if failed == nil {
			failed = d.index.Add(a)
		}
		return errors.Join(failed, a.Close())
	}
	commit := j.Commit
	if err != nil || commit == nil {
		return add(err)
	}
	j.Commit = func() error { return add(commit()) }
	return nil
}

// indexName returns the name of the result of a source in the index.
func (d *destination) indexName(s *source.Source) string {
	switch {
	case d.target != nil && d.target.IsTree():
		return path.Join(filepath.ToSlash(s.Top), s.Rel)
	case d.target != nil:
		return filepath.Base(d.output)
	}
	return path.Base(filepath.ToSlash(s.Name))
}

// An alsoTo writes to an archive of the index, too.
type alsoTo struct {
	io.Writer
	also *cdxj.Archive
}

// Write implements [io.Writer].
func (w *alsoTo) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	_, _ = w.also.Write(p[:n]) // this writer returns no error
	return n, err
}

// Start implements [job.Starter].
func (w *alsoTo) Start() error {
	if w, ok := w.Writer.(job.Starter); ok {
		return w.Start()
	}
	return nil
}

// writeIndex writes the index of --cdxj.
func (d *destination) writeIndex() error {
	if d.index == nil {
		return nil
	}
	write := func(w io.Writer, _ fs.FileInfo) error {
		_, err := d.index.WriteTo(w)
		return err
	}
	to := d.c.flags.archive.cdxjFile()
	to.guarded = d.writes()
	return errors.Join(d.c.replaceFile(to, write), d.index.Close())
}
