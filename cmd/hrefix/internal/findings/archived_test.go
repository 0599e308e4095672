package findings

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/archive"
)

// kept is a sink that keeps findings.
type kept struct{ all []Finding }

func (*kept) Document(string) error { return nil }

func (k *kept) Finding(f *Finding) error {
	k.all = append(k.all, *f)
	return nil
}

func (*kept) Close(bool) error { return nil }

// TestArchived: a finding in a record of a web archive is the same after it was written and read,
// and its text names the record.
func TestArchived(t *testing.T) {
	within := 7
	in := []Finding{
		{Doc: "a.warc", Offset: -1, Record: &archive.Record{Length: 1 << 40, ID: "<urn:1>", URL: "http://h/", Date: "2024", Status: 200}, Within: &within,
			Line: 2, Column: 3, Attr: "Location", Ref: "x", Text: "no", Title: "http://h/"},
		{Doc: "a.html", Offset: 5, Line: 1, Column: 1, Element: "a", Attr: "href", Ref: "y", Text: "no"},
	}
	var to kept
	stream := NewStream(&to)
	for i := range in {
		var record bytes.Buffer
		require.NoError(t, Write(&record, &in[i]))
		for _, b := range record.Bytes() { // in pieces
			_, err := stream.Write([]byte{b})
			require.NoError(t, err)
		}
	}
	require.Equal(t, in, to.all)
	require.Equal(t, "a.warc http://h/:2:3: Location: x: no", in[0].String())
	require.Equal(t, "Location: x: no (http://h/)", in[0].Sentence())
	require.Equal(t, "a.html:1:1: a href: y: no", in[1].String())
}
