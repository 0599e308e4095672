package engine_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// A pair is a base and a reference.
type pair struct{ Base, Ref string }

// vectors returns the pairs of all vectors of the corpus.
func vectors(t *testing.T) (all []pair) {
	for _, file := range []string{"rfc1808_sec5.json", "fielding_rfc1808.json", "go_net_url.json", "network_uri.json"} {
		var pairs []pair
		corpus.ReadJSON(t, &pairs, "vectors", file)
		all = append(all, pairs...)
	}
	var lines []json.RawMessage
	corpus.ReadJSON(t, &lines, "vectors", "wpt_urltestdata.json")
	for _, line := range lines {
		var v struct{ Base, Input string }
		if line[0] != '"' { // else a comment
			require.NoError(t, json.Unmarshal(line, &v))
			all = append(all, pair{v.Base, v.Input})
		}
	}
	return all
}

// randomPairs returns n pairs, the same ones every time.
func randomPairs(n int) []pair {
	r := rand.New(rand.NewPCG(19, 1))
	bases := []string{"http://a/b/c/d;p?q#f", "http://a", "http://u:p@H:81/x/../y/", "file:///C:/a/b", "foo:/a/b", "foo://h/p", "https://h/a//b?'"}
	pieces := []string{
		"http:", "https:", "foo:", "//", "/", "\\", "..", ".", "../", "./", "a", "g.html", ";p", "?", "?q", "#", "#f", "%2e", "%41", "%zz",
		"é", " ", "x y", "\"", "'", "<", ">", "&", "&amp;", "&quot;", "&#33", "`", "{", "|", "^", "3D", "[", "]", "@", ":", ":80", "日本", "\t", ",", "=", "\x7f",
	}
	pairs := make([]pair, n)
	for i := range pairs {
		var ref strings.Builder
		for range r.IntN(7) {
			ref.WriteString(pieces[r.IntN(len(pieces))])
		}
		pairs[i] = pair{bases[r.IntN(len(bases))], ref.String()}
	}
	return pairs
}

// TestWrittenIsResolved: what is written for a relative reference, what is reported of
// it and what package resolve makes of it are one string in every dialect. Nothing is
// written for another reference.
func TestWrittenIsResolved(t *testing.T) {
	t.Run("vectors", func(t *testing.T) { checkWritten(t, vectors(t)) })
	t.Run("random", func(t *testing.T) { checkWritten(t, randomPairs(corpus.Rounds(4_000))) })
}

func checkWritten(t *testing.T, pairs []pair) {
	met := map[resolve.Dialect]int{}
	for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
		for _, p := range pairs {
			rw, err := engine.New(engine.Options{Type: detect.HTML, Base: p.Base, Dialect: d, Also: engine.Templates, Fragments: engine.FragmentsAbsolute})
			if err != nil || !utf8.ValidString(p.Ref) || strings.ContainsAny(p.Ref, "\x00\r") {
				continue // no base, or a parser of HTML would change it
			}
			if d != resolve.WHATWG && strings.HasPrefix(asURL(p.Ref), `\\`) {
				continue // it stays: TestNetworkPaths
			}
			for _, quote := range []string{`"`, "'"} {
				if checkPair(t, rw, d, p, "<meta charset=utf-8><a href="+quote+html.EscapeString(p.Ref)+quote+">") {
					met[d]++
				}
			}
			if !strings.ContainsAny(p.Ref, `"<>&`) { // not escaped, which is another way through the code
				checkPair(t, rw, d, p, `<meta charset=utf-8><a href="`+p.Ref+`">`)
			}
		}
	}
	for d, n := range met {
		require.Greater(t, n, len(pairs)/4, "%v", d)
	}
	require.Len(t, met, 3)
}

// checkPair checks one document with one link, and reports whether it is rewritten.
func checkPair(t *testing.T, rw *engine.Rewriter, d resolve.Dialect, p pair, source string) bool {
	t.Helper()
	ref := asURL(p.Ref)
	want, outcome := d.Base(p.Base).Resolve(ref)
	if outcome == resolve.Absolute {
		want = ref // whatever its spelling: it is not touched
	}
	var reported string
	plan := rw.References([]byte(source), func(r *engine.Reference) {
		require.Equal(t, engine.Status(outcome), r.Status, "%v %q: %s", d, p, r.Reason)
		reported = string(r.Target)
	})
	out, err := plan.Bytes()
	require.NoError(t, err)
	direct, err := rw.Bytes([]byte(source))
	require.NoError(t, err)
	require.Equal(t, string(out), string(direct), "%v %q", d, p)
	require.Equal(t, want, reported, "%v %q", d, p)
	if outcome != resolve.Resolved {
		require.Equal(t, source, string(out), "%v %q", d, p)
		return false
	}
	require.Equal(t, want, asURL(firstHref(t, out)), "%v %q: %s", d, p, out)
	return true
}

// asURL returns a value without the white space that HTML takes off URLs: around it, and
// line breaks and tabs inside.
func asURL(value string) string {
	return strings.Trim(strings.NewReplacer("\t", "", "\n", "").Replace(value), " \f")
}

// firstHref returns the href of the first link, as another parser reads it.
func firstHref(t *testing.T, source []byte) string {
	z := html.NewTokenizer(bytes.NewReader(source))
	for {
		require.NotEqual(t, html.ErrorToken, z.Next(), "%s", source)
		if token := z.Token(); token.Data == "a" {
			return token.Attr[0].Val
		}
	}
}
