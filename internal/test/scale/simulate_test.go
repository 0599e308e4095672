package scale_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/scale"
)

// TestModel checks predictions that can be computed by hand.
func TestModel(t *testing.T) {
	m := scale.Model{Files: slices.Repeat([]time.Duration{time.Second}, 1000), Start: 10 * time.Second, Listed: time.Millisecond, Recorded: time.Second}
	for _, p := range []scale.Prediction{m.ByHash(1), m.BySize(1)} {
		require.Equal(t, scale.Prediction{Shards: 1, Slowest: 2011 * time.Second, Mean: 2011 * time.Second, Speedup: 1}, p)
	}
	p := m.BySize(10)
	require.Equal(t, 211*time.Second, p.Slowest)
	require.InDelta(t, 2011.0/211, p.Speedup, 1e-9)
	p = m.ByHash(10)
	require.Equal(t, 211*time.Second, p.Mean)
	require.Greater(t, p.Slowest, p.Mean, "a hash gives shards of different sizes")
	require.Less(t, p.Slowest, 2*p.Mean)

	// The largest file bounds the speedup. The others fill the rest.
	m = scale.Model{Files: []time.Duration{2, 3, 10, 2, 3}}
	require.Equal(t, time.Duration(10), m.BySize(2).Slowest)
	require.Equal(t, time.Duration(10), m.BySize(5).Slowest)
	require.Equal(t, 2.0, m.BySize(3).Speedup)
}

// TestDrawn checks that files are drawn from the measured ones, the same each time.
func TestDrawn(t *testing.T) {
	measured := []time.Duration{1, 2, 3}
	files := scale.Drawn(measured, 1000, 1)
	require.Equal(t, files, scale.Drawn(measured, 1000, 1))
	require.Len(t, files, 1000)
	slices.Sort(files)
	require.Equal(t, measured, slices.Compact(files))
}
