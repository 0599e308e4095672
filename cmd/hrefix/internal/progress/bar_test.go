package progress

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// A screen is a terminal that knows no more than a bar needs.
type screen struct {
	mu     sync.Mutex
	rows   []string // the last row has the cursor
	column int

	writes     atomic.Int32
	background atomic.Bool
}

func (s *screen) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes.Add(1)
	for _, c := range text {
		row := &s.rows[len(s.rows)-1]
		switch c {
		case '\r':
			s.column = 0
		case '\n':
			s.rows, s.column = append(s.rows, ""), 0
		default:
			*row += strings.Repeat(" ", max(0, s.column+1-len(*row)))
			*row = (*row)[:s.column] + string(c) + (*row)[s.column+1:]
			s.column++
		}
	}
	return len(text), nil
}

// shows returns the text on the screen.
func (s *screen) shows() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for i, row := range s.rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.TrimRight(row, " "))
	}
	return b.String()
}

func (s *screen) terminal() Terminal {
	s.rows = []string{""}
	return Terminal{s, func() int { return 80 }, func() bool { return !s.background.Load() }}
}

func unknown(context.Context) (all Amount, ok bool) { return }

// TestShort checks that work of less than a second shows no bar, and is not measured.
func TestShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			s screen
			b Bar
		)
		b.Start(s.terminal(), func(context.Context) (all Amount, ok bool) {
			t.Error("counted")
			return
		})
		defer b.Stop()
		b.Add(Amount{1, 1000})
		time.Sleep(999 * time.Millisecond)
		b.Stop()
		require.Zero(t, s.writes.Load())
	})
}

// TestBar checks that the work is shown, first without a total, that other text is above the
// bar, and that the bar is erased at the end.
func TestBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			s screen
			b Bar
		)
		b.Start(s.terminal(), func(ctx context.Context) (Amount, bool) {
			require.True(t, sleep(ctx, 500*time.Millisecond))
			return Amount{10, 10_000_000}, true
		})
		defer b.Stop()
		b.Add(Amount{1, 1_500_000})
		time.Sleep(1001 * time.Millisecond)
		require.Equal(t, "1 file, 1.5 MB, 1.5 MB/s", s.shows())
		b.Write([]byte("what is said\n"))
		require.Equal(t, "what is said\n", s.shows())
		b.Write([]byte("and more\n"))
		time.Sleep(100 * time.Millisecond)
		require.Equal(t, "what is said\nand more\n1 file, 1.5 MB, 1.5 MB/s", s.shows())
		b.Add(Amount{4, 3_500_000})
		time.Sleep(500 * time.Millisecond)
		require.Regexp(t, `^what is said\nand more\n\[=+ +\]  50%  5 of 10 files, 5.0 MB of 10 MB, \d.\d MB/s, 0:0\d left$`, s.shows())
		b.Write([]byte("half a "))
		b.Write(nil)
		time.Sleep(200 * time.Millisecond)
		require.Equal(t, "what is said\nand more\nhalf a", s.shows())
		b.Write([]byte("line\n"))
		time.Sleep(200 * time.Millisecond)
		require.Regexp(t, `^what is said\nand more\nhalf a line\n\[=+ +\]  50% `, s.shows())
		b.Stop()
		require.Equal(t, "what is said\nand more\nhalf a line\n", s.shows())
		writes := s.writes.Load()
		time.Sleep(time.Minute)
		require.Equal(t, writes, s.writes.Load())
	})
}

// TestNarrow checks that the last column of the terminal stays free.
func TestNarrow(t *testing.T) {
	const full = "0 files, 0 B, 0 B/s"
	for width, want := range map[int]string{len(full) + 1: full, len(full): full[:len(full)-1], 1: "", 0: ""} {
		synctest.Test(t, func(t *testing.T) {
			var (
				s screen
				b Bar
			)
			term := s.terminal()
			term.Width = func() int { return width }
			b.Start(term, unknown)
			defer b.Stop()
			time.Sleep(2 * time.Second)
			require.Equal(t, want, s.shows())
		})
	}
}

// TestOften checks that the bar is drawn at most ten times a second, and only if it changes.
func TestOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			s screen
			b Bar
		)
		b.Start(s.terminal(), unknown)
		defer b.Stop()
		for range 1000 {
			b.Add(Amount{1, 1000})
			time.Sleep(10 * time.Millisecond)
		}
		require.LessOrEqual(t, s.writes.Load(), int32(91))
		require.Greater(t, s.writes.Load(), int32(80))
		time.Sleep(5 * time.Minute) // until the rate is none
		writes := s.writes.Load()
		time.Sleep(time.Minute)
		require.Equal(t, writes, s.writes.Load())
		b.Stop()
	})
}

// TestStopped checks that measuring ends with the work.
func TestStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			s screen
			b Bar
		)
		began := time.Now()
		b.Start(s.terminal(), func(ctx context.Context) (all Amount, ok bool) {
			<-ctx.Done()
			return
		})
		defer b.Stop()
		time.Sleep(2 * time.Second)
		b.Stop()
		require.Equal(t, 2*time.Second, time.Since(began))
		require.Empty(t, s.shows())
	})
}

// TestHidden checks that a hidden bar is not shown again, and that other text is still
// written.
func TestHidden(t *testing.T) {
	for _, hide := range []func(*Bar){(*Bar).Hide, (*Bar).Abort} {
		synctest.Test(t, func(t *testing.T) {
			var (
				s screen
				b Bar
			)
			hide(&Bar{}) // which was never shown
			b.Start(s.terminal(), unknown)
			defer b.Stop()
			time.Sleep(2 * time.Second)
			require.NotEmpty(t, s.shows())
			hide(&b)
			require.Empty(t, s.shows())
			b.Add(Amount{1, 1})
			time.Sleep(2 * time.Second)
			require.Empty(t, s.shows())
			b.Write([]byte("said\n"))
			b.Stop()
			require.Equal(t, "said\n", s.shows())
		})
	}
}

// TestAbort checks that Abort does not wait for a terminal that is blocked.
func TestAbort(t *testing.T) {
	var b Bar
	b.mu.Lock()
	b.Abort()
	b.mu.Unlock()
	require.False(t, b.hidden)
}

// TestBackground checks that a process in the background does not write a bar.
func TestBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			s screen
			b Bar
		)
		s.background.Store(true)
		b.Start(s.terminal(), unknown)
		defer b.Stop()
		time.Sleep(2 * time.Second)
		require.Zero(t, s.writes.Load())
		s.background.Store(false)
		time.Sleep(time.Second)
		require.Equal(t, "0 files, 0 B, 0 B/s", s.shows())
		s.background.Store(true) // and somebody writes on that line
		s.Write([]byte("\r$ "))
		b.Add(Amount{1, 1})
		time.Sleep(time.Second)
		b.Stop()
		require.Equal(t, "$ files, 0 B, 0 B/s", s.shows())
	})
}
