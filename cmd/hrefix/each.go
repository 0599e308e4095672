package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linklist"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// opener returns the opener of sources that the flags ask for, with the book of the roots. It has to be closed.
func (c *command) opener(mode engine.Mode) (*source.Opener, error) {
	o, err := c.openerWithoutBook(mode)
	if err == nil && c.flags.hasBook() {
		o.Book, _, err = c.openBook(c.bookTops(), nil, false)
	}
	return o, err
}

// openerWithoutBook does what opener does, but opens no book.
func (c *command) openerWithoutBook(mode engine.Mode) (*source.Opener, error) {
	opts, err := c.flags.options()
	if err != nil {
		return nil, err
	}
	opts.Mode, opts.Moves, opts.RootRelative = mode, c.flags.moves, c.flags.rootRelative
	if err := c.checkConversion(mode); err != nil {
		return nil, err
	}
	if c.flags.hasBook() && c.flags.baseGiven() {
		return nil, errors.New("--root and --map give each file a base of its own: leave --base out")
	}
	return &source.Opener{
		Options: opts, Suggester: c.flags.suggester, Stdin: c.stdin, Stdout: c.Stdout, Limits: c.flags.limits(), Memory: c.flags.memory,
	}, nil
}

// checkBase returns an error if --base would be the base of several pages.
func (c *command) checkBase(o *source.Opener, in *inputs.Inputs) error {
	if !c.flags.baseGiven() || c.flags.sameBase {
		return nil
	}
	return o.CheckBase(in)
}

// open opens the source of a job. A file that is no document is an error if it was named.
// If it was found in a directory, it is counted, and reported if it has the name of a
// document. The source has to be closed even if there is an error.
func (c *command) open(j *job.Job, o *source.Opener) (*source.Source, error) {
	s, err := o.Open(j.File, j.InTurn, j.Progress)
	switch {
	case err == nil && s.OddNames() != "":
		j.Remark(s.DisplayName(), "odd-names", s.OddNames())
		return s, nil
	case err != nil || s.Document || s.Archives != nil:
		return s, err
	case !s.Found:
		return s, s.Refusal()
	}
	if group := s.Group(); group != filekind.Empty {
		j.Tally.CountOther(group, j.File.Name)
	}
	switch {
	case o.PassArchives && s.Kind.Group == filekind.WebArchive:
		c.reportPassed(j, s.Kind.Name+": give its name to check its links")
	case s.Kind.Group == filekind.MailStore: // mail of the user
		c.reportPassed(j, s.Why()+": "+s.Kind.Advice())
	case c.flags.verbose || s.Skipped() && s.HasDocumentName() && s.Kind.Group != filekind.Empty && s.Kind.Group != filekind.Report:
		c.reportPassed(j, s.Why())
	}
	return s, nil
}

// reportPassed reports a file of a directory that is not read, or is no document.
func (c *command) reportPassed(j *job.Job, why string) {
	outcome := "passed over"
	switch {
	case j.File.Lost:
		outcome = "not in the new tree"
	case c.flags.output != "":
		outcome = "copied as it is"
	}
	j.Remark(j.File.Name, "", outcome+": "+why)
}

// entry counts a directory or a file that is not read, and reports it with --verbose.
func (c *command) entry(j *job.Job) {
	why := j.File.Why
	if group := j.File.Apart; group != 0 {
		j.Tally.CountOther(group, j.File.Name)
		why = "a " + group.String()
	}
	if c.flags.verbose && why != "" {
		c.reportPassed(j, why)
	}
}

// each runs steps on the inputs. It reports inputs that fail and continues with the others, and at the end it reports
// how many records of web archives were read. The error comes from steps.Stdout, or else [console.ErrReported].
func (c *command) each(in *inputs.Inputs, steps job.Steps) error {
	defer c.startBar(&c.screen.bar, in)()
	r := job.Run{
		Console: &c.Console, Inputs: in.All(), Size: c.flags.jobs, Bar: &c.screen.bar, HideBar: c.screen.isShared && !c.screen.findsOnly,
		OneWait: c.flags.rename, // a file that is renamed may be found again
		Steps:   steps,
	}
	err := r.Do()
	c.found = r.Found
	c.EndNotes()
	if r.Records.Records == 0 {
		return err
	}
	if steps.Stdout != nil {
		_ = steps.Stdout.Flush() // the buffer keeps the error, and a later Flush returns it
	}
	if c.JSON {
		_ = c.ReportJSON(&r.Records) // an error of standard error cannot be reported
		return err
	}
	name := r.Archive
	switch {
	case r.Archives > 1:
		name = console.Plural(r.Archives, "web archive")
	case name == inputs.Stdin:
		name = "stdin"
	}
	c.Report("%s: %s", name, &r.Records)
	return err
}

