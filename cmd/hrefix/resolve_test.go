package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// TestResolveWebPlatform runs the web platform tests for URLs through the command: those
// with a base that fit into a line.
func TestResolveWebPlatform(t *testing.T) {
	t.Parallel()
	var lines []json.RawMessage
	corpus.ReadJSON(t, &lines, "vectors", "wpt_urltestdata.json")
	var in bytes.Buffer
	var wants []string
	for _, line := range lines {
		var v struct {
			Input, Href string
			Base        *string
		}
		if line[0] == '"' { // a comment
			continue
		}
		require.NoError(t, json.Unmarshal(line, &v))
		if v.Base != nil && !strings.ContainsAny(*v.Base+v.Input, "\t\n") {
			fmt.Fprintf(&in, "%s\t%s\n", *v.Base, v.Input)
			wants = append(wants, v.Href)
		}
	}
	require.Len(t, wants, 330)
	var out bytes.Buffer
	require.Equal(t, exitCheck, run([]string{"resolve", "--dialect", "whatwg", "--json"}, &in, &out, io.Discard))
	got := bufio.NewScanner(&out)
	for i, want := range wants {
		require.True(t, got.Scan(), "line %d", i)
		var r resolution
		require.NoError(t, json.Unmarshal(got.Bytes(), &r))
		require.Equal(t, want, r.URL, "%s", got.Bytes())
	}
	require.False(t, got.Scan())
}
