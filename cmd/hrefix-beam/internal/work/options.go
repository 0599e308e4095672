package work

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/jsonfield"
	"github.com/hrefix/hrefix/resolve"
)

// The jobs.
const (
	Links = "links" // list the links of each file
	Abs   = "abs"   // write each file with absolute links
	Graph = "graph" // count the edges between hosts, and between pages
)

// Jobs returns the names of the jobs.
func Jobs() []string { return []string{Links, Abs, Graph} }

// The formats of lists of links.
const (
	TSV  = "tsv"
	JSON = "json"
)

// Formats returns the names of the formats.
func Formats() []string { return []string{TSV, JSON} }

// Options are the options that the results of a job depend on. Runners send them to workers as JSON. They
// have the names of the flags of the command.
type Options struct {
	Job    string
	Format string // the format of Links
	Gzip   bool   // compress lists

	Base        string
	Dialect     string
	BaseFields  []string
	BaseSchemes []string
	Fragments   string
	Also        []string
	Places      []string
	NoHints     bool
	FeedBase    string
	Charset     string
	Type        string
	JSONFields  []string
	MaxSize     int64
	MaxDocument int64
	MaxGrowth   int

	// Of Abs.
	DropBase        bool
	Signed          bool // rewrite signed parts
	SkipDKIM        bool
	SkipAttachments bool
	Replace         bool
	Identity        bool
}

// Defaults returns the options of a job without flags.
func Defaults(job string) Options {
	return Options{
		Job: job, Format: TSV, Dialect: resolve.RFC1808.String(), BaseFields: base.DefaultFields(), BaseSchemes: base.DefaultSchemes(),
		Fragments: engine.FragmentsNames()[engine.FragmentsAuto], FeedBase: engine.FeedHint.String(), Type: detect.Auto.String(), MaxDocument: 256 << 20, MaxGrowth: 16,
	}
}

// engine returns the options of the engine, or an error that names the flag that is wrong.
func (o *Options) engine() (e engine.Options, err error) {
	e = engine.Options{
		Mode: engine.MakeAbsolute, Base: o.Base, Charset: o.Charset, BaseFields: o.BaseFields, BaseSchemes: o.BaseSchemes,
		NoHints: o.NoHints, DropBase: o.DropBase, SkipDKIM: o.SkipDKIM, Signed: o.Signed,
		SkipAttachments: o.SkipAttachments, MaxGrowth: o.MaxGrowth, MaxDocument: int(o.MaxDocument),
	}
	if o.Job == Abs {
		e.Archive = format.Archive{Changes: format.AddConversions, Identity: o.Identity}
		if o.Replace {
			e.Archive.Changes = format.ReplaceRecords
		}
	}
	if e.Dialect, err = resolve.ParseDialect(o.Dialect); err != nil {
		return e, fmt.Errorf("--dialect: %w", err)
	}
	if e.Type, err = detect.ParseType(o.Type); err != nil {
		return e, fmt.Errorf("--type: %w", err)
	}
	if e.Also, err = engine.ParseGroups(o.Also); err != nil {
		return e, fmt.Errorf("--also: %w", err)
	}
	if e.Places, err = engine.ParsePlaces(o.Places); err != nil {
		return e, fmt.Errorf("--place: %w", err)
	}
	if e.Fragments, err = engine.ParseFragments(o.Fragments); err != nil {
		return e, fmt.Errorf("--fragments: %w", err)
	}
	if e.FeedBase, err = engine.ParseFeedBase(o.FeedBase); err != nil {
		return e, fmt.Errorf("--feed-base: %w", err)
	}
	if e.JSONFields, err = jsonfield.Parse(o.JSONFields...); err != nil {
		return e, fmt.Errorf("--json-field: %w", err)
	}
	return e, o.checkBase(e.Dialect)
}

// checkBase returns an error if the base or the charset is not valid.
func (o *Options) checkBase(d resolve.Dialect) error {
	if o.Base != "" {
		if reason := base.Unusable(d, o.Base); reason != "" {
			return fmt.Errorf("--base %q: %s: give an absolute URL such as http://example.org/dir/", o.Base, reason)
		}
	}
	if o.Charset != "" {
		if err := engine.CheckCharset(o.Charset); err != nil {
			return fmt.Errorf("--charset: %w", err)
		}
	}
	return nil
}

// Check returns an error for options that are wrong, or that do not go together. It says what to do.
func (o *Options) Check() error {
	switch {
	case !slices.Contains(Jobs(), o.Job):
		return fmt.Errorf("--job %q: give links, abs or graph", o.Job)
	case !slices.Contains(Formats(), o.Format):
		return fmt.Errorf("--format %q: give tsv or json", o.Format)
	case o.MaxGrowth < 1:
		return fmt.Errorf("--max-growth %d: give 1 or more", o.MaxGrowth)
	case o.MaxDocument < 1:
		return fmt.Errorf("--max-document %d: give the most bytes that a document may have", o.MaxDocument)
	case o.MaxSize < 0:
		return fmt.Errorf("--max-size %d: give 0 or more", o.MaxSize)
	case o.Identity && !o.Replace:
		return fmt.Errorf("--encoding is for --replace: a conversion has no encoding: give --replace too")
	}
	if o.Job != Abs {
		for _, only := range []struct {
			given bool
			flag  string
		}{{o.Replace, "--replace"}, {o.DropBase, "--drop-base"}, {o.SkipDKIM, "--skip-dkim"}} {
			if only.given {
				return fmt.Errorf("%s is for documents that are written, and --job %s writes none: give --job abs", only.flag, o.Job)
			}
		}
	}
	if o.Format != TSV && o.Job != Links {
		return fmt.Errorf("--format is for --job links: leave it out")
	}
	e, err := o.engine()
	if err == nil {
		_, err = engine.New(e)
	}
	return err
}

// Ending returns the ending that is added to the name of a file to get the name of its result.
func (o *Options) Ending() string {
	if o.Job == Abs {
		return ""
	}
	ending := ".tsv"
	if o.Job == Links && cmp.Or(o.Format, TSV) == JSON {
		ending = ".jsonl"
	}
	if o.Job == Graph {
		ending = ".edges"
	}
	if o.Gzip || o.Job == Graph {
		ending += ".gz"
	}
	return ending
}
