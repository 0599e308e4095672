package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html/charset"

	"github.com/spf13/cobra"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linkcheck"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/report"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/archive"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/filekind"
	"github.com/hrefix/hrefix/internal/mediatype"
)

// report writes a page for a browser that shows the layers of the documents, and their references,
// to stdout or to a file. It replaces an old report, but no other file.
func (c *command) report(_ *cobra.Command, args []string) error {
	if c.flags.json {
		return errors.New("report has no JSON form: leave --json out, or use links --json and base --json")
	}
	if c.flags.maxReferences < 0 {
		return fmt.Errorf("--max-references %d: give a number of references, or 0 for any number", c.flags.maxReferences)
	}
	for _, name := range []string{"no-fragments", "ignore-marked", "config", "exclude", "include", "baseline"} {
		if !c.flags.checkReport && c.given.Changed(name) {
			return fmt.Errorf("--%s is for links that are checked: give --check, too", name)
		}
	}
	c.flags.jobs = 1 // only one goroutine writes the page
	name := c.flags.report
	if name == "" && console.IsTerminal(c.Stdout) {
		return errors.New("a report is a page for a browser, which a terminal cannot show: give -o FILE")
	}
	if name == "" || name == inputs.Stdin { // -o - is stdout
		_, err := c.page(bufio.NewWriter(c.hidingBar(c.Stdout)), args, nil)
		return err
	}
	done := ""
	err := c.replaceFile(&replacement{flag: "-o", name: name, kind: "a report", is: report.Is}, func(w io.Writer, old fs.FileInfo) (err error) {
		done, err = c.page(bufio.NewWriter(w), args, old)
		return err
	})
	if done != "" && (err == nil || errors.Is(err, console.ErrReported)) {
		c.Report("%s: %s", name, done)
	}
	return err
}

// page writes the report to out. It skips the file old, which the report replaces. If nothing was read, it writes
// nothing. It returns what was found, in a few words.
func (c *command) page(out *bufio.Writer, args []string, old fs.FileInfo) (done string, err error) {
	opts := report.Options{
		Tree: c.treeOf(args), Command: console.ShellWords(append([]string{"hrefix"}, c.args...)), Time: time.Now().Format("2006-01-02 15:04 MST"),
		Given: c.givenBy(), MaxReferences: c.flags.maxReferences, Checked: c.flags.checkReport,
	}
	if opts.Checked {
		opts.Show = linkcheck.Shown[string]
	}
	page := report.New(out, opts)
	p := &pageWriter{Writer: page, old: old}
	c.Hint = p.hint
	err = c.readForPage(out, args, p)
	c.Hint = nil
	switch {
	case err != nil && !errors.Is(err, console.ErrReported):
		return "", err
	case c.found.Documents == 0:
		c.ReportError(errors.New("no report is written, because nothing was read"))
		return "", errNothing
	}
	rank := func(hint string) int { // hints that name a flag come first, and hints that only say what the figures say come last
		switch {
		case strings.Contains(hint, "give -"):
			return 0
		case strings.Contains(hint, " left: "):
			return 2
		}
		return 1
	}
	slices.SortStableFunc(p.hints, func(a, b string) int { return rank(a) - rank(b) })
	read := report.Read{
		Files: c.found.Files, Documents: c.found.Documents, Unlisted: p.unlisted, Links: p.counts.Links,
		Passed: p.passed(), Archives: p.archives, Failures: p.failures, Failed: p.failed,
		Hints: p.hints, MoreHints: p.moreHints,
	}
	if lost := errors.Join(page.Close(read), out.Flush()); lost != nil {
		return "", lost
	}
	done = page.Headline()
	if n := c.found.Failed; n > 0 {
		done += ", " + console.Plural(n, "file") + " failed"
	}
	return done, err
}

// placeOfFile is what gives a file of a tree its URL if no flag does.
const placeOfFile = "the place of the file"

