package warc

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// segmented returns a record with a block in several segments (WARC 1.1 section 7 and annex B.8).
func segmented(blocks ...string) (records []string) {
	total := len(strings.Join(blocks, ""))
	for i, block := range blocks {
		fields := []string{"WARC-Target-URI: http://h.example/", fmt.Sprintf("WARC-Segment-Number: %d", i+1)}
		switch {
		case i == 0:
			fields = append(fields, "WARC-Type: response", "WARC-Record-ID: <urn:1>", "Content-Type: application/http",
				"WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
		default:
			fields = append(fields, "WARC-Type: continuation", "WARC-Segment-Origin-ID: <urn:1>", fmt.Sprintf("WARC-Record-ID: <urn:1-%d>", i))
		}
		if i > 0 && i == len(blocks)-1 {
			fields = append(fields, fmt.Sprintf("WARC-Segment-Total-Length: %d", total))
		}
		records = append(records, record(block, fields...))
	}
	return records
}

const segmentHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"

// TestSegments reads segments that follow each other as one record, in plain files and in gzip members.
func TestSegments(t *testing.T) {
	for _, blocks := range [][]string{
		{segmentHead + "<a hr", "", "ef=s", "><a href=y>"}, {segmentHead[:20], segmentHead[20:] + "<a href=s><a href=y>"},
	} {
		records := append(segmented(blocks...), good)
		for _, members := range [][]member{read(t, strings.Join(records, "")), readZip(t, zip(records...)), readZip(t, zstandard(records...))} {
			require.Len(t, members, 2)
			require.Equal(t, "<a href=s><a href=y>", members[0].document())
			require.Empty(t, members[0].Faults)
			require.Equal(t, page, members[1].document())
		}
		file := zip(records...)
		require.EqualValues(t, len(zip(records[:len(blocks)]...)), readZip(t, file)[0].Record.Length)

		c, err := NewRecords(strings.NewReader(strings.Join(records, "")), format.Options{}).Next()
		require.NoError(t, err)
		body, err := io.ReadAll(c.Body())
		require.NoError(t, err)
		require.Equal(t, "<a href=s><a href=y>", string(body))
		require.Empty(t, c.Finish())
	}
}

// TestSegmentsApart: a note says what was not read.
func TestSegmentsApart(t *testing.T) {
	s := segmented(segmentHead+"<a href=s>", "<a href=y>", "<a href=z>")
	const first = "the record is the first segment of a longer one, and the next segment does not follow: only the first is read"
	const continues = "the record continues another record, which does not come before it: it is not read"
	for _, c := range []struct {
		file  string
		doc   string
		fault []string
	}{
		{s[0], "<a href=s>", []string{first}},
		{s[0] + good + s[1], "<a href=s>", []string{first, "", continues}},
		{s[0] + s[2], "<a href=s>", []string{first, continues}},
		{s[0] + s[1], "<a href=s><a href=y>", []string{"the record has more than the 2 segments that follow each other: only these are read"}},
		{s[0] + s[1] + strings.Replace(s[2], "Total-Length: ", "Total-Length: 9", 1), "<a href=s><a href=y><a href=z>",
			[]string{fmt.Sprintf("the segments of the record have %d bytes, and not 9%[1]d", len(segmentHead)+30)}},
		{s[0] + strings.Replace(s[1], "Origin-ID: <urn:1>", "Origin-ID: <urn:2>", 1), "<a href=s>", []string{first, continues}},
		{strings.Replace(s[0], "<urn:1>", "", 1) + s[1], "<a href=s>", []string{"the record is a segment of a longer one: only the segment is read", continues}},
	} {
		members := read(t, c.file)
		require.Equal(t, c.doc, members[0].document(), c.file)
		require.Len(t, members, len(c.fault))
		for i, fault := range c.fault {
			require.Equal(t, fault, strings.Join(members[i].Faults, ", "), c.file)
		}
		out, _ := rewrite(t, []byte(c.file), replaces, "href=s", "href=http://h.example/s")
		require.NotContains(t, string(out), "h.example/s", "a record whose segments lack does not change")
	}
}

// TestSegmentsChange: a replaced record has one segment, and a conversion follows the last segment.
func TestSegmentsChange(t *testing.T) {
	records := append(segmented(segmentHead+"<a hr", "ef=s>", "<a href=y>"), good)
	plain := strings.Join(records, "")
	for _, file := range [][]byte{[]byte(plain), zip(records...), zstandard(records...)} {
		same, _ := rewrite(t, file, adds, "", "")
		require.Equal(t, file, same)
		out, _ := rewrite(t, file, replaces, "href=s", "href=/new")
		members := membersOf(t, out)
		require.Len(t, members, 2)
		require.Equal(t, "<a href=/new><a href=y>", members[0].document())
		require.Empty(t, members[0].Faults)
		require.NotContains(t, members[0].Record.Header, "Segment")
		require.NotContains(t, members[0].Record.Header, "AAAA")

		out, _ = rewrite(t, file, adds, "href=s", "href=/new")
		members = membersOf(t, out)
		require.Len(t, members, 3)
		require.Equal(t, "<a href=s><a href=y>", members[0].document())
		require.Equal(t, "<a href=/new><a href=y>", members[1].document())
		require.Equal(t, "conversion", members[1].Record.Type)
		require.Equal(t, page, members[2].document())
	}
}

// TestSegmentsTogether: a file is not cut into parts between the segments of a record.
func TestSegmentsTogether(t *testing.T) {
	s := segmented("a", "b")
	ok, _ := begins([]byte(good), []byte(s[0]))
	require.True(t, ok)
	ok, more := begins([]byte(good), []byte(s[1]))
	require.False(t, ok || more)
}
