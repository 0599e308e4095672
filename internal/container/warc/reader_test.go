package warc

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A member is a [format.Member] with a copy of its text.
type member struct {
	format.Member
	text string
}

// document returns the document.
func (m *member) document() string { return m.text[m.Start:m.End] }

// all returns the members of a file, and the error after them, if it is not io.EOF.
func all(file io.Reader, o format.Options) (members []member, err error) {
	r := newReader(file, o)
	for {
		var m format.Member
		if err := r.Next(&m); err != nil {
			if err == io.EOF {
				err = nil
			}
			return members, err
		}
		members = append(members, member{m, string(m.Text)})
	}
}

// read returns the members of a file.
func read(t *testing.T, file string) []member {
	t.Helper()
	members, err := all(strings.NewReader(file), format.Options{})
	require.NoError(t, err)
	return members
}

// record returns a WARC record with the fields, and Content-Length.
func record(block string, fields ...string) string {
	return fmt.Sprintf("WARC/1.0\r\n%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", strings.Join(fields, "\r\n"), len(block), block)
}

// response returns a record with an HTTP response.
func response(url, http string) string {
	return record(http, "WARC-Type: response", "WARC-Record-ID: <urn:a>", "WARC-Target-URI: "+url,
		"WARC-Date: 2014-01-03T03:03:21Z", "Content-Type: application/http; msgtype=response")
}

const page = "<a href=x>"

func TestResponse(t *testing.T) {
	head := "HTTP/1.1 404 No\r\nContent-Type: Text/HTML; charset=\"latin1\"\r\nLocation: /\r\n\r\n"
	file := response("<http://a.example/b c>", head+page)
	members := read(t, file)
	require.Len(t, members, 1)
	m := members[0]
	require.Equal(t, head+page, m.text)
	require.Equal(t, page, m.document())
	header, _, _ := strings.Cut(file, "\r\n\r\n")
	require.Equal(t, &format.Record{
		Type: "response", ID: "<urn:a>", URL: "http://a.example/b c", Date: "2014-01-03T03:03:21Z", Status: 404,
		Length: int64(len(file) - 4), Size: int64(len(file)), Header: header,
	}, m.Record)
	m.Record, m.Text = nil, nil
	require.Equal(t, format.Member{
		Number: 1, Start: len(head), End: len(m.text), HTTP: true, MediaType: "text/html", Charset: "latin1",
		Base: format.URL{Value: "http://a.example/b c", From: "the field WARC-Target-URI"},
	}, m.Member)
}

// TestTypes checks which documents records have.
func TestTypes(t *testing.T) {
	for _, c := range []struct{ record, mediaType, text, document string }{
		{record(page, "WARC-Type: resource", "Content-Type: text/html"), "text/html", page, page},
		{record(page, "warc-type:Conversion", "content-type: text/html;charset=x"), "text/html", page, page},
		{record(page, "WARC-Type: resource", "Content-Type: text/plain"), "text/plain", "", ""},
		{record(page, "WARC-Type: request", "Content-Type: application/http"), "", "", ""},
		{record(page, "WARC-Type: metadata", "Content-Type: text/html"), "", "", ""},
		{record(page, "Content-Type: text/html"), "", "", ""},
		{record(page, "WARC-Type: response", "WARC-Target-URI: dns:a", "Content-Type: text/dns"), "text/dns", "", ""},
		{record(page, "WARC-Type: response", "WARC-Target-URI: ftp://a/", "Content-Type: text/html"), "text/html", page, page},
		{response("http://a/", "HTTP/1.1 200\r\nContent-Type: image/png\r\n\r\n"+page), "image/png", "HTTP/1.1 200\r\nContent-Type: image/png\r\n\r\n", ""},
		{response("http://a/", "HTTP/1.1 200\r\n\r\n"+page), "", "HTTP/1.1 200\r\n\r\n" + page, page},
		{response("http://a/", "HTTP/1.1 200\r\n\r\n\x89PNG\r\n\x1a\n"+page), "", "HTTP/1.1 200\r\n\r\n", ""},
		{response("http://a/", "HTTP/1.1 301\r\nLocation: x\r\n\r\n"), "", "HTTP/1.1 301\r\nLocation: x\r\n\r\n", ""},
		{response("http://a/", "HTTP/1.1 200\r\nContent-Type: application/rss+xml\r\n\r\n<rss/>"), "application/rss+xml", "HTTP/1.1 200\r\nContent-Type: application/rss+xml\r\n\r\n<rss/>", "<rss/>"},
		{response("http://a/", "HTTP/1.1 200\r\nContent-Type: image/svg+xml\r\n\r\n<svg/>"), "image/svg+xml", "HTTP/1.1 200\r\nContent-Type: image/svg+xml\r\n\r\n<svg/>", "<svg/>"},
		{response("http://a/", "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\nContent-Type: text/css\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"), "text/css",
			"HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\nContent-Type: text/css\r\n\r\nabc", "abc"},
	} {
		members := read(t, c.record)
		require.Len(t, members, 1)
		m := members[0]
		require.Equal(t, c.text, m.text, "%q", c.record)
		require.Equal(t, c.document, m.document(), "%q", c.record)
		require.Equal(t, c.mediaType, m.MediaType, "%q", c.record)
		require.Equal(t, c.document == "", m.NoDocument, "%q", c.record)
		require.Empty(t, m.Faults, "%q", c.record)
		require.Equal(t, len(c.record)-4, int(m.Record.Length))
	}
}

