package linklist

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/job"
	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// watBlocks returns the JSON of the records of a web archive.
func watBlocks(t *testing.T, archive string) (blocks []string) {
	rw, err := engine.New(engine.Options{Type: detect.WARC})
	require.NoError(t, err)
	for piece, err := range rw.Pieces(strings.NewReader(archive)) {
		require.NoError(t, err)
		w := &watWriter{one: &job.Piece{Piece: piece}, file: "a\"b.warc"}
		rw.VisitPiece(piece, engine.Visitor{Head: w.Head, Reference: func(ref *engine.Reference) { require.NoError(t, w.Reference(ref)) }})
		if r := piece.Record(); r != nil {
			blocks = append(blocks, string(w.appendJSON(nil, r)))
		}
	}
	return blocks
}

func TestWAT(t *testing.T) {
	page := "<title>\n A &amp; <b> </title><title>no</title><meta charset=utf-8><meta name=a content='&lt;' property=p x=y><meta http-equiv=refresh content='1;url=r'>" +
		"<base href=/e/><link rel=x type=t/u href=l.css title=no><link href=m.css><script src=s.js type=module></script><script>s</script><a href=mailto:a@b></a><style>@import 'i.css'</style><p style='background:url(b.png)'>"
	for _, c := range []struct{ archive, want string }{
		{"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: <http://h/>\r\nX: a\r\nx: b\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n",
			`{"Container":{"Filename":"a\"b.warc","Compressed":false,"Offset":"0"},"Envelope":{"Format":"WARC","WARC-Header-Length":"128",` +
				`"WARC-Header-Metadata":{"WARC-Type":"response","WARC-Target-URI":"http://h/","X":["a","b"],"Content-Type":"application/http","Content-Length":"486"},` +
				`"Payload-Metadata":{"Actual-Content-Type":"application/http","Actual-Content-Length":"486",`},
		{"http://h/ 127.0.0.1 20240102030405 text/html %d\n",
			`{"Container":{"Filename":"a\"b.warc","Compressed":false,"Offset":"68"},"Envelope":{"Format":"ARC","ARC-Header-Length":"49",` +
				`"ARC-Header-Metadata":{"Target-URI":"http://h/","IP-Address":"127.0.0.1","Date":"20240102030405","Content-Type":"text/html","Content-Length":"486"},` +
				`"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","Actual-Content-Length":"486",`},
	} {
		links := `"Document-URL":"http://h/","HTTP-Response-Metadata":{"Response-Message":{"Version":"HTTP/1.1","Status":"200","Reason":"Fine so"},"Headers-Length":"119",` +
			`"Headers":{"Link":"<n>","Content-Type":"text/html","Set-Cookie":["a","` + strings.Repeat("b", 30) + `"]},"Header-Links":[{"path":"Link","url":"n","target":"http://h/n"}],` +
			`"HTML-Metadata":{"Head":{"Base":"/e/","Title":"A & <b>","Metas":[{"name":"a","content":"<","property":"p"},{"content":"1;url=r","http-equiv":"refresh"}],` +
			`"Link":[{"path":"LINK@/href","url":"l.css","target":"http://h/e/l.css","rel":"x","type":"t/u"},{"path":"LINK@/href","url":"m.css","target":"http://h/e/m.css"}],` +
			`"Scripts":[{"path":"SCRIPT@/src","url":"s.js","target":"http://h/e/s.js","type":"module"}]},` +
			`"Links":[{"path":"META@/content","url":"r","target":"http://h/r"},{"path":"A@/href","url":"mailto:a@b","target":"mailto:a@b"},{"path":"STYLE/#text","url":"i.css","target":"http://h/e/i.css"},` +
			`{"path":"P@/style","url":"b.png","target":"http://h/e/b.png"}]}}}}}`
		block := "HTTP/1.1 200 Fine so\r\nLink: <n>\r\nContent-Type: text/html\r\nSet-Cookie: a\r\nset-cookie: " + strings.Repeat("b", 30) + "\r\n\r\n" + page
		first := ""
		if strings.HasPrefix(c.archive, "http") {
			first = "filedesc://a.arc 0.0.0.0 20240102030405 text/plain 12\n1 0 x\nURL a\n\n\n"
		}
		blocks := watBlocks(t, first+fmt.Sprintf(c.archive, len(block))+block+"\r\n\r\n")
		require.True(t, json.Valid([]byte(blocks[len(blocks)-1])))
		require.Equal(t, c.want+links, blocks[len(blocks)-1])
	}
}

