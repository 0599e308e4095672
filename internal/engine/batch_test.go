package engine_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	. "github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestBatches: batches hold the pieces of a mailbox, one after the other, and fail where
// these do.
func TestBatches(t *testing.T) {
	const head = "From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n"
	var box strings.Builder
	for i := range 600 {
		box.WriteString(head + strings.Repeat("text\n", i*7919%500) + "\n")
	}
	box.WriteString(head + strings.Repeat("text\n", 1<<17) + "\n" + head)
	rw, err := New(Options{Type: detect.Mbox, Base: "http://a/"})
	require.NoError(t, err)
	whole, err := rw.Bytes([]byte(box.String()))
	require.NoError(t, err)
	broken := errors.New("broken")
	for _, n := range []int{0, 1, 100, 300_000, box.Len() - 10, box.Len()} {
		for _, fault := range []error{io.EOF, broken} {
			src := func() io.Reader {
				return io.MultiReader(strings.NewReader(box.String()[:n]), iotest.ErrReader(fault))
			}
			type place struct {
				number int
				offset int64
				source string
			}
			var want, got []place
			var failed error
			for p, err := range Pieces(src(), detect.Mbox) {
				want = append(want, place{p.Message, p.Offset, string(p.Source)})
				failed = err
			}
			var out []byte
			r := rw.Open(src(), nil)
			var b Batch
			for err = r.NextBatch(&b); ; err = r.NextBatch(&b) {
				var all string
				for _, p := range b.Pieces {
					got = append(got, place{p.Message, p.Offset, string(p.Source)})
					all += string(p.Source)
					plan := rw.VisitPiece(p, Visitor{})
					now, err := plan.Bytes()
					require.NoError(t, err)
					out = append(out, now...)
					plan.Release()
				}
				require.Equal(t, string(b.Source), all)
				if err != nil {
					break
				}
			}
			require.True(t, len(want) == len(got))
			for i := range want {
				require.True(t, want[i] == got[i], i)
			}
			if fault == io.EOF {
				require.Equal(t, io.EOF, err)
				require.NoError(t, failed)
			} else {
				require.ErrorIs(t, err, broken)
				require.Equal(t, failed, err)
			}
			if n == box.Len() {
				require.True(t, string(whole) == string(out))
			}
		}
	}
}
