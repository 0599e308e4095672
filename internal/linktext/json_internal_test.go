package linktext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/printable"
)

// slowJSON returns the line of JSON that package encoding/json writes, with escapes for control characters.
func slowJSON(t testing.TB, v any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(v))
	return string(printable.JSON(out.Bytes()))
}

// TestAppendLink: the fast JSON of a link is that of package encoding/json.
func TestAppendLink(t *testing.T) {
	all := [][]byte{
		[]byte("<base href='x\"y'><a href='\xff\"\\ &#9;&#x2028;'><img src><a href=http://h/\x7f>"),
		[]byte("Base: <URL:http://h/>\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n<a href=#x>\n--b--\n"),
	}
	files, err := filepath.Glob("../../testdata/*.*")
	require.NoError(t, err)
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil {
			all = append(all, text)
		}
	}
	n := 0
	for _, text := range all {
		typ, _ := detect.TypeOf("", text)
		rw, err := engine.New(engine.Options{Type: typ, Base: "http://a.example/b?c"})
		require.NoError(t, err)
		piece := engine.Piece{Message: n % 2 * 7, Offset: 1e10, Source: text}
		slow, fast := Lines{piece: piece, before: 3}, Lines{piece: piece, before: 3}
		rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			require.Equal(t, slowJSON(t, NewLink("a\tdoc", &slow, ref)), string(AppendLink(nil, "a\tdoc", &fast, ref)))
			n++
		}})
	}
	require.Greater(t, n, 5)
}

// TestAppendLinkRecord: the fast JSON of a link in a web archive is that of package encoding/json, and
// takes no memory.
func TestAppendLinkRecord(t *testing.T) {
	block := "HTTP/1.1 301 x\r\nLocation: y\r\nContent-Type: text/html\r\n\r\n<p>\n<a href=x>\n<a href=>"
	archive := fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:\"x\">\r\nWARC-Date: 2024\r\nWARC-Target-URI: http://h/\xff\r\n"+
		"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	rw, err := engine.New(engine.Options{Type: detect.WARC})
	require.NoError(t, err)
	var got []string
	for piece, err := range rw.Pieces(strings.NewReader(archive)) {
		require.NoError(t, err)
		slow, fast, buf := Lines{piece: piece}, Lines{piece: piece}, make([]byte, 0, 1000)
		rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) {
			l := NewLink("a", &slow, ref)
			require.Equal(t, slowJSON(t, l), string(AppendLink(nil, "a", &fast, ref)))
			require.Zero(t, testing.AllocsPerRun(10, func() { buf = AppendLink(buf[:0], "a", &fast, ref) }))
			got = append(got, fmt.Sprintf("%s %d %d %d %d", l.Attr, l.Line, *l.Within, l.Record.Status, l.Offset))
		}})
	}
	require.Equal(t, []string{"Location 2 26 301 0", "href 2 12 301 0", "href 3 23 301 0"}, got)
}

// TestAppendLinkAllocs: the fast JSON takes no memory but that of the result.
func TestAppendLinkAllocs(t *testing.T) {
	piece := engine.Piece{Source: []byte("<a href=x>")}
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: "http://a.example/b?c"})
	require.NoError(t, err)
	lines, buf := Lines{piece: piece}, make([]byte, 0, 1000)
	rw.VisitPiece(piece, engine.Visitor{Reference: func(ref *engine.Reference) {
		require.Zero(t, testing.AllocsPerRun(10, func() { buf = AppendLink(buf[:0], "doc", &lines, ref) }))
	}})
}
