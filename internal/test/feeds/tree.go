package feeds

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/hrefix/hrefix/internal/whatwg"
)

// An Element is an element of a feed.
type Element struct {
	Name       xml.Name
	Attrs      []xml.Attr
	Parent     *Element
	Children   []*Element
	Texts      []string // the texts before each child and after the last child
	Base       string   // the base of the element's content and attributes, by xml:base
	Start, End int      // offsets in the source
}

const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// Parse returns the root element of a document that was retrieved from a URL. It accepts some
// documents that are not well-formed, with the entities of HTML and of the document.
func Parse(doc []byte, url string) (*Element, error) {
	text := bytes.TrimPrefix(doc, []byte("\xEF\xBB\xBF"))
	if decoded, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), doc); err == nil && isUTF16(doc) {
		text = decoded
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict, d.Entity = false, maps.Clone(xml.HTMLEntity)
	for _, m := range entity.FindAllSubmatch(doc, -1) {
		d.Entity[string(m[1])] = string(m[2]) + string(m[3])
	}
	d.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		if isUTF16(doc) {
			return r, nil // the text is UTF-8 now
		}
		return charset.NewReaderLabel(label, r)
	}
	document := &Element{Texts: []string{""}, Base: url}
	if err := document.read(d); err != nil {
		return nil, err
	}
	if len(document.Children) == 0 {
		return nil, errors.New("no root element")
	}
	return document.Children[0], nil
}

// entity matches the declaration of an entity whose value has no other declarations.
var entity = regexp.MustCompile(`<!ENTITY\s+([\w.-]+)\s+(?:"([^"%&<]*)"|'([^'%&<]*)')\s*>`)

func isUTF16(doc []byte) bool {
	return bytes.HasPrefix(doc, []byte{0xFE, 0xFF}) || bytes.HasPrefix(doc, []byte{0xFF, 0xFE})
}

// read reads the elements of a document.
func (e *Element) read(d *xml.Decoder) error {
	document := e
	for {
		start := int(d.InputOffset())
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			child := &Element{Name: t.Name, Attrs: t.Copy().Attr, Parent: e, Texts: []string{""}, Base: e.Base, Start: start}
			if base, ok := child.Attr(xmlNamespace, "base"); ok {
				child.Base = Resolve(base, e.Base)
			}
			e.Children, e.Texts = append(e.Children, child), append(e.Texts, "")
			e = child
		case xml.EndElement:
			if e == document {
				return errors.New("an end tag without a start tag")
			}
			e.End = int(d.InputOffset())
			e = e.Parent
		case xml.CharData:
			e.Texts[len(e.Texts)-1] += string(t)
		}
	}
}

// Attr returns the value of an attribute.
func (e *Element) Attr(space, local string) (string, bool) {
	for _, a := range e.Attrs {
		if a.Name.Local == local && (a.Name.Space == space || space == xmlNamespace && a.Name.Space == "xml") {
			return a.Value, true
		}
	}
	return "", false
}

// Text returns the text of an element without the text of its children.
func (e *Element) Text() (text string) {
	for _, t := range e.Texts {
		text += t
	}
	return text
}

// All calls visit for an element and all elements in it.
func (e *Element) All(visit func(*Element)) {
	visit(e)
	for _, child := range e.Children {
		child.All(visit)
	}
}

// Resolve resolves a reference by the URL Standard. If the base is no URL, or the reference
// cannot be resolved, it returns the reference.
func Resolve(ref, base string) string {
	var r whatwg.Resolver
	if b, ok := whatwg.Parse([]byte(base), nil); ok {
		r.Base = b
	}
	url, kind := r.Append(nil, []byte(ref))
	if kind == whatwg.Invalid {
		return ref
	}
	return string(url)
}

// Values returns the values of the attributes of an element.
func (e *Element) Values() (values []string) {
	for _, a := range e.Attrs {
		values = append(values, a.Value)
	}
	return values
}

var (
	xmlBase  = regexp.MustCompile(`^(<[^>]*?\s)xml:base\s*=\s*(?:"[^"]*"|'[^']*')`)
	rootName = regexp.MustCompile(`^<[^\s/>]+`)
)

// WithBase returns a feed whose root element has an absolute xml:base, for readers that cannot
// be given the URL of the feed.
func WithBase(feed []byte, url string) []byte {
	root, err := Parse(feed, url)
	if err != nil || isUTF16(feed) {
		return feed
	}
	before, rest := feed[:root.Start], feed[root.Start:]
	attr := `xml:base="` + strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;").Replace(root.Base) + `"`
	if m := xmlBase.FindSubmatch(rest); m != nil {
		return slices.Concat(before, m[1], []byte(attr), rest[len(m[0]):])
	}
	name := rootName.Find(rest)
	return slices.Concat(before, name, []byte(" "+attr), rest[len(name):])
}
