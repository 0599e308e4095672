package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cdxj"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/write"
	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// A destination is where the results of abs, rel and pin go: to stdout, in place, to a new
// tree or file, into a diff or a list of names, or nowhere.
type destination struct {
	writing
	c       *command
	mode    engine.Mode
	opener  *source.Opener
	names   *bufio.Writer   // stdout for a diff or for names
	screen  job.Screen      // tells whether people read the diff
	target  *write.Target   // the target of -o, or nil
	page    string          // the place of the page for missing files, or ""
	inplace write.InPlace   // the writer of -w
	places  placesKept      // the places of files in a new tree
	passed  map[string]bool // paths in the new tree of files that other shards write
	index   *cdxj.Index     // the index of --cdxj, or nil
	tracker *write.Tracker  // the tracker of --manifest, or nil

	// For the summary.
	began time.Time
	many  bool // there may be more than one file, so a summary is wanted
	files int  // the number of files so far
}

// destination returns the destination that the flags name. It returns an error if the flags are wrong, or if several
// documents would go to stdout.
func (c *command) destination(mode engine.Mode, in *inputs.Inputs) (*destination, error) {
	d := &destination{writing: c.flags.writing, c: c, mode: mode, passed: make(map[string]bool), began: time.Now()}
	d.many = d.dryRun || c.shard != nil || len(in.Args) > 1 || len(in.Args) == 1 && in.IsDir(in.Args[0])
	d.inplace = write.InPlace{Temps: &c.temps, BackupSuffix: d.backup.suffix(), Rename: d.rename, Shared: c.shard != nil, Rehearses: d.rehearsed, Written: d.printName}
	if d.output == inputs.Stdin { // -o - is stdout
		d.output, c.flags.output, in.NewTree = "", "", ""
	}
	if d.isStdout() {
		f := &c.flags
		switch {
		case len(in.Args) == 1 && in.IsDir(in.Args[0]) && f.baseGiven() && !f.sameBase:
			return nil, fmt.Errorf("%s: is a directory, whose files have URLs of their own: give --root %s and not -b, and -o DIR for a new tree, -w to write in place, or -d, -l or -n to look",
				in.Args[0], console.ShellWord(f.base+"="+in.Args[0]))
		case len(in.Lists) > 0:
			return nil, errors.New("one document is written to stdout, and --files-from names many: give -w or -o DIR to write them, or -d, -l or -n to look")
		case len(in.Args) > 1:
			return nil, fmt.Errorf("one document is written to stdout, and %d were given: give one at a time, or -w or -o DIR to write them, or -d, -l or -n to look", len(in.Args))
		case len(in.Args) == 1 && in.IsDir(in.Args[0]):
			return nil, fmt.Errorf("%s: is a directory: give -o DIR for a new tree, -w to write in place, or -d, -l or -n to look", in.Args[0])
		}
		return d, checkWhole(in)
	}
	if d.diff != job.NoDiff || d.list {
		d.names = bufio.NewWriter(c.Stdout)
		d.screen.Colors = console.NewPainter(c.Stdout, c.flags.color)
		d.screen.Is = bool(d.screen.Colors) || console.IsTerminal(c.Stdout)
	}
	return d, nil
}

// checkWhole returns an error if one file is the whole work, which cannot be shared.
func checkWhole(in *inputs.Inputs) error {
	if in.Shard == nil {
		return nil
	}
	return errors.New("--shard is for many files, and this run writes one: give a directory or a list of files with -o DIR/, or leave --shard out")
}

// open opens the directory or the file that -o names, or the directory of backups, if one is given.
func (d *destination) open(in *inputs.Inputs) (err error) {
	if dir := d.backup.dir(); dir != "" && (d.write || d.rehearsed) {
		return d.inplace.OpenBackups(dir, in)
	}
	if d.output == "" {
		return nil
	}
	o := write.Options{Output: d.output, Force: d.force, Update: d.update, Resumes: d.manifest != ""}
	if d.target, err = write.OpenTarget(o, in, &d.c.temps); err != nil {
		return err
	}
	if d.target.InTurn {
		d.c.flags.jobs = 1
	}
	if !d.target.IsTree() {
		in.NewTree = ""
		return checkWhole(in)
	}
	return nil
}

// pass records the place in the new tree of a file that another shard writes.
func (d *destination) pass(f *inputs.File) {
	switch {
	case !f.IsRead() || d.target == nil || !d.target.IsTree():
		return
	case d.mode == engine.MakeRelative:
		_ = d.places.add(f) // the other shard reports the error
		if d.lacksFiles(f) {
			d.passed[path.Join(f.Top, f.Rel)] = true
		}
	}
	d.target.Pass(f)
}

