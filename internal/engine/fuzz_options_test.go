package engine_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// lots are what options are drawn from.
type lots uint64

// draw returns a number below n.
func (l *lots) draw(n lots) int {
	drawn := *l % n
	*l /= n
	return int(drawn)
}

func (l *lots) toss() bool { return l.draw(2) == 1 }

// drawn returns options for a document of that type. Most of all links become
// absolute, and with lots of zero, nothing but that is asked for.
func drawn(t testing.TB, typ detect.Type, base string, l lots) engine.Options {
	opts := engine.Options{Type: typ, Base: base}
	switch l.draw(6) {
	case 1:
		opts.Mode = engine.Pin
	case 2:
		opts.Mode, opts.Base = engine.MakeRelative, ""
		opts.Tree = aTree(t, "d/p.html", relativeFiles...)
	case 3:
		opts.Tree, opts.Base = aTree(t, "d/p.html", relativeFiles...), ""
	}
	opts.Dialect = resolve.Dialect(l.draw(3))
	opts.NoHints = l.toss()
	opts.Signed, opts.SkipDKIM = l.toss(), l.toss()
	opts.BaseFields = [][]string{nil, {"Base"}, {}}[l.draw(3)]
	if l.toss() {
		// But not those on what grows: it could be below before, and above afterwards.
		opts.Limits = mimebase.Limits{Depth: 3, Entities: 4, Fields: 4, Boundary: 4, Params: 2, Encoded: 1}
		if opts.Mode == engine.Pin {
			opts.Limits.Fields = 0
		}
	}
	if l.toss() {
		opts.Origin = "http://origin.example/d/"
	}
	if opts.Mode != engine.MakeAbsolute {
		return opts
	}
	opts.Fragments, opts.DropBase = engine.Fragments(l.draw(3)), l.toss()
	opts.Also = engine.Groups(l.draw(64))
	if l.toss() {
		opts.Places = userPlaces(t, someRows...)
	}
	return opts
}

// check rewrites src as opts want it, and checks all that holds for every document:
// the promises of the mode, that no base comes from where none may, and that other
// parsers see the same document before and after. It returns the output, and is not
// ok if the options are none.
func check(t promise.T, src []byte, opts engine.Options) (out []byte, ok bool) {
	t.Helper()
	rw, err := engine.New(opts)
	if err != nil {
		return nil, false
	}
	switch opts.Mode {
	case engine.Pin:
		pinned(t, src, opts)
	case engine.MakeRelative:
		relativized(t, src, opts)
	default:
		promise.Check(t, src, opts)
	}
	c := make(changed)
	plan := rw.References(src, func(r *engine.Reference) {
		harmless(t, r)
		c.add(r)
	})
	out, err = plan.Bytes()
	require.NoError(t, err)
	if opts.Mode != engine.Pin && !opts.DropBase {
		same(t, src, out, opts, c)
	}
	return out, true
}

// same checks that other parsers see the same document before and after.
func same(t promise.T, src, out []byte, opts engine.Options, c changed) {
	t.Helper()
	switch opts.Type {
	case detect.HTML:
		sameHTML(t, src, out, c)
	case detect.XML:
		sameXML(t, src, out, c)
	case detect.Message:
		sameMessage(t, src, out, c, mimebase.Options{BaseFields: opts.BaseFields, AllowSigned: opts.Signed, KeepDKIM: opts.SkipDKIM, Limits: opts.Limits})
	}
}

// banned are schemes whose URLs are never a base, wherever they stand.
var banned = []string{
	"javascript", "vbscript", "mocha", "livescript", "data", "mailto", "news", "telnet", "about", "blob", "cid", "mid", "sms", "tel", "urn", "thismessage",
}

// hasBanned reports whether a browser reads a scheme of the banned in url: it drops
// white space and control characters around it, and tabs and line breaks in it.
func hasBanned(url string) bool {
	url = strings.TrimLeftFunc(url, func(c rune) bool { return c <= ' ' })
	url = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(url)
	scheme, _, found := strings.Cut(url, ":")
	return found && slices.Contains(banned, strings.ToLower(scheme))
}

// harmless checks that neither the base of a reference nor what is written in its
// place has a scheme of the banned, or what would end its line.
func harmless(t promise.T, r *engine.Reference) {
	t.Helper()
	require.False(t, hasBanned(r.Base.String()), "base %q", r.Base)
	require.False(t, strings.ContainsAny(r.Base.String(), "\x00\r\n"), "base %q", r.Base)
	if r.Status != engine.Resolved {
		return
	}
	require.False(t, hasBanned(string(r.Target)), "%q becomes %q", r.Text, r.Target)
	if !bytes.ContainsAny(r.Text, "\x00\r\n") {
		require.False(t, bytes.ContainsAny(r.Target, "\x00\r\n"), "%q becomes %q", r.Text, r.Target)
	}
}
