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
	memory   = 5 * time.Second        // of the rate
)

// An Amount is one of work.
type Amount struct{ Files, Bytes int64 }

// A Terminal is where a bar is shown.
type Terminal struct {
	io.Writer
	Width      func() int  // in columns
	Foreground func() bool // whether this process has the terminal
}

// A Bar shows progress between Start and Stop. It must not be copied. All methods may
// be called by any goroutine; Start, Stop and Write only by the one that Start was
// called by.
type Bar struct {
	files, bytes atomic.Int64
	all          atomic.Pointer[Amount] // nil while it is not known

	cancel context.CancelFunc
	ended  sync.WaitGroup

	mu     sync.Mutex // guards what follows
	term   Terminal
	line   string // that is shown, empty if there is none
	hidden bool
	broken bool // what was written last does not end its line
	rate   rate
}

// Start begins to show the work on a terminal. When it has taken a while, measure is
// called in a goroutine of its own: it returns how much there is, if that can be told,
// and returns soon once the context is cancelled.
func (b *Bar) Start(t Terminal, measure func(context.Context) (all Amount, ok bool)) {
	var ctx context.Context
	ctx, b.cancel = context.WithCancel(context.Background())
	b.term, b.rate = t, rate{at: time.Now()}
	b.ended.Go(func() { b.show(ctx, measure) })
}

func (b *Bar) show(ctx context.Context, measure func(context.Context) (Amount, bool)) {
	if !sleep(ctx, delay) {
		return
	}
	b.ended.Go(func() {
		if all, ok := measure(ctx); ok {
			b.all.Store(&all)
		}
	})
	for b.draw(); sleep(ctx, interval); {
		b.draw()
	}
}

// sleep reports whether so much time has passed before the context was cancelled.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// Stop erases the bar. It is not shown from then on.
func (b *Bar) Stop() {
	b.cancel()
	b.ended.Wait()
	b.Hide()
}

// Add tells work that is done.
func (b *Bar) Add(done Amount) {
	b.files.Add(done.Files)
	b.bytes.Add(done.Bytes)
}

// Done returns the work that is done.
func (b *Bar) Done() Amount { return Amount{b.files.Load(), b.bytes.Load()} }

// Write implements [io.Writer]: it writes to the terminal what is no bar.
func (b *Bar) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.erase()
	if len(text) > 0 {
		b.broken = text[len(text)-1] != '\n'
	}
	return b.term.Write(text)
}

// Hide erases the bar, and does not let it be shown again.
func (b *Bar) Hide() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hide()
}

// Abort is Hide for a process that is about to end, whatever its other goroutines are
// doing: if one of them has the terminal, the bar is left as it is.
func (b *Bar) Abort() {
	if b.mu.TryLock() {
		defer b.mu.Unlock()
		b.hide()
	}
}

func (b *Bar) hide() {
	b.erase()
	b.hidden = true
}

// erase makes room for something else.
func (b *Bar) erase() { b.put("") }

// draw brings what is shown up to date.
func (b *Bar) draw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	done := b.Done()
	b.rate.tell(done.Bytes, time.Now())
	if !b.hidden && !b.broken {
		b.put(line(done, b.all.Load(), b.rate.mean, b.term.Width()-1))
	}
}

// put shows a line in place of the one that is shown.
func (b *Bar) put(line string) {
	switch {
	case line == b.line:
		return
	case !b.term.Foreground():
		b.line = ""
		return
	}
	_, _ = io.WriteString(b.term, replace(b.line, line)) // nobody waits for it
	b.line = line
}

// A rate is that of bytes in a second.
type rate struct {
	at    time.Time // when it was told last
	bytes int64     // that were done then
	mean  float64
	begun bool
}

// tell tells how many bytes are done.
func (r *rate) tell(bytes int64, now time.Time) {
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
