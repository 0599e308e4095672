//go:build unix

package peers

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// differences names the file of known differences. Each line has, separated by tabs, the
// file of the corpus, the part, what differs, and the reason.
const differences = "testdata/differences.txt"

// A place is where something differs.
type place struct{ file, part, what string }

// readKnown reads the reasons of the differences that are known.
func readKnown(t testing.TB) map[place]string {
	data, err := os.ReadFile(differences)
	require.NoError(t, err)
	known := make(map[place]string)
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		require.Len(t, f, 4, "%s:%d", differences, i+1)
		require.NotEmpty(t, f[3], "%s:%d: no reason", differences, i+1)
		known[place{f[0], f[1], f[2]}] = f[3]
	}
	return known
}

// checkDifferences fails for unknown differences, and for known ones that do not occur. It
// returns the number of unknown differences.
func checkDifferences(t *testing.T, found []difference) (unknown int) {
	known := readKnown(t)
	met := make(map[place]bool)
	for _, d := range found {
		p := place{d.file, d.part, d.what}
		if known[p] == "" {
			unknown++
			if !met[p] {
				t.Errorf("differs:\n\t%s\t%s\t%s\tREASON\n\t%s: %s", d.file, d.part, d.what, d.form, d.how)
			}
		}
		met[p] = true
	}
	for p := range known {
		if !met[p] {
			t.Errorf("%s: stale: %s, %s, %s", differences, p.file, p.part, p.what)
		}
	}
	return unknown
}
