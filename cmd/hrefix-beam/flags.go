package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/pipeline"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/store"
	"github.com/hrefix/hrefix/cmd/hrefix-beam/internal/work"
	"github.com/hrefix/hrefix/internal/buildinfo"
	"github.com/hrefix/hrefix/internal/manifest"
)

// flags are the flags of the command, besides the flags of the SDK.
type flags struct {
	pipeline.Options
	inputs      list
	runner      func() string
	isSet       func(name string) bool // reports whether a flag was given
	sameBase    bool
	openPort    bool
	signed      string
	attachments string
	encoding    string
	join        bool
	split       string
	maxDocument size
	maxSize     size
}

// newFlags adds the flags to a set.
func newFlags(set *flag.FlagSet) *flags {
	f := &flags{Options: pipeline.Options{Work: work.Defaults("")}, maxDocument: 256 << 20}
	o := &f.Work
	set.StringVar(&o.Job, "job", "", "`JOB` to do: links, abs or graph")
	set.Var(&f.inputs, "input", "`PATTERN` of files, as a file system of Beam reads it, such as 'crawl/*.warc.gz' or 'gs://bucket/crawl/*', or a local directory; may be given several times")
	set.StringVar(&f.Output, "output", "", "`DIRECTORY` for the results, or what an object store has instead")
	set.StringVar(&f.Manifest, "manifest", "", "write what was done with each file to `FILE`, in the form of hrefix --manifest")
	set.BoolVar(&f.Force, "force", false, "replace files in the output that have other content than the results")
	set.StringVar(&f.split, "split-size", "64M", "`SIZE` of the first ranges of web archives and mailboxes, such as 16M; none begins with one range for each file, which is split when a worker is idle; whole never splits")
	set.BoolVar(&f.join, "join", true, "join the pieces of a file; --join=false leaves a file for each range")
	set.BoolVar(&f.Digests, "digests", true, "with --manifest: read inputs and results once more for their digests")
	set.IntVar(&f.Shards, "shards", 8, "`N` files for the edges of --job graph")
	set.StringVar(&o.Format, "format", o.Format, "`FORMAT` of the lists of --job links: tsv or json")
	set.BoolVar(&o.Gzip, "gzip", false, "compress lists")

	set.StringVar(&o.Base, "base", "", "`URL` that the documents were retrieved from")
	set.BoolVar(&f.sameBase, "same-base", false, "with --base: all files get the same base, which is refused otherwise")
	set.StringVar(&o.Dialect, "dialect", o.Dialect, "`NAME` of the rules by which references are resolved: rfc1808, rfc3986 or whatwg")
	set.Var((*commas)(&o.BaseFields), "base-fields", "header fields, a `LIST`, that give a base; the first one in this order counts")
	set.Var((*commas)(&o.BaseSchemes), "base-schemes", "schemes, a `LIST`, that a base in a header field may have")
	set.StringVar(&o.Fragments, "fragments", o.Fragments, "`WHICH` links within the document (#x) stay: auto, absolute or keep, as in hrefix")
	set.BoolFunc("keep-fragments", "the same as --fragments keep", func(value string) error {
		keep, err := strconv.ParseBool(value)
		if keep {
			o.Fragments = "keep"
		}
		return err
	})
	set.Var((*commas)(&o.Also), "also", "`GROUPS` of places where references are found, too")
	set.Var((*list)(&o.Places), "place", "a `PLACE` where references are found, too, such as img[data-photo]; may be repeated")
	set.BoolVar(&o.NoHints, "no-hints", false, "do not use the URL that a saved page says it was retrieved from")
	set.StringVar(&o.FeedBase, "feed-base", o.FeedBase, "`WHICH` link of a feed gives its base: hint, channel-link, self, none or item")
	set.StringVar(&o.Charset, "charset", "", "`NAME` of the charset of documents for which no header names one")
	set.StringVar(&o.Type, "type", o.Type, "`TYPE` of the documents; auto is by name, then by content")
	set.Var((*list)(&o.JSONFields), "json-field", "`FIELDS` of JSON that are documents or URLs, such as content=html,url=base")
	set.Var(&f.maxSize, "max-size", "`SIZE`, such as 64M, that a compressed file may expand to; 0 sets no limit but a ratio of 1000 to one")
	set.Var(&f.maxDocument, "max-document", "leave documents, and messages of mailboxes, that are larger than `SIZE`")
	set.IntVar(&o.MaxGrowth, "max-growth", o.MaxGrowth, "leave a document that would grow to more than 16 MiB and `N` times its size")

	set.BoolVar(&o.DropBase, "drop-base", false, "with --job abs: remove BASE from the result")
	set.StringVar(&f.signed, "signed", "leave", "with --job abs: `WHAT` to do with signed parts of messages: leave or rewrite")
	set.StringVar(&f.attachments, "attachments", "rewrite", "with --job abs: `WHAT` to do with attachments of messages: leave or rewrite")
	set.BoolVar(&o.SkipDKIM, "skip-dkim", false, "with --job abs: leave messages with a DKIM or ARC signature as they are")
	set.BoolVar(&o.Replace, "replace", false, "with --job abs: in web archives, write changed records instead of the old ones, not as records conversion after them")
	set.StringVar(&f.encoding, "encoding", "keep", "with --replace: `WHAT` encoding the bodies of changed HTTP responses get: keep or identity")
	set.BoolVar(&f.openPort, "open-port", false, "with --runner prism: its server may listen on all network devices; otherwise the run gets a network of its own, with a loopback device only (Linux)")
	f.isSet = func(name string) (found bool) {
		set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
		return found
	}
	f.runner = func() string {
		if r := set.Lookup("runner"); r != nil && r.Value.String() != "" {
			return r.Value.String()
		}
		return "prism"
	}
	return f
}

