package engine_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/syntax"
	"github.com/hrefix/hrefix/internal/test/breakout"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// TestBreakOutOfCharsets: what is written into a document in any encoding is read there as it was meant, and all
// else is read as before. So a document in UTF-8 that has the same characters is the judge: after both
// are rewritten, the two have the same references in the same text. Other parsers are the judges in
// internal/programs/peers.
func TestBreakOutOfCharsets(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	written := make(map[string]int)
	faults := 0
	for range corpus.Rounds(12000) {
		c := breakout.Random(r)
		coding, syntax := c.Name()
		n, fault := breakOut(t, c)
		if fault != "" {
			if faults++; faults <= 10 {
				t.Errorf("%s, %s, %v, -b %q: %s", coding, syntax, c.Dialect, c.Options().Base, fault)
			}
			continue
		}
		if n > 0 {
			written[c.Coding.Name] += n
			written[syntax] += n
		}
	}
	require.Zero(t, faults)
	for _, c := range breakout.Codings {
		require.True(t, c.Left() || written[c.Name] > 0, "nothing is written in %s", c.Name)
	}
	for _, p := range breakout.Places {
		require.Positive(t, written[p.Name()], "nothing is written in %s", p.Name())
	}
}

// TestNothingEmpty: no reference becomes empty where a URL must not be, and least in a list.
func TestNothingEmpty(t *testing.T) {
	c := &breakout.Case{Coding: breakout.Codings[0], Place: breakout.Places[0], Mode: engine.MakeRelative, From: "BASE"}
	rw, err := engine.New(c.Options())
	require.NoError(t, err)
	out, err := rw.Bytes([]byte(`<base href='http://h.example//'><img srcset="x\/.. 1x"><img src="x\/..">`))
	require.NoError(t, err)
	require.Equal(t, `<base href='..//'><img srcset="x\/.. 1x"><img src="x\/..">`, string(out))
}

// breakOut rewrites the document of a case. It returns the number of references that are written, and
// what is wrong.
func breakOut(t *testing.T, c *breakout.Case) (n int, fault string) {
	o := c.Options()
	rw, err := engine.New(o)
	if c.Around != "" || err != nil {
		return 0, "" // what is around a document has tests of its own; or the base is no URL
	}
	src := c.Source()
	out, err := rw.Bytes(src)
	require.NoError(t, err)
	if c.Coding.Left() {
		if !bytes.Equal(src, out) {
			return 0, fmt.Sprintf("%q became %q", src, out)
		}
		return 0, ""
	}
	o.Charset = "utf-8"
	decoded, err := engine.New(o)
	require.NoError(t, err)
	before, after := breakout.Decode(c.Coding.Name, src), breakout.Decode(c.Coding.Name, out)
	if stays(decoded, after) {
		return 0, ""
	}
	if x, y := withoutURLs(t, o, before), withoutURLs(t, o, after); c.Mode != engine.Pin && x != y && tokens(x) != tokens(y) {
		return 0, fmt.Sprintf("%q became %q: without URLs %q is not %q", src, out, y, x)
	}
	want, err := decoded.Bytes(before)
	require.NoError(t, err)
	was, meant, got := textsOf(decoded, before), textsOf(decoded, want), textsOf(decoded, after)
	if len(got) != len(was) || len(got) != len(meant) { // Pin adds BASE
		return 0, ""
	}
	for i, url := range got {
		if url == was[i] {
			continue
		}
		n++
		if x, y := readURL(c, meant[i]), readURL(c, url); x != y {
			return n, fmt.Sprintf("%q became %q: %q is not %q", src, out, y, x)
		}
	}
	return n, ""
}

// stays reports whether a document has a reference that another run leaves: an empty one, which rel writes for
// the document itself, or one in a list that looks like a placeholder now, such as "http://h/d${x}/y". Then
// the document without its URLs has it, too.
func stays(rw *engine.Rewriter, doc []byte) (some bool) {
	rw.References(doc, func(r *engine.Reference) {
		some = some || len(r.Text) == 0 || syntax.HasPlaceholder(r.Text)
	})
	return some
}

// tokens returns the tokens of a document, which do not depend on the quotes of values.
func tokens(doc string) string {
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(doc)); z.Next() != html.ErrorToken; {
		fmt.Fprintf(&b, "%q\n", z.Token())
	}
	return b.String()
}

// textsOf returns the references of a document.
func textsOf(rw *engine.Rewriter, doc []byte) (refs []string) {
	rw.References(doc, func(r *engine.Reference) { refs = append(refs, string(r.Text)) })
	return refs
}

// quotedURL matches values that rewriting may put in quotes, and those that give the base, which it may change.
var quotedURL = regexp.MustCompile(`["']?http://url\.example/["']?|(<base href|xml:base)=("[^"]*"|'[^']*')`)

// withoutURLs returns a document with the same URL in the place of each reference.
func withoutURLs(t *testing.T, o engine.Options, doc []byte) string {
	o.Mode, o.Moves, o.Tree, o.Base = engine.MakeAbsolute, nil, nil, breakout.DocumentURL
	o.Decide = func(*engine.Reference) engine.Decision {
		return engine.Decision{Replace: true, URL: "http://url.example/"}
	}
	out, err := engine.Bytes(doc, o)
	require.NoError(t, err)
	return quotedURL.ReplaceAllString(string(out), "URL")
}

// readURL returns a URL with its escapes decoded, except those of delimiters, and without what the
// encoding of a document changes in it.
func readURL(c *breakout.Case, url string) string {
	if c.Dialect == resolve.WHATWG {
		url, _, _ = strings.Cut(url, "?")
	}
	return escapes.ReplaceAllStringFunc(url, func(s string) string {
		b, _ := hex.DecodeString(s[1:])
		if strings.ContainsAny("%/?#&=+;", string(b)) {
			return s
		}
		return string(b)
	})
}

var escapes = regexp.MustCompile("%[0-9A-Fa-f]{2}")
