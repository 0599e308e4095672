package progress

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// A Log is where lines of progress go if no terminal shows a bar: a file, or a program that
// collects what jobs print.
type Log struct {
	io.Writer
	Interval time.Duration      // between two lines
	Line     func(State) string // returns the line, with its end
}

// A State is how far the work is.
type State struct {
	Done   Amount
	All    *Amount       // nil while the amount is not known
	Rate   float64       // bytes a second since the line before, or of the whole run in the last line
	Left   time.Duration // the time until the end, if HasEnd is set
	HasEnd bool          // Left is known
	Took   time.Duration // since the start
}

// String returns the state as a sentence without a full stop, such as "30%, 12 of 40 files, 1.2 GB
// of 4.0 GB, 30 MB/s, 1:33 left".
func (s State) String() string {
	text := strings.Join(s.parts(), ", ")
	if s.All == nil {
		return text
	}
	return fmt.Sprintf("%d%%, %s", int(100*s.Done.share(*s.All)), text)
}

// StartLog begins to write lines to a log. The first line comes after an interval. If any line was written,
// there is also a last line at the end. StartLog calls measure as Start does, at most a second after the start.
func (b *Bar) StartLog(l Log, measure func(context.Context) (all Amount, ok bool)) {
	var ctx context.Context
	ctx, b.cancel = context.WithCancel(context.Background())
	now := time.Now()
	b.term, b.began, b.rate = Terminal{Writer: l, Foreground: func() bool { return true }}, now, rate{at: now}
	b.ended.Go(func() { b.log(ctx, &l, measure) })
}

func (b *Bar) log(ctx context.Context, l *Log, measure func(context.Context) (Amount, bool)) {
	early := min(delay, l.Interval)
	if !sleep(ctx, early) {
		return
	}
	b.measure(ctx, measure)
	if !sleep(ctx, l.Interval-early) {
		return
	}
	for b.report(l); sleep(ctx, l.Interval); {
		b.report(l)
	}
	b.mu.Lock()
	b.rate = rate{at: b.began} // the last line has the rate of the whole run
	b.mu.Unlock()
	b.report(l)
}

// report writes a line to a log, unless other text in the log has not ended its line.
func (b *Bar) report(l *Log) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.broken {
		return
	}
	s, now := State{Done: b.Done(), All: b.all.Load()}, time.Now()
	b.rate.begun = false // the next line has the rate since this line, and no mean
	b.rate.update(s.Done.Bytes, now)
	s.Rate, s.Took = b.rate.mean, now.Sub(b.began)
	s.Left, s.HasEnd = s.left()
	_, _ = io.WriteString(l, l.Line(s)) // an error here does not concern the work
}
