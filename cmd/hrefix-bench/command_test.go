package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestJobsFlag(t *testing.T) {
	require.True(t, jobsFlag.MatchString("Flags:\n  -h, --help       help\n  -j, --jobs N     at once\n"))
	require.False(t, jobsFlag.MatchString("Flags:\n      --json   one object a line, not -j\n"))
}

func TestAlternate(t *testing.T) {
	var order string
	step := func(name string, times ...time.Duration) func() (time.Duration, error) {
		return func() (time.Duration, error) {
			order += name
			took := times[0]
			times = times[1:]
			return took, nil
		}
	}
	medians, err := alternate(3, once, step("a", 3*time.Second, time.Second, 2*time.Second), step("b", 9*time.Second, 9*time.Second, 0))
	require.NoError(t, err)
	require.Equal(t, "ababab", order)
	require.Equal(t, [2]float64{2, 9}, medians)
}

func TestComparisons(t *testing.T) {
	done := comparison{what: "a", ours: "x", other: "y", times: [2]float64{0.5, 0.25}}
	skipped := comparison{what: "b", ours: "z", absent: "it has no -j"}
	require.Equal(t, `| what | command |  ms | against      |  ms | ratio |
| ---- | ------- | --: | ------------ | --: | ----: |
| a    | x       | 500 | y            | 250 |     2 |
| b    | z       |   – | it has no -j |   – |     – |
`, comparisons(done, skipped).String())
	require.Equal(t, []figure{{value: 2}}, done.ratio(0, 1))
	require.Empty(t, skipped.ratio(0, 1))
}