// do rewrites or copies the file of a job, unless an earlier run has done it.
func (d *destination) do(j *job.Job) error {
	if !j.File.IsRead() { // a directory, which prepare has made, or a symbolic link
		if d.c.entry(j); d.target != nil && j.File.Link != "" {
			d.target.Link(j)
		}
		return nil
	}
	switch done, err := d.tracker.IsDone(j, d.target); {
	case err != nil:
		return fmt.Errorf("%s: %w", j.File.Name, cause.Of(err))
	case done:
		return nil
	}
	s, err := d.c.open(j, d.opener)
	switch {
	case err != nil:
	case s.Document:
		err = d.rewrite(j, s)
	case d.target != nil:
		err = d.target.Copy(j, s)
	default:
		err = write.Stay(j, s)
	}
	return errors.Join(err, s.Close())
}

// prepare makes d ready for the result of a job.
func (d *destination) prepare(j *job.Job) error {
	switch {
	case j.File.Dir && d.target != nil:
		return d.target.MakeDir(j.File)
	case !j.File.IsRead() && (d.target == nil || j.File.Link == ""):
		return nil
	case (d.write || d.rehearsed) && j.File.Folder == nil: // opening a pipe would wait for its writer
		return fmt.Errorf("%s: is not a regular file: it cannot be written in place", j.File.Name)
	}
	if j.File.IsRead() {
		d.files++
		if err := d.tracker.Prepare(j); err != nil {
			return err
		}
	}
	if d.manifest != "" && absolute(j.File.Name) == absolute(d.manifest) {
		return fmt.Errorf("%s: is the manifest of this run: leave it out", j.File.Name)
	}
	switch {
	case d.target != nil:
		if d.mode == engine.MakeRelative && d.target.IsTree() {
			if err := d.places.add(j.File); err != nil {
				return err
			}
		}
		return d.target.Prepare(j)
	case d.write:
		d.inplace.Prepare(j)
	}
	return nil
}

// rewrite rewrites a source. A source that is refused is an error, unless it was found in a directory: it is copied into
// a new tree, or stays as it is.
func (d *destination) rewrite(j *job.Job, s *source.Source) (err error) {
	if why := d.refuses(s); why != nil {
		if !s.Found {
			return s.Error(why)
		}
		d.c.reportPassed(j, why.Error())
		if d.target != nil {
			return d.target.Copy(j, s)
		}
		s.Document = false
		return write.Stay(j, s)
	}
	if d.target != nil {
		if err := d.target.CheckForm(s); err != nil {
			return err
		}
	}
	if d.mode == engine.MakeRelative && s.Type == detect.HTML && !opensAsPage(s.Name) {
		const text = "browsers show a local file of this name as text, although it is a page"
		j.Remark(s.Name, text, text+": let wget -E or HTTrack give it the ending .html")
	}
	opts := job.Options{JSON: d.c.flags.json, Quiet: d.dryRun && d.c.flags.json && !d.c.flags.verbose, Needs: d.lacksFiles(j.File), ByPages: d.c.flags.isAuto()}
	opts.ReportsUnread, opts.AllUnread = d.c.flags.unread || d.many || len(d.c.flags.inputs.lists) > 0 || d.writes(), d.c.flags.unread
	opts.Sample = d.dryRun && d.mode == engine.MakeAbsolute && !d.c.flags.json && (d.c.flags.baseGiven() || d.c.flags.hasBook())
	through := func(w io.Writer) io.Writer { return w }
	if d.index != nil && s.Type.HasRecords() {
		a := cdxj.NewArchive(d.indexName(s), d.c.flags.limits())
		through = func(w io.Writer) io.Writer { return &alsoTo{w, a} }
		defer func() { err = d.addToIndex(j, s, a, err) }()
	}
	write := func(w io.Writer) (*job.Output, error) { return job.Rewrite(j, s, through(w), opts) }
	switch {
	case d.write:
		return d.inplace.Replace(j, s, write)
	case d.target != nil:
		return d.target.Write(j, s, write)
	case d.diff != job.NoDiff:
		return source.AdviseBroken(job.Diff(j, s, d.diff, d.screen, opts), "")
	case d.list || d.dryRun:
		o, err := write(io.Discard)
		if err == nil && o.Changed && d.rehearsed {
			j.Commit = func() error { return d.inplace.Rehearse(j, s, o) }
		}
		if err == nil && o.Changed {
			err = d.printName(j, s.Name)
		}
		return source.AdviseBroken(err, "")
	}
	if (s.Coded != nil || s.Type.IsBundle()) && console.IsTerminal(d.c.Stdout) {
		return s.Error(errors.New("the result is compressed or an archive, which a terminal cannot show: give -o FILE, or -d to see the changes"))
	}
	j.Stdout = through(j.Stdout)
	if done, err := job.CopyBroken(j, s); done {
		return err
	}
	if _, err := job.Rewrite(j, s, j.Stdout, opts); err != nil {
		return err
	}
	if err := s.CheckUnchanged(); err != nil {
		return s.Error(err)
	}
	return nil
}

