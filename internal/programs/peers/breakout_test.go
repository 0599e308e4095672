//go:build unix

package peers

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/test/breakout"
	"github.com/hrefix/hrefix/resolve"
)

// numberOf returns the number in an environment variable, or n without one.
func numberOf(t *testing.T, name string, n int) int {
	if s := os.Getenv(name); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		require.NoError(t, err, name)
	}
	return n
}

// A fault is what a case does that it must not do.
type fault struct{ kind, detail string }

// A urlCheck is a URL after, and what it may be: lists of URLs, each resolved against the one before
// it.
type urlCheck struct {
	place string
	got   []string
	want  [][]string
}

// A trial is a case that is rewritten.
type trial struct {
	c           *breakout.Case
	src, out    []byte
	refused     bool // the options are refused
	a, b        []byte
	faults      []fault
	urls        []urlCheck
	judged      *verdict
	moved       string // where MoveLinks moves the site
	wrote, left int
}

func (x *trial) fault(kind, format string, args ...any) {
	x.faults = append(x.faults, fault{kind, fmt.Sprintf(format, args...)})
}

// rewriteCase rewrites the document of a case.
func rewriteCase(c *breakout.Case) *trial {
	x := &trial{c: c, src: c.Source()}
	rw, err := engine.New(c.Options())
	if err != nil {
		x.refused = true
		return x
	}
	defer func() {
		if r := recover(); r != nil {
			x.fault("panic", "%v", r)
			x.refused = true
		}
	}()
	x.out, err = rw.References(x.src, func(r *engine.Reference) {
		switch r.Status {
		case engine.Resolved, engine.Relative:
			x.wrote++
		case engine.Left, engine.Unresolved:
			x.left++
		}
	}).Bytes()
	if err != nil {
		x.fault("edits overlap", "%v", err)
		x.refused = true
		return x
	}
	if x.a, err = c.Inner(x.src); err != nil {
		x.refused = true // the case does not survive its own transfer encoding
		return x
	}
	if x.b, err = c.Inner(x.out); err != nil {
		x.fault("what is around the document: damaged", "%v: %q", err, x.out)
		x.refused = true
		return x
	}
	if c.Coding.Left() && !bytes.Equal(x.a, x.b) {
		x.fault(unread, "%q", x.b)
	}
	if c.Mode == engine.MakeAbsolute {
		if again, _ := rw.Bytes(x.out); !bytes.Equal(again, x.out) {
			x.fault("not idempotent", "%q", again)
		}
	}
	return x
}

// verbs are the names of modes.
var verbs = map[engine.Mode]string{engine.MakeAbsolute: "abs", engine.Pin: "pin", engine.MakeRelative: "rel", engine.MoveLinks: "move"}

// question returns what the judge is asked about the structure.
func (x *trial) question() *question {
	name := cmp.Or(x.c.Coding.Name, "windows-1252") // browsers ignore an unknown label
	if name == "replacement" {
		name = "windows-1252" // browsers show nothing
	}
	return &question{Type: x.c.Kind(), Encoding: name, Before: x.a, After: x.b, Verb: verbs[x.c.Mode]}
}

// take takes the verdict on the structure, and collects the URLs to compare.
func (x *trial) take(v *verdict) {
	x.judged = v
	for _, f := range v.Faults {
		x.fault(f[0], "%s", f[1])
	}
	o := x.c.Options()
	field, inField := x.c.FieldURL()
	if len(v.Faults) > 0 || x.c.Coding.Left() || !isText(o.Base+field) || inField && x.c.Mode == engine.MoveLinks {
		return
	}
	was, is := cmp.Or(o.Base, breakout.DocumentURL), cmp.Or(o.Base, breakout.DocumentURL)
	switch x.c.Mode {
	case engine.MakeRelative:
		is = o.Tree.Location()
	case engine.MoveLinks:
		if x.moved = uri(o.Moves[0].To); !isText(o.Moves[0].To) {
			return
		}
		is = x.moved + strings.TrimPrefix(was, breakout.Site)
	}
	before, after := x.bases(was, 0), x.bases(is, 1)
	for _, u := range v.URLs {
		place, in, out := u[0], clean(u[1]), clean(u[2])
		if u[1] == u[2] && (x.c.Mode == engine.MakeAbsolute || x.c.Mode == engine.MakeRelative && x.c.Around != "") {
			continue // rel leaves the links of messages, which are not read from where their file is
		}
		if u[1] == u[2] && x.c.Mode == engine.MoveLinks && x.left > 0 {
			continue // a link whose place cannot hold its new URL is reported, and follows BASE
		}
		browser := append(slices.Clone(before), in)
		compared := urlCheck{place, append(slices.Clone(after), out), [][]string{browser}}
		if x.c.Dialect != resolve.WHATWG {
			want, ok := resolved(x.c.Dialect, before, in)
			got, ok2 := resolved(x.c.Dialect, after, out)
			if !ok || !ok2 || want == got {
				continue
			}
			if x.c.Mode == engine.MakeRelative {
				if got = strings.Replace(got, breakout.Top, breakout.Site, 1); canonical(&got) == canonical(&want) {
					continue
				}
				compared.want = append(compared.want, []string{breakout.Names.Replace(want)})
			} else {
				compared.got, compared.want = []string{got}, [][]string{{want}}
			}
		}
		x.urls = append(x.urls, compared)
	}
}