// options returns the options of the pipeline, or the error of flags that are wrong. It says what to do.
func (f *flags) options(args []string) (pipeline.Options, error) {
	o := f.Options
	o.Patterns = f.inputs
	o.Apart = !f.join
	w := &o.Work
	w.Signed, w.SkipAttachments, w.Identity = f.signed == "rewrite", f.attachments == "leave", f.encoding == "identity"
	w.MaxDocument, w.MaxSize = int64(f.maxDocument), int64(f.maxSize)
	if err := f.checkPlaces(args); err != nil {
		return o, err
	}
	if err := f.checkChoices(); err != nil {
		return o, err
	}
	if err := w.Check(); err != nil {
		return o, err
	}
	if err := f.setSplit(&o); err != nil {
		return o, err
	}
	o.Digests = o.Digests && o.Manifest != ""
	o.Begin = time.Now().UnixNano()
	o.Header = f.header(&o)
	return o, f.checkRunner()
}

// isPrivate reports whether the run needs no network but loopback.
func (f *flags) isPrivate() bool {
	return f.runner() == "prism" && !f.openPort
}

// checkPlaces returns an error for inputs and outputs that are wrong.
func (f *flags) checkPlaces(args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("%q is no flag: give --input %s", args[0], args[0])
	case f.Work.Job == "":
		return errors.New("no job: give --job links, abs or graph")
	case len(f.inputs) == 0:
		return errors.New("no files: give --input PATTERN")
	case f.Output == "":
		return errors.New("no place for the results: give --output DIRECTORY")
	case f.Manifest != "" && store.IsLocal(f.Manifest) != store.IsLocal(f.Output):
		return errors.New("--manifest and --output are in different file systems: put both into one")
	}
	return f.checkApart()
}

// checkChoices returns an error for a flag with a value that it does not allow, or a flag that
// needs another flag.
func (f *flags) checkChoices() error {
	for _, c := range []struct {
		flag, value string
		choices     []string
	}{
		{"signed", f.signed, []string{"leave", "rewrite"}}, {"attachments", f.attachments, []string{"leave", "rewrite"}},
		{"encoding", f.encoding, []string{"keep", "identity"}},
	} {
		if !slices.Contains(c.choices, c.value) {
			return fmt.Errorf("--%s %q: give %s", c.flag, c.value, strings.Join(c.choices, " or "))
		}
	}
	switch o := &f.Work; {
	case o.Base != "" && !f.sameBase:
		return errors.New("--base would be the base of all files: leave it out, or give --same-base too if they were all retrieved from there")
	case o.Base == "" && f.sameBase:
		return errors.New("--same-base is for --base: give --base URL too")
	case f.Shards < 1 || f.Shards > 10_000:
		return fmt.Errorf("--shards %d: give 1 to 10000", f.Shards)
	case f.isSet("shards") && o.Job != work.Graph:
		return errors.New("--shards is for --job graph: leave it out")
	case !f.join && o.Job == work.Graph:
		return errors.New("--join is for --job links and abs: a graph has --shards: leave --join out")
	case o.Gzip && o.Job == work.Abs:
		return errors.New("--gzip is for lists: with --job abs, files stay compressed as they are: leave it out")
	}
	return nil
}

// setSplit sets how files are split.
func (f *flags) setSplit(o *pipeline.Options) error {
	switch f.split {
	case "whole":
		o.Whole = true
		return nil
	case "none":
		o.SplitSize = 0
		return nil
	}
	var n size
	if err := n.Set(f.split); err != nil || n < 64<<10 {
		return fmt.Errorf("--split-size %q: give a size of 64K or more, none or whole", f.split)
	}
	o.SplitSize = int64(n)
	return nil
}

// runners are the runners that can do a job.
var runners = []string{"prism", "universal", "portable", "flink", "spark", "dataflow"}

