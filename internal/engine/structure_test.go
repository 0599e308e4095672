package engine_test

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message/textproto"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/mimebase"
)

// Other parsers than ours read a document before and after: nothing may differ but
// the values in which a reference was replaced, so that no base, whatever it holds,
// breaks out of an attribute or of a header field.

// changed holds the places in which references were replaced: "element[attr]", and
// for a header field "part: name".
type changed map[string]bool

func (c changed) add(r *engine.Reference) {
	if r.Status != engine.Resolved {
		return
	}
	if r.Element == "" && r.Attr != "" {
		c[r.Part+": "+r.Attr] = true
		return
	}
	element := strings.ReplaceAll(strings.ToLower(r.Element), "\x00", "\ufffd") // so HTML reads it
	c[element+"["+r.Attr+"]"] = true
	if r.Element == "image" {
		c["img["+r.Attr+"]"] = true // so HTML reads it
	}
}

// plainText reports whether bytes that are ASCII mean the same to every parser: no
// document says that it is in an encoding in which they might not.
func plainText(doc []byte) bool {
	lower := bytes.ToLower(doc)
	return utf8.Valid(doc) && !bytes.Contains(lower, []byte("charset")) && !bytes.Contains(lower, []byte("encoding"))
}

// sameHTML checks that x/net/html makes the same of both documents, whether scripts
// run or not.
func sameHTML(t promise.T, src, out []byte, c changed) {
	t.Helper()
	if !plainText(src) || !plainText(out) {
		return
	}
	for _, scripting := range []bool{true, false} {
		if want, ok := htmlShape(src, scripting, c); ok {
			got, _ := htmlShape(out, scripting, c)
			require.Equal(t, want, got, "scripting %t: %q", scripting, out)
		}
	}
}

// htmlShape lists the nodes of a document without the values that changed. It is not
// ok if x/net/html finds the document too deep.
func htmlShape(doc []byte, scripting bool, c changed) (shape []string, ok bool) {
	root, err := html.ParseWithOptions(bytes.NewReader(doc), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		return nil, false
	}
	var walk func(n *html.Node, depth int)
	walk = func(n *html.Node, depth int) {
		shape = append(shape, fmt.Sprintf("%d %d %s", depth, n.Type, nodeShape(n, c)))
		for child := range n.ChildNodes() {
			walk(child, depth+1)
		}
	}
	walk(root, 0)
	return shape, true
}

func nodeShape(n *html.Node, c changed) string {
	switch n.Type {
	case html.ElementNode:
	case html.TextNode:
		if holdsURLs(n.Parent.Data, c) {
			return ""
		}
		return n.Data
	case html.CommentNode:
		if len(c) > 0 && strings.HasPrefix(n.Data, "[if") {
			return ""
		}
		return n.Data
	default:
		return n.Data
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s", n.Namespace, n.Data)
	for _, a := range n.Attr {
		key := a.Key
		if a.Namespace != "" {
			key = a.Namespace + ":" + key
		}
		fmt.Fprintf(&b, " %q", key)
		if !c[strings.ToLower(n.Data)+"["+key+"]"] && (key != "srcdoc" || len(c) == 0) {
			fmt.Fprintf(&b, "=%q", a.Val)
		}
	}
	return b.String()
}

// holdsURLs reports whether the text in an element may have changed: that of the
// element itself, or of elements in it where a parser sees only text.
func holdsURLs(element string, c changed) bool {
	switch element {
	case "iframe", "noembed", "noframes", "noscript":
		return len(c) > 0
	}
	return c[element+"[]"]
}

// sameXML checks that encoding/xml makes the same of both documents, if it can read
// the first.
func sameXML(t promise.T, src, out []byte, c changed) {
	t.Helper()
	want, err := xmlShape(src, c)
	if err != nil || !utf8.Valid(out) {
		return
	}
	got, err := xmlShape(out, c)
	require.NoError(t, err, "%q", out)
	require.Equal(t, want, got, "%q", out)
}

// xmlShape lists the tokens of a document without the values that changed.
func xmlShape(doc []byte, c changed) (shape []string, err error) {
	d := xml.NewDecoder(bytes.NewReader(doc))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	element := ""
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return shape, nil
		}
		if err != nil {
			return nil, err
		}
		switch x := token.(type) {
		case xml.StartElement:
			element = x.Name.Local
			for i, a := range x.Attr {
				if anyAttr(c, element, a.Name.Local) {
					x.Attr[i].Value = ""
				}
			}
			shape = append(shape, fmt.Sprintf("%q", x))
		case xml.CharData:
			if c[strings.ToLower(element)+"[]"] {
				x = nil
			}
			shape = append(shape, fmt.Sprintf("text %q", x))
		case xml.ProcInst:
			if c["xml-stylesheet[href]"] {
				x.Inst = nil
			}
			shape = append(shape, fmt.Sprintf("%q", x))
		case xml.Directive:
			if !bytes.HasPrefix(x, []byte("DOCTYPE")) {
				return nil, errors.New("not well-formed") // which encoding/xml does not report (XML 1.0, section 3.1)
			}
			shape = append(shape, fmt.Sprintf("%T %q", x, x))
		default:
			shape = append(shape, fmt.Sprintf("%T %q", x, x))
		}
	}
}

