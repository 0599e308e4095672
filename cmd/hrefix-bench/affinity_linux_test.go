package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestBind(t *testing.T) {
	var before, bound, after unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &before))
	release, err := bind()
	require.NoError(t, err)
	require.NoError(t, unix.SchedGetaffinity(0, &bound))
	require.Equal(t, 1, bound.Count())
	require.NoError(t, release())
	require.NoError(t, unix.SchedGetaffinity(0, &after))
	require.Equal(t, before, after)
}
