package engine_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// corpusBase is the retrieval URL that the corpus is rewritten with.
const corpusBase = "http://example.org/x/y"

// inputs are the documents of the corpus, by what they are.
var inputs = []struct {
	name string
	typ  detect.Type
	read func(testing.TB) []corpus.File
	min  int
}{
	{"tokenizer", detect.HTML, corpus.TokenizerInputs, 6800},
	{"tree construction", detect.HTML, corpus.TreeInputs, 1700},
	{"pages", detect.HTML, func(t testing.TB) []corpus.File { return corpus.Files(t, "pages") }, 5},
	{"mail", detect.Message, func(t testing.TB) []corpus.File { return corpus.Files(t, "mail") }, 700},
	{"everything as HTML", detect.HTML, func(t testing.TB) []corpus.File { return corpus.Files(t) }, 800},
	{"everything as messages", detect.Message, func(t testing.TB) []corpus.File { return corpus.Files(t) }, 800},
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
				for _, opts := range []engine.Options{
					{}, {Base: corpusBase}, {Base: corpusBase, Dialect: resolve.RFC3986}, {Base: corpusBase, Dialect: resolve.WHATWG},
				} {
					opts.Type = in.typ
					r := promise.Check(named{t, f.Name}, f.Data, opts)
					references += len(r.References)
					edits += len(r.Plan.Edits())
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

var seed = flag.Uint64("seed", 1808, "of the mutations")

// TestMutations checks the promises on real messages and pages with bytes
// changed, moved and cut, and with bases that are hard to write.
func TestMutations(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	random := rand.New(rand.NewPCG(*seed, 3986))
	bases := []string{corpusBase, "x:/", `http://h/"'<>&/`, " http://h/q ", "http://h?q", "file:///a b/c"}
	groups := []engine.Groups{0, engine.Social | engine.Lazy | engine.JSONLD | engine.RDFa | engine.Conditional | engine.Param | engine.Htmx}
	docs := append(corpus.Files(t, "mail"), corpus.TreeInputs(t)...)
	for i, f := range docs {
		if len(f.Data) == 0 || len(f.Data) > 50_000 {
			continue
		}
		for range 3 {
			src := mutate(random, f.Data)
			dropsStay(named{t, fmt.Sprintf("%s: %q", f.Name, src)}, src, bases[i%len(bases)])
			for _, typ := range []detect.Type{detect.HTML, detect.Message, detect.XML, detect.CSS} {
				promise.Check(named{t, fmt.Sprintf("%s: %v %q", f.Name, typ, src)}, src, engine.Options{Type: typ, Base: bases[i%len(bases)], Also: groups[i%len(groups)], Dialect: resolve.Dialect(i % 3)})
			}
		}
	}
}

// dropsStay checks that dropping BASE makes no other elements, and nothing for a
// second run.
func dropsStay(t named, src []byte, base string) {
	opts := engine.Options{Type: detect.HTML, Base: base, DropBase: true}
	out, err := engine.Bytes(src, opts)
	require.NoError(t, err)
	again, err := engine.Bytes(out, opts)
	require.NoError(t, err)
	require.Equal(t, string(out), string(again), "a second run")
	opts.DropBase = false
	kept, err := engine.Bytes(src, opts)
	require.NoError(t, err)
	require.Equal(t, elements(t, kept), elements(t, out), "%q", out)
}

// elements lists the elements of a document other than BASE, by name.
func elements(t named, doc []byte) (names []string) {
	root, err := html.ParseWithOptions(bytes.NewReader(doc), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil // nested too deep for this parser
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data != "base" {
			names = append(names, n.Data)
		}
	}
	return names
}

// mutate returns a copy of src with some bytes changed for others of it or for
// what matters to somebody, or with a piece cut out.
func mutate(random *rand.Rand, src []byte) []byte {
	special := []string{"<", ">", "\"", "'", "=", "&", "\n", "\r\n", "\n\n", "--", "<a href=", "<base href=", "Base: <URL:b/>\n", "\x00", "\x1b$B", "<svg>", "</style>", "url(", "&quot;", " xml:base='b/'", "<style>", "<![CDATA[", "]]>", "<!--[if IE]><a href=x><![endif]-->", "<iframe srcdoc='<a href=x>'>", " srcset='a, b 2x'", " style='a:url(x)'", "-"}
	out := bytes.Clone(src)
	for range 1 + random.IntN(8) {
		at := random.IntN(len(out) + 1)
		switch random.IntN(3) {
		case 0:
			out = slices.Insert(out, at, []byte(special[random.IntN(len(special))])...)
		case 1:
			out = append(out[:at:at], out[min(len(out), at+random.IntN(20)):]...)
		default:
			from := random.IntN(len(src))
			out = slices.Insert(out, at, src[from:min(len(src), from+random.IntN(60))]...)
		}
	}
	return out
}
