package engine_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// A feedWriter writes HTML into XML text: in CDATA sections, as character data, and between
// comments.
type feedWriter struct{ *rand.Rand }

// html returns HTML with what XML text must escape, in places where edits begin and end.
func (w feedWriter) html() string {
	parts := []string{
		"<a href=x]>", "<a href='y]]'>", `<a href="../z?a=1&amp;b">`, "<img src=", "]", "]]", ">", "]]>", "&lt;", "&", "\"", "'", " ", "t",
		"<p style='a:url(x])'>", "<base href=/b/>", "]]<base href=c>>", "</a>", "<!--", "-->", "<a href=&#93;&#93;&gt;>", "<iframe srcdoc='<a href=q]]>'>",
	}
	var b strings.Builder
	for range 1 + w.IntN(8) {
		b.WriteString(parts[w.IntN(len(parts))])
	}
	return b.String()
}

// xml returns XML text that stands for html.
func (w feedWriter) xml(html string) string {
	var b strings.Builder
	for html != "" {
		n := 1 + w.IntN(len(html))
		piece := html[:n]
		html = html[n:]
		switch {
		case w.IntN(2) == 0 && !strings.Contains(piece, "]]>"):
			b.WriteString("<![CDATA[" + piece + "]]>")
		default:
			b.WriteString(w.escaped(piece))
		}
		if w.IntN(4) == 0 {
			b.WriteString("<!-- c -->")
		} else {
			b.WriteString("<?p?>") // so that no brackets of two pieces meet
		}
	}
	return b.String()
}

// escaped returns text as character data.
func (w feedWriter) escaped(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == '&' || c == '<' || c == '>' && (w.IntN(2) == 0 || strings.HasSuffix(text[:i], "]")):
			fmt.Fprintf(&b, "&#%d;", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// textOf returns the text of the element description as encoding/xml reads it.
func textOf(t *testing.T, doc []byte) string {
	t.Helper()
	var text strings.Builder
	inside := false
	for d := xml.NewDecoder(bytes.NewReader(doc)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		require.NoError(t, err, "%q", doc)
		switch token := token.(type) {
		case xml.StartElement:
			inside = token.Name.Local == "description"
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside {
				text.Write(token)
			}
		}
	}
}

// TestFeedText: the HTML in a feed, read by encoding/xml, is after a run what a run over that HTML
// makes of it, and the feed stays well-formed.
func TestFeedText(t *testing.T) {
	w := feedWriter{rand.New(rand.NewPCG(23, 1))}
	changed, kept := 0, 0
	for range corpus.Rounds(4000) {
		html := w.html()
		src := []byte("<rss><channel><item><description>" + w.xml(html) + "</description></item></channel></rss>")
		require.Equal(t, html, textOf(t, src), "%q", src)
		opts := engine.Options{
			Type: detect.XML, Base: []string{pageURL, "http://[::1]/a/", "http://h/]]>/", "http://h/a]"}[w.IntN(4)],
			NoHints: true, DropBase: w.IntN(4) == 0,
		}
		rw, err := engine.New(opts)
		require.NoError(t, err)
		left := false
		plan := rw.References(src, func(r *engine.Reference) { left = left || r.Status == engine.Left })
		out, err := plan.Bytes()
		require.NoError(t, err)
		got := textOf(t, out)
		if left || opts.DropBase {
			kept++
			continue
		}
		opts.Type = detect.HTML
		want, err := engine.Bytes([]byte(html), opts)
		require.NoError(t, err)
		require.Equal(t, string(want), got, "%q", src)
		if got != html {
			changed++
		}
	}
	require.NotZero(t, changed)
	require.NotZero(t, kept)
}

// TestLargeFeeds: feeds in batches of any size give the same result.
func TestLargeFeeds(t *testing.T) {
	for _, c := range feedCases {
		src := feeds[c.kind](strings.Repeat(strings.ReplaceAll(c.text, "^", ""), 3))
		checkLarge(t, c.name, engine.Options{Type: detect.XML, Base: pageURL}, []byte(src))
	}
	for _, c := range feedBaseCases {
		c.opts.Type = detect.XML
		checkLarge(t, c.name, c.opts, []byte(c.src))
	}
}

// FuzzDocumentFeed reads feeds, and text as the HTML in feeds.
func FuzzDocumentFeed(f *testing.F) {
	add := seeder(f)
	add(feeds["rss"](`<link>x</link>`))
	for _, c := range feedCases {
		add(feeds[c.kind](strings.ReplaceAll(c.text, "^", "")))
	}
	for _, c := range feedBaseCases {
		add(c.src)
	}
	for _, c := range itemCases {
		add(c.src)
	}
	w := feedWriter{rand.New(rand.NewPCG(23, 2))}
	for range 20 {
		add(feeds["rss"]("<description>" + w.xml(w.html()) + "</description>"))
	}
	small(f, add, "feeds")
	f.Fuzz(func(t *testing.T, src []byte, base string, l uint64) {
		opts := drawn(t, detect.XML, base, lots(l))
		opts.FeedBase = engine.FeedBase(l % 5)
		checkFeed(t, src, opts)
		checkFeed(t, fmt.Appendf(nil, "<rss><channel><item><description>%s</description></item></channel></rss>", src), opts)
		checkFeed(t, fmt.Appendf(nil, "<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://l/'/><entry><content type='html'><![CDATA[%s]]></content></entry></feed>", src), opts)
	})
}

// checkFeed checks the promises for a feed, and that a feed that is well-formed stays so, with the
// same elements. In a tree, links of feeds do not lead to files, so only the latter is checked.
func checkFeed(t *testing.T, src []byte, opts engine.Options) {
	t.Helper()
	rw, err := engine.New(opts)
	if err != nil {
		return
	}
	if opts.Mode != engine.MakeRelative && opts.Mode != engine.Pin {
		promise.Check(t, src, opts)
	}
	out, err := rw.Plan(src).Bytes()
	require.NoError(t, err)
	if names := elementsOf(src); names != nil {
		require.Equal(t, names, elementsOf(out), "%q", out)
	}
	again, err := rw.Plan(out).Bytes()
	require.NoError(t, err)
	if opts.Mode != engine.MoveLinks {
		require.Equal(t, string(out), string(again))
	}
}

// elementsOf returns the names of the tags of a document as encoding/xml reads it, or nil if it is
// not well-formed.
func elementsOf(doc []byte) []string {
	names := []string{}
	d := xml.NewDecoder(bytes.NewReader(doc))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		token, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			return names
		case err != nil:
			return nil
		}
		switch token := token.(type) {
		case xml.StartElement:
			names = append(names, token.Name.Local)
		case xml.EndElement:
			names = append(names, "/"+token.Name.Local)
		}
	}
}
