package xmlscan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/xmlscan"
)

// uris replaces "$" and a letter in the texts of spaceDocs.
var uris = strings.NewReplacer(
	"$h", "http://www.w3.org/1999/xhtml", "$s", "http://www.w3.org/2000/svg",
	"$m", "http://www.w3.org/1998/Math/MathML", "$l", "http://www.w3.org/1999/xlink",
	"$x", "http://www.w3.org/XML/1998/namespace",
)

var spaceDocs = []struct{ text, want string }{
	// No declaration.
	{"<svg><a/></svg><b/>", "svg | svg | svg | svg"},
	{"<html><svg/></html>", "xhtml | xhtml | xhtml"},
	{"<SVG/><svg/>", "other | other"},
	{"<x:svg/><a/>", "other | other"},
	{"</svg><svg/>", "other | svg"},
	{"<svg xmlns:xlink='$l'><a/></svg>", "svg | svg | svg"},
	{"<svg><x xmlns='y'/><a/></svg>", "svg | other | svg | svg"},
	// Declarations and their scope.
	{"<a xmlns='$h'><b/><c xmlns='$s'><d/></c><e/></a><f/>", "xhtml | xhtml | svg | svg | svg | xhtml | xhtml | other"},
	{"<svg xmlns='$s'><a xmlns=''><b/></a></svg>", "svg | other | other | other | svg"},
	{"<svg xmlns=''/>", "other"},
	{"<m:a xmlns:m='$m'><b/><m:c xmlns:m='$s'/><m:d/></m:a><m:e/>", "mathml | other | svg | mathml | mathml | other"},
	{"<a xmlns:h='$h' xmlns:s='$s'><h:b/><s:c/></a>", "other | xhtml | svg | other"},
	{"<svg xmlns='$s'/><x/>", "svg | svg"},
	{"<xml:a xmlns:xml='$h'/><x:a xmlns:x='$x'/><xmlns:a/>", "xml | xml | other"},
	{"<x:a xmlns:x='$s'><x:b xmlns:x=''/></x:a>", "svg | other | svg"},
	// Values that are not quite right.
	{"<svg xmlns='$s '/>", "other"},
	{"<svg xmlns/>", "other"},
	{"<svg xmlns=$s/>", "svg"},
	{"<svg xmlns='HTTP://www.w3.org/2000/svg'/>", "other"},
	{"<a xmlns='&#x68;ttp:&#47;/www.w3.org/2000/svg'/>", "svg"},
	{"<svg xmlns='a&amp;b'/><x:a xmlns:x='&quot;&apos;&lt;&gt;'/>", "other | other"},
	{"<svg xmlns='&ns_svg;'><a/></svg>", "svg | svg | svg"},
	{"<a xmlns='&#x68;&ns;'/>", "other"},
	{"<a xmlns:h='$h'><h:b xmlns:h='&ns;'/></a>", "other | xhtml | other"},
	// Duplicates.
	{"<a xmlns='$h' xmlns='$s'/>", "xhtml"},
	{"<x:a xmlns:x='$h' xmlns:x='$s'/>", "xhtml"},
	// Names that only look like declarations.
	{"<svg xmlnsx='$h' xmlnsx:a='$h' xmlns:='$h'/>", "svg"},
	// Ill-nested tags.
	{"<a xmlns='$h'><b xmlns='$s' xmlns:m='$m'></a><m:c/>", "xhtml | svg | xhtml | other"},
	{"<a xmlns='$h' xmlns:m='$m'></b></m:c></a>", "xhtml | xhtml | mathml | xhtml"},
	{"<a xmlns='$s' <b/>", "other"},
	{"<a xmlns:x='$s' <x:b/>", "other"},
}

func TestSpaces(t *testing.T) {
	for _, c := range spaceDocs {
		got := tokens(uris.Replace(c.text), func(t *xmlscan.Token) string {
			if t.Kind == xmlscan.StartTag || t.Kind == xmlscan.EndTag {
				return spaceNames[t.Space]
			}
			return ""
		})
		require.Equal(t, c.want, got, c.text)
	}
}

