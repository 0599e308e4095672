package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/httpmessage"
	"github.com/hrefix/hrefix/resolve"
)

// response returns the member of a web archive with an HTTP response at http://h/d/p.
func response(text string) *format.Member {
	m := &format.Member{Number: 1, Text: []byte(text), HTTP: true, Base: format.URL{Value: "http://h/d/p", From: "the record"}}
	head := httpmessage.ParseHead(m.Text)
	m.MediaType, m.Charset = head.MediaType()
	m.Start, m.End = len(text), len(text)
	if i := strings.Index(text, "\n\r\n"); i >= 0 {
		m.Start = i + 3
	}
	m.NoDocument = m.MediaType != "" && m.MediaType != "text/html" && m.MediaType != "text/css"
	if m.NoDocument {
		m.End = m.Start
	}
	return m
}

// visited walks a member, and returns its references and its new text.
func visited(t testing.TB, m *format.Member, opts engine.Options) (refs []string, notes []engine.Note, text string) {
	rw, err := engine.New(opts)
	require.NoError(t, err)
	plan := rw.VisitMember(m, engine.Visitor{Reference: func(r *engine.Reference) {
		refs = append(refs, fmt.Sprintf("%s %s %s", strings.TrimSpace(r.Element+" "+r.Attr), r.Status, r.Target))
		if len(r.Text) > 0 && r.Text[0] < utf8.RuneSelf { // in UTF-8, whatever the encoding of the document
			require.Equal(t, r.Text[0], m.Text[r.Offset()])
		}
	}})
	out, err := plan.Bytes()
	require.NoError(t, err)
	return refs, plan.Notes, string(out)
}

const okHead = "HTTP/1.1 200 OK\r\n"

// responses are HTTP responses, with the same responses rewritten and their references.
var responses = []struct {
	name, text, want string
	refs             []string
}{
	{
		"a redirect", "HTTP/1.1 302 Found\r\nDate: x\r\nLocation: ../x y\r\nContent-Type: image/png\r\n\r\n<a href=no>",
		"HTTP/1.1 302 Found\r\nDate: x\r\nLocation: http://h/x y\r\nContent-Type: image/png\r\n\r\n<a href=no>",
		[]string{"Location resolved http://h/x y"},
	},
	{
		"an absolute redirect", "HTTP/1.1 302 Found\r\nlocation:https://h/caf\xe9\r\n\r\n", "",
		[]string{"Location absolute https://h/caf\xe9"},
	},
	{
		"a second Location, and one that goes on in the next line", "HTTP/1.1 302 Found\r\nLocation: \r\n\ta\r\n b\r\nLocation: c\r\n\r\n",
		"HTTP/1.1 302 Found\r\nLocation: \r\n\thttp://h/d/a\r\n b\r\nLocation: c\r\n\r\n",
		[]string{"Location resolved http://h/d/a b", "Location left c"},
	},
	{
		"text that looks like an encoded word or brackets", okHead + "Location: =?utf-8?q?x?=\r\nLink: =?utf-8?q?=3Cy=3E?=\r\n\r\n",
		okHead + "Location: http://h/d/=?utf-8?q?x?=\r\nLink: =?utf-8?q?=3Cy=3E?=\r\n\r\n",
		[]string{"Location resolved http://h/d/=?utf-8?q?x?="},
	},
	{
		"links", okHead + "LINK: <a>; rel=next; anchor=\"#b\", <http://x/>\r\nLink: </c>;rel=preload\r\n\r\n<a href=x>",
		okHead + "LINK: <http://h/d/a>; rel=next; anchor=\"http://h/d/p#b\", <http://x/>\r\nLink: <http://h/c>;rel=preload\r\n\r\n<a href=http://h/d/x>",
		[]string{"Link resolved http://h/d/a", "Link resolved http://h/d/p#b", "Link absolute http://x/", "Link resolved http://h/c", "a href resolved http://h/d/x"},
	},
	{
		"Refresh", okHead + "Refresh: 0; url='../r'\r\nContent-Type: text/html\r\n\r\n<base href=http://b/>",
		okHead + "Refresh: 0; url='http://h/r'\r\nContent-Type: text/html\r\n\r\n<base href=http://b/>",
		[]string{"Refresh resolved http://h/r", "base href absolute http://b/"},
	},
	{"Refresh without a URL", okHead + "Refresh: 5\r\nRefresh: 0;url=\r\n\r\n", "", []string{"Refresh left "}},
	{
		"Content-Location gives the base of the document", okHead + "Content-Location: e/f\r\nLink: <l>\r\n\r\n<a href=x>",
		okHead + "Content-Location: http://h/d/e/f\r\nLink: <http://h/d/l>\r\n\r\n<a href=http://h/d/e/x>",
		[]string{"Content-Location resolved http://h/d/e/f", "Link resolved http://h/d/l", "a href resolved http://h/d/e/x"},
	},
	{
		"Content-Base counts before it, and BASE before both", okHead + "Content-Location: /e/f\r\nContent-Base: http://c/\r\n\r\n<base href=b/><a href=x>",
		okHead + "Content-Location: http://h/e/f\r\nContent-Base: http://c/\r\n\r\n<base href=http://c/b/><a href=http://c/b/x>",
		[]string{"Content-Location resolved http://h/e/f", "Content-Base absolute http://c/", "base href resolved http://c/b/", "a href resolved http://c/b/x"},
	},
	{"a field of mail", okHead + "Content-Type: message/external-body; access-type=URL; url=x\r\n\r\n", "", nil},
	{
		"the charset of the header counts", okHead + "Content-Type: text/html; charset=utf-16le\r\n\r\n<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00x\x00>\x00",
		okHead + "Content-Type: text/html; charset=utf-16le\r\n\r\n<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x00d\x00/\x00x\x00>\x00",
		[]string{"a href resolved http://h/d/x"},
	},
	{"a header without an end", okHead + "Location: x", okHead + "Location: http://h/d/x", []string{"Location resolved http://h/d/x"}},
}

