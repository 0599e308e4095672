package format_test

import (
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
	arc := format.Record{Header: "http://a.example/ 127.0.0.1 20140102000000 text/plain 1"}
	require.Empty(t, arc.Field("http"))
	require.Empty(t, new(format.Record).Field("http"))
}
