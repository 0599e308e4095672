// Package growth shows in benchmarks that time and memory are linear in the
// size of the input, for inputs that are quick to write and could be slow to
// read.
//
// A shape is a function from a size to an input of about that size. Each shape is
// worked on at six sizes, each twice the one before. The benchmark reports
//
//	x1 ... x5  the time of a size by that of half of it: 2 for linear work
//	B/byte     what is allocated for the largest size, by byte of input
//
// A time is the least of many rounds, in each of which all sizes have their
// turn: what else the machine does meanwhile only ever adds to it.
//
//	go test -run '^$' -bench Growth ./...
package growth

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"
)

// doublings is how often the size is doubled.
const doublings = 5

// Bench runs a benchmark for every shape. The smallest inputs are of about first
// bytes. prepare returns the work for the shape of that name.
func Bench(b *testing.B, first int, shapes func(n int) map[string]string, prepare func(b *testing.B, name string) func(input []byte)) {
	var inputs [doublings + 1]map[string]string
	for i := range inputs {
		inputs[i] = shapes(first << i)
	}
	for _, name := range slices.Sorted(maps.Keys(inputs[0])) {
		b.Run(name, func(b *testing.B) {
			var sizes [doublings + 1][]byte
			for i := range sizes {
				sizes[i] = []byte(inputs[i][name])
			}
			measure(b, sizes, prepare(b, name))
		})
	}
}

func measure(b *testing.B, sizes [doublings + 1][]byte, work func([]byte)) {
	var least [doublings + 1]time.Duration
	for i := range least {
		least[i] = math.MaxInt64
	}
	work(sizes[doublings]) // buffers have grown, and pages are there
	for b.Loop() {
		for i, input := range sizes {
			start := time.Now()
			work(input)
			least[i] = min(least[i], time.Since(start))
		}
	}
	for i := range doublings {
		b.ReportMetric(float64(least[i+1])/float64(least[i]), fmt.Sprintf("x%d", i+1))
	}
	largest := sizes[doublings]
	b.ReportMetric(float64(allocated(func() { work(largest) }))/float64(len(largest)), "B/byte")
}

// allocated returns how many bytes work allocates.
func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