func TestInSpace(t *testing.T) {
	text := uris.Replace("<s:svg xmlns:s='$s'><s:style>a<![CDATA[b]]></s:style></s:svg>")
	got := tokens(text, func(t *xmlscan.Token) string {
		if t.Kind == xmlscan.Text || t.Kind == xmlscan.CDATA {
			return text[t.In.Local.Start:t.In.Local.End] + " " + spaceNames[t.In.Space]
		}
		return ""
	})
	require.Equal(t, "style svg | style svg", got)
}

// Among so many names, some share a bucket.
func TestManyNames(t *testing.T) {
	const n = 2000
	var text strings.Builder
	text.WriteString("<a")
	for i := range n {
		fmt.Fprintf(&text, " xmlns:p%d='%s'", i, uris.Replace([]string{"$s", "$h"}[i%2]))
	}
	text.WriteString(">")
	for i := range n {
		fmt.Fprintf(&text, "<p%d:b>", i)
	}
	for i := n - 1; i >= 0; i -= 3 { // the end tags of two elements are left out
		fmt.Fprintf(&text, "</p%d:b>", max(0, i-2))
	}
	s, i := xmlscan.New([]byte(text.String())), 0
	s.Next()
	for tok := s.Next(); tok.Kind == xmlscan.StartTag; tok = s.Next() {
		require.Equal(t, []xmlscan.Namespace{xmlscan.SVG, xmlscan.XHTML}[i%2], tok.Space)
		i++
	}
	require.Equal(t, n, i)
	for tok := s.Next(); tok.Kind != xmlscan.EOF; tok = s.Next() {
		require.Equal(t, fmt.Sprintf("p%d:b", tok.Depth-1), source([]byte(text.String()), tok.Name))
	}
}

// Elements below the limit have the namespaces of the element at the limit, and end tags
// still close them.
func TestDepthLimit(t *testing.T) {
	const extra = 100
	open := uris.Replace("<a xmlns:s='$s'>")
	text := open + strings.Repeat("<a>", xmlscan.MaxDepth-2) + "<b>" +
		strings.Repeat(uris.Replace("<s:x xmlns:s='$h'>t"), extra) +
		strings.Repeat("</s:x>", extra) + "t</b>" + strings.Repeat("</a>", xmlscan.MaxDepth-1)
	depth := 0
	s := xmlscan.New([]byte(text))
	for tok := s.Next(); tok.Kind != xmlscan.EOF; tok = s.Next() {
		switch tok.Kind {
		case xmlscan.StartTag:
			require.Equal(t, depth, tok.Depth)
			depth++
		case xmlscan.EndTag:
			depth--
			require.Equal(t, depth, tok.Depth)
		default:
			require.Equal(t, depth, tok.Depth)
			require.Equal(t, depth > xmlscan.MaxDepth, tok.In == xmlscan.Element{})
			continue
		}
		want := xmlscan.Other
		if tok.Name != tok.Local {
			want = xmlscan.SVG
		}
		require.Equal(t, want, tok.Space)
	}
	require.Zero(t, depth)
}

// Namespaces that the caller knows are distinguished.
func TestKnownSpaces(t *testing.T) {
	const one, two = xmlscan.Other + 1, xmlscan.Other + 2
	known := &xmlscan.Spaces{
		URI: func(uri []byte) xmlscan.Namespace {
			if string(uri) == "urn:one&" {
				return one
			}
			return xmlscan.Other
		},
		Prefixes: map[string]xmlscan.Namespace{"t": two},
		Roots:    map[string]xmlscan.Namespace{"r": two},
	}
	for text, want := range map[string][]xmlscan.Namespace{
		`<r><a/><x:a/><t:a t:b=""/></r>`:                     {two, two, xmlscan.Other, two},
		`<r xmlns="urn:one&amp;"><t:a xmlns:t="x"/><a/></r>`: {one, xmlscan.Other, one},
		`<q><a xmlns="urn:one&#38;"/></q>`:                   {xmlscan.Other, one},
	} {
		s := xmlscan.New([]byte(text))
		s.Know(known)
		s.Reset([]byte(text))
		var got []xmlscan.Namespace
		for tok := s.Next(); tok.Kind != xmlscan.EOF; tok = s.Next() {
			if tok.Kind == xmlscan.StartTag {
				got = append(got, tok.Space)
			}
		}
		require.Equal(t, want, got, text)
	}
}
