package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// TestPinCorpus pins the documents of the corpus, in all dialects.
func TestPinCorpus(t *testing.T) {
	for _, in := range inputs {
		t.Run(in.name, func(t *testing.T) {
			done, odd := 0, 0
			for _, f := range in.read(t) {
				for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
					out, plan := pinned(named{t, f.Name}, f.Data, engine.Options{Type: in.typ, Base: corpusBase, Dialect: d})
					if len(plan.Edits()) == 0 {
						continue
					}
					done++
					if in.typ == detect.HTML && d == resolve.RFC1808 && strings.Contains(out, `<base href="`+corpusBase+`">`) {
						if isReferredBlank(f.Data) {
							odd++
							continue
						}
						oneBaseMore(named{t, f.Name}, f.Data, []byte(out))
					}
				}
			}
			require.Greater(t, done, in.min)
			require.Equal(t, in.name == "tokenizer", odd > 0, "stale")
			t.Logf("%d pinned", done)
		})
	}
}

// isReferredBlank reports whether a document is only white space, written
// as a character reference. It becomes text of the head after BASE, where a
// parser drops it before the head.
func isReferredBlank(src []byte) bool {
	return src[0] == '&' && strings.TrimSpace(html.UnescapeString(string(src))) == ""
}

// TestPinCorpusMailboxes: every message of a mailbox gets the base.
func TestPinCorpusMailboxes(t *testing.T) {
	done := 0
	for _, f := range corpus.Files(t, "mail", "pipermail") {
		_, plan := pinned(named{t, f.Name}, f.Data, engine.Options{Type: detect.Mbox, Base: corpusBase})
		done += len(plan.Edits())
	}
	require.Greater(t, done, 100)
}
