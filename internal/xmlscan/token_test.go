package xmlscan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

var kindNames = map[xmlscan.Kind]string{
	xmlscan.Text: "text", xmlscan.StartTag: "start", xmlscan.EndTag: "end", xmlscan.Comment: "comment",
	xmlscan.Doctype: "doctype", xmlscan.CDATA: "cdata", xmlscan.ProcInst: "pi",
}

var spaceNames = map[xmlscan.Namespace]string{
	xmlscan.None: "-", xmlscan.XHTML: "xhtml", xmlscan.SVG: "svg", xmlscan.MathML: "mathml",
	xmlscan.XLink: "xlink", xmlscan.XML: "xml", xmlscan.Other: "other",
}

// tokens writes all tokens of a text with write, separated by " | ". It skips those for
// which write returns "".
func tokens(text string, write func(*xmlscan.Token) string) string {
	var out []string
	s := xmlscan.New([]byte(text))
	for t := s.Next(); t.Kind != xmlscan.EOF; t = s.Next() {
		if w := write(t); w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " | ")
}

var tokenDocs = []struct{ text, want string }{
	{"", ""},
	{"a", "text:a"},
	{"<", "text:<"},
	{"</", "text:</"},
	{"</>", "text:</>"},
	{"</ a>", "text:</ a>"},
	{"<>< a><1>", "text:<>< a><1>"},
	{"a < b <<p>", "text:a < b < | start:<p>"},
	{"<p>a</p>", "start:<p> | text:a | end:</p>"},
	{"<p/><p /></p >", "start:<p/> | start:<p /> | end:</p >"},
	{"<a:b-c.d_1>", "start:<a:b-c.d_1>"},
	{"<\u00e9t\u00e9>", "start:<\u00e9t\u00e9>"},
	{"a<p", "text:a<p"},
	{"a<p b='>", "text:a<p b='>"},
	{"a</p", "text:a</p"},
	{"a<p b=", "text:a<p b="},
	{"a<p b=c", "text:a<p b=c"},
	{"a<p b='<c>", "text:a<p b='<c>"},
	{"a<p b='<c>'>", "text:a | start:<p b='<c>'>"},
	{"a<p b <c>", "text:a<p b  | start:<c>"},
	{"a<p b='<x>' <c>", "text:a<p b='<x>'  | start:<c>"},
	{"a<p b=<c>", "text:a<p b= | start:<c>"},
	{"a<p<c>", "text:a<p | start:<c>"},
	{"</p a='>'/>b", "end:</p a='>'/> | text:b"},
	{"<script>a<b></script>", "start:<script> | text:a | start:<b> | end:</script>"},
	{"<!-- <p> -->a<!---->b", "comment:<!-- <p> --> | text:a | comment:<!----> | text:b"},
	{"<!-->a--><!--->-->", "comment:<!-->a--> | comment:<!--->-->"},
	{"<!-- a -- b --!> -->c", "comment:<!-- a -- b --!> --> | text:c"},
	{"a<!-- <p>", "text:a<!-- <p>"},
	{"<![CDATA[<p>]]]]>]]>a", "cdata:<![CDATA[<p>]]]]> | text:]]>a"},
	{"<![CDATA[]]>", "cdata:<![CDATA[]]>"},
	{"<![cdata[<p>]]>", "text:<![cdata[ | start:<p> | text:]]>"},
	{"a<![CDATA[<p>]]", "text:a<![CDATA[<p>]]"},
	{"<?xml version='1.0'?>\n<a/>", "pi:<?xml version='1.0'?> | text:\n | start:<a/>"},
	{"<?a?>b?>", "pi:<?a?> | text:b?>"},
	{"<?a <b> ? > ?>c", "pi:<?a <b> ? > ?> | text:c"},
	{"<??>", "pi:<??>"},
	{"<?>a", "text:<?>a"},
	{"a<?b <c>", "text:a<?b <c>"},
	{"<!DOCTYPE html>a", "doctype:<!DOCTYPE html> | text:a"},
	{"<!doctype html>a", "doctype:<!doctype html> | text:a"},
	{"<!DOCTYPE a PUBLIC '>' \">'\">a", "doctype:<!DOCTYPE a PUBLIC '>' \">'\"> | text:a"},
	{"<!DOCTYPE a [<!ENTITY b \"]>\"> ]>a", "doctype:<!DOCTYPE a [<!ENTITY b \"]>\"> ]> | text:a"},
	{"<!DOCTYPE a [<!-- it's ]> --><?b ']> ?>%c;]>a", "doctype:<!DOCTYPE a [<!-- it's ]> --><?b ']> ?>%c;]> | text:a"},
	{"<!DOCTYPE a [<!ENTITY b '<!-- '>]>a<!-- -->", "doctype:<!DOCTYPE a [<!ENTITY b '<!-- '>]> | text:a | comment:<!-- -->"},
	{"<!DOCTYPE a <!-- b>c-->", "doctype:<!DOCTYPE a <!-- b> | text:c-->"},
	{"<!DOCTYPE a <? b>c?>", "doctype:<!DOCTYPE a <? b> | text:c?>"},
	{"a<!DOCTYPE b [<c>]", "text:a<!DOCTYPE b [<c>]"},
	{"a<!DOCTYPE b 'c>", "text:a<!DOCTYPE b 'c>"},
	{"<!DOC", "text:<!DOC"},
	{"<!ELEMENT a (b)><c>", "text:<!ELEMENT a (b)> | start:<c>"},
	{"\ufeff<a/>", "text:\ufeff | start:<a/>"},
}

