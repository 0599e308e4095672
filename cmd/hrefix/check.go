package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/linkcheck"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/mhtml"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/linktext"
	"github.com/hrefix/hrefix/internal/printable"
)

// checkFlags are the flags of check that say what is checked.
type checkFlags struct {
	noRelative  bool
	noFragments bool
	strict      bool
	orphans     bool
	start       []string
	external    bool

	ignoreMarked bool
	config       string
}

func (f *checkFlags) add(set *pflag.FlagSet) {
	f.addShared(set)
	set.BoolVar(&f.noRelative, "no-relative", false, "report every reference that needs a base, even if it has one")
	set.BoolVar(&f.strict, "strict", false, "report ids that a page has twice, too")
	set.BoolVar(&f.orphans, "orphans", false, "report files to which no link leads from the start pages, too")
	set.StringArrayVar(&f.start, "start", nil, "with --orphans: start page `FILE`; may be repeated (default: the index of each directory that is given, and the contents of manuals)")
	set.BoolVar(&f.external, "external", false, "print only the links that lead out of the tree to other sites: URLs, sorted, one a line")
}

// addShared adds the flags that the verb report shares with check, for its --check.
func (f *checkFlags) addShared(set *pflag.FlagSet) {
	set.BoolVar(&f.noFragments, "no-fragments", false, "do not look up the fragments of links")
	set.BoolVar(&f.ignoreMarked, "ignore-marked", false, "do not check elements with data-proofer-ignore or data-linkcheck-ignore, and what is in them")
	set.StringVar(&f.config, "config", configName, "read flags from `FILE`, one a line; an empty name reads none")
}

// check lists the links that do not work, and with --no-relative links that need a base. A document
// whose references cannot be found fails, too.
func (c *command) check(_ *cobra.Command, args []string) error {
	all := &c.flags
	f := &all.check
	switch {
	case len(f.start) > 0 && !f.orphans:
		return errors.New("--start is for --orphans: give that, too")
	case f.orphans && all.baseGiven():
		return errors.New("--orphans is for trees, whose files have URLs of their own: leave --base out")
	case f.orphans && len(all.inputs.exts)+len(all.inputs.globs) > 0:
		return errors.New("--orphans follows the links of all pages: leave --ext and --glob out, and give --exclude to leave files out of the report")
	case f.external && (all.json || all.findings.format != "text" || all.findings.baseline != "" || all.findings.writeBaseline != ""):
		return errors.New("--external prints URLs and no findings: leave --json, --format and files of known faults out")
	}
	if _, err := c.flags.options(); err != nil {
		return err // before checkInput: a flag may have taken the PATH as its value
	}
	if err := c.checkInput(args); err != nil {
		return err
	}
	out, err := c.findings(args)
	if err != nil {
		return err
	}
	err = out.end((&checking{c: c, out: out}).run(args))
	c.found.ReportUnread(&c.Console)
	return err
}

// checkInput returns an error if nothing is given that can be checked, so that a gate does not pass
// without a check: stdin is often empty there.
func (c *command) checkInput(args []string) error {
	f := &c.flags
	if len(args)+len(f.inputs.lists) > 0 {
		return nil
	}
	for _, pattern := range slices.Concat(f.findings.exclude, f.findings.include) {
		if exists(pattern) {
			return fmt.Errorf("no PATH is given, and %s is the value of --exclude or --include: write the pattern first, and then the PATH", pattern)
		}
	}
	switch {
	case f.hasBook() || f.findings.baseline != "" || f.findings.writeBaseline != "" || f.check.orphans || f.check.external:
		return errors.New("check needs to know which files are checked: give a PATH, or - for stdin")
	case c.isTyped(c.inputs(args)):
		return nil
	}
	in := bufio.NewReader(c.stdin)
	c.stdin = in
	switch _, err := in.Peek(1); err {
	case nil:
	case io.EOF:
		return errors.New("stdin is empty, and nothing was checked: give a PATH, or - if stdin may be empty")
	default:
		c.stdin = failedReader{err} // the input may not come again
	}
	return nil
}

// A failedReader is a reader that has failed.
type failedReader struct{ err error }

func (r failedReader) Read([]byte) (int, error) { return 0, r.err }

