package main

import (
	"errors"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/resolve"
)

// flags are the flags that all verbs share, as given.
type flags struct {
	base          string
	baseGiven     func() bool
	charsetGiven  func() bool
	sameBase      bool
	converted     bool
	missing       string
	dropIntegrity bool
	dialect       string
	baseFields    []string
	baseSchemes   []string
	fragments     string
	keepFragments bool
	also          []string
	places        []string
	rows          userRows
	dropBase      bool
	unread        bool
	noHints       bool
	feedBase      string
	signed        string
	attachments   string
	skipDKIM      bool
	maxSize       sizeOrZero
	maxGrowth     int
	maxDocument   byteSize
	memory        *source.Memory
	docType       string
	charset       string
	jsonFields    []string
	json          bool
	verbose       bool
	quiet         bool
	helpAll       bool
	failOn        []string
	tempFail      bool
	jobs          int
	color         string
	noProgress    bool
	progressEvery time.Duration
	sandbox       string

	bookFlags
	inputs inputFlags // for verbs that take paths

	// Of links only.
	unresolved bool
	parts      []string
	layers     []string
	rel        bool
	listing    listFlags

	// Of report only.
	report        string
	maxReferences int
	checkReport   bool

	// Of check only.
	check    checkFlags
	findings findingFlags

	archive archiveFlags // for verbs that write web archives

	writing   // for verbs that rewrite
	moveFlags // for move only

	extract extractFlags // for extract only

	manifests manifestFlags // for manifest only
}

// userRows are the places that --place gives, once they are parsed.
type userRows struct {
	parsed bool
	all    []*places.Place
	err    error
}