// givenBy returns the flags that give documents their URL. Without one, the place of a file in its tree does.
func (c *command) givenBy() string {
	f := &c.flags
	var names []string
	for _, flag := range []struct {
		name  string
		given bool
	}{
		{"-b", f.baseGiven()},
		{"--root", len(f.roots) > 0},
		{"--root-hosts", len(f.rootHosts) > 0},
		{"--map", len(f.maps) > 0},
	} {
		if flag.given {
			names = append(names, flag.name)
		}
	}
	return cmp.Or(strings.Join(names, " or "), placeOfFile)
}

// treeOf returns a name for the inputs: the name of the first argument or list of files, and the number of the
// others.
func (c *command) treeOf(args []string) string {
	name, more := "stdin", ""
	all := slices.Concat(args, c.flags.inputs.lists)
	if len(all) > 1 {
		more = fmt.Sprintf(" and %d more", len(all)-1)
	}
	if len(all) > 0 && all[0] != inputs.Stdin {
		name = all[0]
		if own := filepath.Base(absolute(name)); own != filepath.Base(name) {
			name = own // the name of "." or ".."
		}
	}
	return name + more
}

// readForPage adds the documents that the arguments name to a page, and checks their links if the flags ask for that.
func (c *command) readForPage(out *bufio.Writer, args []string, p *pageWriter) (err error) {
	var o *source.Opener
	if c.flags.checkReport {
		p.check = &checking{c: c, out: new(findingsOutput)}
		if err := p.check.out.readFilters(&c.flags.findings); err != nil {
			return err
		}
		o, err = p.check.open(args)
	} else {
		o, err = c.opener(engine.MakeAbsolute)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	if p.check != nil {
		defer p.check.reportRules(&p.counts)
	}
	err = c.readAll(o, args, job.Steps{Stdout: out, End: p.end, Do: c.documents(o, func(j *job.Job, s *source.Source) error {
		if p.check == nil {
			return job.Preview(j, s, p.add)
		}
		if err := checkRereadable(s); err != nil {
			return err
		}
		return job.Visit(j, s, p.add)
	})})
	c.found.ReportRoots(&c.Console)
	c.reportEndings()
	if err == nil && p.check != nil && p.check.nothing(p.counts.Links) != nil {
		return console.ErrReported // the page lists what was passed over
	}
	return err
}

// A pageWriter writes pieces of sources to a page.
type pageWriter struct {
	*report.Writer
	old   fs.FileInfo // the file that the page replaces, or nil
	check *checking   // nil if links are not checked

	archives int    // web archives in directories
	archive  string // the last of these archives
	unlisted int    // parts of messages that can have no links
	counts   linkcheck.Counts

	others   [filekind.Groups]report.Passed // the files that are no documents
	failures []string                       // the first errors of sources
	failed   int                            // the number of all

	hints     []string // the first messages of the run that are neither errors nor notes
	moreHints int      // the number of the others
}

// hint adds a message of the run to the page.
func (p *pageWriter) hint(text string) {
	const most = 100
	text = strings.Replace(text, ": --verbose lists them", "", 1) // the page lists notes
	if len(p.hints) < most {
		p.hints = append(p.hints, text)
	} else {
		p.moreHints++
	}
}

// end notes what was not read of a job, which has failed unless err is nil.
func (p *pageWriter) end(j *job.Job, err error) {
	const most, names = 100, 10 // the number of errors, and of the names of a group
	if err != nil {
		console.EachError(err, func(err error) {
			if p.failed++; len(p.failures) < most {
				p.failures = append(p.failures, err.Error())
			}
		})
		return
	}
	for i, n := range j.Tally.Others {
		o := &p.others[i]
		if o.N += n; n > 0 && len(o.Names) < names {
			o.Names = append(o.Names, j.File.Name)
		}
	}
}

// passed returns the files that are no documents: first kinds of files that may hold documents, and frequent kinds first.
func (p *pageWriter) passed() (all []report.Passed) {
	for i, o := range p.others {
		if group := filekind.Group(i); o.N > 0 {
			o.Kind, o.Advice = group.Count(o.N), filekind.Kind{Group: group}.Advice()
			all = append(all, o)
		}
	}
	slices.SortStableFunc(all, func(a, b report.Passed) int {
		if has := a.Advice != ""; has != (b.Advice != "") {
			if has {
				return -1
			}
			return 1
		}
		return b.N - a.N
	})
	return all
}

// add adds a piece of a source, and the notes on it.
func (p *pageWriter) add(s *source.Source, one *job.Piece) *engine.Plan {
	if p.old != nil && s.Info != nil && os.SameFile(p.old, s.Info) {
		return new(engine.Plan)
	}
	in := report.Source{Name: s.Name, Message: one.Message}
	if r := one.Record(); r != nil {
		in = report.Source{Name: s.Name + " " + archive.Title(r, one.Message)}
		if s.Found && !s.Chosen && s.Name != p.archive {
			p.archive = s.Name
			p.archives++
		}
	}
	var links *linkcheck.Page
	if p.check != nil {
		links = p.check.page(s, one)
	}
	message := one.MessageText(s.Type)
	if message != nil {
		in.Subject, in.IsMail = subjectOf(message), true
	}
	plan := one.Visit(engine.Visitor{
		Document: func(d *engine.Document) {
			if links != nil {
				links.Document(d)
			}
			if message != nil && !mediatype.Of(d.MediaType).IsMailed() {
				p.unlisted++
				return
			}
			advice := ""
			if d.Base.String() == "" && (d.Part == "" || message != nil) {
				advice, _ = s.AdviseBase(s.Canonical(one.Source))
			}
			if one.Err == nil {
				one.Err = p.Document(in, d, advice)
			}
		},
		Reference: func(ref *engine.Reference) {
			one.Read = true
			if one.Err == nil {
				checked := p.checked(s, one, links, ref)
				off := ref.Offset()
				one.Err = p.Reference(in, one.Lines.At(off), one.Lines.Offset(off), ref, checked)
			}
		},
	})
	if links != nil {
		p.counts.Add(&links.Counts)
	}
	for _, found := range plan.Notes {
		n, state := one.NoteOn(s, found), report.Damaged
		switch {
		case found.Code == engine.BrokenSeal:
			state = report.Sealed
		case found.Left:
			state = report.Left
		}
		if one.Err == nil {
			one.Err = p.Note(in, report.Note{Part: n.Part, Offset: n.Offset, Kind: n.Kind(), Text: n.Text, State: state})
		}
	}
	return plan
}

// checked returns the result of the check for a reference, or nil without a check.
func (p *pageWriter) checked(s *source.Source, one *job.Piece, links *linkcheck.Page, ref *engine.Reference) *report.Checked {
	if links == nil {
		return nil
	}
	fault := links.Check(ref)
	if fault == nil {
		lead := links.Lead()
		return &report.Checked{Leads: string(lead.To), Why: lead.Why}
	}
	out := p.check.out
	if !out.filter.Accepts(fault.URL, string(ref.Text)) {
		return &report.Checked{Leads: report.Unchecked, Why: linkcheck.LeftOut}
	}
	if out.known != nil {
		if f := newFault(s, one, ref, fault); out.known.Has(&f) {
			return &report.Checked{Leads: report.Known}
		}
	}
	if !fault.Warning {
		p.check.c.faults++
	}
	return &report.Checked{Fault: &report.Fault{
		Code: fault.Code, Text: fault.Text, Warning: fault.Warning, Target: findings.Target(string(ref.Text), fault.URL), Folder: fault.Folder,
	}}
}

// subjectOf returns the subject of a message, or else its identifier, or "".
func subjectOf(message []byte) string {
	if bytes.HasPrefix(message, []byte("From ")) { // the message is in a mailbox
		_, message, _ = bytes.Cut(message, []byte("\n"))
	}
	header, _ := textproto.NewReader(bufio.NewReader(bytes.NewReader(message))).ReadMIMEHeader() // an error leaves the fields that could be read
	subject := header.Get("Subject")
	words := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	if decoded, err := words.DecodeHeader(subject); err == nil {
		subject = decoded
	}
	return cmp.Or(strings.TrimSpace(subject), header.Get("Message-Id"))
}
