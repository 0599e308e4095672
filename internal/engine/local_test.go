package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// localCases are elements of a document at d/p.html in a tree, with what they become if integrity
// is dropped, and the notes if it is not.
var localCases = []struct{ name, src, want, notes string }{
	{"script", `<script src="/d/q.html" integrity=sha256-x crossorigin=anonymous></script>`, `<script src="q.html"></script>`, "blocked-integrity"},
	{"first", `<script integrity='sha256-x'src=q.html crossorigin defer></script>`, `<script src=q.html defer></script>`, "blocked-integrity"},
	{"adjacent", `<link integrity="x"crossorigin="y"href="q.html"rel=stylesheet />`, `<link href="q.html"rel=stylesheet />`, "blocked-integrity"},
	{"twice", `<img crossorigin src=i.png CrossOrigin=x srcset="i.png 2x, i.png">`, `<img src=i.png srcset="i.png 2x, i.png">`, "blocked-integrity"},
	{"image", `<svg><image crossorigin href=i.png /><use href="i.png#x"/></svg>`, `<svg><image href=i.png /><use href="i.png#x"/></svg>`, "blocked-integrity blocked-file"},
	{"outside", `<script src=http://x/ integrity=x crossorigin></script><script src=http://h/gone integrity=x></script>`, "", ""},
	{"module", `<script type=module src=q.html></script><link rel=modulepreload href=q.html>`, "", "blocked-file"},
	{"track", `<video><track src=q.html></video><link rel="x Manifest" href=q.html>`, "", "blocked-file blocked-file"},
	{"others", `<a href=q.html integrity=x crossorigin><script integrity=x crossorigin>x</script><img src=i.png integrity=x>`, "", ""},
}

func TestLocalFiles(t *testing.T) {
	for _, c := range localCases {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				c.want = c.src
			}
			opts := engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, Tree: aTree(t, "d/p.html", relativeFiles...)}
			_, plan := relativized(t, []byte(c.src), opts)
			var codes []string
			for _, n := range plan.Notes {
				codes = append(codes, n.Code)
			}
			require.Equal(t, c.notes, strings.Join(codes, " "))
			opts.DropIntegrity = true
			out, plan := relativized(t, []byte(c.src), opts)
			require.Equal(t, c.want, out)
			for _, n := range plan.Notes {
				require.Equal(t, engine.BlockedFile, n.Code)
			}
		})
	}
}

// TestLocalFilesLarge tests a document whose sites are handled in batches.
func TestLocalFilesLarge(t *testing.T) {
	const n = 2200 // a little more than a document that is handled at once
	const large = 100_000
	src := strings.Repeat(`<img srcset="i.png 2x" crossorigin src=/d/i.png>`+"\n", n)
	opts := engine.Options{Type: detect.HTML, Mode: engine.MakeRelative, DropIntegrity: true, Tree: aTree(t, "d/p.html", relativeFiles...)}
	rw, err := engine.New(opts)
	require.NoError(t, err)
	rw.SetLarge(large)
	require.Greater(t, len(src), large)
	out, err := rw.Bytes([]byte(src))
	require.NoError(t, err)
	require.Equal(t, strings.Repeat(`<img srcset="i.png 2x" src=i.png>`+"\n", n), string(out))
	again, err := rw.Bytes(out)
	require.NoError(t, err)
	require.Equal(t, string(out), string(again))
}
