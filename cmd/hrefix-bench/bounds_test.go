package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBound(t *testing.T) {
	figures := func(xs ...float64) (list []figure) {
		for _, x := range xs {
			list = append(list, figure{value: x})
		}
		return list
	}
	for _, tt := range []struct {
		bound bound
		want  string
	}{
		{bound{want: 2, got: figures(2, 3)}, "yes"},
		{bound{want: 2, got: figures(3, 1.99)}, "**no**"},
		{bound{want: 2, most: true, got: figures(2, 1)}, "yes"},
		{bound{want: 2, most: true, got: figures(1, 2.01)}, "**no**"},
		{bound{want: 2, got: figures(math.NaN())}, "**no**"},
		{bound{want: 2}, "not measured"},
	} {
		require.Equal(t, tt.want, tt.bound.verdict(), "%+v", tt.bound)
	}
}

func TestBoundsTable(t *testing.T) {
	require.Equal(t, `| what |        wanted |              measured | holds        |
| ---- | ------------: | --------------------: | ------------ |
| a    |     at most 2 | all 1.50; corpus 2.50 | **no**       |
| b    | at least 5 ms |               7.25 ms | yes          |
| c    |    at least 1 |                     – | not measured |
`, boundsTable([]bound{
		{what: "a", want: 2, most: true, got: []figure{{"all", 1.5}, {"corpus", 2.5}}},
		{what: "b", want: 5, unit: " ms", got: []figure{{value: 7.25}}},
		{what: "c", want: 1},
	}).String())
}

func TestTimesOf(t *testing.T) {
	rows := []row{
		{who: about{name: "a"}, cost: []float64{1, 2, 4}},
		{who: about{name: "b"}, cost: []float64{2, 8, 4}},
		{who: about{name: "c"}, absent: "not installed"},
	}
	over := []selection{{"all", []int{0, 1, 2}}, {"two", []int{0, 1}}}
	got := timesOf(rows, "b", "a", over)
	require.Len(t, got, 2)
	require.Equal(t, "all", got[0].of)
	require.InDelta(t, 2, got[0].value, 1e-12) // (2·4·1)^(1/3)
	require.InDelta(t, math.Sqrt(8), got[1].value, 1e-12)
	require.Empty(t, timesOf(rows, "c", "a", over))
	require.Empty(t, timesOf(rows, "a", "d", over))
}
