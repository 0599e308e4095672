package summary_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/console"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/summary"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/filekind"
)

// tallyOf counts the references of a page.
func tallyOf(t *testing.T, page string) *summary.Tally {
	rw, err := engine.New(engine.Options{Base: "http://a/", Fragments: engine.FragmentsKeep})
	require.NoError(t, err)
	tally := &summary.Tally{Counts: summary.Counts{Documents: 1, Changed: 1}}
	rw.References([]byte(page), tally.Count)
	return tally
}

// TestSummary checks the counts of two documents, as text and by reason.
func TestSummary(t *testing.T) {
	total := tallyOf(t, `<html><a href=x><a href=http://b/><a href=#f>`)
	other := tallyOf(t, `<html><a href=y><a href=#g>`)
	other.Others[filekind.Empty] = 2
	other.CountRoot("http://c/=c d", false)
	other.CountRoot("", false)
	total.Add(other)

	var stderr bytes.Buffer
	to := &console.Console{Stderr: &stderr}
	s := summary.New(total, summary.Run{Mode: engine.MakeAbsolute, Written: true}, 1500*time.Millisecond)
	s.Report(to)
	total.ReportRoots(to)
	require.Equal(t, 5, s.References)
	require.Equal(t, 2, s.Rewritten)
	require.Equal(t, 2, s.Left)
	require.Len(t, s.Reasons, 1)
	require.Regexp(t, `^hrefix: 2 documents, 2 changed, 5 references: 2 made absolute, 1 absolute already, 2 left \(2 [^)]+\), 1\.5 s
hrefix: passed over: 2 empty files
hrefix: 1 reference to http://c/ left, though the tree has the files: give --root 'http://c/=c d' too
$`, stderr.String())
}
