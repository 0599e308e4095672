package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/warc"
	"github.com/hrefix/hrefix/internal/engine"
)

// archiveFlags are those that say how web archives are written, as given.
type archiveFlags struct {
	replace  bool
	encoding string
}

// What --encoding says.
const (
	keepEncoding     = "keep"
	identityEncoding = "identity"
)

var encodingChoices = []string{keepEncoding, identityEncoding}

// add adds the flags.
func (a *archiveFlags) add(set *pflag.FlagSet) {
	set.BoolVar(&a.replace, "replace", false, "in web archives, write changed records instead of the old ones. Otherwise each changed record stays, and a record conversion with the changed document follows it")
	set.StringVar(&a.encoding, "encoding", keepEncoding, "with --replace: `WHAT` encoding the bodies of changed HTTP responses get: keep writes chunks and compresses as before, identity does neither")
}

// given reports whether a flag is given that is only for web archives.
func (a *archiveFlags) given() bool { return *a != (archiveFlags{encoding: keepEncoding}) }

// archive returns how changed records of web archives are written, or an error if the flags are
// wrong.
func (a *archiveFlags) archive() (format.Archive, error) {
	o := format.Archive{Changes: format.AddConversions, Identity: a.encoding == identityEncoding}
	if a.replace {
		o.Changes = format.ReplaceRecords
	}
	switch {
	case !slices.Contains(encodingChoices, cmp.Or(a.encoding, keepEncoding)): // a filter has no flag
		return o, fmt.Errorf("--encoding %q: give %s", a.encoding, anyOf(encodingChoices))
	case o.Identity && !a.replace:
		return o, errors.New("--encoding is for --replace: a conversion has no encoding: give --replace too")
	}
	return o, nil
}

// refuses returns why a source is not written: it is a web archive, and the flags do not fit.
func (d *destination) refuses(s *source.Source) error {
	if s.Type != engine.WARC {
		return nil
	}
	replaces := d.c.flags.archive.replace
	head, _ := s.Text.Peek(s.Text.Size()) // an error of reading comes again
	switch {
	case d.mode == engine.MakeRelative:
		return errors.New("rel is for files, and this is a web archive: hrefix extract -o DIR writes its pages as files with relative links")
	case s.Found && !s.Chosen && s.Rule != engine.RuleGiven && !d.c.flags.archive.given():
		return errors.New("a web archive, which is no page of this directory: give its name, or --ext warc, to change its links")
	case d.write && !replaces:
		return errors.New("a web archive is not written in place, since its records are evidence: give -o for a new archive that keeps them, or --replace to replace those that change")
	case !replaces && warc.IsARC(head):
		return errors.New("an ARC file cannot have records for changed documents: give --replace to replace those that change")
	}
	return nil
}

// refuse handles a source that is refused. One that was found in a directory is copied into a new
// tree.
func (d *destination) refuse(j *job.Job, s *source.Source, why error) error {
	if !s.Found {
		return s.Error(why)
	}
	d.c.reportPassed(j, why.Error())
	if d.target == nil {
		return nil
	}
	return d.target.Copy(j, s)
}
