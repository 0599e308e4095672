package mbox_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/mbox"
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
			require.Less(t, len(b.Text()), chunk+c.largest, name)
			require.LessOrEqual(t, b.Size(), max(chunk, c.largest+chunk), name)
			if last = len(b.Members()); last == 1 {
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

// TestBatchRelease: the memory of large messages serves for others, in whichever batch, and
// never for others while a batch holds it.
func TestBatchRelease(t *testing.T) {
	var box strings.Builder
	for i := range 70 {
		box.WriteString(fromA + "\n" + strings.Repeat(fmt.Sprintln("text", i), i%7*20_000) + "\n")
	}
	text := box.String()
	r := mbox.NewReader(strings.NewReader(text))
	var batches [3]mbox.Batch
	var held [3]string
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for n, at := 0, 0; at < len(text); n++ {
		b, want := &batches[n%3], &held[n%3]
		require.True(t, *want == string(b.Text()))
		b.Release()
		require.NoError(t, r.NextBatch(b))
		*want = text[at : at+len(b.Text())]
		at += len(b.Text())
	}
	runtime.ReadMemStats(&after)
	for i := range batches {
		require.True(t, held[i] == string(batches[i].Text()))
	}
	require.Equal(t, io.EOF, r.NextBatch(&batches[0]))
	// The race detector takes some of what is released for lost.
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(len(text)*3/4))
}

// TestBatchLarge: memory that is much larger than a message does not serve for it, and what is
// very large serves for none.
func TestBatchLarge(t *testing.T) {
	const own, most = 512 << 10, 16 << 20
	var box strings.Builder
	sizes := []int{1 << 20, 5 << 20, 1 << 20, 700 << 10, 20 << 20, 6 << 20, 600 << 10, 100}
	for _, n := range sizes {
		box.WriteString(fromA + "\n" + strings.Repeat("text\n", n/5) + "\n")
	}
	r := mbox.NewReader(strings.NewReader(box.String()))
	var b mbox.Batch
	for range sizes {
		b.Release()
		require.LessOrEqual(t, b.Size(), own)
		require.NoError(t, r.NextBatch(&b))
		n := len(b.Text())
		require.GreaterOrEqual(t, b.Size(), n)
		require.LessOrEqual(t, b.Size(), max(n, min(4*n, most))+own)
	}
	require.Equal(t, io.EOF, r.NextBatch(&b))
}