func (f *flags) add(set *pflag.FlagSet) {
	set.VarP((*baseURL)(&f.base), "base", "b", "`URL` that the document was retrieved from")
	set.BoolVar(&f.sameBase, "same-base", false, "with --base: several pages, or with -w messages, may get the same base, which is refused otherwise")
	f.bookFlags.add(set)
	set.BoolVar(&f.converted, "converted", false, "relative links lead to files, as rel, wget -k and browsers write them: the file that a link leads to counts before its URL")
	set.StringVar(&f.dialect, "dialect", resolve.RFC1808.String(), "`NAME` of the rules by which references are resolved: "+anyOf(resolve.DialectNames())+"; browsers follow "+resolve.WHATWG.String())
	set.StringSliceVar(&f.baseFields, "base-fields", base.DefaultFields(), "header fields, a `LIST`, that give a base; the first one in this order counts")
	set.StringSliceVar(&f.baseSchemes, "base-schemes", base.DefaultSchemes(), "schemes, a `LIST`, that a base in a header field may have; BASE in HTML may have any")
	set.StringVar(&f.fragments, "fragments", engine.FragmentsNames()[engine.FragmentsAuto], "`WHICH` links within the document (#x) stay: "+anyOf(engine.FragmentsNames())+"; auto is those that lead to a part of it or to its top (not with a BASE that makes them lead elsewhere), absolute is none, and keep is all, and empty ones too")
	set.BoolVar(&f.keepFragments, "keep-fragments", false, "the same as --fragments keep")
	set.Lookup("keep-fragments").Hidden = true
	set.StringSliceVar(&f.also, "also", nil, "`GROUPS` of places where references are found, too: "+strings.Join(engine.GroupNames(), ", ")+"; all is all places, without templates, which are references with placeholders")
	set.StringArrayVar(&f.places, "place", nil, "a `PLACE` where references are found, too, such as 'img[data-photo]', '*[data-srcset]=srcset', or 'note content=html' for the content of an element of XML; @FILE has one a line")
	set.BoolVar(&f.dropBase, "drop-base", false, "remove BASE from the result, so that it can be pasted into another page")
	set.BoolVar(&f.noHints, "no-hints", false, "do not use the URL that a saved page says it was retrieved from")
	set.StringVar(&f.feedBase, "feed-base", engine.FeedHint.String(), "`WHICH` link of a feed gives its base, unless xml:base does: "+anyOf(engine.FeedBaseNames())+"; hint is channel-link, but only without another base; item is hint, but in an item its own link comes first")
	set.StringVar(&f.signed, "signed", leaveParts, "`WHAT` to do with signed parts of messages: "+anyOf(partChoices))
	set.StringVar(&f.attachments, "attachments", rewriteParts, "`WHAT` to do with attachments of messages: "+anyOf(partChoices))
	set.BoolVar(&f.skipDKIM, "skip-dkim", false, "leave messages with a DKIM or ARC signature as they are")
	set.Var(&f.maxSize, "max-size", "`SIZE`, such as 64M, that a compressed file may expand to; 0 sets no limit but a ratio of 1000 to one")
	set.Var(&f.maxDocument, "max-document", "leave documents, and messages of mailboxes, larger than `SIZE`, such as 64M (default: depends on the memory and --jobs, at least 256M)")
	set.IntVar(&f.maxGrowth, "max-growth", 16, "leave a document that would grow to more than 16 MiB and `N` times its size")
	set.StringVar(&f.charset, "charset", "", "`NAME` of the charset, such as utf-16le, of documents for which no header names one; it overrides what they declare")
	set.StringVarP(&f.docType, "type", "t", "auto", "`TYPE` of the documents: "+anyOf(detect.TypeNames())+"; auto is by name, then by content; xml is for XHTML, SVG and feeds, too")
	set.StringArrayVar(&f.jsonFields, "json-field", nil, "`FIELDS` of JSON that are documents or URLs, such as content=html,url=base: for each a name or a JSON Pointer, and "+anyOf(jsonfield.RoleNames())+"; base gives the base of all in the same object")
	set.BoolVar(&f.json, "json", false, "print JSON, also notes and errors: one object a line")
	set.BoolVar(&f.verbose, "verbose", false, "report each note, error and skipped file as it comes; otherwise notes of one kind are one line at the end, and so are more than 10 errors of one kind")
	set.BoolVarP(&f.quiet, "quiet", "q", false, "report errors only: no notes, no summary, no progress")
	set.BoolVar(&f.tempFail, "tempfail", false, "exit with 75 instead of 2, so that a mail server keeps the mail and tries again")
	set.StringVar(&f.color, "color", "auto", "`WHEN` to use colours: "+anyOf(console.Colors()))
	set.BoolVar(&f.noProgress, "no-progress", false, "show no progress bar; a long run on a terminal shows one")
	set.DurationVar(&f.progressEvery, "progress-interval", 0, "print a line of progress to stderr after each `TIME`, such as 30s or 5m, if no progress bar is shown")
	set.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "read `N` files, or messages of a mailbox, at once")
	set.Lookup("jobs").DefValue = "the number of CPUs" // the same text on every machine
	f.baseGiven = func() bool { return set.Changed("base") }
	f.charsetGiven = func() bool { return set.Changed("charset") }
}

// addUnread adds the flag that counts what is not read.
func (f *flags) addUnread(set *pflag.FlagSet) {
	set.BoolVar(&f.unread, "unread", false, "count values that look like links and are not read in all files, not only in the first: \"hrefix links --unread\" lists them")
}

// checkQuiet returns an error if --quiet is given with a flag that asks for more messages.
func (f *flags) checkQuiet() error {
	switch {
	case f.quiet && f.verbose:
		return errors.New("-q prints errors only, and --verbose every note: give one of them")
	case f.quiet && f.progressEvery != 0:
		return errors.New("-q prints errors only, and --progress-interval lines of progress: give one of them")
	}
	return nil
}

// limits returns the limits for the expansion of a compressed file.
func (f *flags) limits() format.Limits { return format.Limits{Size: int64(f.maxSize)} }
