package archive

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

func TestCounts(t *testing.T) {
	var c, all Counts
	for _, kind := range []string{"response", "revisit", "response", "x", "metadata", "y"} {
		c.Add(&format.Record{Type: kind})
	}
	require.Equal(t, "6 records: 2 other, 2 responses, 1 metadata, 1 revisit", c.String())
	all.Merge(&c)
	all.Merge(&c)
	require.Equal(t, 12, all.Records)
	require.Equal(t, "12 records: 4 other, 4 responses, 2 metadata, 2 revisits", all.String())
	var one Counts
	one.Add(&format.Record{Type: "warcinfo"})
	require.Equal(t, "1 record: 1 warcinfo", one.String())
}

// TestAppend: the keys that are appended are those of a Record.
func TestAppend(t *testing.T) {
	r := &format.Record{ID: "<urn:\"x\">", URL: "http://h/\xff", Date: "2014", Status: 200, Offset: 7, Length: 1 << 40}
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(New(r)))
	require.Equal(t, want.String(), "{"+string(Append(nil, r))[1:]+"}\n")
	require.Nil(t, New(nil))
	require.Equal(t, "record 3", Title(new(format.Record), 3))
}
