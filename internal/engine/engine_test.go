package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// hostile are texts that every view has to escape somewhere: quotes of both
// kinds, what looks like a character reference, an escape of quoted-printable
// or a delimiter, and more than a line.
var hostile = []string{
	"http://x/" + strings.Repeat("long/", 30),
	`http://x/"'<>&amp;&lt&quot;=3D=20=`,
	"http://x/--outer--From .",
	"http://x/a b\u00e9",
}

// TestEngine replaces every reference of the corpus, absolute ones too, by
// texts that are hard to write, and reads them back: whatever a reference is
// wrapped in carries any edit.
func TestEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	docs := append(corpus.Files(t, "mail"), corpus.Files(t, "pages")...)
	replaced := 0
	for i, f := range docs {
		replaced += checkEngine(t, f, hostile[i%len(hostile)])
	}
	require.Greater(t, replaced, 12000)
	t.Logf("%d references replaced in %d documents", replaced, len(docs))
}

// checkEngine replaces every reference of f that may be, and returns how many
// there are.
func checkEngine(t *testing.T, f corpus.File, text string) int {
	opts := engine.Options{Fragments: engine.FragmentsAbsolute}
	opts.Type, _ = detect.TypeOf(f.Name, f.Data)
	n := 0
	var want []string
	plan := engine.RunPolicy(opts, f.Data, func(dst []byte, r *engine.Reference) []byte {
		n++
		r.Status = engine.Resolved
		return fmt.Appendf(dst, "%s%d%s", text, n, r.Text[min(len(r.Text), n%7):])
	}, func(r *engine.Reference) { want = append(want, sight(r, r.Target)) })
	out, err := plan.Bytes()
	require.NoError(t, err, f.Name)
	var got []string
	opts.Type = plan.Type
	engine.RunPolicy(opts, out, func(dst []byte, r *engine.Reference) []byte {
		r.Status = engine.Absolute
		return dst
	}, func(r *engine.Reference) { got = append(got, sight(r, r.Text)) })
	require.Equal(t, want, got, f.Name)
	return n
}

func sight(r *engine.Reference, text []byte) string {
	return fmt.Sprintf("%s %s[%s]: %s", r.Part, r.Element, r.Attr, text)
}
