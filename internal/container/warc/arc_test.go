package warc

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// filedesc is the first record of an ARC file of version 1.
const filedesc = "filedesc://a.arc 127.0.0.1 20140216050221 text/plain 75\n1 0 LiveWeb Capture\nURL IP-address Archive-date Content-type Archive-length\n\n"

// TestARC reads ARC files of both versions.
func TestARC(t *testing.T) {
	block := "HTTP/1.0 200 OK\nContent-Type: text/html\n\n" + page
	first := "http://a.example/x y 1.2.3.4 20140216050221 text/html %d\n%s\n"
	second := "http://a.example/ 1.2.3.4 20140216050222 text/html 200 - - 1234567890123 a.arc %d\n%s\n"
	dns := "dns:a.example 1.2.3.4 20140216050223 text/dns %d\n%s\n"
	for _, start := range []string{filedesc, ""} {
		file := start
		for _, line := range []string{first, second, dns} {
			file += fmt.Sprintf(line, len(block), block)
		}
		members := read(t, file)
		require.Len(t, members, 3+min(len(start), 1))
		if start != "" {
			require.Equal(t, "warcinfo", members[0].Record.Type)
			require.True(t, members[0].NoDocument)
			require.Equal(t, len(filedesc)-2, int(members[0].Record.Length))
			members = members[1:]
		}
		for i, url := range []string{"http://a.example/x y", "http://a.example/"} {
			m := members[i]
			require.Equal(t, block, m.text)
			require.Equal(t, page, m.document())
			require.Equal(t, "text/html", m.MediaType)
			require.Equal(t, format.URL{Value: url, From: "the URL of the ARC record"}, m.Base)
			require.Equal(t, "response", m.Record.Type)
			require.Equal(t, fmt.Sprintf("2014-02-16T05:02:2%dZ", 1+i), m.Record.Date)
			require.Equal(t, 200, m.Record.Status)
		}
		require.Equal(t, "resource", members[2].Record.Type)
		require.True(t, members[2].NoDocument)
		for _, m := range members {
			require.Empty(t, m.Faults)
			line, _, _ := strings.Cut(file[m.Record.Offset:], "\n")
			require.Equal(t, line, m.Record.Header)
			require.Equal(t, len(line)+1+len(block), int(m.Record.Length))
		}
	}
}

// TestBrokenARC checks that broken records do not hide others.
func TestBrokenARC(t *testing.T) {
	good := "http://a.example/ 1.2.3.4 20140216050221 text/html 10\n" + page + "\n"
	for _, c := range []struct{ broken, document, fault string }{
		{"http://b.example/ 1.2.3.4 20140216050221 text/html -5\n<b>\n", "<b>", `the length of the record is not usable, "-5": it is read up to the next one`},
		{"http://b.example/ 1.2.3.4 20140216050221 text/html x\n<b>\n", "<b>", `the length of the record is not usable, "x": it is read up to the next one`},
		{"http://b.example/ 1.2.3.4 20140216050221 text/html 9999\n<b>\n", "<b>", "the response has no HTTP header: its block is read as the document"},
		{"http://b.example/ 1.2.3.4 20140216050221 text/html 1\n<b>\n\n", "<", "the response has no HTTP header: its block is read as the document"},
	} {
		members := read(t, filedesc+c.broken+good+good)
		require.Len(t, members, 4, c.broken)
		require.Equal(t, c.document, members[1].document())
		require.Equal(t, c.fault, members[1].Faults[0])
		for _, m := range members[2:] {
			require.Equal(t, page, m.document())
		}
	}
	for _, first := range []string{"garbage\n", "\x00\x00filedesc://x.arc\n1 0 x\n\n"} {
		members := read(t, first+good+good)
		require.Len(t, members, 2)
		require.Equal(t, page, members[0].document())
		require.Contains(t, members[0].Faults[0], "before the first record that belong to no record")
	}
	garbage := read(t, filedesc+"no header\n"+strings.Repeat("x ", 20<<10)+"\n"+good)
	require.Len(t, garbage, 2)
	require.Equal(t, []string{"skipped: 40970 bytes after the record that belong to no record"}, garbage[0].Faults)
	require.Equal(t, page, garbage[1].document())
}

