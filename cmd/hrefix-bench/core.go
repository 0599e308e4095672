package main

import (
	"errors"
	"fmt"
	"runtime"
	"time"
)

// A core is the processor that all work of a contest is done on, or all of them that a
// command may use. Other guests of the machine may use the same core by its other hardware
// thread: code that keeps all of a core busy then takes up to twice as long, and code that
// waits for memory takes no longer, so that neighbours change the ratios. A probe finds
// that out: a loop of additions that do not wait for each other. Its time is compared with
// the best one so far.
type core struct {
	name   string
	probe  func() time.Duration
	best   time.Duration // that a probe took; 0 before the first
	each   time.Duration // to wait at most in a table for a core that is not shared
	left   time.Duration // of that
	rounds int           // that count
	shared int           // those of them with a core that was shared before or after
	again  int           // those that do not, since it was shared
	tries  int           // of a round, so that a long one does not use up all patience
}

// table begins a table, and returns how its rounds are done. Before the first one it finds
// out how fast the core can be.
func (c *core) table() rounder {
	if c.best == 0 {
		c.best = c.probe()
		for began := time.Now(); time.Since(began) < 2*time.Second; {
			c.best = min(c.best, c.probe())
		}
	}
	c.left = c.each
	return c.round
}

// slack is how much longer than the best probe one may take on a core that is not shared.
// With a busy neighbour it takes 1.5 to 2 times as long.
const slack = 1.15

// alone reports whether the core is not shared now.
func (c *core) alone() bool {
	took := c.probe()
	c.best = min(c.best, took)
	return float64(took) <= slack*float64(c.best)
}

// wait waits until the core is not shared, as long as there is patience.
func (c *core) wait() bool {
	for !c.alone() {
		if c.left <= 0 {
			return false
		}
		began := time.Now()
		time.Sleep(time.Millisecond)
		c.left -= time.Since(began)
	}
	return true
}

// errDisturbed is the error of a round in which the core was shared, as something other than
// a probe shows.
var errDisturbed = errors.New("the core was shared")

// round does a round when the core is not shared, and does it again if it is afterwards,
// as long as there is patience. After that it accepts any round.
func (c *core) round(do func() (time.Duration, error)) (time.Duration, error) {
	for try := 1; ; try++ {
		before, began := c.wait(), time.Now()
		took, err := do()
		alone := c.alone() && before
		if errors.Is(err, errDisturbed) {
			alone, err = false, nil
		}
		if err != nil || alone || c.left <= 0 || try == c.tries {
			c.rounds++
			if !alone {
				c.shared++
			}
			return took, err
		}
		c.left -= time.Since(began)
		c.again++
	}
}

// summary says how many rounds were disturbed.
func (c *core) summary() string {
	return fmt.Sprintf("Of %s rounds on %s, %.0f %% were disturbed by others who use the machine; %s were repeated for that reason, and a table waited up to %v.",
		thousands(int64(c.rounds)), c.name, 100*float64(c.shared)/float64(c.rounds), thousands(int64(c.again)), c.each)
}

// probe adds for about a tenth of a millisecond, six numbers in each step.
func probe() time.Duration {
	began := time.Now()
	var a, b, c, d, e, f int
	for i := range 100_000 {
		a += i
		b ^= i
		c -= i
		d += i
		e ^= i
		f -= i
	}
	took := time.Since(began)
	runtime.KeepAlive(a + b + c + d + e + f) // so that the loop is not left out
	return took
}
