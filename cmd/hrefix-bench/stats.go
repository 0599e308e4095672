package main

import (
	"math"
	"slices"
)

// quantile returns the value below which the share q of xs lies, interpolated between neighbours.
// It is NaN if xs is empty.
func quantile(xs []float64, q float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	xs = slices.Sorted(slices.Values(xs))
	at := q * float64(len(xs)-1)
	low := int(at)
	high := min(low+1, len(xs)-1)
	return xs[low] + (at-float64(low))*(xs[high]-xs[low])
}

// figure returns the figure of several processes, the lower quartile.
func figure(xs []float64) float64 { return quantile(xs, 0.25) }

// spread returns how much longer the median takes than the lower quartile, as a share.
func spread(xs []float64) float64 { return quantile(xs, 0.5)/figure(xs) - 1 }

// geometricMean returns the geometric mean of xs.
func geometricMean(xs []float64) float64 {
	var sum float64
	for _, x := range xs {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(xs)))
}

// mannWhitney returns the probability that two samples of one distribution differ at least as much as
// a and b do, by the order of their values. Equal values count half.
func mannWhitney(a, b []float64) float64 {
	var u float64 // pairs in which a is less
	for _, x := range a {
		for _, y := range b {
			switch {
			case x < y:
				u++
			case x == y:
				u += 0.5
			}
		}
	}
	u = min(u, float64(len(a)*len(b))-u)
	return min(1, 2*orders(len(a), len(b), int(u))/orders(len(a), len(b), len(a)*len(b)))
}

// orders returns the number of orders of n and m values in which at most u pairs have the value of the
// first kind first.
func orders(n, m, u int) float64 {
	known := make(map[[3]int]float64)
	var count func(n, m, u int) float64
	count = func(n, m, u int) float64 {
		if u < 0 || n == 0 || m == 0 {
			return float64(min(1, max(0, u+1)))
		}
		key := [3]int{n, m, u}
		if _, ok := known[key]; !ok {
			known[key] = count(n-1, m, u-m) + count(n, m-1, u)
		}
		return known[key]
	}
	return count(n, m, u)
}

// verdict says whether b takes less time than a: see doc.go.
func verdict(a, b []float64) string {
	ratio := figure(b) / figure(a)
	switch {
	case len(a) == 0 || len(b) == 0:
		return "–"
	case mannWhitney(a, b) >= 0.02 || math.Abs(ratio-1) < 0.03:
		return "noise"
	case ratio < 1:
		return "**faster**"
	}
	return "**slower**"
}