// TestWATKeys has all members that Common Crawl's own code reads of a record: the programs of cc-pyspark
// (github.com/commoncrawl/cc-pyspark), from which cc-webgraph builds its graphs.
func TestWATKeys(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nServer: a\r\nserver: b\r\nContent-Location: c\r\nLink: <d>\r\nLink: <e>\r\n\r\n"
	page := head + "<title>t</title><base href=/><meta property=og:url content=//h/><meta name=thumbnail content=i.png><link rel=x href=l><script src=s></script><a href=a>"
	block := watBlocks(t, fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/\r\nWARC-IP-Address: 127.0.0.1\r\n"+
		"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(page), page))[0]
	const response = "Envelope Payload-Metadata HTTP-Response-Metadata "
	for _, c := range []struct{ source, path, want string }{
		{"wat_extract_links.py: process_record", "Envelope WARC-Header-Metadata WARC-Type", `"response"`},
		{"wat_extract_links.py: process_record", "Envelope WARC-Header-Metadata WARC-Target-URI", `"http://h/"`},
		{"server_ip_address.py: process_record", "Envelope WARC-Header-Metadata WARC-IP-Address", `"127.0.0.1"`},
		{"server_count.py: process_record", response + "Headers Server", `["a","b"]`},
		{"wat_extract_links.py: extract_http_header_links", response + "Headers Content-Location", `"c"`},
		{"wat_extract_links.py: extract_http_header_links", response + "Headers Link", `["\u003cd\u003e","\u003ce\u003e"]`},
		{"wat_extract_links.py: get_links", response + "HTML-Metadata Head Base", `"/"`},
		{"wat_extract_links.py: get_links", response + "HTML-Metadata Head Link 0 url", `"l"`},
		{"wat_extract_links.py: get_links", response + "HTML-Metadata Head Metas 0 property", `"og:url"`},
		{"wat_extract_links.py: get_links", response + "HTML-Metadata Head Metas 0 content", `"//h/"`},
		{"wat_extract_links.py: get_links", response + "HTML-Metadata Head Metas 1 name", `"thumbnail"`},
		{"wat_extract_links.py: get_links", response + "HTML-Metadata Head Scripts 0 url", `"s"`},
		{"wat_extract_links.py: get_links", response + "HTML-Metadata Links 0 url", `"a"`},
		{"ia-web-commons HTMLMetaData.java: setTitle", response + "HTML-Metadata Head Title", `"t"`},
	} {
		var value any
		require.NoError(t, json.Unmarshal([]byte(block), &value))
		for _, name := range strings.Fields(c.path) {
			if list, ok := value.([]any); ok {
				i, _ := strconv.Atoi(name)
				require.Greater(t, len(list), i, c.path)
				value = list[i]
				continue
			}
			value = value.(map[string]any)[name]
			require.NotNil(t, value, "%s reads %s: %s", c.source, c.path, block)
		}
		got, err := json.Marshal(value)
		require.NoError(t, err)
		require.Equal(t, c.want, string(got), "%s reads %s", c.source, c.path)
	}
}

// TestWATHead: titles and tags are those of the document itself, in its encoding, with the attributes of each tag.
func TestWATHead(t *testing.T) {
	for _, c := range []struct{ mediaType, page, want string }{
		{"text/html", "<meta charset=windows-1251><title>\xcf</title>", `{"Head":{"Title":"П"}}`},
		{"text/html", "<svg><title>s</title><link href=x rel=y></svg><iframe srcdoc='<title>i</title><meta name=n>'></iframe>", `{}`},
		{"application/xhtml+xml", `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a &lt; <!-- --></title><link href="x" rel="y"/></head></html>`,
			`{"Head":{"Title":"a < <!-- -->","Link":[{"path":"LINK@/href","url":"x","target":"http://h/x","rel":"y"}]}}`},
	} {
		block := watBlocks(t, fmt.Sprintf("WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://h/\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			c.mediaType, len(c.page), c.page))[0]
		_, got, _ := strings.Cut(block, `"HTML-Metadata":`)
		require.Equal(t, c.want, strings.TrimSuffix(got, "}}}"))
	}
}

func TestRecordDate(t *testing.T) {
	for in, want := range map[string]string{
		"2024-01-02T03:04:05Z": "2024-01-02T03:04:05Z", "2024-01-02T03:04:05.123456Z": "2024-01-02T03:04:05.123456Z",
		"2014-01-03T03:03Z": "2014-01-03T03:03:00Z", "2014-01": "2014-01-01T00:00:00Z",
		"20240102030405": "2024-01-02T03:04:05Z", "201404010000000000": "2014-04-01T00:00:00Z", "20140103030321999": "2014-01-03T03:03:21Z",
		"": "1970-01-01T00:00:00Z", "yesterday, in the evening": "1970-01-01T00:00:00Z",
	} {
		require.Equal(t, want, date(in), in)
	}
	require.Regexp(t, `^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$`, recordID("a", "b", 1, "c"))
	require.NotEqual(t, recordID("a", "b", 1, "c"), recordID("a", "b", 2, "c"))
	require.Equal(t, "a  b é", field("a\r\nb é"))
}

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

// FuzzWAT: the block of every record is JSON.
func FuzzWAT(f *testing.F) {
	f.Add("WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: 50\r\n\r\nHTTP/1.1 200 OK\r\nX: \"\xff\r\n\r\n<a href=x><base href='\"'>\r\n\r\n")
	f.Add("WARC/1.0\nA\n: b\n c: \"\n\x00:\x01\nWARC-Type: resource\nContent-Length: 10\n\n<a href=x>")
	f.Add("filedesc://a 0.0.0.0 2024 text/plain 1\nx\nhttp://h/ 1 2 text/html 26\nHTTP/1.1 200\n\n<a href=x>")
	f.Fuzz(func(t *testing.T, archive string) {
		for _, block := range watBlocks(t, archive) {
			require.True(t, json.Valid([]byte(block)), "%s", block)
		}
	})
}
