package logqueue

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestQueue checks that all lines are written in order before Close returns.
func TestQueue(t *testing.T) {
	var out, want bytes.Buffer
	q := New(&out, func(n int64) { t.Errorf("%d lost", n) })
	for i := range room {
		line := fmt.Appendf(nil, "%d\n", i)
		want.Write(line)
		q.Write(line)
		clear(line)
	}
	q.Close(time.Minute)
	require.Equal(t, want.String(), out.String())
}

// TestBlocked checks that Write and Close return while nobody reads, and that the lost lines are counted after the
// lines that came before them.
func TestBlocked(t *testing.T) {
	r, w := io.Pipe()
	q := New(w, func(n int64) { fmt.Fprintf(w, "lost %d\n", n) })
	q.Write([]byte("first\n"))
	require.Eventually(t, func() bool { return len(q.lines) == 0 }, time.Minute, time.Millisecond)
	for range room + 7 {
		q.Write([]byte("x\n"))
	}
	begun := time.Now()
	q.Close(10 * time.Millisecond)
	require.Less(t, time.Since(begun), 30*time.Second)

	go func() { <-q.ended; w.Close() }()
	out, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "first\n"+strings.Repeat("x\n", room)+"lost 7\n", string(out))
}
