package warc

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/httpmessage"
)

// rewrite writes an archive with changed documents: each old becomes new, in heads too if these
// can change. It returns the new archive, and what the writer reports.
func rewrite(t testing.TB, file []byte, a format.Archive, old, new string) ([]byte, []string) {
	t.Helper()
	var out bytes.Buffer
	text, o := open(bytes.NewReader(file))
	o.Archive = a
	if d, ok := text.(format.Decoder); ok {
		o.Back = d.Rewrite(&out)
	}
	r := newReader(text, o)
	w := r.Rewrite(&out)
	var m format.Member
	for {
		err := r.Next(&m)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.NoError(t, w.Next())
		replaceAll(t, w, &m, a, old, new)
	}
	require.NoError(t, w.Close())
	return out.Bytes(), w.(format.Reporter).Report()
}

// replaceAll changes a member.
func replaceAll(t testing.TB, w format.MemberWriter, m *format.Member, a format.Archive, old, new string) {
	t.Helper()
	begin, pos := m.Start, 0
	if a.Changes == format.ReplaceRecords && m.HTTP {
		begin = 0
	}
	for old != "" && m.End > 0 && !m.Large {
		n := bytes.Index(m.Text[max(pos, begin):m.End], []byte(old))
		if n < 0 {
			break
		}
		at := max(pos, begin) + n
		require.NoError(t, w.Keep(at-pos))
		require.NoError(t, w.Replace(len(old), []byte(new)))
		pos = at + len(old)
	}
	require.NoError(t, w.Keep(len(m.Text)-pos))
}

// containers are the ways in which records are stored.
var containers = map[string]func(...string) []byte{
	"plain":        func(records ...string) []byte { return []byte(strings.Join(records, "")) },
	"gzip":         zip,
	"zstd":         zstandard,
	"whole gzip":   func(records ...string) []byte { return zip(strings.Join(records, "")) },
	"whole zstd":   func(records ...string) []byte { return zstandard(strings.Join(records, "")) },
	"gzip by pair": func(records ...string) []byte { return zip(pairs(records)...) },
}

func pairs(records []string) (all []string) {
	for i := 0; i < len(records); i += 2 {
		all = append(all, strings.Join(records[i:min(i+2, len(records))], ""))
	}
	return all
}

const withLinks = "<a href=OLD>x</a>" + page

// captured returns a response with these fields of the record.
func captured(url, block string, fields ...string) string {
	return record(block, append([]string{
		"WARC-Type: response", "WARC-Target-URI: " + url, "WARC-Date: 2024-01-02T03:04:05Z",
		"WARC-Record-ID: <urn:uuid:" + url + ">", "Content-Type: application/http; msgtype=response",
	}, fields...)...)
}

// TestConversions checks that changed records are kept, and followed by their conversions.
func TestConversions(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=\"utf 8\"\r\n\r\n"
	records := []string{
		captured("http://a/", head+withLinks, "WARC-Block-Digest: sha1:7CLAGWY5FJCLX5LV53I6LLNMFBMZTHKV", "WARC-Payload-Digest: md5:d41d8cd98f00b204e9800998ecf8427e"),
		captured("http://b/", head+page),
		captured("http://c/", head+withLinks),
	}
	for name, store := range containers {
		t.Run(name, func(t *testing.T) {
			file := store(records...)
			a := format.Archive{Changes: format.AddConversions}
			same, reports := rewrite(t, file, a, "", "")
			require.True(t, bytes.Equal(file, same))
			require.Empty(t, reports)
			out, reports := rewrite(t, file, a, "OLD", "NEW!")
			require.Empty(t, reports)
			members := readFile(t, out)
			require.Len(t, members, 5)
			for i, old := range []int{0, -1, 1, 2} {
				if old >= 0 {
					require.Equal(t, readFile(t, file)[old].text, members[i].text)
				}
			}
			c := members[1]
			require.Equal(t, strings.ReplaceAll(withLinks, "OLD", "NEW!"), c.document())
			require.Equal(t, "conversion", c.Record.Type)
			require.Equal(t, "http://a/", c.Base.Value)
			require.Equal(t, "<urn:uuid:http://a/>", c.Record.Field("WARC-Refers-To"))
			require.Equal(t, members[0].Record.Date, c.Record.Date)
			require.Equal(t, `text/html; charset="utf 8"`, c.Record.Field("Content-Type"))
			require.Regexp(t, `^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$`, c.Record.ID)
			checkDigests(t, c)
			require.Empty(t, members[4].Record.Field("WARC-Block-Digest"))
			if !strings.Contains(name, "whole") && !strings.Contains(name, "pair") {
				require.Positive(t, c.Record.Length)
			}
			again, _ := rewrite(t, out, a, "OLD", "NEW!")
			require.True(t, bytes.Equal(out, again), "a conversion that is there is not added again")
		})
	}
}

