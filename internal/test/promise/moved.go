package promise

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/whatwg"
)

// CheckMoved moves the links of src and checks the promises of that mode:
//
//	identity     if no link is replaced, the output is the source
//	locality     output and source differ only inside the reported edits
//	meaning      the target of each link in the output, found with the new base, is the mapped
//	             target of the link in the source
//	honesty      every reference that stays although its target has moved is reported
//	idempotence  a second run changes nothing, unless a To lies below a From
//
// It maps URLs by the URL Standard, and not by the code that moves links. It returns the report,
// and the number of links whose target has moved.
func CheckMoved(t T, src []byte, opts engine.Options) (*Report, int) {
	t.Helper()
	opts.Mode = engine.MoveLinks
	rw, err := engine.New(opts)
	require.NoError(t, err)
	r := run(t, rw, src)
	locality(t, src, r)
	resolved := slices.ContainsFunc(r.References, func(ref Reference) bool { return ref.Status == engine.Resolved })
	require.Equal(t, resolved, len(r.Edits) > 0, "edits without a replaced link, or the other way about: %q", src)

	o := newOracle(opts.Moves)
	opts.Type = r.Plan.Type
	after := opts
	if after.Base != "" {
		after.Base = o.base(opts.Base)
	}
	n := o.compare(t, src, r, plainTargets(t, src, opts), plainTargets(t, r.Output, after), opts.Base != "")
	if !o.nested {
		again, err := engine.New(after)
		require.NoError(t, err)
		require.Equal(t, string(r.Output), string(run(t, again, r.Output).Output), "a second run changes the output")
	}
	return r, n
}

// plainTargets returns the references of src when links become absolute.
func plainTargets(t T, src []byte, opts engine.Options) []Reference {
	opts.Mode, opts.Moves, opts.RootRelative, opts.MaxGrowth = engine.MakeAbsolute, nil, false, 1<<20
	rw, err := engine.New(opts)
	require.NoError(t, err)
	return run(t, rw, src).References
}

// An oracle maps URLs by the URL Standard.
type oracle struct {
	moves  [][2]string // serialised
	nested bool        // a To lies below a From
	bare   bool        // a To does not end in "/": the move gives links without a path no path
}

func newOracle(list []engine.Move) *oracle {
	o := new(oracle)
	for _, m := range list {
		from, _ := serialized(m.From)
		to, _ := serialized(m.To)
		o.moves = append(o.moves, [2]string{unescaped(from), to})
		o.bare = o.bare || !strings.HasSuffix(m.To, "/")
	}
	slices.SortStableFunc(o.moves, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	for _, m := range o.moves {
		_, below := o.mapped(m[1])
		o.nested = o.nested || below
	}
	return o
}

// escape matches an escape of an unreserved character.
var escape = regexp.MustCompile(`%(2[dDeE]|3[0-9]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aAeE])`)

// unescaped decodes the escapes of unreserved characters, and writes other escapes in upper case.
func unescaped(url string) string {
	url = escape.ReplaceAllStringFunc(url, func(s string) string {
		b := 0
		for _, c := range strings.ToLower(s[1:]) {
			b = b<<4 | strings.IndexRune("0123456789abcdef", c)
		}
		return string([]byte{byte(b)})
	})
	return regexp.MustCompile(`%[0-9a-fA-F]{2}`).ReplaceAllStringFunc(url, strings.ToUpper)
}

func serialized(url string) (string, bool) {
	u, ok := whatwg.Parse([]byte(url), nil)
	if !ok {
		return "", false
	}
	return u.Href(), true
}

// mapped returns the mapped URL of a serialised URL.
func (o *oracle) mapped(url string) (string, bool) {
	url = unescaped(url)
	for _, m := range o.moves {
		rest, ok := strings.CutPrefix(url, m[0])
		switch {
		case !ok:
		case strings.HasSuffix(m[0], "/") && !strings.Contains(m[0], "?"):
			return strings.TrimSuffix(m[1], "/") + "/" + rest, true
		case rest == "" || strings.ContainsAny(rest[:1], "#") || !strings.Contains(m[0], "?") && strings.ContainsAny(rest[:1], "/?;"):
			if strings.HasPrefix(rest, "/") {
				rest = rest[1:]
				return strings.TrimSuffix(m[1], "/") + "/" + rest, true
			}
			return m[1] + rest, true
		}
	}
	return url, false
}

// base returns the new base.
func (o *oracle) base(url string) string {
	s, ok := serialized(url)
	if !ok || !isPlainURL(url) {
		return url
	}
	if to, ok := o.mapped(s); ok {
		return to
	}
	return url
}

// plainURL matches URLs that all dialects read alike.
var plainURL = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*://[a-zA-Z0-9.:-]+([/?#][!-\[\]-~]*)?$`)

func isPlainURL(url string) bool {
	return plainURL.MatchString(url) && !strings.ContainsAny(url, "\"<>^`{|}")
}

// compare compares the targets of the references of the source with the targets of the references
// of the output.
func (o *oracle) compare(t T, src []byte, r *Report, before, after []Reference, hasBase bool) (n int) {
	t.Helper()
	own := r.References[:0:0]
	for _, ref := range r.References {
		if ref.Element != "" || ref.Attr != "Base" { // a Base field is a reference only if links move
			own = append(own, ref)
		}
	}
	require.Len(t, before, len(own), "other references: %q", src)
	require.Len(t, after, len(own), "the output has other references: %q to %q", src, r.Output)
	for i, ref := range own {
		if ref.Status == engine.Left || ref.Status == engine.Unresolved {
			require.NotEmpty(t, ref.Reason, "%+v", ref)
			require.Equal(t, ref.Text, after[i].Text, "it is left, and changes")
			continue
		}
		was, is := targetOf(before[i]), targetOf(after[i])
		hinted := !hasBase && before[i].Layer == base.Retrieval // the URL that a saved file says it had stays as it is
		if !isPlainURL(was) || hinted && ref.Status == engine.Relative {
			continue
		}
		want, ok := serialized(was)
		if !ok {
			continue
		}
		moved := false
		want, moved = o.mapped(want)
		if moved {
			n++
		}
		got, ok := serialized(is)
		require.True(t, ok, "%q became %q", was, is)
		if moved && o.bare && pathless.MatchString(was) && unescaped(got) == lastSlash.ReplaceAllString(unescaped(clean(want)), "$1") {
			continue
		}
		require.Equal(t, unescaped(clean(want)), unescaped(got), "%q with the target %q became %q with the target %q: %q to %q", ref.Text, was, ref.Target, is, brief(src), brief(r.Output))
	}
	return n
}

// pathless matches URLs without a path, and lastSlash the slash that ends the path of a URL.
var (
	pathless  = regexp.MustCompile(`^[^/]*//[^/?#]*([?#]|$)`)
	lastSlash = regexp.MustCompile(`/([?#].*)?$`)
)

// clean serialises a URL again: dot segments of the rest may be after another path now.
func clean(url string) string {
	if s, ok := serialized(url); ok {
		return s
	}
	return url
}

// brief returns the start of a document.
func brief(b []byte) []byte { return bytes.Clone(b[:min(len(b), 2000)]) }

// targetOf returns the target of a reference, or "" if it has no target.
func targetOf(r Reference) string {
	if r.Status == engine.Absolute || r.Status == engine.Resolved {
		return r.Target
	}
	return ""
}