// pairs returns what the judge is asked about the URLs.
func (x *trial) pairs() (all [][2][]string) {
	if x.moved != "" {
		all = append(all, [2][]string{{x.moved}, {x.moved}})
	}
	for _, u := range x.urls {
		for _, want := range u.want {
			all = append(all, [2][]string{want, u.got})
		}
	}
	return all
}

// isText reports whether a URL from outside of a document is in UTF-8, without control characters.
func isText(url string) bool {
	return utf8.ValidString(url) && !strings.ContainsFunc(url, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// uri returns a URL from outside of a document: its characters are in UTF-8.
func uri(url string) string {
	var b strings.Builder
	for _, c := range []byte(clean(url)) {
		if c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// bases returns the URLs that make the base of the document, the outermost first.
func (x *trial) bases(outer string, i int) []string {
	all := []string{uri(outer)}
	if url, ok := x.c.FieldURL(); ok {
		all = append(all, uri(url))
	}
	if len(x.judged.Bases) > 0 && x.judged.Bases[0][i] != nil {
		all = append(all, clean(*x.judged.Bases[0][i]))
	}
	return all
}

// resolved returns the target of a reference against the last of bases.
func resolved(d resolve.Dialect, bases []string, ref string) (string, bool) {
	context := base.NewContext(d, base.Source{Layer: base.Retrieval, Value: bases[0]})
	sources := make([]base.Source, 0, 2)
	for _, b := range bases[1:] {
		context = context.Enclose(sources...)
		sources = []base.Source{{Layer: base.Embedded, Value: b, AllowOpaque: true}}
	}
	url, outcome := context.Establish(sources...).Resolve(ref)
	return url, outcome != resolve.Unresolved
}

// clean returns a URL as HTML reads it.
func clean(url string) string {
	control := func(r rune) bool { return r <= ' ' }
	return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.TrimFunc(url, control))
}

// takeURLs takes the verdict on the URLs. Those that CSS, scripts and JSON have may be read in UTF-8; the
// dialects of the RFCs have no other encoding (RFC 3987 section 3.1).
func (x *trial) takeURLs(own, utf8 *verdict) {
	var moved string
	all := [][][2]*string{own.Same, utf8.Same}
	if x.moved != "" {
		moved = canonical(own.Same[0][0])
		all[0], all[1] = all[0][1:], all[1][1:]
	}
	for _, u := range x.urls {
		same := false
		inUTF8 := x.c.Dialect != resolve.WHATWG || !strings.HasPrefix(u.place, "html ")
		for range u.want {
			same = same || x.same(moved, all[0][0]) || inUTF8 && x.same(moved, all[1][0])
			all[0], all[1] = all[0][1:], all[1][1:]
		}
		if !same {
			x.fault("wrong target", "%s: %q is not %q", u.place, u.got, u.want)
		}
	}
}

// same reports whether two URLs are the same, or lead to the same file of the tree, or to the same
// place of the site that is now at moved.
func (x *trial) same(moved string, urls [2]*string) bool {
	want, got := canonical(urls[0]), canonical(urls[1])
	switch x.c.Mode {
	case engine.MakeRelative:
		if urls[0] == nil {
			return true // "//" is no URL on the web, and leads nowhere, but is the root of a disk
		}
		if rest, ok := strings.CutPrefix(got, breakout.Top); ok {
			want, got = withoutQuery(want), withoutQuery(breakout.Site+rest)
		}
	case engine.MoveLinks:
		if rest, ok := strings.CutPrefix(want, breakout.Site); ok {
			want = moved + rest
		}
	}
	return want == got
}

// withoutQuery returns a URL without its query.
func withoutQuery(url string) string {
	rest, fragment, _ := strings.Cut(url, "#")
	rest, _, _ = strings.Cut(rest, "?")
	return rest + "#" + fragment
}

// try judges cases.
func (j *judge) try(t *testing.T, cases []*breakout.Case) []*trial {
	trials := make([]*trial, len(cases))
	var asked []*trial
	var questions []*question
	for i, c := range cases {
		x := rewriteCase(c)
		if trials[i] = x; !x.refused {
			asked, questions = append(asked, x), append(questions, x.question())
		}
	}
	for i, v := range j.ask(t, questions...) {
		asked[i].take(v)
	}
	questions = nil
	compared := slices.DeleteFunc(slices.Clone(asked), func(x *trial) bool { return len(x.urls) == 0 })
	for _, x := range compared {
		name := x.question().Encoding
		questions = append(questions, &question{Encoding: name, Pairs: x.pairs()}, &question{Encoding: "utf-8", Pairs: x.pairs()})
	}
	verdicts := j.ask(t, questions...)
	for i, x := range compared {
		x.takeURLs(verdicts[2*i], verdicts[2*i+1])
	}
	return trials
}

// shrink returns the smallest trial with a fault of the same kind that it finds.
func (j *judge) shrink(t *testing.T, x *trial, kind string) *trial {
	for range 60 {
		smaller := false
		for _, y := range j.try(t, x.c.Smaller()) {
			if slices.ContainsFunc(y.faults, func(f fault) bool { return f.kind == kind }) {
				x, smaller = y, true
				break
			}
		}
		if !smaller {
			break
		}
	}
	return x
}

// TestPeerBreakOut rewrites documents that try to break out of their places, in all encodings and
// syntaxes. HREFIX_BREAKOUT is their number, and HREFIX_BREAKOUT_SEED makes others.
func TestPeerBreakOut(t *testing.T) {
	j := startJudge(t)
	count, seed := numberOf(t, "HREFIX_BREAKOUT", 3000), numberOf(t, "HREFIX_BREAKOUT_SEED", 1)
	t.Logf("%d documents, seed %d", count, seed)
	r := rand.New(rand.NewPCG(uint64(seed), 31))
	rows := make(map[[2]string]*row)
	found := make(map[[3]string]*trial) // by kind of fault, encoding and syntax
	numbers := make(map[string]int)
	for done := 0; done < count; {
		var cases []*breakout.Case
		for range min(500, count-done) {
			cases = append(cases, breakout.Random(r))
		}
		done += len(cases)
		for _, x := range j.try(t, cases) {
			coding, syntax := x.c.Name()
			for _, key := range [][2]string{{coding, ""}, {"", syntax}, {"", ""}} {
				if rows[key] == nil {
					rows[key] = new(row)
				}
				rows[key].add(x)
			}
			for _, f := range x.faults {
				key := [3]string{f.kind, coding, syntax}
				if numbers[f.kind]++; found[key] == nil {
					found[key] = x
				}
			}
		}
	}
	t.Log("\n" + table(rows))
	for _, kind := range slices.Sorted(maps.Keys(numbers)) {
		t.Errorf("%d times: %s", numbers[kind], kind)
		j.show(t, kind, found)
	}
}

// show shrinks trials with a fault of a kind, and prints one for each group that is alike.
func (j *judge) show(t *testing.T, kind string, found map[[3]string]*trial) {
	groups := make(map[string][]*trial)
	keys := slices.SortedFunc(maps.Keys(found), func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	for _, key := range keys {
		if key[0] != kind || len(groups) > 5 && kind == unread {
			continue
		}
		x := j.shrink(t, found[key], kind)
		group := fmt.Sprintf("%s: %s, %s %s, %s", kind, x.c.Coding.Family(), verbs[x.c.Mode], x.c.Dialect, x.c.Signature())
		groups[group] = append(groups[group], x)
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		all := groups[group]
		x := slices.MinFunc(all, func(a, b *trial) int { return len(a.src) - len(b.src) })
		var syntaxes []string
		for _, y := range all {
			coding, syntax := y.c.Name()
			syntaxes = append(syntaxes, coding+" "+syntax)
		}
		i := slices.IndexFunc(x.faults, func(f fault) bool { return f.kind == kind })
		o := x.c.Options()
		t.Logf("%s (%d: %s)\n\t-b %q, charset %q\n\t%q\n\t%q\n\t%s",
			group, len(all), strings.Join(syntaxes[:min(8, len(syntaxes))], "; "), o.Base, o.Charset, x.src, x.out, x.faults[i].detail)
	}
}

// unread is the kind of fault that a text in an encoding that cannot be read is changed.
const unread = "an encoding that nobody reads: edited"

// A row counts trials.
type row struct{ documents, refused, broken, wrote, left, faulty int }

func (r *row) add(x *trial) {
	r.documents++
	r.wrote += x.wrote
	r.left += x.left
	if x.refused {
		r.refused++
	}
	if x.judged != nil && x.judged.Broken {
		r.broken++
	}
	if len(x.faults) > 0 {
		r.faulty++
	}
}

// table returns the rows as text: those of all encodings, of all syntaxes, and the sum.
func table(rows map[[2]string]*row) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "encoding or syntax\tdocuments\trefused\tbroken before\twritten\tleft\tfaulty\t")
	keys := slices.SortedFunc(maps.Keys(rows), func(a, b [2]string) int { return cmp.Or(cmp.Compare(b[0], a[0]), cmp.Compare(a[1], b[1])) })
	slices.Reverse(keys)
	for _, key := range keys {
		r := rows[key]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", cmp.Or(key[0]+key[1], "all"), r.documents, r.refused, r.broken, r.wrote, r.left, r.faulty)
	}
	_ = w.Flush() // to memory: no error
	return b.String()
}
