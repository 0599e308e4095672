package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linkcheck"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/dirpath"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
)

// findingFlags are the flags of check that say which findings are printed, and how.
type findingFlags struct {
	format           string
	include, exclude []string
	baseline         string
	writeBaseline    string
	most             int
	each             bool
}

func (f *findingFlags) add(set *pflag.FlagSet) {
	f.addShared(set)
	set.StringVar(&f.format, "format", "text", "`FORMAT` of what is found: "+anyOf(findings.Formats()))
	set.StringVar(&f.writeBaseline, "write-baseline", "", "write what is found to `FILE`, for --baseline, and print only the summary")
	set.IntVar(&f.most, "max-findings", 0, "print only the first `N` lines, or with --each and formats for programs the first N faults of each document; 0 is any number")
	set.BoolVar(&f.each, "each", false, "print a line for each fault, and not one for all links to the same target with the same fault")
}

// addShared adds the flags that report has, too, with --check.
func (f *findingFlags) addShared(set *pflag.FlagSet) {
	set.StringArrayVar(&f.exclude, "exclude", nil, "do not check links whose URL matches `REGEX`; may be repeated")
	set.StringArrayVar(&f.include, "include", nil, "check only links whose URL matches `REGEX`; it takes precedence over --exclude, and may be repeated")
	set.StringVar(&f.baseline, "baseline", "", "`FILE` of known faults: report only other faults, and known ones that are mended")
}

// settle returns the error of flags that are wrong, or of the format. asJSON says that --json is
// given, which is the same as --format json.
func (f *findingFlags) settle(asJSON bool) error {
	known := findings.Formats()
	switch {
	case !slices.Contains(known, f.format):
		return fmt.Errorf("--format %q: give %s%s", f.format, anyOf(known), suggest(known, f.format))
	case f.most < 0:
		return fmt.Errorf("--max-findings %d: give a number of findings, or 0 for any number", f.most)
	case f.baseline != "" && f.writeBaseline != "":
		return errors.New("--baseline compares with a file, and --write-baseline writes one: leave one of them out")
	case asJSON && f.format != "text" && f.format != "json":
		return fmt.Errorf("--json and --format %s: give one of them", f.format)
	case asJSON:
		f.format = "json"
	}
	return nil
}

// knownFile returns the file that --write-baseline writes.
func (f *findingFlags) knownFile() *replacement {
	return &replacement{flag: "--write-baseline", name: f.writeBaseline, kind: "a file of known faults", is: findings.IsKnown}
}

// findingsOutput is the destination of the findings of check. Goroutines write records to the
// standard output of their piece; they are copied to records in the order of the documents.
type findingsOutput struct {
	records *bufio.Writer // writes to counter
	filter  *findings.Filter

	c       *command
	started time.Time
	counter *findings.Output
	groups  *findings.Grouper // nil if each finding is printed
	out     *bufio.Writer     // writes to standard output
	known   *findings.Known
	record  *findings.Recorder
}

// findings returns the output that the flags ask for. args are the arguments of the verb.
func (c *command) findings(args []string) (o *findingsOutput, err error) {
	f := &c.flags.findings
	if err := f.settle(c.flags.json); err != nil {
		return nil, err
	}
	c.JSON = f.format == "json"
	c.screen.findsOnly = true
	o = &findingsOutput{c: c, started: time.Now(), out: bufio.NewWriter(c.hidingBar(c.Stdout))}
	if err := o.readFilters(f); err != nil {
		return nil, err
	}
	to, err := findings.New(f.format, o.out, thisBuild().String())
	if err != nil {
		return nil, err
	}
	most := f.most
	switch {
	case f.writeBaseline != "":
		if f.writeBaseline != inputs.Stdin {
			if err := f.knownFile().check(); err != nil {
				return nil, err
			}
		}
		o.record = new(findings.Recorder)
		to, most = o.record, 0 // the record has all faults, or --baseline would report the others
	case f.format == "text" && !f.each:
		o.groups = findings.NewGrouper(o.out, most)
		to, most = o.groups, 0
	}
	if o.known != nil {
		checks := &c.flags.check
		for code, out := range map[string]bool{"no-anchor": checks.noFragments, "relative": !checks.noRelative, "duplicate-id": !checks.strict, "orphan": !checks.orphans} {
			if out {
				o.known.CodesOut = append(o.known.CodesOut, code)
			}
		}
		o.known.Below = c.below(args)
	}
	o.counter = findings.NewOutput(to, most, o.known)
	o.records = bufio.NewWriter(o.counter)
	return o, nil
}

// readFilters reads the filter of links, and the known faults.
func (o *findingsOutput) readFilters(f *findingFlags) (err error) {
	if o.filter, err = findings.NewFilter(f.include, f.exclude); err != nil || f.baseline == "" {
		return err
	}
	file, err := os.Open(f.baseline)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--baseline %s: no such file: --write-baseline makes one", f.baseline)
	case err == nil:
		defer file.Close() // the file was only read
		o.known, err = findings.ReadKnown(f.baseline, file)
	}
	if err != nil {
		return fmt.Errorf("--baseline %s: %w", f.baseline, cause.Of(err))
	}
	return nil
}

