package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFailOn checks the exit status of runs that find what --fail-on names. A run that fails for another
// reason has the status of that.
func TestFailOn(t *testing.T) {
	for args, want := range map[string]int{
		"abs":                                   exitOK,
		"abs --fail-on left":                    exitCheck,
		"abs --tempfail --fail-on left":         exitCheck,
		"abs -b http://a/ --fail-on left":       exitOK,
		"abs --fail-on left,notes":              exitCheck,
		"abs --fail-on notes":                   exitOK,
		"links --fail-on unresolved -":          exitCheck,
		"links --fail-on unresolved - nix.html": exitFailed,
		"base --fail-on left -":                 exitCheck,
		"report --fail-on left -":               exitCheck,
		"check --fail-on left -b http://a/ -":   exitOK,
	} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, want, run(strings.Fields(args), strings.NewReader("<a href=x>"), &stdout, &stderr), "%s\n%s", args, &stderr)
	}
}