// checking is a run of check.
type checking struct {
	c       *command
	out     *findingsOutput
	trees   *trees
	checker *linkcheck.Checker

	captures *linkcheck.Captures // nil unless there are web archives
}

// run checks the documents that the arguments name.
func (k *checking) run(args []string) (err error) {
	c := k.c
	o, err := k.open(args)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	if err := k.start(args); err != nil {
		return err
	}
	err = c.readAll(o, args, job.Steps{Stdout: k.out.records, Do: c.documents(o, k.document)})
	total := &c.found.Check
	k.reportRules(total)
	if err == nil {
		err = k.nothing(total.Links)
	}
	n := &k.out.counter.Counts
	n.Documents += total.Records // of web archives, which are not counted
	n.Links, n.Served, n.Outside, n.Absent, n.Skipped = total.Links, total.Served, total.Outside, total.Absent, total.Skipped
	switch {
	case c.flags.check.external:
		for _, url := range k.checker.External() {
			fmt.Fprintf(k.out.out, "%s\n", linktext.AppendText(nil, url)) // Flush returns the error again
		}
	case c.flags.check.orphans:
		return errors.Join(err, k.writeOrphans())
	}
	return err
}

// hosts returns the tops of the trees, and the directories there, by the hosts that they are named after.
func (k *checking) hosts() map[string]string {
	if k.trees == nil {
		return nil
	}
	hosts := make(map[string]string)
	for _, top := range k.trees.tops {
		if host, ok := addressbook.HostOf(filepath.Base(absolute(top))); ok {
			hosts[host] = ""
		}
		entries, _ := os.ReadDir(top) // a bundle contains no hosts
		for _, e := range entries {
			if host, ok := addressbook.HostOf(e.Name()); ok && e.IsDir() && addressbook.HasFile(os.DirFS(top), e.Name()) {
				hosts[host] = e.Name() + "/"
			}
		}
	}
	return hosts
}

// nothing returns an error if no link was read, unless flags leave links out, and files were passed over that may hold
// documents, such as Markdown: a gate must not pass without a check.
func (k *checking) nothing(links int) error {
	c := k.c
	_, unread := c.found.UnreadFiles()
	if links > 0 || unread == "" || c.flags.check.ignoreMarked || len(c.flags.findings.include)+len(c.flags.findings.exclude) > 0 {
		return nil
	}
	return c.nothing("links")
}

// reportRules reports directories of hosts, links to files that such directories lack, the messages of the checker, and the
// patterns that match no link. A link to a missing file of the copied site is no fault,
// because rel makes it absolute on purpose. total are the counts of all pages.
func (k *checking) reportRules(total *linkcheck.Counts) {
	if k.checker.LeadsToHosts() {
		k.c.reportHosts()
	}
	if n := total.Absent; n > 0 {
		top := k.trees.tops[0]
		flag := []string{"--root-hosts", top}
		if host, ok := addressbook.HostOf(filepath.Base(absolute(top))); ok {
			flag = []string{"--root", "http://" + host + "/=" + top}
		}
		k.c.Report("not in the copy, and on the network only: %s to the copied site, such as %s: \"hrefix check %s\" lists them",
			console.Plural(n, "link"), printable.String(total.FirstAbsent), console.ShellWords(append(flag, top)))
	}
	for _, text := range k.checker.Messages() {
		k.c.Report("%s", text)
	}
	for flag, pattern := range k.out.filter.Unmatched() {
		k.c.Report("%s %q: no link matches it", flag, pattern)
	}
}

