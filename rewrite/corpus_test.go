package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/corpus"
	"github.com/hrefix/hrefix/internal/promise"
	"github.com/hrefix/hrefix/rewrite"
)

// corpusBase is the retrieval URL that the corpus is rewritten with.
const corpusBase = "http://example.org/x/y"

// inputs are the documents of the corpus, by what they are.
var inputs = []struct {
	name string
	typ  rewrite.Type
	read func(testing.TB) []corpus.File
	min  int
}{
	{"tokenizer", rewrite.HTML, corpus.TokenizerInputs, 6800},
	{"tree construction", rewrite.HTML, corpus.TreeInputs, 1700},
	{"pages", rewrite.HTML, func(t testing.TB) []corpus.File { return corpus.Files(t, "pages") }, 5},
	{"mail", rewrite.Message, func(t testing.TB) []corpus.File { return corpus.Files(t, "mail") }, 700},
	{"everything as HTML", rewrite.HTML, func(t testing.TB) []corpus.File { return corpus.Files(t) }, 800},
	{"everything as messages", rewrite.Message, func(t testing.TB) []corpus.File { return corpus.Files(t) }, 800},
}

// TestPromises checks the promises on every document of the corpus, without a
// base and with one.
func TestPromises(t *testing.T) {
	for _, in := range inputs {
		t.Run(in.name, func(t *testing.T) {
			files := in.read(t)
			require.Greater(t, len(files), in.min-1)
			references, edits := 0, 0
			for _, f := range files {
				for _, base := range []string{"", corpusBase} {
					r := promise.Check(named{t, f.Name}, f.Data, rewrite.Options{Type: in.typ, Base: base})
					references += len(r.References)
					edits += len(r.Plan.Edits)
				}
			}
			t.Logf("%d documents, %d references, %d edits", len(files), references, edits)
		})
	}
}

// named says which document a check failed on.
type named struct {
	*testing.T
	name string
}

func (n named) Errorf(format string, args ...any) {
	n.T.Helper()
	n.T.Errorf("%s: "+format, append([]any{n.name}, args...)...)
}
