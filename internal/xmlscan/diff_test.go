package xmlscan_test

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net/mail"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// theirs returns the tokens of encoding/xml for a text, one per line.
func theirs(text []byte, strict bool) (lines []string, err error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = strict
	d.Entity = map[string]string{"e": "&e;"}
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var n namer
	start := int64(0)
	for {
		tok, err := d.Token()
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return lines, err
		}
		end := d.InputOffset()
		line := fmt.Sprintf("%d-%d ", start, end)
		switch t := tok.(type) {
		case xml.StartElement:
			n.open(t)
			line += "start " + n.element(t.Name)
			for _, a := range t.Attr {
				line += fmt.Sprintf(" %s=%q", attrName(a.Name), a.Value)
			}
		case xml.EndElement:
			line += "end " + n.element(t.Name)
			n.bare = n.bare[:len(n.bare)-1]
		case xml.CharData:
			line += "chars " + string(t)
		case xml.Comment:
			line += "comment"
		case xml.ProcInst:
			line += "pi " + t.Target
		case xml.Directive:
			line += "doctype"
		}
		lines = append(lines, line)
		start = end
	}
}

// A namer writes the names of encoding/xml in the form of this package.
type namer struct {
	root string // the namespace that follows from the root's name
	bare []bool // for each open element, whether xmlns="" is in scope
}

func (n *namer) open(t xml.StartElement) {
	if n.root == "" {
		n.root = "other"
		if t.Name.Space == "" && (t.Name.Local == "svg" || t.Name.Local == "html") {
			n.root = strings.Replace(t.Name.Local, "html", "xhtml", 1)
		}
	}
	bare := len(n.bare) > 0 && n.bare[len(n.bare)-1]
	for _, a := range t.Attr {
		if a.Name == (xml.Name{Local: "xmlns"}) {
			bare = a.Value == ""
		}
	}
	n.bare = append(n.bare, bare)
}

func (n *namer) element(name xml.Name) string {
	switch {
	case name.Space != "":
		return attrName(name)
	case n.bare[len(n.bare)-1]:
		return "other:" + name.Local
	}
	return n.root + ":" + name.Local
}

func attrName(name xml.Name) string {
	space := "other"
	switch name.Space {
	case "":
		space = "-"
	case uris.Replace("$h"):
		space = "xhtml"
	case uris.Replace("$s"):
		space = "svg"
	case uris.Replace("$m"):
		space = "mathml"
	case uris.Replace("$l"), "xlink":
		space = "xlink"
	case uris.Replace("$x"):
		space = "xml"
	}
	return space + ":" + name.Local
}

// ours returns the tokens of this package in the same form.
func ours(text []byte) []string { return linesOf(xmlscan.New(text), text) }

func linesOf(s *xmlscan.Scanner, text []byte) (lines []string) {
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		line := fmt.Sprintf("%d-%d ", t.Start, t.End)
		name := spaceNames[t.Space] + ":" + source(text, t.Local)
		switch t.Kind {
		case xmlscan.StartTag:
			line += "start " + name
			for _, a := range t.Attrs {
				line += fmt.Sprintf(" %s:%s=%q", spaceNames[a.Space], source(text, a.Local), decode(source(text, a.Value)))
			}
			if t.SelfClosing {
				lines = append(lines, line)
				line = fmt.Sprintf("%d-%d end %s", t.End, t.End, name)
			}
		case xmlscan.EndTag:
			line += "end " + name
		case xmlscan.Text:
			line += "chars " + decode(source(text, t.Span))
		case xmlscan.CDATA:
			line += "chars " + newlines.Replace(string(text[t.Start+len("<![CDATA["):t.End-len("]]>")]))
		case xmlscan.ProcInst:
			line += "pi " + source(text, t.Name)
		default:
			line += kindNames[t.Kind]
		}
		lines = append(lines, line)
	}
	return lines
}

// XML 1.0 section 2.11 (End-of-Line Handling)
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func decode(s string) string { return html.UnescapeString(newlines.Replace(s)) }

// diff compares both on a text. It reports false if encoding/xml does not accept the text
// as well formed.
func diff(t *testing.T, name string, text []byte) bool {
	t.Helper()
	want, err := theirs(text, true)
	if err != nil {
		return false
	}
	require.Equal(t, want, ours(text), name)
	return true
}

func TestDecoderTables(t *testing.T) {
	skip := make(map[string]bool)
	for _, doc := range unlike {
		skip[uris.Replace(doc)] = true
	}
	same := 0
	for _, doc := range docs() {
		if !skip[doc] && diff(t, doc, []byte(doc)) {
			same++
		}
	}
	require.Greater(t, same, 40)
	require.True(t, diff(t, "drawing", []byte(drawing)))
}

// unlike are texts that encoding/xml wrongly accepts as well formed, and reads differently.
var unlike = []string{
	// A second root.
	"<svg xmlns='$s'/><x/>",
	// A processing instruction in a DOCTYPE, but not in its internal subset.
	"<!DOCTYPE a <? b>c?>",
	// Two attributes with one name: in encoding/xml the last declaration counts.
	"<a xmlns='$h' xmlns='$s'/>",
	"<x:a xmlns:x='$h' xmlns:x='$s'/>",
}

