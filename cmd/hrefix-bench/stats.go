package main

import (
	"math"
	"slices"
)

// median returns the median of xs, NaN if xs is empty.
func median(xs []float64) float64 { return quantile(xs, 0.5) }

// quantile returns the value below which the share q of xs lies, interpolated
// between neighbours.
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

// spread returns how far the middle half of xs lies apart, as a share of the
// median.
func spread(xs []float64) float64 {
	return (quantile(xs, 0.75) - quantile(xs, 0.25)) / median(xs)
}

// geometricMean returns the geometric mean of xs, NaN if xs is empty.
func geometricMean(xs []float64) float64 {
	var sum float64
	for _, x := range xs {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(xs)))
}

// ratios returns xs[i] / ys[i] for each i.
func ratios(xs, ys []float64) []float64 {
	rs := make([]float64, len(xs))
	for i := range xs {
		rs[i] = xs[i] / ys[i]
	}
	return rs
}
