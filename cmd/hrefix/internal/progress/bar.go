package progress

import (
	"context"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

const (
	delay    = time.Second            // before a bar appears
	interval = 100 * time.Millisecond // between two lines
	memory   = 5 * time.Second        // the time over which the rate is averaged
)

// An Amount is an amount of work.
type Amount struct{ Files, Bytes int64 }

// A Terminal is the terminal that a bar is shown on.
type Terminal struct {
	io.Writer
	Width      func() int  // the width in columns
	Foreground func() bool // reports whether this process has the terminal
}

// A Log is where lines of progress go if no terminal shows a bar: a file, or a program that
// collects what jobs print.
type Log struct {
	io.Writer
	Interval time.Duration      // between two lines
	Line     func(State) string // returns the line, with its end
}

// A Bar shows progress between Start and Stop. It must not be copied. Any goroutine may call
// its methods, except Start, Stop and Write, which are for one goroutine.
type Bar struct {
	files, bytes atomic.Int64
	all          atomic.Pointer[Amount] // nil while the amount is not known

	began  time.Time
	cancel context.CancelFunc
	ended  sync.WaitGroup

	mu     sync.Mutex // guards the fields below
	term   Terminal
	line   string // the line on the terminal, or ""
	hidden bool
	broken bool // the last text that was written does not end its line
	rate   rate
}

// A Measure returns how much work there is, and whether it could find that out. It has to return soon when the context is
// cancelled.
type Measure func(context.Context) (all Amount, ok bool)

// Start begins to show the work on a terminal. When the work has taken a second, a new goroutine calls measure.
func (b *Bar) Start(t Terminal, measure Measure) {
	b.term = t
	b.start(delay, interval, measure, func(last bool) {
		if !last {
			b.draw()
		}
	})
}

// StartLog begins to write lines to a log. The first line comes after an interval. If any line was written,
// there is also a last line at the end. StartLog calls measure as Start does, at most a second after the start.
func (b *Bar) StartLog(l Log, measure Measure) {
	b.term = Terminal{Writer: l}
	b.start(l.Interval, l.Interval, measure, func(last bool) { b.report(&l, last) })
}

// start begins to call show in a new goroutine: after the time wait, then at each interval, and in the end if it was called
// before. Another goroutine calls measure, at most a second after the start.
func (b *Bar) start(wait, interval time.Duration, measure Measure, show func(last bool)) {
	var ctx context.Context
	ctx, b.cancel = context.WithCancel(context.Background())
	b.began = time.Now()
	b.rate = rate{at: b.began}
	b.ended.Go(func() {
		early := min(delay, wait)
		if !sleep(ctx, early) {
			return
		}
		b.ended.Go(func() {
			if all, ok := measure(ctx); ok {
				b.all.Store(&all)
			}
		})
		if !sleep(ctx, wait-early) {
			return
		}
		for show(false); sleep(ctx, interval); {
			show(false)
		}
		show(true)
	})
}

// sleep waits, and reports false if the context was cancelled before d had passed.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// Stop erases the bar for good, or writes the last line of a log.
func (b *Bar) Stop() {
	b.cancel()
	b.ended.Wait()
	b.Hide()
}

// Add adds work that is done.
func (b *Bar) Add(done Amount) {
	b.files.Add(done.Files)
	b.bytes.Add(done.Bytes)
}

// Done returns the work that is done.
func (b *Bar) Done() Amount { return Amount{b.files.Load(), b.bytes.Load()} }

// Write implements [io.Writer]: it writes text to the terminal above the bar.
func (b *Bar) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put("")
	if len(text) > 0 {
		b.broken = text[len(text)-1] != '\n'
	}
	return b.term.Write(text)
}

// Hide erases the bar for good.
func (b *Bar) Hide() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hide()
}

// Abort does what Hide does, for a process that ends at once. If another goroutine is writing to
// the terminal, the bar is left as it is.
func (b *Bar) Abort() {
	if b.mu.TryLock() {
		defer b.mu.Unlock()
		b.hide()
	}
}

func (b *Bar) hide() {
	b.put("")
	b.hidden = true
}

// draw shows the current state.
func (b *Bar) draw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	done := b.Done()
	b.rate.update(done.Bytes, time.Now())
	if !b.hidden && !b.broken {
		b.put(line(done, b.all.Load(), b.rate.mean, b.term.Width()-1))
	}
}

// put replaces the line that is shown.
func (b *Bar) put(line string) {
	switch {
	case line == b.line:
		return
	case !b.term.Foreground():
		b.line = ""
		return
	}
	_, _ = io.WriteString(b.term, replace(b.line, line)) // an error here does not concern the work
	b.line = line
}

// report writes a line to a log, unless other text in the log has not ended its line.
func (b *Bar) report(l *Log, last bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.broken {
		return
	}
	if last {
		b.rate = rate{at: b.began} // the last line has the rate of the whole run
	}
	s, now := State{Done: b.Done(), All: b.all.Load()}, time.Now()
	b.rate.begun = false // the next line has the rate since this line, and no mean
	b.rate.update(s.Done.Bytes, now)
	s.Rate, s.Took = b.rate.mean, now.Sub(b.began)
	_, _ = io.WriteString(l, l.Line(s)) // an error here does not concern the work
}

// A rate is the number of bytes a second.
type rate struct {
	at    time.Time // the time of the last update
	bytes int64     // the bytes that were done at that time
	mean  float64
	begun bool
}

// update updates the mean. bytes is the number of bytes that are done.
func (r *rate) update(bytes int64, now time.Time) {
	passed := now.Sub(r.at).Seconds()
	if passed <= 0 {
		return
	}
	latest := float64(bytes-r.bytes) / passed
	weight := 1 - math.Exp(-passed/memory.Seconds())
	if !r.begun {
		weight = 1
	}
	r.mean += weight * (latest - r.mean)
	r.at, r.bytes, r.begun = now, bytes, true
}

// Hiding returns a writer to w, which shows on the same screen as the bar. The bar is
// hidden from the first write on.
func (b *Bar) Hiding(w io.Writer) io.Writer { return hiding{w, b} }

type hiding struct {
	io.Writer
	bar *Bar
}

// Write implements [io.Writer].
func (h hiding) Write(text []byte) (int, error) {
	if len(text) > 0 {
		h.bar.Hide()
	}
	return h.Writer.Write(text)
}