// Errors that encoding/xml accepts, too, if it is not strict.
func TestDecoderLenient(t *testing.T) {
	for _, doc := range []string{
		"<a b=c d='e'f=\"g\"><h i=1/></a>", "<a b = c >x</a>", "<a b='x &no; & y'>&no; & x</a>", "a & b",
		"<svg xlink:href=a><x:b/></svg>",
	} {
		want, err := theirs([]byte(doc), false)
		require.NoError(t, err, doc)
		require.Equal(t, want, ours([]byte(doc)), doc)
	}
}

// A writer writes well-formed XML.
type writer struct {
	*rand.Rand
	bytes.Buffer
}

func (w *writer) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *writer) document() []byte {
	w.Reset()
	if w.IntN(2) == 0 {
		w.WriteString("<?xml version='1.0' encoding=\"UTF-8\"?>\r\n")
	}
	w.WriteString(w.pick("", "\n<!DOCTYPE a>", "<!DOCTYPE a SYSTEM \"it's\" [<!ENTITY e '<>\"'><!-- x > --> <!ATTLIST a b CDATA 'c]'>] >"))
	w.misc()
	w.element(6)
	w.misc()
	return w.Bytes()
}

func (w *writer) misc() {
	w.WriteString(w.pick("", " ", "<!-- <a> ' -->", "<?p?>", "<?p-q a='b' <c> ?>", "\n<!---->"))
}

func (w *writer) element(depth int) {
	name := w.pick("", "", "x:", "y-1:", "xlink:") + w.pick("a", "svg", "html", "\u00e9.b_1", "A")
	w.WriteString("<" + name)
	w.attrs()
	w.WriteString(w.pick("", " ", "\r\n"))
	if w.IntN(4) == 0 {
		w.WriteString("/>")
		return
	}
	w.WriteString(">")
	for n := w.IntN(4); n > 0 && depth > 0; n-- {
		w.content()
		w.element(depth - 1)
	}
	w.content()
	w.WriteString("</" + name + w.pick("", " ", "\n") + ">")
}

// attrs writes each name once: encoding/xml accepts duplicates, but the last declaration
// counts there.
func (w *writer) attrs() {
	uri := func() string {
		return uris.Replace(w.pick("$h", "$s", "$m", "$l", "u", "&#x68;ttp://www.w3.org/1999/xhtml", "http&#58;//www.w3.org/2000/svg"))
	}
	all := []func() (string, string){
		func() (string, string) { return "xmlns", w.pick(uri(), uri(), "") },
		func() (string, string) { return "xmlns:x", uri() },
		func() (string, string) { return "xmlns:y-1", uri() },
		func() (string, string) { return "xmlns:xlink", uri() },
		func() (string, string) {
			return w.pick("x:", "y-1:", "xlink:", "xml:") + "href", w.pick("", "a?b=1&amp;c", "&lt;&e;")
		},
		func() (string, string) {
			return w.pick("a", "B", "xmlnsx"), w.pick("", "/>", "\r\n &#10; >", "&quot;&apos;")
		},
	}
	w.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, attr := range all[:w.IntN(len(all))] {
		name, value := attr()
		quote := w.pick("'", `"`)
		w.WriteString(w.pick(" ", "\n\t") + name + w.pick("=", " = ", "\r=\n") + quote + value + quote)
	}
}

func (w *writer) content() {
	w.WriteString(w.pick("", "text", " > '\" ] \r\n", "&lt;a&gt;&#38;&e;", "\u00e9"))
	w.misc()
	w.WriteString(w.pick("", "", "<![CDATA[]]>", "<![CDATA[<a> ]] > &amp; ]]]>"))
}

func TestDecoderGenerated(t *testing.T) {
	w := &writer{Rand: rand.New(rand.NewPCG(3, 4))}
	for range corpus.Rounds(800) {
		text := w.document()
		_, err := theirs(text, true)
		require.NoError(t, err, "%q", text)
		diff(t, string(text), text)
	}
}

var inlineSVG = regexp.MustCompile(`(?s)<svg[\s>].*?</svg>`)

// TestDecoderCorpus compares the scanners on SVG parts of messages, and on pieces of pages
// that look like SVG.
func TestDecoderCorpus(t *testing.T) {
	var parts, pieces, same int
	s := xmlscan.New(nil)
	for _, f := range corpus.Files(t, "mail") {
		if !bytes.Contains(f.Data, []byte("<svg")) && !bytes.Contains(f.Data, []byte("image/svg+xml")) {
			continue
		}
		leaves(f.Data, func(media string, body []byte) {
			check(t, s, body)
			found := inlineSVG.FindAll(body, -1)
			if media == "image/svg+xml" {
				found = [][]byte{body}
				parts++
			}
			for _, svg := range found {
				pieces++
				check(t, s, svg)
				if diff(t, f.Name, svg) {
					same++
				}
			}
		})
	}
	t.Logf("%d SVG parts, %d pieces, %d well formed", parts, pieces, same)
	require.NotZero(t, parts)
	require.Greater(t, same, pieces/2)
}

// leaves calls found with each part of a message, decoded.
func leaves(message []byte, found func(media string, body []byte)) {
	m, err := mail.ReadMessage(bytes.NewReader(message))
	if err != nil {
		return
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return
	}
	r := multipart.NewReader(m.Body, params["boundary"])
	for p, err := r.NextPart(); err == nil; p, err = r.NextPart() {
		body, _ := io.ReadAll(p)
		if strings.EqualFold(p.Header.Get("Content-Transfer-Encoding"), "base64") {
			body, _ = io.ReadAll(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(body)))
		}
		media, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		found(media, body)
	}
}
