package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		xs   []float64
		want float64
	}{
		{[]float64{3}, 3},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
		{[]float64{1, 1, 1, 1000, 1}, 1},
	} {
		require.Equal(t, tt.want, median(tt.xs), "%v", tt.xs)
	}
	require.True(t, math.IsNaN(median(nil)))
	xs := []float64{2, 1}
	median(xs)
	require.Equal(t, []float64{2, 1}, xs, "the argument stays as it is")
}

func TestSpread(t *testing.T) {
	require.Zero(t, spread([]float64{7, 7, 7}))
	require.InDelta(t, (4.0-2.0)/3.0, spread([]float64{1, 2, 3, 4, 5}), 1e-12)
}

func TestGeometricMean(t *testing.T) {
	require.InDelta(t, 4, geometricMean([]float64{2, 8}), 1e-12)
	require.InDelta(t, 1, geometricMean([]float64{0.5, 2, 1}), 1e-12)
	require.True(t, math.IsNaN(geometricMean(nil)))
}

func TestRatios(t *testing.T) {
	require.Equal(t, []float64{2, 0.5}, ratios([]float64{4, 1}, []float64{2, 2}))
}