func TestParseARC(t *testing.T) {
	for _, line := range []string{
		"", "a b c d", "a b c d e", "http://a/ - 2014 text/html 1", "http://a/ 1.2.3.4 20140216050221 1",
		"see: 1.2.3.4 is port 80", "a 1.2.3.4 2014 text/html 1", "http://a/ 1.2.3.4 2014 text/html 1x", "http://a/ 1.2.3.4 2014 1",
		"20140216050221 20140216050221 20140216050221",
	} {
		_, ok := parseARC([]byte(line))
		require.False(t, ok, line)
	}
	h, ok := parseARC([]byte("http://a/ - 20140216 text/html; charset=x 7\r\n"))
	require.True(t, ok)
	require.Equal(t, "20140216", h.Date)
	require.Equal(t, "text/html", h.mediaType)
	require.Equal(t, int64(7), h.length)
	require.False(t, h.sure)
	h, ok = parseARC([]byte("HTTPS://a/ nowhere 20140216050221 text/html 7"))
	require.True(t, ok)
	require.Equal(t, "response", h.Type)
	require.True(t, h.sure)
	for date, line := range map[string]string{
		"5f3e2a10":        "http://a/b c 1.2.3.4 5f3e2a10 text/html 7",
		"20140216050221x": "http://a/b c 1.2.3.4 20140216050221x text/html 200 - - 9 x.arc 7",
		"2014-02-16":      "http://a/b c ::1 2014-02-16 05:02:21 text/html; charset=x 7",
		"":                "http://a/b c 1.2.3.4  no-type 7",
		"text/html":       "http://a/b c 1.2.3.4 text/html 7",
	} {
		h, ok = parseARC([]byte(line))
		require.True(t, ok, line)
		require.True(t, h.sure, line)
		require.Equal(t, "http://a/b c", h.URL)
		require.Equal(t, int64(7), h.length)
		require.Empty(t, h.Date)
		if date == "text/html" {
			require.Equal(t, []string{"the record has no date"}, h.faults)
		} else {
			require.Equal(t, []string{"the date of the record is not usable: " + strconv.Quote(date)}, h.faults)
		}
		require.False(t, h.broken)
	}
}

// TestARCFields: the names are those of Common Crawl's extractor (ARCConstants.java of ia-web-commons).
func TestARCFields(t *testing.T) {
	for line, want := range map[string]string{
		"http://h/ 1.2.3.4 20140216050221 text/html 5\n":                           "Target-URI=http://h/ IP-Address=1.2.3.4 Date=20140216050221 Content-Type=text/html Content-Length=5",
		"http://h/x y 1.2.3.4 20140216050221 text/html; charset=x 5":               "Target-URI=http://h/x y IP-Address=1.2.3.4 Date=20140216050221 Content-Type=text/html Content-Length=5",
		"http://h/ 1.2.3.4 20140216050222 text/html 200 - - 1234567890123 a.arc 7": "Target-URI=http://h/ IP-Address=1.2.3.4 Date=20140216050222 Content-Type=text/html Content-Length=7",
		"http://h/ 1.2.3.4 text/html 5":                                            "Target-URI=http://h/ IP-Address=1.2.3.4 Content-Type=text/html Content-Length=5",
		"http://h/ 1.2.3.4 yesterday text/html 5":                                  "Target-URI=http://h/ IP-Address=1.2.3.4 Date=yesterday Content-Type=text/html Content-Length=5",
		"": "", "WARC/1.0": "",
	} {
		var got []string
		for name, value := range ARCFields(line) {
			got = append(got, name+"="+value)
		}
		require.Equal(t, want, strings.Join(got, " "), line)
	}
}
