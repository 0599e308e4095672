package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/pieces"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/source"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/resolve"
)

// flags are those that all verbs share, as given.
type flags struct {
	base          string
	baseGiven     func() bool
	sameBase      bool
	roots         []string
	index         []string
	dialect       string
	baseFields    []string
	baseSchemes   []string
	keepFragments bool
	also          []string
	dropBase      bool
	noHints       bool
	signed        string
	attachments   string
	skipDKIM      bool
	maxSize       int64
	maxGrowth     int
	maxDocument   byteSize
	memory        *source.Memory
	docType       string
	charset       string
	json          bool
	verbose       bool
	tempFail      bool
	jobs          int
	color         string
	noProgress    bool
	sandbox       string

	inputs inputFlags // of verbs that take paths

	// Of links only.
	unresolved bool
	parts      []string
	layers     []string

	// Of report only.
	report        string
	maxReferences int

	// Of check only.
	noRelative bool

	writing // of verbs that rewrite
}

func (f *flags) add(set *pflag.FlagSet) {
	set.StringVarP(&f.base, "base", "b", "", "`URL` that the document was retrieved from")
	set.BoolVar(&f.sameBase, "same-base", false, "with --base: several pages may get the same base, which is refused otherwise")
	set.StringArrayVar(&f.roots, "root", nil, "`URL=DIR` of a site: each file in DIR gets the base of its path there; may be repeated")
	set.StringArrayVar(&f.index, "index", []string{"index.html"}, "with --root: `NAME` of the files that have the URL of their directory")
	set.StringVar(&f.dialect, "dialect", resolve.RFC1808.String(), "`NAME` of the rules by which references are resolved: "+anyOf(resolve.DialectNames())+"; browsers follow "+resolve.WHATWG.String())
	set.StringSliceVar(&f.baseFields, "base-fields", base.DefaultFields(), "header `FIELDS` that give a base; the first one in this order counts")
	set.StringSliceVar(&f.baseSchemes, "base-schemes", base.DefaultSchemes(), "`SCHEMES` that a base in a header field may have; BASE in HTML may have any")
	set.BoolVar(&f.keepFragments, "keep-fragments", false, "leave references within the document as they are: #x, and empty ones")
	set.StringSliceVar(&f.also, "also", nil, "`GROUPS` of places where references are found, too: "+strings.Join(engine.GroupNames(), ", "))
	set.BoolVar(&f.dropBase, "drop-base", false, "remove BASE from the result, so that it can be pasted into another page")
	set.BoolVar(&f.noHints, "no-hints", false, "do not use the URL that a saved page says it was retrieved from")
	set.StringVar(&f.signed, "signed", leaveParts, "`WHAT` to do with signed parts of messages: "+anyOf(partChoices))
	set.StringVar(&f.attachments, "attachments", rewriteParts, "`WHAT` to do with attachments of messages: "+anyOf(partChoices))
	set.BoolVar(&f.skipDKIM, "skip-dkim", false, "leave messages with a DKIM or ARC signature as they are")
	set.Int64Var(&f.maxSize, "max-size", 0, "`BYTES` that a compressed file may expand to; 0 sets no limit but a ratio of 1000 to one")
	set.Var(&f.maxDocument, "max-document", "leave documents, and messages of mailboxes, that are larger than `SIZE`, such as 64M or 2G (default: depends on the memory and --jobs, at least 256M)")
	set.IntVar(&f.maxGrowth, "max-growth", 16, "leave a document that would grow to more than 16 MiB and `N` times its size")
	set.StringVar(&f.charset, "charset", "", "`NAME` of the charset, such as utf-16le, of documents that no header names one for; it precedes what they declare")
	set.StringVarP(&f.docType, "type", "t", "auto", "`TYPE` of the documents: "+anyOf(engine.TypeNames())+"; auto is by name, then by content; xml is for XHTML and SVG, too")
	set.BoolVar(&f.json, "json", false, "print JSON: one object a line")
	set.BoolVar(&f.verbose, "verbose", false, "report each note; otherwise notes on signatures and the like are summed up at the end")
	set.BoolVar(&f.tempFail, "tempfail", false, "exit with 75 instead of 2, so that a mail server keeps the mail and tries again")
	set.StringVar(&f.color, "color", "auto", "`WHEN` to use colours: "+anyOf(console.Colors()))
	set.BoolVar(&f.noProgress, "no-progress", false, "show no progress bar; a long run on a terminal shows one")
	set.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "read `N` files, or messages of a mailbox, at once")
	set.Lookup("jobs").DefValue = "the number of CPUs" // of whatever machine
	f.baseGiven = func() bool { return set.Changed("base") }
}