// open opens the trees of the arguments, and returns the opener of documents, which has to be
// closed.
func (k *checking) open(args []string) (*source.Opener, error) {
	if err := k.c.keepLists(); err != nil {
		return nil, err
	}
	o, err := k.c.openerWithoutBook(engine.MakeAbsolute)
	if err != nil {
		return nil, err
	}
	if k.trees, err = k.c.openTrees(o, args); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	o.PassArchives = true
	f := &k.c.flags
	opts := linkcheck.Options{
		CleanURLs: f.cleanURLs, AddedEndings: slices.Contains(f.names, addressbook.AdjustExtension),
		NoFragments: f.check.noFragments, Orphans: f.check.orphans, Contents: f.check.orphans && len(f.check.start) == 0, External: f.check.external, Also: o.Also, Hosts: k.hosts(),
		Parts: mhtml.Options{BaseFields: f.baseFields, BaseSchemes: f.baseSchemes},
	}
	if len(f.findings.include)+len(f.findings.exclude) > 0 {
		opts.Accepts = k.out.filter.Accepts
	}
	k.checker = linkcheck.New(opts)
	if f.check.orphans { // a page is no orphan even if only some readers find the link to it
		o.Also |= engine.AllGroups
	}
	if err := k.readCaptures(o, args); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

// document checks a document.
func (k *checking) document(j *job.Job, s *source.Source) error {
	if err := checkRereadable(s); err != nil {
		return err
	}
	if s.Type.IsBundle() && s.Found {
		return s.Error(errChosen)
	}
	return job.Visit(j, s, func(s *source.Source, one *job.Piece) *engine.Plan { return k.piece(j, s, one) })
}

// piece checks a piece of a document.
func (k *checking) piece(j *job.Job, s *source.Source, one *job.Piece) *engine.Plan {
	one.Err = findings.WriteDocument(one.Console.Stdout, s.Name, one.Record() != nil)
	page := k.page(s, one)
	w := &findingWriter{k: k, s: s, one: one, page: page}
	if one.Record() != nil && one.HasDocument() {
		page.Records++
	}
	w.findExtras()
	visitor := engine.Visitor{Document: page.Document, Reference: func(ref *engine.Reference) {
		if f := page.Check(ref); f != nil {
			w.write(ref, f)
		} else if why := k.objection(ref); why != "" && !page.IsMarked(ref.Offset()) {
			w.write(ref, &linkcheck.Fault{Code: cmp.Or(ref.Reason.Code, "relative"), Text: why, URL: string(ref.Target)})
		} else if page.Lead().LeftOut {
			w.write(ref, nil)
		}
	}}
	visitor.Unread = j.CountUnread(one, k.c.flags.unread)
	plan := one.Visit(visitor)
	page.End()
	one.RemarkShown()
	one.Read = page.Links > 0
	w.writeExtras(len(one.Source))
	for _, n := range plan.Notes { // the note itself is printed as in other verbs
		if n.Code == engine.UnreadableEncoding && one.Err == nil {
			f := newFinding(s, one, linktext.NewAt(s.Name, &one.Lines, n.Offset))
			f.Part, f.Reason, f.Text = n.Part, n.Code, n.Text
			one.Err = findings.Write(one.Console.Stdout, &f)
		}
	}
	one.Tally().Check.Add(&page.Counts)
	return plan
}

// page returns the page of a piece.
func (k *checking) page(s *source.Source, one *job.Piece) *linkcheck.Page {
	again := &linkcheck.Source{Anchors: func(visit func(*engine.Anchor)) { s.Rewriter.VisitAnchors(one.Piece, visit) }}
	if k.c.flags.check.ignoreMarked {
		again.Marked = func(visit func(start, end int)) { s.Rewriter.VisitMarked(one.Piece, visit) }
	}
	again.Text, again.Has, again.HasFile = one.MessageText(s.Type), one.Has(), s.HasBeside
	if r := one.Record(); r != nil && k.captures != nil {
		return k.checker.Capture(again, k.captures, r.URL)
	}
	if s.Place == nil {
		return k.checker.Page(linkcheck.None, again, nil)
	}
	again.Book, again.Alone = bookOf(s) != nil, len(k.c.paths) == 1 && k.c.paths[0] == s.Name
	file := linkcheck.None
	if again.Text == nil {
		if at := s.Place.LookupAt(s.Place.Location()); at.State == addressbook.File {
			file = at.ID
		}
	}
	return k.checker.Page(file, again, &pageFiles{trees: k.trees, Place: s.Place})
}

// objection returns why --no-relative does not accept a reference, or "".
func (k *checking) objection(ref *engine.Reference) string {
	switch {
	case !k.c.flags.check.noRelative || !ref.NeedsBase() || !k.checker.IsChecked(ref):
		return ""
	case ref.Reason.Code != "":
		return "relative, and left: " + ref.Reason.Text
	}
	return "relative"
}
