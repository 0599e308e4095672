package engine_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// relativeForms are links; some mean another URL than the one that they lead to.
var relativeForms = []string{
	"index%2Ehtml", "d/index%2Ehtml", "./d/", "a.html", "../a.html?x=1&y=2", "/d/e/f.html%3Fx=1&y=2", "d/e/f.html%3Fx=1", "e/f.html%3Fx=1&y=2#%41",
	"?x=1", "#a%20b", "d/b%20c.html", "http://s/d/index%2Ehtml", "//s/index%2Ehtml", "mailto:%41", "",
}

// TestIn: a rewriter for another place in a tree does what one does that was made for
// that place, and what is reported of references is what is done.
func TestIn(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 4))
	for _, mode := range []engine.Mode{engine.MakeAbsolute, engine.MakeRelative} {
		first, err := engine.New(engine.Options{Type: detect.HTML, Mode: mode, Tree: siteTree(t, "a.html")})
		require.NoError(t, err)
		changed := 0
		n := corpus.Rounds(300)
		for range n {
			var page strings.Builder
			for range 20 {
				quote := []string{`"`, "'"}[random.IntN(2)]
				fmt.Fprintf(&page, "<a href=%s%s%[1]s>\n", quote, html.EscapeString(relativeForms[random.IntN(len(relativeForms))]))
			}
			tree := siteTree(t, siteFiles[random.IntN(len(siteFiles))])
			fresh, err := engine.New(engine.Options{Type: detect.HTML, Mode: mode, Tree: tree})
			require.NoError(t, err)
			in, err := first.In(tree)
			require.NoError(t, err)
			src := []byte(page.String())
			want := fresh.References(src, func(*engine.Reference) {}).Edits()
			require.Equal(t, want, fresh.Plan(src).Edits(), "%s", src)
			require.Equal(t, want, in.Plan(src).Edits(), "%s", src)
			changed += len(want)
		}
		require.Greater(t, changed, n*5/3)
	}
}

// TestInErrors: what is wrong with the options is said.
func TestInErrors(t *testing.T) {
	rw, err := engine.New(engine.Options{Mode: engine.MakeRelative, Tree: siteTree(t, "a.html")})
	require.NoError(t, err)
	_, err = rw.In(nil)
	require.EqualError(t, err, "links can only be made relative in a tree: give the tree that the document is in as Options.Tree")
}