// TestLines checks the ends of lines, fields that continue, and other fields of headers.
func TestLines(t *testing.T) {
	for _, eol := range []string{"\n", "\r\n", "\r\r\n"} {
		head := strings.ReplaceAll("HTTP/1.1 302\nContent-Type: text/html\n\n", "\n", eol)
		fields := strings.ReplaceAll("WARC/0.17\nno field\nWARC-TYPE :response\nWARC-Target-URI:  <http://a/\n b>\nWARC-Date: x\nContent-Type: application/http\n", "\n", eol)
		file := fmt.Sprintf("%sContent-Length: %d%sContent-Length: 1%s%s%s%s%s", fields, len(head+page), eol, eol, eol, head+page, eol, eol)
		members := read(t, file+file)
		require.Len(t, members, 2)
		m := members[1]
		require.Equal(t, head, m.text[:m.Start])
		require.Equal(t, page, m.document())
		require.Equal(t, "http://a/ b", m.Record.URL)
		require.Equal(t, "http://a/ b", m.Base.Value)
		require.Equal(t, "<http://a/ b>", m.Record.Field("warc-target-uri"))
		require.Equal(t, 302, m.Record.Status)
		require.Empty(t, m.Faults)
	}
	members := read(t, record(page, "WARC-Type: resource", "Content-Type: text/html", "WARC-Segment-Number: 1"))
	require.Equal(t, page, members[0].document())
	require.Equal(t, []string{"the record is a segment of a longer one: only the segment is read"}, members[0].Faults)
}

// TestTargetURI checks which URLs without a scheme get http.
func TestTargetURI(t *testing.T) {
	for value, want := range map[string]string{
		"www.k.example/a.html": "http://www.k.example/a.html", "<k.example:8080/a?b:c>": "http://k.example:8080/a?b:c",
		"www.k.example": "http://www.k.example", "10.0.0.1": "http://10.0.0.1", "WWW.K.example:80": "http://WWW.K.example:80",
		"//k.example/a": "http://k.example/a",
		// These have a scheme, or no host.
		"dns:k.example": "", "urn:x": "", "mailto:a@k.example/b": "", "http:/a": "", "k.example:x/": "", "-": "", "": "",
		"index.html": "", "img/a.png": "", "site.v2/a.html": "", "a.b c.example/": "", "/a": "",
	} {
		m := read(t, record(page, "WARC-Type: resource", "WARC-Target-URI: "+value, "Content-Type: text/html"))[0]
		require.Equal(t, want != "", m.Base.Assumed, value)
		if want == "" {
			want = value
		}
		require.Equal(t, want, m.Base.Value)
		require.Equal(t, want, m.Record.URL)
	}
	m := read(t, filedesc+"k.example/ 1.2.3.4 20140216050221 text/html 10\n"+page+"\n")[1]
	require.Equal(t, "http://k.example/", m.Base.Value)
	require.Equal(t, "response", m.Record.Type)
}

// TestMultipart checks MHTML files, which some servers call multipart/related.
func TestMultipart(t *testing.T) {
	head := "HTTP/1.1 200\r\nContent-Type: multipart/related; boundary=x\r\n\r\n"
	mhtml := "From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n" + page
	m := read(t, response("http://a/", head+mhtml))[0]
	require.Equal(t, "message/rfc822", m.MediaType)
	require.Equal(t, mhtml, m.document())
	m = read(t, response("http://a/", head+"--x\r\n\r\n"+page))[0]
	require.True(t, m.NoDocument)
	require.Equal(t, head, m.text)
}