func TestTokens(t *testing.T) {
	for _, c := range tokenDocs {
		got := tokens(c.text, func(t *xmlscan.Token) string {
			return kindNames[t.Kind] + ":" + c.text[t.Start:t.End]
		})
		require.Equal(t, c.want, got, c.text)
	}
}

var attrDocs = []struct{ tag, want string }{
	{"<a>", ""},
	{"<a b='c' d=\"e\">", "- b b 'c' | - d d \"e\""},
	{"<a\tb\r\n=\r\n'c\n'\n>", "- b b 'c\n'"},
	{"<a b='c'd='e'/>", "- b b 'c' | - d d 'e'"},
	{"<a B='' b='&amp;&x<'>", "- B B '' | - b b '&amp;&x<'"},
	{"<a b c=d e= >", "- b b @4 | - c c d@7 | - e e @12"},
	{"<a b=c/d/>", "- b b c/d@5"},
	{"<a b/c>", "- b b @4 | - c c @6"},
	{"<a =b>", "- =b =b @5"},
	{"<a 'b'>", "- 'b' 'b' @6"},
	{"<a b=c'd>", "- b b c'd@5"},
	{"<a b='1' b='2'>", "- b b '1' | - b b '2'"},
	{"<a xml:base='b/'>", "xml xml:base base 'b/'"},
	{"<a xmlns:x='y' x:b=''>", "other xmlns:x x 'y' | other x:b b ''"},
	{"<a x:b='' xmlns:x='http://www.w3.org/1999/xlink'>", "xlink x:b b '' | other xmlns:x x 'http://www.w3.org/1999/xlink'"},
	{"<a xmlns='http://www.w3.org/1999/xlink' href=''>", "- xmlns xmlns 'http://www.w3.org/1999/xlink' | - href href ''"},
	{"<a xlink:href='' y:z=''>", "xlink xlink:href href '' | other y:z z ''"},
	{"<a :b='' b:='' x:b:c=''>", "- :b :b '' | - b: b: '' | other x:b:c b:c ''"},
}

func TestAttrs(t *testing.T) {
	for _, c := range attrDocs {
		text := []byte(c.tag)
		tag := xmlscan.New(text).Next()
		require.Equal(t, xmlscan.StartTag, tag.Kind, c.tag)
		require.Equal(t, markup.Span{Start: 0, End: len(text)}, tag.Span, c.tag)
		require.Equal(t, strings.HasSuffix(c.tag, "/>"), tag.SelfClosing, c.tag)
		var out []string
		for _, a := range tag.Attrs {
			out = append(out, fmt.Sprintf("%s %s %s %s", spaceNames[a.Space], source(text, a.Name), source(text, a.Local), value(text, a)))
		}
		require.Equal(t, c.want, strings.Join(out, " | "), c.tag)
	}
}

func source(text []byte, s markup.Span) string { return string(text[s.Start:s.End]) }

