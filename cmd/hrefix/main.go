package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/inputs"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/progress"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/sandbox"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
)

// Exit statuses.
const (
	exitOK     = 0
	exitCheck  = 1 // the work is done, and what check, resolve or --fail-on looks for was found
	exitFailed = 2 // wrong usage, or a file that could not be read or written

	// exitTempFail replaces exitFailed with --tempfail. It is EX_TEMPFAIL of sysexits.h, at
	// which a mail server keeps the mail and tries again.
	exitTempFail = 75
)

// errCheck ends the command with exitCheck and without a message.
var errCheck = errors.New("a check failed")

func main() {
	c := &command{Console: console.Console{Stdout: os.Stdout, Stderr: os.Stderr}, stdin: os.Stdin, enter: sandbox.Enter}
	os.Exit(c.run(os.Args[1:]))
}

// run runs the command without a sandbox, in a process that continues, and returns its exit
// status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &command{Console: console.Console{Stdout: stdout, Stderr: stderr}, stdin: stdin}
	return c.run(args)
}

// run runs the command and returns its exit status.
func (c *command) run(args []string) int {
	c.args = args
	c.flags.memory = source.ShareMemory()
	root := c.root()
	root.SetArgs(args)
	root.SetIn(c.stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	defer c.EndNotes()
	err := root.Execute()
	if err == nil || errors.Is(err, errCheck) {
		c.reportPlaces()
	}
	if err == nil {
		err = c.failOn()
	}
	if lost := c.temps.Unsynced(); lost != nil { // results that may not be on the disk
		c.ReportError(lost)
		err = cmp.Or(err, console.ErrReported)
	}
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errCheck):
		return exitCheck
	case !errors.Is(err, console.ErrReported) && !errors.Is(err, syscall.EPIPE): // the reader has closed the pipe
		c.ReportError(err)
	}
	// The parser stops at a wrong flag, so it may not have seen --tempfail.
	if c.flags.tempFail || slices.Contains(args, "--tempfail") {
		return exitTempFail
	}
	return exitFailed
}

// A command is one run of hrefix.
type command struct {
	console.Console
	stdin  io.Reader
	args   []string       // the arguments with flags
	verb   string         // the verb that runs, if it takes paths
	paths  []string       // the arguments of the verb
	given  *pflag.FlagSet // the flags of the verb
	flags  flags
	choice inputs.Choice // selects files in directories
	shard  *inputs.Shard // the shard of --shard, or nil
	temps  atomicfile.Temporaries
	enter  func(r sandbox.Rules, strict bool) error // enters the sandbox; nil in a process that continues
	lists  map[string][]byte                        // the texts of lists: see [command.keepLists]
	shared map[string]bool                          // files with a URL that several files have, by --map auto: see [command.reportOrigins]
	screen screen

	found       summary.Tally // the tally of the run
	faults      int           // faults that report --check has found, without warnings
	notArchives atomic.Int64  // documents in directories that --format wat passes over
}

// A screen is the terminal of the progress bar.
type screen struct {
	bar       progress.Bar
	isShared  bool // the bar is shown, and stdout may be on the same screen
	findsOnly bool // jobs print records, and the output for the findings hides the bar
}

func (c *command) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "hrefix",
		Short: "Make the relative links of HTML and MIME documents absolute, and change no other byte",
		Long: `hrefix makes the relative links of HTML and MIME documents absolute by RFC 1808,
and changes no other byte. It also reads feeds, JSON, WARC, zip, tar and EPUB.`,
		Example: `  hrefix abs -b http://example.org/dir/ page.html > absolute.html
  hrefix < message.eml > absolute.eml
  hrefix abs feed.rss > absolute.rss
  hrefix abs --json-field content=html,url=base crawl.jsonl > absolute.jsonl
  hrefix links --json message.eml
  hrefix base message.eml
  hrefix resolve -b 'http://a/b/c/d;p?q#f' ../g`,
		Args: func(root *cobra.Command, args []string) error {
			if wrong := c.checkDashes(root, args); wrong != nil {
				return wrong
			}
			if len(args) > 0 {
				c.paths = args
				return c.unknownVerb(root, args[0])
			}
			return nil
		},
		RunE: func(root *cobra.Command, _ []string) error {
			c.given = root.Flags()
			if len(c.args) == 0 && c.isTyped(c.inputs(nil)) { // a user who types nothing else probably wants help
				return errors.Join(printHelp(root, false, c.Stderr), console.ErrReported)
			}
			return c.abs(root, nil)
		},
		Version: thisBuild().String(),

		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			c.JSON = c.flags.json && cmd.Name() != "report" // a report has no JSON form
			if !c.flags.verbose {
				c.Notes = new(console.Notes)
			}
			c.Quiet = c.flags.quiet
			return cmp.Or(c.checkDashes(cmd, args), checkValues(cmd.Flags()), c.flags.checkQuiet(), c.flags.checkFailOn(cmd.Flags()))
		},

		SilenceErrors: true,
		SilenceUsage:  true,

		SuggestionsMinimumDistance: 2,
	}
	root.SetGlobalNormalizationFunc(canonical)
	c.flags.add(root.PersistentFlags())
	c.flags.addSandbox(root.Flags())
	c.flags.addFailOn(root.Flags())
	root.PersistentFlags().BoolFunc("help-all", "describe all flags", func(string) error {
		c.flags.helpAll = true
		return pflag.ErrHelp
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _ = printHelp(cmd, c.flags.helpAll, c.Stdout) })
	root.SetUsageFunc(func(cmd *cobra.Command) error { return printHelp(cmd, false, c.Stderr) })
	root.SetFlagErrorFunc(c.flagError)
	root.AddCommand(c.verbs()...)
	root.AddCommand(c.manual(root), c.placesVerb(), c.versionVerb())
	checkHelp(root)
	completeShells(root)
	addCompletions(root)
	describeFlags(root)
	hideUnused(root, c.args)
	return root
}