// read calls visit for the pieces of the documents that the arguments name: visit prints to the
// console of the piece, and returns the plan of the piece. Inputs that cannot be read are reported,
// and the others are still processed.
func (c *command) read(args []string, visit func(*source.Source, *job.Piece) *engine.Plan) error {
	out := bufio.NewWriter(c.Stdout)
	err := c.readTo(out, args, visit)
	if lost := out.Flush(); lost != nil {
		return lost // readTo returns the same error
	}
	return err
}

// readTo does what read does, with another stdout, which it does not flush. The error may come from
// writing to it.
func (c *command) readTo(out *bufio.Writer, args []string, visit func(*source.Source, *job.Piece) *engine.Plan) error {
	mode := engine.MakeAbsolute
	if c.flags.rel {
		mode = engine.MakeRelative
	}
	o, err := c.opener(mode)
	if err != nil {
		return err
	}
	err = c.readAll(o, args, job.Steps{Stdout: out, Do: c.documents(o, func(j *job.Job, s *source.Source) error {
		return job.Visit(j, s, visit)
	})})
	return errors.Join(err, o.Close())
}

// readAll runs steps that write no documents on the inputs. It is an error if there is no document: a run
// that has read nothing must not look like a run without faults.
func (c *command) readAll(o *source.Opener, args []string, steps job.Steps) error {
	in := c.inputs(args)
	if err := c.checkBase(o, in); err != nil {
		return err
	}
	c.announceTyping(in)
	err := c.each(in, steps)
	c.found.ReportAbove(&c.Console)
	if err != nil || c.found.Documents > 0 {
		return err
	}
	return c.nothing("documents")
}

// errNothing is the error of a run that has read no document, or that has checked no link, which is reported.
var errNothing = fmt.Errorf("nothing was read: %w", console.ErrReported)

// nothing reports that the inputs hold none of what is read, such as documents, unless that is expected: a list or a
// shard may be empty.
func (c *command) nothing(what string) error {
	f := &c.flags.inputs
	if len(f.lists) > 0 || c.shard != nil {
		return nil
	}
	did, advice := "read", ""
	if c.verb == "check" || c.flags.checkReport {
		did = "checked"
	}
	switch others := c.found.OthersText(); {
	case len(f.globs) > 0:
		advice = fmt.Sprintf(": --glob %s is for paths below that directory", strings.Join(f.globs, " "))
	case len(f.exts) > 0:
		advice = ": check --ext " + strings.Join(f.exts, ",")
	case others != "":
		advice = ": passed over: " + others
		if !c.flags.verbose {
			advice += ", such as " + c.found.Other + " (--verbose names all)"
		}
	}
	in := strings.Join(c.paths, " ")
	if in == "" || in == inputs.Stdin {
		in = "stdin"
	}
	c.ReportError(fmt.Errorf("%s: no %s, so nothing was %s%s", in, what, did, advice))
	return errNothing
}

// documents returns the step that calls do for each input that is a document, while it is open, and
// for the web archives in a WACZ file.
func (c *command) documents(o *source.Opener, do func(*job.Job, *source.Source) error) func(*job.Job) error {
	o.Unpack = true
	return func(j *job.Job) error {
		if !j.File.IsRead() {
			c.entry(j)
			return nil
		}
		s, err := c.open(j, o)
		switch {
		case s.Archives != nil:
			err = eachArchive(j, o, s, do)
		case err != nil || !s.Document:
		case s.Type == detect.Other:
			err = s.Refusal() // stdin
		case c.flags.listing.format == linklist.WAT && !s.Type.HasRecords() && s.Found:
			c.notArchives.Add(1)
		case c.flags.listing.format == linklist.WAT && !s.Type.HasRecords():
			err = s.Error(errors.New("not a web archive, which --format wat is for: give --format tsv or json"))
		default:
			err = do(j, s)
		}
		return errors.Join(err, s.Close())
	}
}

// eachArchive calls do for the web archives in a WACZ file. It returns the errors of archives that
// cannot be read.
func eachArchive(j *job.Job, o *source.Opener, in *source.Source, do func(*job.Job, *source.Source) error) error {
	var failed []error
	for _, a := range in.Archives {
		s, err := o.OpenArchive(in, a, j.Progress)
		if err == nil {
			err = do(j, s)
		}
		err = errors.Join(err, s.Close())
		_, lost := j.Stdout.Write(nil) // an error of an earlier write
		if lost != nil || errors.Is(err, console.ErrFull) || errors.Is(err, source.ErrInTurn) {
			return err
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}
