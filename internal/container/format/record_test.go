package format_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

func TestField(t *testing.T) {
	r := format.Record{Header: "WARC/1.0\r\nWARC-Type: response\r\nno field\r\nX-Long :  a\r\n\t b \r\n c\r\nX-LONG: other\r\nEmpty:\nLast: z"}
	for name, want := range map[string]string{
		"warc-type": "response", "x-long": "a b c", "Empty": "", "last": "z", "WARC/1.0": "", "missing": "",
	} {
		require.Equal(t, want, r.Field(name), name)
	}
	folded := format.Record{Header: "WARC/1.0\r\nX: a\r\n WARC-Type: response\r\nno field\r\n WARC-Date: 2014\r\nFirst:\r\n b"}
	require.Equal(t, "a WARC-Type: response", folded.Field("x"))
	require.Empty(t, folded.Field("WARC-Type"), "a line that continues another one is no field")
	require.Empty(t, folded.Field("WARC-Date"))
	require.Equal(t, "b", folded.Field("first"))
	arc := format.Record{Header: "http://a.example/ 127.0.0.1 20140102000000 text/plain 1"}
	require.Empty(t, arc.Field("http"))
	require.Empty(t, new(format.Record).Field("http"))
}

// TestFieldsMemory: a value of many lines takes memory that is linear in its size.
func TestFieldsMemory(t *testing.T) {
	r := format.Record{Header: "WARC/1.0\r\nX: y\r\n" + strings.Repeat(" z\r\n", 30_000)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.Len(t, r.Field("x"), 60_001)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4*len(r.Header)))
}