func TestHTTP(t *testing.T) {
	for _, c := range responses {
		t.Run(c.name, func(t *testing.T) {
			refs, _, text := visited(t, response(c.text), engine.Options{})
			if c.want == "" {
				c.want = c.text
			}
			require.Equal(t, c.want, text)
			require.Equal(t, c.refs, refs)
			_, _, again := visited(t, response(text), engine.Options{})
			require.Equal(t, text, again)
		})
	}
}

// TestHTTPBase: in the dialect of browsers, no field gives a base. A field with another scheme
// gives none in any dialect, and a note says so.
func TestHTTPBase(t *testing.T) {
	m := response(okHead + "Content-Location: /e/f\r\n\r\n<a href=x>")
	refs, _, _ := visited(t, m, engine.Options{Dialect: resolve.WHATWG})
	require.Equal(t, "a href resolved http://h/d/x", refs[1])
	refs, _, _ = visited(t, m, engine.Options{BaseFields: []string{"Base"}})
	require.Equal(t, "a href resolved http://h/d/x", refs[1])
	m = response(okHead + "Content-Base: FILE:///e/f\r\nContent-Base: http://b/\r\n\r\n<a href=x>")
	refs, notes, _ := visited(t, m, engine.Options{})
	require.Equal(t, "a href resolved http://h/d/x", refs[2])
	require.Len(t, notes, 1)
	require.Equal(t, engine.RefusedBase, notes[0].Code)
	require.Equal(t, "Content-Base of the HTTP response is passed over: a header field may not give a base of this scheme: file", notes[0].Text)
	m.Base = format.URL{}
	refs, _, _ = visited(t, m, engine.Options{Base: "http://given/"})
	require.Equal(t, "a href resolved http://given/x", refs[2])
}

// TestHTTPDocuments: the candidates for the base are the fields of the header and the URL of the
// record.
func TestHTTPDocuments(t *testing.T) {
	rw, err := engine.New(engine.Options{})
	require.NoError(t, err)
	var got []string
	rw.VisitMember(response(okHead+"Content-Location: e\r\n\r\n<base href=f>"), engine.Visitor{Document: func(d *engine.Document) {
		for _, c := range d.Base.Candidates() {
			got = append(got, fmt.Sprintf("%s: %s: %s: %v", c.Layer, c.From, c.URL, c.Used))
		}
	}})
	require.Equal(t, []string{
		"embedded: BASE element: http://h/d/f: true",
		"encapsulating: Content-Location of the HTTP response: http://h/d/e: false",
		"retrieval: the record: http://h/d/p: false",
	}, got)
}

// TestHTTPMove: fields that give a base move with it. If one must stay, links below it become
// absolute.
func TestHTTPMove(t *testing.T) {
	opts := engine.Options{Mode: engine.MoveLinks, Moves: []engine.Move{{From: "http://h/", To: "http://new/"}}}
	_, _, text := visited(t, response(okHead+"Content-Base: http://h/b/\r\nLocation: http://h/x\r\nLink: <a>\r\n\r\n<a href=c><a href=http://h/y>"), opts)
	require.Equal(t, okHead+"Content-Base: http://new/b/\r\nLocation: http://new/x\r\nLink: <a>\r\n\r\n<a href=c><a href=http://new/y>", text)
}

// TestHTTPGrowth: a header that would grow beyond the limit stays.
func TestHTTPGrowth(t *testing.T) {
	text := okHead + "Link: " + strings.Repeat("<x>,", 10000) + "\r\n\r\n<a href=x>"
	m := response(text)
	m.Base.Value = "http://h/" + strings.Repeat("d/", 2000)
	refs, notes, out := visited(t, m, engine.Options{})
	require.Len(t, refs, 10001)
	require.Equal(t, "growth", notes[0].Code)
	require.Equal(t, strings.Replace(text, "href=x", "href="+m.Base.Value+"x", 1), out)
}

// FuzzHTTP: no response fails, its edits change references alone, and a second run changes
// nothing.
func FuzzHTTP(f *testing.F) {
	for _, c := range responses {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := response(text)
		refs, _, out := visited(t, m, engine.Options{})
		changed := response(out)
		again, _, twice := visited(t, changed, engine.Options{})
		require.Equal(t, len(refs), len(again), "%q", out)
		if m.Start == len(m.Text) || changed.MediaType == "" {
			return // only in a document of a known type is a second run sure to see the same
		}
		require.Equal(t, out, twice)
	})
}
