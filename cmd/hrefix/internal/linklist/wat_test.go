package linklist

import (
	"encoding/json"
	"fmt"
	"runtime"
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
		rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) { require.NoError(t, w.Reference(ref)) }})
		if r := piece.Record(); r != nil {
			blocks = append(blocks, string(w.appendJSON(nil, r)))
		}
	}
	return blocks
}

func TestWAT(t *testing.T) {
	page := "<base href=/e/><link rel=x href=l.css><script src=s.js></script><a href=mailto:a@b></a><style>@import 'i.css'</style><p style='background:url(b.png)'>"
	for _, c := range []struct{ archive, want string }{
		{"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: <http://h/>\r\nX: a\r\nx: b\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n",
			`{"Container":{"Filename":"a\"b.warc","Compressed":false,"Offset":"0"},"Envelope":{"Format":"WARC","WARC-Header-Length":"128",` +
				`"WARC-Header-Metadata":{"WARC-Type":"response","WARC-Target-URI":"http://h/","X":"a","Content-Type":"application/http","Content-Length":"269"},` +
				`"Payload-Metadata":{"Actual-Content-Type":"application/http","Actual-Content-Length":"269",`},
		{"http://h/ 127.0.0.1 20240102030405 text/html %d\n",
			`{"Container":{"Filename":"a\"b.warc","Compressed":false,"Offset":"68"},"Envelope":{"Format":"ARC","ARC-Header-Length":"49",` +
				`"ARC-Header-Metadata":{"Target-URI":"http://h/","IP-Address":"127.0.0.1","Date":"20240102030405","Content-Length":"269"},` +
				`"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","Actual-Content-Length":"269",`},
	} {
		const links = `"Document-URL":"http://h/","HTTP-Response-Metadata":{"Response-Message":{"Version":"HTTP/1.1","Status":"200","Reason":"Fine so"},"Headers-Length":"119",` +
			`"Headers":{"Link":"<n>","Content-Type":"text/html","Set-Cookie":"a"},"Header-Links":[{"path":"Link","url":"n","target":"http://h/n"}],` +
			`"HTML-Metadata":{"Head":{"Base":"/e/","Link":[{"path":"LINK@/href","url":"l.css","target":"http://h/e/l.css"}],` +
			`"Scripts":[{"path":"SCRIPT@/src","url":"s.js","target":"http://h/e/s.js"}]},` +
			`"Links":[{"path":"A@/href","url":"mailto:a@b","target":"mailto:a@b"},{"path":"STYLE/#text","url":"i.css","target":"http://h/e/i.css"},` +
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
