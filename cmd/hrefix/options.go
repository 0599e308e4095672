package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/decide"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/resolve"
)

// options returns the options of the engine that the flags give, or an error if the flags are
// wrong.
func (f *flags) options() (engine.Options, error) {
	if isDrive(f.base) {
		return engine.Options{}, fmt.Errorf("--base %q: is a path of a file system: write file:///%s", f.base, strings.ReplaceAll(f.base, `\`, "/"))
	}
	return f.optionsFor(base.Unusable)
}

// isDrive reports whether s is an absolute path of Windows. No scheme has one letter.
func isDrive(s string) bool {
	return len(s) > 2 && unicode.IsLetter(rune(s[0])) && s[1] == ':' && (s[2] == '/' || s[2] == '\\')
}

// optionsFor does the same. unusable returns the reason why a URL cannot be the base.
func (f *flags) optionsFor(unusable func(resolve.Dialect, string) base.Reason) (o engine.Options, err error) {
	switch {
	case f.jobs < 1:
		return o, fmt.Errorf("--jobs %d: give 1 or more: how many files are read at once", f.jobs)
	case f.progressEvery < 0 || f.progressEvery > 0 && f.progressEvery < shortestInterval:
		return o, fmt.Errorf("--progress-interval %s: give %s or more, or 0 for no lines", f.progressEvery, shortestInterval)
	case f.maxGrowth < 1:
		return o, fmt.Errorf("--max-growth %d: give 1 or more: how many times as large a document may become", f.maxGrowth)
	}
	if err := f.checkChoices(); err != nil {
		return o, err
	}
	o = engine.Options{
		Base: f.base, Charset: f.charset, BaseFields: f.baseFields, BaseSchemes: f.baseSchemes, NoHints: f.noHints,
		DropBase: f.dropBase, SkipDKIM: f.skipDKIM,
		Converted: f.converted, DropIntegrity: f.dropIntegrity,
		Signed: f.signed == rewriteParts, SkipAttachments: f.attachments == leaveParts,
		MaxGrowth: f.maxGrowth, MaxDocument: int(f.memory.Divide(int64(f.maxDocument), f.jobs, f.diff != job.NoDiff)),
	}
	if o.Dialect, err = resolve.ParseDialect(f.dialect); err != nil {
		return o, fmt.Errorf("--dialect: %w%s", err, suggest(resolve.DialectNames(), f.dialect))
	}
	if err := engine.CheckCharset(f.charset); err != nil && f.charsetGiven() {
		return o, fmt.Errorf("--charset: %w%s", err, suggest(commonCharsets, f.charset))
	}
	if o.Type, err = detect.ParseType(f.docType); err != nil {
		return o, fmt.Errorf("--type: %w%s", err, suggestType(f.docType))
	}
	if o.JSONFields, err = jsonfield.Parse(f.jsonFields...); err != nil {
		return o, fmt.Errorf("--json-field: %w", err)
	}
	if o.Also, err = engine.ParseGroups(f.also); err != nil {
		return o, fmt.Errorf("--also: %w%s", err, suggest(engine.GroupNames(), f.also...))
	}
	if o.Places, err = f.placeRows(); err != nil {
		return o, fmt.Errorf("--place: %w", err)
	}
	if o.Fragments, err = engine.ParseFragments(f.fragments); err != nil {
		return o, fmt.Errorf("--fragments: %w%s", err, suggest(engine.FragmentsNames(), f.fragments))
	}
	if f.keepFragments {
		o.Fragments = engine.FragmentsKeep
	}
	if o.Missing, err = decide.ParseMissing(f.missing); err != nil {
		return o, fmt.Errorf("--missing: %w%s", err, suggest(decide.MissingNames(), f.missing))
	}
	if o.FeedBase, err = engine.ParseFeedBase(f.feedBase); err != nil {
		return o, fmt.Errorf("--feed-base: %w%s", err, suggest(engine.FeedBaseNames(), f.feedBase))
	}
	return o, f.checkBase(o.Dialect, unusable)
}

// maxRows is the size of the largest file of places.
const maxRows = 1 << 20

// placeRows returns the places of --place, with the rows of the files that it names.
func (f *flags) placeRows() ([]*places.Place, error) {
	if f.rows.parsed {
		return f.rows.all, f.rows.err
	}
	f.rows.parsed = true // once, because a pipe has its text once
	f.rows.all, f.rows.err = f.parseRows()
	return f.rows.all, f.rows.err
}

func (f *flags) parseRows() ([]*places.Place, error) {
	var rows []string
	for _, row := range f.places {
		name, isFile := strings.CutPrefix(row, "@")
		if !isFile {
			rows = append(rows, row)
			continue
		}
		text, err := readSmall(name, maxRows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", row, cause.Of(err))
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				rows = append(rows, line)
			}
		}
	}
	all, err := engine.ParsePlaces(rows)
	if err != nil && len(f.places) == 1 && exists(f.places[0]) {
		err = fmt.Errorf("%w: to read the places in that file, write @%s", err, f.places[0])
	}
	return all, err
}

// reportPlaces says which places of --place are read without it, which no document has, and which read nothing.
func (c *command) reportPlaces() {
	if c.flags.quiet {
		return
	}
	also, _ := engine.ParseGroups(c.flags.also)
	for _, p := range c.flags.rows.all {
		how, isRemark := places.Known(p, also)
		switch {
		case how != "" && !isRemark && p.Seen.Read.Load(): // in XML, which has other elements of the same names
			how = ""
		case how != "" && !isRemark:
		case !p.Seen.Found.Load() && p.InXML():
			how = "no document of XML has it, and of HTML a row can read only the content of script and style"
		case !p.Seen.Found.Load():
			how = "no document has it"
		case !p.Seen.Read.Load():
			how = fmt.Sprintf("no value could be read as %s: none has a link in that syntax", p.Syntax)
		}
		if how != "" {
			c.Report("--place %q: %s", p, how)
		}
	}
}

// shortestInterval is the least value of --progress-interval.
const shortestInterval = 100 * time.Millisecond

// checkChoices returns an error for a flag with a value that it does not allow. A verb without
// --sandbox has the value "".
func (f *flags) checkChoices() error {
	for _, c := range []struct {
		flag, value string
		choices     []string
	}{
		{"sandbox", cmp.Or(f.sandbox, sandboxChoices[0]), sandboxChoices},
		{"color", f.color, console.Colors()},
		{"signed", f.signed, partChoices},
		{"attachments", f.attachments, partChoices},
	} {
		if !slices.Contains(c.choices, c.value) {
			return fmt.Errorf("--%s %q: give %s", c.flag, c.value, anyOf(c.choices))
		}
	}
	return nil
}

// checkBase returns an error for a flag that gives a base, or says which bases count.
func (f *flags) checkBase(d resolve.Dialect, unusable func(resolve.Dialect, string) base.Reason) error {
	if f.sameBase && !f.baseGiven() {
		return errors.New("--same-base is for --base: give -b URL too")
	}
	if f.baseGiven() {
		if reason := unusable(d, f.base); reason != "" {
			return fmt.Errorf("--base %q: %s", f.base, adviseBase(f.base, reason))
		}
		if scheme, _, _ := strings.Cut(f.base, ":"); distance(strings.ToLower(scheme), "http") == 1 && !strings.EqualFold(scheme, "https") {
			return fmt.Errorf("--base %q: the scheme is %s: did you mean http", f.base, scheme)
		}
	}
	for _, name := range f.baseFields {
		if !isFieldName(name) {
			return fmt.Errorf("--base-fields: %q is not a header field name: give names such as Base,Content-Base", name)
		}
	}
	for _, name := range f.baseSchemes {
		if !isScheme(name) {
			return fmt.Errorf("--base-schemes: %q is not a scheme: give names such as http,https", name)
		}
	}
	return nil
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
