package engine

import (
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestSplitBroken: a plan of a file that is split in memory says that the file is damaged.
func TestSplitBroken(t *testing.T) {
	rw, err := New(Options{Type: detect.HTML})
	require.NoError(t, err)
	for _, damaged := range []bool{false, true} {
		f := &format.Format{Name: "test", Split: func(file []byte) iter.Seq[*format.Member] {
			return func(yield func(*format.Member) bool) {
				_ = yield(&format.Member{Number: 1, MediaType: "text/html", Text: file, End: len(file)}) &&
					yield(&format.Member{Number: 2, Offset: int64(len(file)), Defect: "cut", Broken: damaged})
			}
		}}
		var s sourceWalk
		plan, piece := new(Plan), Piece{Source: []byte("<a href=x>")}
		s.documents.begin(purpose{}.of(plan, rw, &piece))
		s.container(nil, f, piece.Source, 0, 0, rw.context)
		require.Equal(t, damaged, s.broken)
	}
}