// limits returns what a compressed file may expand to.
func (f *flags) limits() format.Limits { return format.Limits{Size: f.maxSize} }

// options returns what the flags say. The error says what is wrong with them.
func (f *flags) options() (engine.Options, error) { return f.optionsFor(base.Unusable) }

// optionsFor does the same, with a function that says why a URL cannot be the base.
func (f *flags) optionsFor(unusable func(resolve.Dialect, string) base.Reason) (engine.Options, error) {
	var o engine.Options
	if f.jobs < 1 {
		return o, fmt.Errorf("--jobs %d: give 1 or more: how many files are read at once", f.jobs)
	}
	if f.maxSize < 0 {
		return o, fmt.Errorf("--max-size %d: give a number of bytes, or 0", f.maxSize)
	}
	if f.maxGrowth < 1 {
		return o, fmt.Errorf("--max-growth %d: give 1 or more: how many times as large a document may become", f.maxGrowth)
	}
	if err := f.checkSandbox(); err != nil {
		return o, err
	}
	if _, ok := console.NewPainter(nil, f.color); !ok {
		return o, errChoice("color", f.color, console.Colors())
	}
	o = engine.Options{Base: f.base, Charset: f.charset, BaseFields: f.baseFields, BaseSchemes: f.baseSchemes, KeepFragments: f.keepFragments, DropBase: f.dropBase, NoHints: f.noHints, SkipDKIM: f.skipDKIM, MaxGrowth: f.maxGrowth, MaxDocument: int(f.memory.Divide(int64(f.maxDocument), f.jobs, f.diff != pieces.NoDiff))}
	switch f.signed {
	case leaveParts:
	case rewriteParts:
		o.Signed = true
	default:
		return o, errChoice("signed", f.signed, partChoices)
	}
	switch f.attachments {
	case rewriteParts:
	case leaveParts:
		o.SkipAttachments = true
	default:
		return o, errChoice("attachments", f.attachments, partChoices)
	}
	var err error
	if o.Dialect, err = resolve.ParseDialect(f.dialect); err != nil {
		return o, fmt.Errorf("--dialect: %w", err)
	}
	if f.charset != "" && !engine.IsCharset(f.charset) {
		return o, fmt.Errorf("--charset %q: not known: give a name such as utf-8, utf-16le or gbk", f.charset)
	}
	if o.Type, err = engine.ParseType(f.docType); err != nil {
		return o, fmt.Errorf("--type: %w", err)
	}
	if o.Also, err = engine.ParseGroups(f.also); err != nil {
		return o, fmt.Errorf("--also: %w", err)
	}
	if err := f.checkSameBase(); err != nil {
		return o, err
	}
	if f.baseGiven() {
		if reason := unusable(o.Dialect, f.base); reason != "" {
			return o, fmt.Errorf("--base %q: %s: give an absolute URL such as http://example.org/dir/", f.base, reason)
		}
	}
	for _, name := range f.baseFields {
		if !isFieldName(name) {
			return o, fmt.Errorf("--base-fields: %q is not a header field name: give names such as Base,Content-Base", name)
		}
	}
	for _, name := range f.baseSchemes {
		if !isScheme(name) {
			return o, fmt.Errorf("--base-schemes: %q is not a scheme: give names such as http,https", name)
		}
	}
	return o, nil
}

// isScheme reports whether s can be a scheme: RFC 1808 section 2.2.
func isScheme(s string) bool {
	return s != "" && resolve.Parse(s+":").Scheme == s
}

// isFieldName reports whether s can name a header field: RFC 5322 section
// 2.2.
func isFieldName(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == ':' }) < 0
}

// What --signed and --attachments say to do with parts of messages.
const (
	leaveParts   = "leave"
	rewriteParts = "rewrite"
)

var partChoices = []string{leaveParts, rewriteParts}

// anyOf returns words as a list in English: a, b or c.
func anyOf(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// errChoice returns the error for a value that is none of the choices of a flag.
func errChoice(flag, value string, choices []string) error {
	return fmt.Errorf("--%s %q: give %s", flag, value, anyOf(choices))
}

// checkSameBase returns an error if --same-base is given without --base.
func (f *flags) checkSameBase() error {
	if f.sameBase && !f.baseGiven() {
		return errors.New("--same-base is for --base: give -b URL too")
	}
	return nil
}