// anyAttr reports whether the value of an attribute changed, whatever the prefix.
func anyAttr(c changed, element, attr string) bool {
	element = strings.ToLower(element)
	return c[element+"["+attr+"]"] || c[element+"[xlink:"+attr+"]"] || c[element+"[xml:"+attr+"]"] || attr == "srcdoc" && len(c) > 0
}

// sameMessage checks that a message has the same entities and header fields before
// and after, and that go-message sees as many.
func sameMessage(t promise.T, src, out []byte, c changed, opts mimebase.Options) {
	t.Helper()
	was, now := entities(src, opts), entities(out, opts)
	require.Len(t, now, len(was), "%q", out)
	for i, e := range was {
		require.Equal(t, outlined(e), outlined(now[i]), "part %s of %q", e.Part, out)
		for j, f := range e.Fields {
			sameField(t, e, now[i], f, now[i].Fields[j], c)
		}
	}
	if want, err := fieldsOf(src); err == nil {
		got, err := fieldsOf(out)
		require.NoError(t, err, "%q", out)
		require.Equal(t, want, got, "%q", out)
	}
}

func entities(text []byte, opts mimebase.Options) (all []*mimebase.Entity) {
	mimebase.Parse(text, nil, opts).Walk(func(e *mimebase.Entity) { all = append(all, e) })
	return all
}

// decodedAround returns the number of messages around e that had to be decoded.
func decodedAround(e *mimebase.Entity) (n int) {
	for ; e.Parent != nil; e = e.Parent {
		if text := e.Parent.Text; len(text) > 0 && (len(e.Text) == 0 || &text[0] != &e.Text[0]) {
			n++
		}
	}
	return n
}

// outlined returns an outline of an entity, and the names of its fields.
func outlined(e *mimebase.Entity) (outline []string) {
	outline = append(outline, e.Part, e.MediaType, e.TransferEncoding, e.ReadOnly, fmt.Sprint(decodedAround(e)))
	for _, f := range e.Fields {
		outline = append(outline, f.Name)
	}
	return outline
}

// sameField checks that the body of a field has not changed, or if it may have, that
// it has no line endings and no NUL that it did not have, except for folding.
func sameField(t promise.T, e, e2 *mimebase.Entity, f, f2 mimebase.Field, c changed) {
	t.Helper()
	was, now := e.Text[f.Body.Start:f.Body.End], e2.Text[f2.Body.Start:f2.Body.End]
	if bytes.Equal(was, now) {
		return
	}
	lengths := []string{"content-length", "lines", "content-md5"}
	name := strings.ToLower(f.Name)
	may := slices.Contains(lengths, name)
	for place := range c {
		may = may || strings.EqualFold(place, e.Part+": "+f.Name)
	}
	require.True(t, may, "%s of part %s: %q became %q", f.Name, e.Part, was, now)
	require.LessOrEqual(t, controls(now), controls(was), "%s of part %s: %q became %q", f.Name, e.Part, was, now)
}

// controls counts what would end a field or cut it off.
func controls(body []byte) int {
	text := strings.NewReplacer("\r\n ", "", "\r\n\t", "", "\n ", "", "\n\t", "").Replace(string(body))
	return strings.Count(text, "\r") + strings.Count(text, "\n") + strings.Count(text, "\x00")
}

// fieldsOf returns the names of the header fields as go-message has them.
func fieldsOf(message []byte) (names []string, err error) {
	h, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(message)))
	for f := h.Fields(); err == nil && f.Next(); {
		names = append(names, f.Key())
	}
	return names, err
}