// value writes a value in its quotes, or with its offset if it has none.
func value(text []byte, a xmlscan.Attr) string {
	if a.Quote < markup.XMLSingleQuoted {
		return fmt.Sprintf("%s@%d", source(text, a.Value), a.Value.Start)
	}
	return string(text[a.Value.Start-1 : a.Value.End+1])
}

var treeDocs = []struct{ text, want string }{
	{"x<a>y<b/>z</a>w", "text0 | a0 | text1:a | b1 | text1:a | /a0 | text0"},
	{"<a><b><![CDATA[x]]></b><!----><?p?></a>", "a0 | b1 | cdata2:b | /b1 | comment1 | pi1 | /a0"},
	{"<a><b>x</a>y", "a0 | b1 | text2:b | /a0 | text0"},
	{"<a>x</b>y</a>", "a0 | text1:a | /b1 | text1:a | /a0"},
	{"</a>", "/a0"},
	{"<a></A>x", "a0 | /A1 | text1:a"},
	{"<a><a></a>x", "a0 | a1 | /a1 | text1:a"},
	{"<a><x:a>x</a>y", "a0 | x:a1 | text2:a | /a0 | text0"},
	{"<p><br>x</p>y", "p0 | br1 | text2:br | /p0 | text0"},
	{"<a><b <c>x", "a0 | text1:a | c1 | text2:c"},
	{"<a/><b/>", "a0 | b0"},
}

func TestTree(t *testing.T) {
	for _, c := range treeDocs {
		got := tokens(c.text, func(t *xmlscan.Token) string {
			name := source([]byte(c.text), t.Name)
			switch t.Kind {
			case xmlscan.StartTag:
			case xmlscan.EndTag:
				name = "/" + name
			default:
				name = kindNames[t.Kind]
			}
			name += fmt.Sprint(t.Depth)
			if t.In != (xmlscan.Element{}) {
				name += ":" + source([]byte(c.text), t.In.Local)
			}
			return name
		})
		require.Equal(t, c.want, got, c.text)
	}
}

func TestTargets(t *testing.T) {
	const text = "<?xml version='1.0'?><?a?><? b?><?xml-stylesheet\nhref='c'?><?d'?>"
	got := tokens(text, func(t *xmlscan.Token) string { return "[" + text[t.Name.Start:t.Name.End] + "]" })
	require.Equal(t, "[xml] | [a] | [] | [xml-stylesheet] | [d']", got)
}

var pseudoDocs = []struct{ text, want string }{
	{`<?xml-stylesheet href="a.css?x&amp;y" type='text/css'?>`, `href "a.css?x&amp;y" | type 'text/css'`},
	{"<?xml-stylesheet\n\thref = 'a'\n?>", "href 'a'"},
	{"<?xml-stylesheet?>", ""},
	{"<?xml-stylesheet ?>", ""},
	{"<?x a='?'b=\"c\"?>", "a '?' | b \"c\""},
	{"<?x a='b' c d='e'?>", "a 'b'"},
	{"<?x a='b' c=d e='f'?>", "a 'b'"},
	{"<?x a='b?>", ""},
	{"<?x a=?>", ""},
	{"<?x a?>", ""},
	{"<?x 1='a'?>", ""},
	{"<??>", ""},
	{"<?>", ""},
	{"<a b='c'>", ""},
	{"", ""},
}

func TestPseudoAttrs(t *testing.T) {
	for _, c := range pseudoDocs {
		var out []string
		for a := range xmlscan.PseudoAttrs([]byte(c.text), markup.Span{End: len(c.text)}) {
			require.Equal(t, a.Name, a.Local)
			require.Equal(t, xmlscan.None, a.Space)
			out = append(out, source([]byte(c.text), a.Name)+" "+value([]byte(c.text), a))
		}
		require.Equal(t, c.want, strings.Join(out, " | "), c.text)
	}
	for _, pi := range []markup.Span{{Start: -1, End: 3}, {Start: 2, End: 1}, {Start: 0, End: 9}, {Start: 4, End: 4}} {
		for range xmlscan.PseudoAttrs([]byte("<??>"), pi) {
			t.Errorf("%v holds no processing instruction", pi)
		}
	}
	for a := range xmlscan.PseudoAttrs([]byte("<?x a='' b=''?>"), markup.Span{End: 15}) {
		require.Equal(t, markup.Span{Start: 4, End: 5}, a.Name)
		break
	}
}
