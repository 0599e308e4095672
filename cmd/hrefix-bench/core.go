package main

import (
	"errors"
	"fmt"
	"runtime"
	"time"
)

// A core is the processor core that all work of a contest is done on, or all cores that a
// command may use. Other guests of the machine may use the other hardware thread of the same
// core. Then code that keeps the core busy takes up to twice as long, but code that waits for
// memory takes no longer, so the ratios change. A probe detects that: it measures a loop of
// independent additions, and compares its time with the best one so far.
type core struct {
	name   string
	probe  func() time.Duration
	best   time.Duration // the shortest time of a probe; 0 before the first
	each   time.Duration // the maximum time to wait, in each table, for a core that is not shared
	left   time.Duration // the rest of each for the current table
	rounds int           // the number of rounds that count
	shared int           // how many of these were disturbed: the core was shared before or after
	again  int           // the number of rounds that were repeated because they were disturbed
	tries  int           // the maximum number of tries of a round
}

// table begins a table, and returns the function that does its rounds. Before the first table
// it measures the best time of the probe.
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

// slack is the ratio to the best time up to which a probe shows that the core is not shared.
// On a shared core, the probe takes 1.5 to 2 times as long.
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

// errDisturbed is the error of a round if something other than a probe shows that the core was
// shared.
var errDisturbed = errors.New("the core was shared")

// round waits until the core is not shared, and does a round. It repeats the round if the core
// is shared afterwards. When the time to wait is used up, it accepts any round.
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

// summary returns a sentence with the number of rounds that were disturbed.
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
	runtime.KeepAlive(a + b + c + d + e + f) // keep the compiler from removing the loop
	return took
}