// below returns a function that reports whether a document is in a directory of the arguments, and
// in this shard, and whether it exists. It looks at no other files.
func (c *command) below(args []string) func(string) (within, exists bool) {
	alone := len(args) == 1 && len(c.flags.inputs.lists) == 0
	return func(doc string) (within, exists bool) {
		for _, arg := range args {
			if rest, ok := dirpath.Rel(absolute(arg), absolute(filepath.FromSlash(doc))); ok {
				if key := inputs.KeyOf(arg, rest, alone); !c.shard.Has(key) {
					return false, false
				}
				return true, existsLocal(arg, rest)
			}
		}
		return false, false
	}
}

// existsLocal reports whether a directory has a file. It follows no symbolic link out of the
// directory.
func existsLocal(dir, name string) bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return exists(dir) && name == "."
	}
	defer root.Close()
	_, err = root.Lstat(name)
	return err == nil
}

// end writes the rest of the findings, and the summary. failed is the error of the run. It returns
// the error that ends the command.
func (o *findingsOutput) end(failed error) error {
	if failed != nil && !errors.Is(failed, console.ErrReported) {
		return failed
	}
	if err := o.records.Flush(); err != nil {
		return err
	}
	if err := errors.Join(o.counter.Close(failed == nil), o.out.Flush()); err != nil {
		return err
	}
	nothing := errors.Is(failed, errNothing)
	if nothing {
		o.counter.Documents = o.c.found.Documents
	}
	if !nothing && o.counter.Documents > 0 || failed == nil || o.c.JSON || o.c.found.Failed > 1 {
		o.summary()
	}
	switch name := o.c.flags.findings.writeBaseline; {
	case errors.Is(failed, console.ErrReported) && o.record != nil:
		o.c.ReportError(fmt.Errorf("--write-baseline %s: not written, because not everything could be read", name))
		return failed
	case failed != nil:
		return failed
	case o.record != nil && name == inputs.Stdin:
		return o.record.Write(o.c.Stdout)
	case o.record != nil:
		return o.c.replaceFile(o.c.flags.findings.knownFile(), func(w io.Writer, _ fs.FileInfo) error {
			return o.record.Write(w)
		})
	case o.counter.Errors > 0:
		return errCheck
	}
	return nil
}

// summary prints what was checked and found.
func (o *findingsOutput) summary() {
	took := time.Since(o.started).Round(time.Millisecond).Seconds()
	counts := &o.counter.Counts
	counts.Failed = o.c.found.Failed
	if o.known != nil {
		counts.Known = o.known.Found
	}
	if o.groups != nil {
		counts.Hidden, counts.Grouped = o.groups.Hidden, o.groups.Grouped
	}
	unread, text := o.c.found.UnreadFiles()
	if o.c.JSON {
		_ = o.c.ReportJSON(struct {
			Shard string `json:"shard,omitempty"`
			*findings.Counts
			Unread  map[string]int `json:"unread,omitempty"` // files that may hold documents, by group
			Seconds float64        `json:"seconds"`
		}{o.c.shard.String(), counts, unread, took}) // an error of standard error cannot be reported
		return
	}
	o.c.Report("%s%s, %.1f s", o.c.shard.Title(), counts, took)
	more := []string{counts.Details()}
	if text != "" {
		more = append(more, "passed over: "+text)
	}
	if text = strings.TrimPrefix(strings.Join(more, ", "), ", "); text != "" {
		o.c.Report("%s", text)
	}
	if o.known == nil {
		return
	}
	isElsewhere := counts.Codes["mended"] > 0 || o.known.Unchecked > 0 && !exists(o.known.First())
	if isElsewhere && o.known.Found == 0 && counts.Errors > counts.Codes["mended"] {
		o.c.Report("%s: none of its faults was found, and others were: it has the paths of the directory where it was written: run hrefix there, or write it anew", o.known.Name)
	}
	if o.known.Unchecked > 0 {
		o.c.Report("%s: %s not compared, because their documents were not checked", o.known.Name, console.Plural(o.known.Unchecked, "line"))
	}
	if o.known.LeftOut > 0 {
		o.c.Report("%s: %s not compared, because the flags of this run leave them out", o.known.Name, console.Plural(o.known.LeftOut, "line"))
	}
}

// newFault returns a finding about a reference with a fault.
func newFault(s *source.Source, one *job.Piece, ref *engine.Reference, fault *linkcheck.Fault) findings.Finding {
	f := newFinding(s, one, linktext.NewLink(s.Name, &one.Lines, ref))
	f.URL, f.Target, f.Folder, f.Reason, f.Text, f.Base = fault.URL, nil, fault.Folder, fault.Code, fault.Text, linkcheck.Shown(f.Base)
	if f.From == engine.FromOptions && s.Place != nil && s.Place.URL() == s.Place.Location() {
		f.From = placeOfFile
	}
	if fault.Warning {
		f.Severity = findings.Warning
	}
	return f
}

// newFinding returns a finding at the place of a link, whose line is the last one that was looked up in the piece.
func newFinding(s *source.Source, one *job.Piece, at linktext.Link) findings.Finding {
	f := findings.Finding{Link: at, Column: one.Lines.Column(), Character: one.Lines.Character()}
	if s.Place != nil {
		f.Tree = s.Place.Tree()
	}
	return f
}