// checkRunner returns an error for flags of the SDK that do not go with the runner.
func (f *flags) checkRunner() error {
	r := f.runner()
	switch {
	case r == "direct":
		return errors.New("--runner direct cannot split files: give --runner prism")
	case !slices.Contains(runners, r):
		return fmt.Errorf("--runner %s: no such runner: give %s", r, strings.Join(runners, ", "))
	case (r == "universal" || r == "portable" || r == "flink" || r == "spark") && *jobopts.Endpoint == "":
		return fmt.Errorf("--runner %s needs the address of a job server: give --endpoint HOST:PORT", r)
	case f.isPrivate() && !f.isLocal():
		return errors.New("--runner prism has no network but loopback, and a file is in an object store: give --open-port too, on a machine whose network you trust")
	case f.openPort && r != "prism":
		return fmt.Errorf("--open-port is for --runner prism: leave it out with --runner %s", r)
	case r == "prism" && *jobopts.Endpoint != "":
		return errors.New("--runner prism starts a server of its own: leave --endpoint out, or give --runner universal")
	}
	return nil
}

// isLocal reports whether all files are in local file systems.
func (f *flags) isLocal() bool {
	return !slices.ContainsFunc(append(slices.Clone(f.inputs), f.Output), func(name string) bool { return !store.IsLocal(name) })
}

// header returns the first line of the manifest.
func (f *flags) header(o *pipeline.Options) []byte {
	options, w, d := make(map[string][]string), &o.Work, work.Defaults(o.Work.Job)
	add := func(name string, given bool, values ...string) {
		if given {
			options[name] = values
		}
	}
	add("format", w.Job == work.Links, w.Format) // hrefix has another default
	add("gzip", w.Gzip, "true")
	add("base", w.Base != "", w.Base)
	add("dialect", w.Dialect != d.Dialect, w.Dialect)
	add("base-fields", !slices.Equal(w.BaseFields, d.BaseFields), w.BaseFields...)
	add("base-schemes", !slices.Equal(w.BaseSchemes, d.BaseSchemes), w.BaseSchemes...)
	add("fragments", w.Fragments != d.Fragments, w.Fragments)
	add("also", len(w.Also) > 0, w.Also...)
	add("place", len(w.Places) > 0, w.Places...)
	add("no-hints", w.NoHints, "true")
	add("feed-base", w.FeedBase != d.FeedBase, w.FeedBase)
	add("charset", w.Charset != "", w.Charset)
	add("type", w.Type != d.Type, w.Type)
	add("json-field", len(w.JSONFields) > 0, w.JSONFields...)
	add("max-size", w.MaxSize != 0, strconv.FormatInt(w.MaxSize, 10))
	add("max-document", w.MaxDocument != d.MaxDocument, strconv.FormatInt(w.MaxDocument, 10))
	add("max-growth", w.MaxGrowth != d.MaxGrowth, strconv.Itoa(w.MaxGrowth))
	add("drop-base", w.DropBase, "true")
	add("signed", w.Signed, "rewrite")
	add("attachments", w.SkipAttachments, "leave")
	add("skip-dkim", w.SkipDKIM, "true")
	add("replace", w.Replace, "true")
	add("encoding", w.Identity, "identity")
	add("split-size", o.Apart, f.split)
	verb := "hrefix-beam --job " + w.Job // this verb takes other files than the verb of hrefix
	input := ""
	if len(o.Patterns) == 1 {
		input = store.Root(o.Patterns[0])
	}
	return manifest.Append(nil, &manifest.Header{
		Manifest: manifest.Form, Version: buildinfo.Read("", "", "").String(), Input: input, Verb: verb, Options: options,
		Output: o.Output, Time: time.Now().UTC().Truncate(time.Second),
	})
}

// A list is a flag that may be given several times.
type list []string

// String implements [flag.Value].
func (l *list) String() string { return strings.Join(*l, " ") }

// Set implements [flag.Value].
func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

// commas is a flag with a list, separated by commas.
type commas []string

// String implements [flag.Value].
func (c *commas) String() string { return strings.Join(*c, ",") }

// Set implements [flag.Value].
func (c *commas) Set(s string) error {
	*c = nil
	if s != "" {
		*c = strings.Split(s, ",")
	}
	return nil
}

// A size is a number of bytes, such as 64M.
type size int64

// String implements [flag.Value].
func (n *size) String() string { return strconv.FormatInt(int64(*n), 10) }

// Set implements [flag.Value].
func (n *size) Set(s string) error {
	digits := strings.TrimRight(s, "KMGkmg")
	factor, ok := map[string]int64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}[strings.ToUpper(s[len(digits):])]
	v, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || v < 0 || !ok {
		return fmt.Errorf("give a number of bytes, such as 64M")
	}
	*n = size(v * factor)
	return nil
}
