package engine_test

import (
	"encoding/base64"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// amplifiers are documents whose output would be some hundred times as large, with n
// references.
func amplifiers(n int) map[string]string {
	long := "http://h/" + strings.Repeat("d", 4090) + "/"
	const html = "Content-Type: text/html\n"
	tag := "<base href=\"" + long + "\">"
	fill := func(s string) string { return strings.Repeat(s, n) }
	quoted := func(s string) string { return strings.ReplaceAll(s, "=", "=3D") }
	return map[string]string{
		"html":             tag + fill("<a href=x>"),
		"list":             tag + "<a ping='" + fill("x ") + "'>",
		"style":            tag + "<style>" + fill("a{b:url(x)}") + "</style>",
		"dots":             tag + fill("<a href=a/./b>"),
		"escaped":          strings.Replace(tag, "d", "&amp;", 300) + fill("<a href=x>"),
		"codebase":         "<applet codebase='" + long + "' archive='" + fill("x,") + "'>",
		"srcdoc":           tag + "<iframe srcdoc='" + fill("<a href=x>") + "'>",
		"srcdoc, own base": "<iframe srcdoc='" + tag + fill("<a href=x>") + "'>",
		"xml":              "<?xml version='1.0'?><x xmlns='http://www.w3.org/1999/xhtml' xml:base='" + long + "'>" + fill("<a href='x'/>") + "</x>",
		"8bit":             html + "\n" + tag + fill("<a href=x>\n"),
		"quoted-printable": html + "Content-Transfer-Encoding: quoted-printable\n\n" + quoted(tag+fill("<a href=x>\n")),
		"base64":           html + "Content-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(tag+fill("<a href=x>"))),
		"field":            html + "Content-Base: " + long + "\n\n" + fill("<a href=x>\n"),
		"header":           "Content-Base: " + long + "\nLink: <x>" + strings.Repeat(", <x>", min(n, 100_000)) + "\n\n",
		"parts": "Content-Base: " + long + "\nContent-Type: multipart/mixed; boundary=b\n\n" +
			strings.Repeat("--b\n"+html+"\n"+strings.Repeat("<a href=x>", 100)+"\n", n/100) + "--b--\n",
	}
}

// TestMaxGrowth: a document that would grow beyond the limit is left and noted, and its
// references are reported as left, all of them.
func TestMaxGrowth(t *testing.T) {
	const references = 4500 // of 4 KiB each: more than 16 MiB
	shapes := amplifiers(references)
	for i, name := range slices.Sorted(maps.Keys(shapes)) {
		if i%corpus.Step(3) != 0 {
			continue
		}
		src := shapes[name]
		sizes := []int{1000, 1 << 30}
		if os.Getenv(corpus.Variable) == "" { // quick: one way for each shape
			sizes = sizes[i%2 : i%2+1]
		}
		for _, large := range sizes {
			opts := engine.Options{Type: detect.HTML, Base: pageURL, MaxGrowth: 2}
			if !strings.HasPrefix(src, "<") {
				opts.Type = detect.Message
			} else if name == "xml" {
				opts.Type = detect.XML
			}
			rw, err := engine.New(opts)
			require.NoError(t, err)
			rw.SetLarge(large)
			left, all := 0, 0
			plan := rw.References([]byte(src), func(r *engine.Reference) {
				if all++; r.Reason.Text == "the document would grow beyond the limit" {
					left++
				}
			})
			grown := edit.Grown(plan.Edits())
			require.LessOrEqual(t, grown, len(src)+16<<20, "%s %d", name, large)
			require.NotEmpty(t, plan.Notes, name)
			if name == "parts" { // some fit
				require.Greater(t, left, 200, name)
				continue
			}
			require.Zero(t, grown, "%s %d", name, large)
			require.GreaterOrEqual(t, left, all-1, "%s %d: but for BASE, which is absolute", name, large)
			require.Greater(t, left, references-100, name)
			require.Contains(t, plan.Notes[len(plan.Notes)-1].Text, "left: the document would grow beyond the limit", name)
			untold, err := rw.Append(nil, []byte(src))
			require.NoError(t, err)
			require.Equal(t, src, string(untold), "%s %d: nobody is told", name, large)
		}
	}
}

// TestMaxGrowthFits: what stays below the limit is rewritten, however little below.
func TestMaxGrowthFits(t *testing.T) {
	base := "http://h/" + strings.Repeat("d", 1000) + "/"
	for n, fits := range map[int]bool{16_000: true, 17_500: false} {
		src := []byte(strings.Repeat("<a href=x>", n))
		rw, err := engine.New(engine.Options{Type: detect.HTML, Base: base, MaxGrowth: 1})
		require.NoError(t, err)
		plan := rw.Plan(src)
		require.Equal(t, fits, plan.Changes(), n)
		if fits {
			require.Equal(t, n*len(base), edit.Grown(plan.Edits()))
		}
	}
	_, err := engine.New(engine.Options{MaxGrowth: -1})
	require.ErrorContains(t, err, "MaxGrowth -1")
}