// TestBroken checks that broken records do not hide others.
func TestBroken(t *testing.T) {
	last := response("http://last/", "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n"+page)
	body := "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n<b>"
	with := func(length string) string {
		return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\n" + length + "\r\n" + body + "\r\n\r\n"
	}
	for _, c := range []struct{ broken, document, fault string }{
		{with("X: y\r\n"), "<b>", "the record has no Content-Length: it is read up to the next one"},
		{with("Content-Length: -1\r\n"), "<b>", `the length of the record is not usable, "-1": it is read up to the next one`},
		{with("Content-Length: abc\r\n"), "<b>", `the length of the record is not usable, "abc": it is read up to the next one`},
		{with("Content-Length: 9223372036854775808\r\n"), "<b>", `the length of the record is not usable, "9223372036854775808": it is read up to the next one`},
		{with("Content-Length: 9223372036854775807\r\n"), "<b>", `the length of the record is not usable, "9223372036854775807": it is read up to the next one`},
		{with("Content-Length: 1000000000000\r\n"), "<b>", "the record is cut: its block has 44 bytes of 1000000000000"},
		{with("Content-Length: 2000\r\n"), "<b>", "the record is cut: its block has 44 bytes of 2000"},
		{with(fmt.Sprintf("Content-Length: %d\r\n", len(body)-1)), "<b", "skipped: 1 byte after the record that belongs to no record"},
		{with(fmt.Sprintf("Content-Length: %d\r\n", len(body))) + "garbage\r\n\r\n", "<b>", "skipped: 7 bytes after the record that belong to no record"},
		{response("http://a/", "HTTP/1.1 200\r\n"), "", "the record is cut within its HTTP header"},
		{response("http://a/", "<b>"), "<b>", "the response has no HTTP header: its block is read as the document"},
		{response("http://a/", "HTTP/1.1 200\r\nX: "+strings.Repeat("x", maxHead)), "", "the HTTP header is larger than 1048576 bytes: the record is skipped"},
		{"WARC/1.0\r\nX: " + strings.Repeat("x", 3*maxHeader) + "\r\n\r\n\r\n\r\n", "", "the header of the record is larger than 131072 bytes: the record is skipped"},
	} {
		members := read(t, c.broken+last+last)
		require.Len(t, members, 3, "%.300q", c.broken)
		for i, m := range members[1:] {
			require.Equal(t, page, m.document())
			require.Empty(t, m.Faults)
			require.Equal(t, len(c.broken)+i*len(last), int(m.Record.Offset))
		}
		require.Equal(t, c.document, members[0].document(), "%.300q", c.broken)
		require.NotEmpty(t, members[0].Faults, "%.300q", c.broken)
		require.Equal(t, c.fault, members[0].Faults[0], "%.300q", c.broken)
	}
}

// TestExceeds checks which lengths are believed: those of blocks that end in the file, and others if the
// size of the file is not known and its end is far away.
func TestExceeds(t *testing.T) {
	last := response("http://last/", "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n"+page)
	records := func(length int, more string, size bool) int {
		text := fmt.Sprintf("WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: %d\r\n\r\n", length) + "x\r\n\r\n" + last + last + more
		file := io.Reader(strings.NewReader(text))
		if !size {
			file = struct{ io.Reader }{file}
		}
		members, err := all(file, format.Options{})
		require.NoError(t, err)
		return len(members)
	}
	inside := len("x\r\n\r\n" + last)
	large := record(strings.Repeat("<p>", 100_000), "WARC-Type: resource")
	for _, size := range []bool{true, false} {
		require.Equal(t, 2, records(inside, "", size)) // an archive in a record
		require.Equal(t, 3, records(inside+len(last)+1, "", size))
		require.Equal(t, 3, records(1<<30, "", size))
	}
	require.Equal(t, 4, records(1<<30, large, true))
	require.Equal(t, 1, records(1<<30, large, false))

	// The document ends before the next record nevertheless.
	text := "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n<b>\r\n\r\n" + last + large
	members, err := all(struct{ io.Reader }{strings.NewReader(text)}, format.Options{})
	require.NoError(t, err)
	require.Len(t, members, 1)
	require.Equal(t, "<b>", members[0].document())
	require.Equal(t, "its length covers the records after it: to read these, store the archive in a file", members[0].Faults[0])
}

// TestCut cuts a file anywhere. The record before the cut stays the same.
func TestCut(t *testing.T) {
	one := response("http://a/", "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n"+page)
	for n := range len(one) {
		members := read(t, one+one[:n])
		require.Equal(t, page, members[0].document())
		switch {
		case n == 0:
			require.Len(t, members, 1)
		case n < len("WARC/1.0"):
			require.Len(t, members, 1)
			require.Len(t, members[0].Faults, 1, n)
		case n < len(one)-4:
			require.Len(t, members, 2)
			require.Contains(t, members[1].Faults[len(members[1].Faults)-1], "the record is cut")
		}
		require.Equal(t, n == 0 || n >= len("WARC/1.0"), members[0].Faults == nil)
	}
}

// TestIdentity checks that a file that does not change is copied as it is.
func TestIdentity(t *testing.T) {
	file := "\r\n" + response("http://a/", "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n"+page) + "garbage" + record(page, "WARC-Type: resource")
	var out bytes.Buffer
	r := newReader(strings.NewReader(file), format.Options{})
	w := r.Rewrite(&out)
	var m format.Member
	for r.Next(&m) == nil {
		require.NoError(t, w.Next())
		require.NoError(t, w.Keep(len(m.Text)))
	}
	require.NoError(t, w.Close())
	require.Equal(t, file, out.String())
}