// TestControlCharacters checks that no conversion repeats a control character, which could end its line.
func TestControlCharacters(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
	for _, field := range []string{
		"WARC-Record-ID: <urn:a>\rX-Injected: y", "WARC-Date: 2024-01-02T03:04:05Z\rX: y", "WARC-Target-URI: http://a/\rX: y", "WARC-Warcinfo-ID: <urn:\x00>",
	} {
		name, _, _ := strings.Cut(field, ":")
		file := []byte(record(head+withLinks, field, "WARC-Type: response", "WARC-Target-URI: http://a/", "Content-Type: application/http"))
		out, _ := rewrite(t, file, format.Archive{Changes: format.AddConversions}, "OLD", "NEW!")
		require.Equal(t, string(file), string(out), name)
		r := newReader(bytes.NewReader(file), format.Options{Archive: format.Archive{Changes: format.AddConversions}})
		var m format.Member
		require.NoError(t, r.Next(&m))
		require.Equal(t, []string{"left: its " + name + " has a control character, which a conversion would repeat"}, m.Faults)
		out, _ = rewrite(t, file, format.Archive{Changes: format.ReplaceRecords}, "OLD", "NEW!")
		require.Contains(t, string(out), field+"\r\n")
		require.Contains(t, string(out), "NEW!")
	}
}

// checkDigests checks the digests of a record without an HTTP head.
func checkDigests(t *testing.T, m member) {
	t.Helper()
	for _, name := range []string{"WARC-Block-Digest", "WARC-Payload-Digest"} {
		d, ok := parseDigest(m.Record.Field(name))
		require.True(t, ok)
		require.True(t, d.is([]byte(m.document())), name)
	}
}

// readFile reads an archive.
func readFile(t *testing.T, file []byte) []member {
	t.Helper()
	text, o := open(bytes.NewReader(file))
	members, err := all(text, o)
	require.NoError(t, err)
	for _, m := range members {
		require.Empty(t, m.Faults)
	}
	return members
}

// chunked returns a body in chunks of a few bytes.
func chunked(body string) string {
	var out strings.Builder
	for len(body) > 0 {
		n := min(len(body), 7)
		fmt.Fprintf(&out, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	return out.String() + "0\r\n\r\n"
}

// TestReplacements checks records that are replaced: lengths, codings and digests.
func TestReplacements(t *testing.T) {
	sha := func(s string) string {
		d, _ := parseDigest("sha1:7CLAGWY5FJCLX5LV53I6LLNMFBMZTHKV")
		return d.of([]byte(s))
	}
	const html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLocation: OLD\r\n"
	encoded := string(zip(withLinks))
	for name, c := range map[string]struct{ block, payload string }{
		"plain":        {html + fmt.Sprintf("Content-Length: %d\r\n\r\n", len(withLinks)) + withLinks, withLinks},
		"chunked":      {html + "Transfer-Encoding: chunked\r\n\r\n" + chunked(withLinks), withLinks},
		"stored chunk": {html + "Transfer-Encoding: chunked\r\n\r\n" + chunked(withLinks), chunked(withLinks)},
		"gzip":         {html + "Content-Encoding: gzip\r\n\r\n" + encoded, encoded},
		"both":         {html + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(encoded), encoded},
	} {
		for store, file := range containers {
			for _, identity := range []bool{false, true} {
				t.Run(fmt.Sprint(name, " ", store, " ", identity), func(t *testing.T) {
					old := file(captured("http://a/", c.block, "WARC-Block-Digest: "+sha(c.block), "WARC-Payload-Digest: "+sha(c.payload)), good, good)
					out, reports := rewrite(t, old, format.Archive{Changes: format.ReplaceRecords, Identity: identity}, "OLD", "NEWER")
					require.Empty(t, reports)
					members := readFile(t, out)
					require.Len(t, members, 3)
					m := members[0]
					require.Equal(t, strings.ReplaceAll(withLinks, "OLD", "NEWER"), m.document())
					require.Contains(t, m.text[:m.Start], "Location: NEWER\r\n")
					require.Equal(t, identity && name != "plain" || name == "plain" || name == "gzip", !strings.Contains(m.text[:m.Start], "chunked"))
					require.Equal(t, !identity && (name == "gzip" || name == "both"), strings.Contains(m.text[:m.Start], "gzip"))
					checkStored(t, out, name == "stored chunk" && !identity)
				})
			}
		}
	}
}

// checkStored checks the digests of the first record of a file, with that of the payload as it is
// stored or without chunks.
func checkStored(t *testing.T, file []byte, stored bool) {
	t.Helper()
	text, _ := open(bytes.NewReader(file))
	all, err := io.ReadAll(text)
	require.NoError(t, err)
	n, _ := headerEnd(all, 0)
	h := parseWARC(all[:n])
	block := all[n:][:h.length]
	d, ok := parseDigest(h.Field("WARC-Block-Digest"))
	require.True(t, ok)
	require.True(t, d.is(block))
	head, _ := headerEnd(block, 0)
	payload := block[head:]
	if parsed := httpmessage.ParseHead(block[:head]); !stored {
		payload = untransferred(&parsed, payload)
	}
	d, ok = parseDigest(h.Field("WARC-Payload-Digest"))
	require.True(t, ok)
	require.True(t, d.is(payload))
}
