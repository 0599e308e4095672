// Package growth measures in benchmarks that time and memory are linear in the size of the
// input, for inputs that are easy to make but may be slow to process.
//
// A shape is a function from a size to an input of about that size. Each shape is measured
// at six sizes, each twice the one before. The benchmark reports
//
//	x1 ... x5  the time for a size, divided by the time for half the size: 2 for linear work
//	B/byte     the memory allocated for the largest size, per byte of input
//
// Each time is the minimum of many rounds, and each round measures all sizes. Other load on
// the machine can only make a round slower.
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

// Bench runs a benchmark for every shape. The smallest input has about first bytes. prepare
// returns the function to measure for the shape with that name.
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
	work(sizes[doublings]) // grow the buffers first, so that their pages exist
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
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work(largest)
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(len(largest)), "B/byte")
}
