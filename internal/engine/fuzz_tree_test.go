package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/htmlbase"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// strays lists the documents on which x/net/html strays from the standard: see
// strays in the tests of package htmlscan. Bytes that it replaces, and image
// elements, which it renames, are left out, too, and so is noscript, which we read as
// those do who run scripts and as those who do not.
func strays(doc string) bool {
	has := func(names ...string) bool {
		for _, n := range names {
			if strings.Contains(doc, n) {
				return true
			}
		}
		return false
	}
	doc = strings.ToLower(doc)
	return has("\x00", "\r", "<image", "<noscript") || has("<frameset") && has("<title", "<textarea", "<xmp", "<iframe", "<noembed", "<style", "<script", "<plaintext") ||
		has("<template") && has("<svg", "<math", "<frameset") || has("<caption") && has("<th")
}

// FuzzTree: the references and the BASE element that x/net/html has in its tree are
// among those that we find.
func FuzzTree(f *testing.F) {
	f.Add("<a href=x><base href=y>")
	for _, c := range htmlCases {
		f.Add(c.src)
	}
	for _, r := range rows {
		f.Add(strings.ReplaceAll(r.src, "%", "x"))
	}
	for _, c := range pinCases {
		f.Add(c.src)
	}
	for _, page := range corpus.Seeds(f, 2000, "html", "tree-construction") {
		f.Add(string(page))
	}
	f.Fuzz(func(t *testing.T, doc string) {
		if strays(doc) || !plainText([]byte(doc)) {
			return
		}
		root, err := html.ParseWithOptions(strings.NewReader(doc), html.ParseOptionEnableScripting(false))
		if err != nil {
			return // too deep
		}
		found := make(map[sighting]bool)
		for _, s := range ours(t, []byte(doc)) {
			found[trimmed(s)] = true
		}
		for _, s := range oracle(t, []byte(doc)) {
			require.True(t, found[trimmed(s)], "%q of %q", s, doc)
		}
		want, got := treeBase(root), ""
		if sources := htmlbase.Find([]byte(doc)); len(sources) > 0 && sources[0].AllowOpaque {
			got = trimmed(sighting{text: sources[0].Value}).text
		}
		require.Equal(t, want, got, "%q", doc)
	})
}

// trimmed drops the control characters around a URL, which readers drop (URL
// Standard section 4.4, step 1).
func trimmed(s sighting) sighting {
	s.text = strings.TrimFunc(s.text, func(c rune) bool { return c <= ' ' })
	return s
}

// treeBase returns the href of the first BASE element that counts.
func treeBase(root *html.Node) string {
	for n := range root.Descendants() {
		if n.DataAtom != atom.Base || n.Namespace != "" || within(n, atom.Template) {
			continue
		}
		for _, s := range elementSightings(n) {
			if s.attr == "href" {
				return trimmed(s).text
			}
		}
	}
	return ""
}

func within(n *html.Node, a atom.Atom) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.DataAtom == a && p.Namespace == "" {
			return true
		}
	}
	return false
}
