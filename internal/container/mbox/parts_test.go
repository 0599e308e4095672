package mbox_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// TestParts: a message that is larger than a reader may hold comes in parts, which make
// up the mailbox with the other messages; those are what they are without a limit.
func TestParts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const from = "From a@b Thu Jan  1 00:00:00 1970\n"
	large := from + "Subject: x\n\n" + strings.Repeat("From here to there\nand back\n\n", 40_000)
	for range corpus.Rounds(20) {
		var box, small strings.Builder
		n := 2 + random.IntN(5)
		for i := range n {
			m := from + "\n" + strings.Repeat("x\n", random.IntN(1000)) + "\n"
			if i == 1 || random.IntN(3) == 0 {
				m = large + strings.Repeat("y\n", random.IntN(100)) + "\n"
			} else {
				small.WriteString(m)
			}
			box.WriteString(m)
		}
		for _, src := range []io.Reader{strings.NewReader(box.String()), iotest.HalfReader(strings.NewReader(box.String()))} {
			r := mbox.NewReader(src)
			r.Max = 300_000
			var all, whole bytes.Buffer
			last, parts := 0, 0
			for {
				m, err := next(r)
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err)
				require.Equal(t, int64(all.Len()), m.Offset)
				require.Equal(t, last+1, m.Number+btoi(m.Continued), "parts have the number of their message")
				last = m.Number
				all.Write(m.Text)
				if parts += btoi(m.Large); !m.Large {
					require.False(t, m.Continued)
					whole.Write(m.Text)
				}
				require.Less(t, len(m.Text), 1<<20)
			}
			require.Equal(t, n, last)
			require.Greater(t, parts, 1)
			require.Equal(t, box.String(), all.String())
			require.Equal(t, small.String(), whole.String())
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
