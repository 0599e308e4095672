//go:build unix

package browser

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pending are the groups of places (testdata/table.js, testdata/reader.js)
// that hrefix does not rewrite yet. Their references are skipped and counted.
// A group whose references all agree in our own documents must leave the list.
//
// The groups are: attribute, base, codebase, computed, importmap, imagesrcset,
// mathml, never, ping, presentation, refresh, shadow, speculationrules,
// srcdoc, srcset, style-attribute, style-element, svg, template.
var pending = []string{}

// checkPending fails for groups that need not be pending, or that do not occur in our own
// documents.
func checkPending(t *testing.T, total *tally) {
	for _, g := range pending {
		if total.ours[g] == 0 {
			t.Errorf("%s is pending, but our own documents hold none", g)
		} else if total.ours[g] == total.agreeing[g] {
			t.Errorf("%s agrees in our own documents: take it off the list of pending groups", g)
		}
		t.Logf("pending: %6d references skipped of group %s", total.pending[g], g)
	}
}

// Known differences are in files. Each line has, separated by tabs, document, place, the
// reference as a Go string, and the reason. A document or a reference is * if the reason is
// the same for all; a document that ends with * matches all that begin like it.

// A known is a line of the file of known differences.
type known struct {
	document, place, raw, reason string
	met                          bool
}

// readKnown reads the known differences.
func readKnown(t testing.TB, file string) []*known {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var all []*known
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		require.Len(t, f, 4, "%s:%d", file, i+1)
		raw := f[2]
		if raw != "*" {
			raw, err = strconv.Unquote(raw)
		}
		require.NoError(t, err, "%s:%d", file, i+1)
		require.NotEmpty(t, f[3], "%s:%d: no reason", file, i+1)
		all = append(all, &known{document: f[0], place: f[1], raw: raw, reason: f[3]})
	}
	return all
}

// of reports whether d is the known difference.
func (k *known) of(d difference) bool {
	return k.isDocument(d.Document) && k.place == d.Place && (k.raw == "*" || k.raw == d.Raw)
}

func (k *known) isDocument(name string) bool {
	prefix, all := strings.CutSuffix(k.document, "*")
	return k.document == name || all && strings.HasPrefix(name, prefix)
}

// checkDifferences fails for unknown differences. It also fails for known differences that
// do not occur, unless their document is missing because there is no corpus.
func checkDifferences(t *testing.T, file string, found []difference, isThere func(document string) bool) {
	all := readKnown(t, file)
	unknown := make(map[string]bool)
	for _, d := range found {
		i := slices.IndexFunc(all, func(k *known) bool { return k.of(d) })
		if i >= 0 {
			all[i].met = true
			continue
		}
		line := fmt.Sprintf("%s\t%s\t%q\t", d.Document, d.Place, d.Raw)
		if !unknown[line] {
			unknown[line] = true
			t.Errorf("differs:\n\t%sREASON\n\tby %s it is %s\n\tand becomes   %s", line, d.via, d.want, d.got)
		}
	}
	for _, k := range all {
		there := strings.HasSuffix(k.document, "*") || isThere(k.document)
		if !k.met && (there || hasCorpus()) {
			t.Errorf("%s: stale: %s, %s, %q", file, k.document, k.place, k.raw)
		}
	}
}
