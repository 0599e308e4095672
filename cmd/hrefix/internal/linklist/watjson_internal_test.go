package linklist

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// TestManyFields: a header of many fields takes memory that is linear in its size.
func TestManyFields(t *testing.T) {
	var header strings.Builder
	header.WriteString("WARC/1.0")
	for i := range 15_000 {
		fmt.Fprintf(&header, "\r\n%x:b", i)
	}
	r := &format.Record{Header: header.String()}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out := appendWARC(nil, r)
	runtime.ReadMemStats(&after)
	require.Contains(t, string(out), `{"0":"b","1":"b"`)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(100*len(r.Header)))
}

func TestDate(t *testing.T) {
	for in, want := range map[string]string{
		"2014-01-03T03:03:21Z":      "2014-01-03T03:03:21Z",
		"2014-01-03T03:03:21.25Z":   "2014-01-03T03:03:21.25Z",
		"2014-01-03T03:03Z":         "2014-01-03T03:03:00Z",
		"2014-01":                   "2014-01-01T00:00:00Z",
		"20140103030321":            "2014-01-03T03:03:21Z",
		"20140103030321999":         "2014-01-03T03:03:21Z",
		"":                          "1970-01-01T00:00:00Z",
		"yesterday, in the evening": "1970-01-01T00:00:00Z",
	} {
		require.Equal(t, want, date(in), in)
	}
}
