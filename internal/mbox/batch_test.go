package mbox_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/mbox"
)

// TestBatchBound: a batch is no larger than 256 KiB and a message, whatever the buffer has
// to hold; its memory is what it takes, and that of the reader is given up when large
// messages are over.
func TestBatchBound(t *testing.T) {
	const chunk = 256 << 10
	tiny := fromA + "S: x\n\ntext\n\n"
	lie := fromA + "Content-Length: 15728643\n\ntext\n\n" // it ends within a line
	large := fromA + "\n" + strings.Repeat("text\n", 4<<20/5) + "\n"
	some := func(text string, n int) io.Reader { return io.LimitReader(&repeater{text: text}, int64(n*len(text))) }
	for name, c := range map[string]struct {
		src     io.Reader
		largest int
	}{
		"tiny":             {some(tiny, 40_000), len(tiny)},
		"one lie":          {io.MultiReader(strings.NewReader(lie), some(tiny, 400_000)), len(lie)},
		"lies":             {some(lie, 100_000), len(lie)},
		"large, then tiny": {io.MultiReader(some(large, 5), some(tiny, 400_000)), len(large)},
		"by turns":         {some(large+strings.Repeat(tiny, 100), 10), len(large)},
	} {
		r := mbox.NewReader(c.src)
		var b mbox.Batch
		n, last, single := 0, 0, 0
		for ; ; n++ {
			err := r.NextBatch(&b)
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			require.Less(t, len(b.Text), chunk+c.largest, name)
			require.LessOrEqual(t, b.Size(), max(chunk, c.largest+chunk), name)
			if last = len(b.Messages); last == 1 {
				single++
			}
			if c.largest < chunk {
				b = mbox.Batch{}
			}
		}
		require.Greater(t, n, 5, name)
		require.LessOrEqual(t, single, 11, name) // those that are large, and maybe the last
		require.LessOrEqual(t, r.Buffer(), 32<<20, name)
		if name == "large, then tiny" {
			require.LessOrEqual(t, r.Buffer(), chunk, name)
		}
	}
}