// checkHelp makes the help for an unknown verb an error.
func checkHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, err := root.Find([]string{"help"})
	if err != nil {
		panic(err) // the command was just added
	}
	help.Args = func(_ *cobra.Command, args []string) error {
		if _, rest, err := root.Find(args); err != nil || len(rest) > 0 {
			return fmt.Errorf("no help for %q: \"hrefix help\" lists the verbs", strings.Join(args, " "))
		}
		return nil
	}
}

// exists reports whether there is a file called name.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func (c *command) verbs() []*cobra.Command {
	verb := func(use, short, example string, run func(*cobra.Command, []string) error) *cobra.Command {
		return &cobra.Command{Use: use, Short: short, Example: example, SuggestFor: otherVerbs[strings.Fields(use)[0]], RunE: run}
	}
	abs := verb("abs [PATH...]", "Make links absolute, of one document or of many (-w, -o)",
		"  hrefix abs -b http://example.org/dir/ page.html > absolute.html\n  hrefix abs -o absolute Maildir\n  hrefix abs feed.rss > absolute.rss\n  hrefix abs --root http://example.org/=site.zip -o absolute.zip site.zip\n  find site -name '*.htm' -print0 | hrefix abs -w -0 --files-from -", c.abs)
	rel := verb("rel [PATH...]", "Make links relative that lead to files of the same tree",
		"  hrefix rel --root http://example.org/docs/=docs -w docs\n  hrefix rel --root http://example.org/=site -o offline site", c.rel)
	c.flags.addConversion(rel.Flags())
	pin := verb("pin [PATH...]", "Write the base into the document, and change no link",
		"  hrefix pin -b http://example.org/dir/ page.html > pinned.html\n  hrefix pin --root http://example.org/=site -w site", c.pin)
	move := verb("move [PATH...]", "Give links to a site that has moved their new URLs",
		"  hrefix move --from http://old.example/blog/ --to https://new.example/ -w site\n  hrefix move --pairs moved.tsv --root http://old.example/=site -o moved site", c.move)
	c.flags.addMoving(move.Flags())
	for _, writing := range []*cobra.Command{abs, rel, pin, move} {
		c.flags.addWriting(writing.Flags())
		if writing != pin {
			c.flags.addUnread(writing.Flags())
		}
		if writing != rel {
			c.flags.archive.add(writing.Flags())
		}
	}
	links := verb("links [PATH...]", "List references: what each is and becomes, and by which base",
		"  hrefix links message.eml\n  hrefix links --unresolved Maildir\n  hrefix links --json --part 2 --layer embedded message.eml\n  hrefix links --root http://example.org/=site --format tsv site > graph.tsv", c.links)
	c.flags.addFilter(links.Flags())
	c.flags.addConversion(links.Flags())
	check := verb("check [PATH...]", "List references without a target, and exit with 1 if there are any",
		"  hrefix check site\n  hrefix check book.epub\n  hrefix check -e html,css --glob '!node_modules' site\n  hrefix check --no-relative newsletter.html", c.check)
	c.flags.check.add(check.Flags())
	c.flags.findings.add(check.Flags())
	c.flags.addUnread(check.Flags())
	report := verb("report [PATH...]", "Write a page for a browser with all documents and references",
		"  hrefix report -o report.html site\n  hrefix report message.eml > report.html", c.report)
	report.Flags().StringVarP(&c.flags.report, "output", "o", "", "write the page to `FILE`; an older report there is replaced")
	report.Flags().IntVar(&c.flags.maxReferences, "max-references", 0, "put only the first `N` references into the page, which counts all; 0 is any number")
	report.Flags().BoolVar(&c.flags.checkReport, "check", false, "check the links, as the verb check does, and mark those that do not work")
	c.flags.check.addShared(report.Flags())
	c.flags.findings.addShared(report.Flags())
	mapping := verb("map [PATH...]", "Print the URL of each file, one a line",
		"  hrefix map --root http://example.org/=site > site.map\n  hrefix map --map site.map --root-hosts mirror", c.printMap)
	mapping.Flags().BoolVarP(&c.flags.inputs.null, "null", "0", false, "end each line with a NUL byte, so that paths can have line endings; --map reads that, too")
	mapping.PreRun = func(_ *cobra.Command, args []string) { c.verb, c.paths = mapping.Name(), args }
	return []*cobra.Command{
		c.selecting(abs),
		c.selecting(rel),
		c.selecting(pin),
		c.selecting(move),
		c.selecting(links),
		c.selecting(check),
		c.selecting(report),
		c.selecting(verb("base [PATH...]", "Show the possible bases of each document, and which one counts",
			"  hrefix base message.eml", c.base)),
		mapping,
		c.extractVerb(verb("extract -o DIR ARCHIVE...", "Write web archives and MHTML as pages that link to each other",
			"  hrefix extract -o site crawl.warc.gz\n  hrefix extract -o site --date 2024-05-01 *.warc.gz\n  hrefix extract -o pages *.mhtml\n  hrefix check --map site.map site", c.extract)),
		c.restoreVerb(),
		c.manifests(),
		verb("resolve [REF...]", "Resolve references; without REF, one a line from stdin",
			"  hrefix resolve -b 'http://a/b/c/d;p?q#f' ../g\n  printf 'http://a/b\\tg\\n' | hrefix resolve", c.resolve),
	}
}
