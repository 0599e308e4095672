package main

import (
	"runtime"

	"github.com/hrefix/hrefix/internal/engine"
)

// allocationBound counts the allocations for the largest page once warm.
func allocationBound(pages []document) (bound, error) {
	largest := &pages[0]
	for i := range pages {
		if len(pages[i].data) > len(largest.data) {
			largest = &pages[i]
		}
	}
	rw, err := engine.New(engine.Options{Type: engine.HTML, Base: baseURL, Also: everything})
	if err != nil {
		return bound{}, err
	}
	var out []byte
	work := func() { out, err = rw.Append(out[:0], largest.data) }
	return bound{
		what: "allocations for " + largest.name + " (" + largest.size() + "), once warm", want: 20, most: true,
		got: []figure{{value: allocations(work)}},
	}, err
}

// allocations returns the median of the allocations of some runs.
func allocations(work func()) float64 {
	work()
	var counts []float64
	for range 9 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		counts = append(counts, float64(after.Mallocs-before.Mallocs))
	}
	return median(counts)
}
