package main

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// coreOf returns a core whose probes take these times, and then always the last one.
func coreOf(patience time.Duration, probes ...time.Duration) *core {
	return &core{best: 100, each: patience, tries: 5, probe: func() time.Duration {
		took := probes[0]
		if len(probes) > 1 {
			probes = probes[1:]
		}
		return took
	}}
}

func TestCoreRound(t *testing.T) {
	for name, c := range map[string]struct {
		core                  *core
		done, counted, shared int
	}{
		"alone":                {coreOf(time.Minute, 100), 1, 1, 0},
		"a little slower":      {coreOf(time.Minute, 114), 1, 1, 0},
		"waits":                {coreOf(time.Minute, 200, 170, 100), 1, 1, 0},
		"disturbed":            {coreOf(time.Minute, 100, 200, 100), 2, 1, 0},
		"disturbed ever again": {coreOf(time.Minute, 100, 200, 100, 200, 100, 200, 100, 200, 100, 200, 100), 5, 1, 1},
		"shared for long":      {coreOf(10*time.Millisecond, 200), 1, 1, 1},
		"no patience":          {coreOf(0, 200), 1, 1, 1},
		"faster than ever":     {coreOf(0, 50, 100), 1, 1, 1},
	} {
		done := 0
		took, err := c.core.table()(func() (time.Duration, error) { done++; return time.Duration(done), nil })
		require.NoError(t, err, name)
		require.EqualValues(t, c.done, took, name)
		require.Equal(t, [4]int{c.done, c.counted, c.shared, c.done - 1}, [4]int{done, c.core.rounds, c.core.shared, c.core.again}, name)
	}
}

// A round that knows itself that it was disturbed is done again, and counts if that does
// not help.
func TestCoreRoundDisturbed(t *testing.T) {
	c := coreOf(time.Minute, 100)
	done := 0
	took, err := c.table()(func() (time.Duration, error) {
		if done++; done < 3 {
			return 0, errDisturbed
		}
		return 7, nil
	})
	require.NoError(t, err)
	require.EqualValues(t, 7, took)
	require.Equal(t, [4]int{3, 1, 0, 2}, [4]int{done, c.rounds, c.shared, c.again})

	took, err = c.table()(func() (time.Duration, error) { return 9, errDisturbed })
	require.NoError(t, err)
	require.EqualValues(t, 9, took)
	require.Equal(t, 1, c.shared)
}

func TestCoreRoundFails(t *testing.T) {
	_, err := coreOf(time.Minute, 100, 200).table()(func() (time.Duration, error) { return 0, errors.New("lost") })
	require.EqualError(t, err, "lost")
}

func TestProbe(t *testing.T) {
	require.Positive(t, probe())
}