// opensAsPage reports whether browsers take a local file for a page, by the ending of its name. The file may be
// compressed.
func opensAsPage(name string) bool {
	switch strings.ToLower(filepath.Ext(container.TrimCoding(name))) {
	case ".html", ".htm", ".shtml", ".xhtml", ".xht", ".xml", ".svg", ".mhtml", ".mht":
		return true
	case ".hhc", ".hhk": // the contents of HTML Help, which have a viewer of their own
		return true
	}
	return name == "-"
}

// printName prints the name of a file that changes, if names are wanted. It does not escape
// the name, since other programs read it.
func (d *destination) printName(j *job.Job, name string) error {
	if !d.list {
		return nil
	}
	end := "\n"
	if d.c.flags.inputs.null {
		end = "\x00"
	}
	_, err := io.WriteString(j.Console.Stdout, name+end)
	return err
}

// checkEndings returns an error if files would be edited in place, and names show that their URLs are probably wrong:
// another run cannot take back URLs.
func (d *destination) checkEndings(o *source.Opener, in *inputs.Inputs) error {
	if !d.write && !d.rehearsed || d.mode == engine.MakeRelative || o.Book == nil {
		return nil
	}
	n, first := o.AddedEndings(in)
	if n == 0 {
		return nil
	}
	return fmt.Errorf("nothing is written: %s such as %s: if wget -E added the ending to the name, give --names adjust-extension, so that the URL does not have it, or --names none if the URL has it",
		console.Plural(n, "file"), first)
}

// reportEndings reports signs that the names of files differ from their URLs.
func (c *command) reportEndings() {
	if c.flags.hasBook() || c.found.NoBase != "" {
		c.found.ReportEndings(&c.Console)
	}
}

// end closes the destination, and reports the summary of a run that ended with err. It returns
// err, joined with errors of closing.
func (d *destination) end(err error) error {
	if d.names != nil {
		if lost := d.names.Flush(); lost != nil {
			err = lost // the run returns the same error
		}
	}
	same := 0
	if d.target != nil {
		same = d.target.Same
		d.target.Report(&d.c.Console)
	}
	err = errors.Join(err, d.writeIndex())
	d.inplace.ReportNames(&d.c.Console)
	err = errors.Join(err, d.inplace.Close())
	d.c.found.ReportRoots(&d.c.Console)
	d.c.found.ReportMoves(&d.c.Console)
	d.reportNeeded()
	if d.mode == engine.MakeRelative { // links get the names of files, not URLs
		d.c.found.ReportRemains(&d.c.Console, summary.OfCopy, "--verbose lists them")
		d.c.found.ReportFileURLs(&d.c.Console)
	} else {
		d.c.found.ReportRemains(&d.c.Console, "the old site", "--verbose lists them")
		d.c.reportEndings()
	}
	d.c.found.ReportAbove(&d.c.Console)
	if d.c.flags.feedBase != engine.FeedItem.String() {
		d.c.found.ReportItems(&d.c.Console)
	}
	if d.target != nil {
		err = errors.Join(err, d.target.Close(&d.c.Console))
	}
	err = d.endManifest(err)
	d.c.EndNotes()
	defer d.c.found.ReportUnread(&d.c.Console)
	many := d.many || d.files > 1 || d.files > 0 && len(d.c.flags.inputs.lists) > 0
	if !many && d.c.found.Before == 0 && !(d.writes() && d.c.found.Documents > 0) || err != nil && !errors.Is(err, console.ErrReported) {
		return err
	}
	run := summary.Run{Mode: d.mode, Written: d.writes(), Copied: d.output != "", Based: d.c.flags.baseGiven() || d.c.flags.hasBook()}
	s := summary.New(&d.c.found, run, time.Since(d.began))
	s.Shard = d.c.shard.String()
	if d.target != nil {
		s.Skipped = d.target.Skipped
	}
	if d.update {
		s.Unchanged = &same
	}
	if d.c.flags.json {
		return errors.Join(err, d.c.ReportJSON(s))
	}
	s.Report(&d.c.Console)
	d.c.found.ReportSample(&d.c.Console)
	if d.write && !d.backup.given && d.c.found.Changed > 0 && console.IsTerminal(d.c.Stdout) { // scripts need no advice
		d.c.Report("no backup was kept: --backup=DIR/ keeps the old files")
	}
	return err
}
