package engine_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"path"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// movesFor returns moves of what the document links to: directories and sites of its targets,
// and of its base.
func movesFor(t testing.TB, src []byte, opts engine.Options) []engine.Move {
	list := []engine.Move{{From: "http://example.org/x/", To: "https://new.example/y/z/"}}
	seen := map[string]bool{"http://example.org/x/": true}
	rw, err := engine.New(opts)
	require.NoError(t, err)
	rw.References(src, func(r *engine.Reference) {
		u, err := url.Parse(string(r.Target))
		if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || len(list) > 4 {
			return
		}
		dir := "/"
		if len(list)%2 == 0 {
			dir = path.Dir(path.Clean("/"+u.Path)) + "/"
		}
		from := (&url.URL{Scheme: u.Scheme, Host: u.Hostname(), Path: path.Clean(dir)}).String()
		if _, err := engine.New(engine.Options{Mode: engine.MoveLinks, Moves: []engine.Move{{From: from, To: "http://n/"}}}); err == nil && !seen[from] {
			seen[from] = true
			list = append(list, engine.Move{From: from, To: fmt.Sprintf("https://m%d.example/p", len(list))})
		}
	})
	return list
}

// TestMoveCorpus moves the links of every document of the corpus.
func TestMoveCorpus(t *testing.T) {
	for _, in := range inputs {
		t.Run(in.name, func(t *testing.T) {
			total, edits := 0, 0
			for i, f := range in.read(t) {
				opts := engine.Options{Type: in.typ, Dialect: resolve.Dialect(i % 3)}
				if i%4 > 0 {
					opts.Base = corpusBase
				}
				opts.Moves = movesFor(t, f.Data, opts)
				opts.RootRelative = i%5 == 0
				r, n := promise.CheckMoved(named{t, f.Name}, f.Data, opts)
				total, edits = total+n, edits+len(r.Edits)
			}
			require.True(t, total > 10 || in.name == "tokenizer", "nothing has moved")
			t.Logf("%d links moved, %d edits", total, edits)
		})
	}
}

// TestMoveMutations does the same for documents with bytes changed, moved and cut.
func TestMoveMutations(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	random := rand.New(rand.NewPCG(*seed, 21))
	for i, f := range append(corpus.Files(t, "mail"), corpus.TreeInputs(t)...) {
		if len(f.Data) == 0 || len(f.Data) > 50_000 {
			continue
		}
		src := mutate(random, f.Data)
		for _, typ := range []detect.Type{detect.HTML, detect.Message, detect.XML, detect.CSS} {
			opts := engine.Options{Type: typ, Base: corpusBase, Dialect: resolve.Dialect(i % 3)}
			opts.Moves = movesFor(t, src, opts)
			promise.CheckMoved(named{t, fmt.Sprintf("%s: %v %q", f.Name, typ, src)}, src, opts)
		}
	}
}
