package findings_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/findings"
)

// TestRecorderOrder checks the order of the lines: documents as they come, faults sorted.
func TestRecorderOrder(t *testing.T) {
	var all []findings.Finding
	for _, at := range []string{"b/x.html y", "b/x.html a", "a.html y", "./b/x.html y"} {
		doc, ref, _ := strings.Cut(at, " ")
		all = append(all, finding(1, doc, "href", ref, ""))
	}
	_, lines, _ := strings.Cut(record(t, all), "number\n")
	require.Equal(t, "b/x.html\tmissing-file\ta href\ta\t1\n"+"b/x.html\tmissing-file\ta href\ty\t1\n"+
		"a.html\tmissing-file\ta href\ty\t1\n"+"b/x.html\tmissing-file\ta href\ty\t1\n", lines)
	known, left := compare(t, lines, all, nowhere)
	require.Empty(t, left)
	require.Equal(t, 4, known.Found)
}

// TestRecorderMany checks the faults of a document that has more than are counted at once.
func TestRecorderMany(t *testing.T) {
	const n = 100_001
	var all []findings.Finding
	for i := range n {
		all = append(all, finding(i+1, "x.html", "href", fmt.Sprint(i), ""))
	}
	all = append(all, all[0], all[n-1])
	file := record(t, all)
	require.Equal(t, 2+n+1, strings.Count(file, "\n"))
	known, left := compare(t, file, all, nowhere)
	require.Empty(t, left)
	require.Equal(t, n+2, known.Found)
}

// heap returns the memory in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestRecorderMemory checks the memory that many faults take, while they are collected and when
// they are known.
func TestRecorderMemory(t *testing.T) {
	const docs, faults = 200, 500
	before := heap()
	var r findings.Recorder
	for d := range docs {
		for i := range faults {
			f := finding(i, fmt.Sprintf("site/dir/page%d.html", d), "href", fmt.Sprintf("missing/%d/%d.html", d, i), "")
			require.NoError(t, r.Finding(&f))
		}
	}
	require.Less(t, heap()-before, 200*docs*faults, "bytes of the recorder")
	var file bytes.Buffer
	require.NoError(t, r.Write(&file))
	before = heap()
	known, err := findings.ReadKnown("known.txt", &file)
	require.NoError(t, err)
	require.Less(t, heap()-before, 250*docs*faults, "bytes of the known faults")
	runtime.KeepAlive(known)
}
