package htmlscan_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

var kindNames = map[htmlscan.Kind]string{
	htmlscan.Text: "text", htmlscan.RawText: "raw", htmlscan.StartTag: "start", htmlscan.EndTag: "end",
	htmlscan.Comment: "comment", htmlscan.Doctype: "doctype", htmlscan.CDATA: "cdata",
}

// dump returns tokens as "kind:source", separated by " | ".
func dump(text string) string {
	var out []string
	s := htmlscan.New([]byte(text))
	for t := s.Next(); t.Kind != htmlscan.EOF; t = s.Next() {
		out = append(out, kindNames[t.Kind]+":"+text[t.Start:t.End])
	}
	return strings.Join(out, " | ")
}

var tokenDocs = []struct{ text, want string }{
	{"", ""},
	{"a", "text:a"},
	{"<", "text:<"},
	{"</", "text:</"},
	{"a < b <3 <<p>", "text:a < b <3 < | start:<p>"},
	{"<p>a</p>", "start:<p> | text:a | end:</p>"},
	{"a<p", "text:a<p"},
	{"a<p b='>", "text:a<p b='>"},
	{"a</p", "text:a</p"},
	{"a</>b", "text:a | comment:</> | text:b"},
	{"</ x>b", "comment:</ x> | text:b"},
	{"<!>a<!x>b<?x>c", "comment:<!> | text:a | comment:<!x> | text:b | comment:<?x> | text:c"},
	{"<!", "comment:<!"},
	{"<!-->a<!--->b<!---->c", "comment:<!--> | text:a | comment:<!---> | text:b | comment:<!----> | text:c"},
	{"<!--a--!>b", "comment:<!--a--!> | text:b"},
	{"<!--<!-- --> -->", "comment:<!--<!-- --> | text: -->"},
	{"<!--->-->b", "comment:<!---> | text:-->b"},
	{"<!---!>-->b", "comment:<!---!>--> | text:b"},
	{"<!-- <p>", "comment:<!-- <p>"},
	{"<!DocType html 'a>b'>c", "doctype:<!DocType html 'a> | text:b'>c"},
	{"<!doctype", "doctype:<!doctype"},
	{"<![CDATA[a>b]]>", "comment:<![CDATA[a> | text:b]]>"},
	{"<svg><![CDATA[a>b]]>", "start:<svg> | cdata:<![CDATA[a>b]]>"},
	{"<svg><![CDATA[a>b", "start:<svg> | cdata:<![CDATA[a>b"},
	{"<svg><![cdata[a>b", "start:<svg> | comment:<![cdata[a> | text:b"},
	{"<title><p></TITLE >x", "start:<title> | raw:<p> | end:</TITLE > | text:x"},
	{"<title></title>", "start:<title> | end:</title>"},
	{"<title></titles></title", "start:<title> | raw:</titles></title"},
	{"<title>a</title x='", "start:<title> | raw:a</title x='"},
	{"<script><!-- <script> </script> --></script>x", "start:<script> | raw:<!-- <script> </script> --> | end:</script> | text:x"},
	{"<script><!--><script></script>x", "start:<script> | raw:<!--><script> | end:</script> | text:x"},
	{"<script><!-- </script>x", "start:<script> | raw:<!--  | end:</script> | text:x"},
	{"<script><!-- <scripts> </script>x", "start:<script> | raw:<!-- <scripts>  | end:</script> | text:x"},
	{"<script><!-- <script/--></script>x", "start:<script> | raw:<!-- <script/--> | end:</script> | text:x"},
	{"<plaintext></plaintext>", "start:<plaintext> | raw:</plaintext>"},
	{"<noscript><a></noscript><b>", "start:<noscript> | start:<a> | end:</noscript> | start:<b>"},
	{"<noscript><!-- </noscript>-->", "start:<noscript> | comment:<!--  | end:</noscript> | text:-->"},
	{"<noscript><a b='</noscript>'>", "start:<noscript> | text:<a b=' | end:</noscript> | text:'>"},
	{"<noscript><style><a></noscript><b>", "start:<noscript> | start:<style> | raw:<a> | end:</noscript> | start:<b>"},
	{"<noscript></noscript", "start:<noscript> | text:</noscript"},
	{"<noscript></noscript ", "start:<noscript> | text:</noscript "},
	{"<frameset><title><a></title>", "start:<frameset> | start:<title> | start:<a> | end:</title>"},
	{"<svg><style><a>", "start:<svg> | start:<style> | start:<a>"},
}

func TestTokens(t *testing.T) {
	for _, c := range tokenDocs {
		require.Equal(t, c.want, dump(c.text), c.text)
	}
}

var attrDocs = []struct {
	tag  string
	want string // name=value for each attribute, with its quotes
	self bool
}{
	{"<a>", "", false},
	{"<a/>", "", true},
	{"<a / >", "", false},
	{"<a b>", "b", false},
	{"<a b/>", "b", true},
	{"<a b />", "b", true},
	{"<a/b=c>", "b=c", false},
	{"<a b=c/>", "b=c/", false},
	{"<a b = c>", "b=c", false},
	{"<a b=>", "b=", false},
	{"<a b= >", "b=", false},
	{"<a b=''>", "b=''", false},
	{"<a B=\"x>y\" C='\"'>", "B=\"x>y\" C='\"'", false},
	{`<a x="1"y=2>`, `x="1" y=2`, false},
	{`<a x="1"/>`, `x="1"`, true},
	{"<a =b>", "=b", false},
	{"<a =b=c>", "=b=c", false},
	{"<a ==>", "==", false},
	{"<a b=c=d\"'<`>", "b=c=d\"'<`", false},
	{"<a b\"'<=c>", "b\"'<=c", false},
	{"<a b='x' b=y B>", "b='x' b=y B", false},
	{"<a\rb\nc\fd\te>", "b c d e", false},
	{"<a b\x00=\x00>", "b\x00=\x00", false},
	{"<a b=&amp;>", "b=&amp;", false},
}

func TestAttrs(t *testing.T) {
	for _, c := range attrDocs {
		s := htmlscan.New([]byte(c.tag))
		tok := s.Next()
		var got []string
		for _, a := range tok.Attrs {
			q := map[markup.Quote]string{markup.SingleQuoted: "'", markup.DoubleQuoted: `"`}[a.Quote]
			attr := c.tag[a.Name.Start:a.Name.End]
			if a.Quote != markup.NoValue {
				attr += "=" + q + c.tag[a.Value.Start:a.Value.End] + q
			} else {
				require.Equal(t, markup.Span{Start: a.Name.End, End: a.Name.End}, a.Value)
			}
			got = append(got, attr)
		}
		require.Equal(t, c.want, strings.Join(got, " "), c.tag)
		require.Equal(t, c.self, tok.SelfClosing, c.tag)
		require.Equal(t, htmlscan.EOF, s.Next().Kind)
		require.Equal(t, htmlscan.EOF, s.Next().Kind)
	}
}

// requireTiles checks that the spans of all tokens are the text.
func requireTiles(t *testing.T, text string) {
	t.Helper()
	s, at, last := htmlscan.New([]byte(text)), 0, htmlscan.EOF
	for tok := s.Next(); tok.Kind != htmlscan.EOF; tok = s.Next() {
		require.Equal(t, at, tok.Start)
		require.Greater(t, tok.End, tok.Start)
		require.False(t, tok.Kind == htmlscan.Text && last == htmlscan.Text && !tok.InNoscript, "two texts: %q", text)
		at, last = tok.End, tok.Kind
		if tok.InNoscript || tok.Kind == htmlscan.EndTag {
			last = htmlscan.EOF
		}
	}
	require.Equal(t, len(text), at)
}

func TestTiles(t *testing.T) {
	for _, doc := range allDocs() {
		for i := range len(doc) + 1 {
			requireTiles(t, doc[:i])
			requireTiles(t, doc[i:])
		}
	}
}

// allDocs returns the texts of all tables.
func allDocs() []string {
	docs := append([]string(nil), treeDocs...)
	for _, c := range tokenDocs {
		docs = append(docs, c.text)
	}
	for _, c := range attrDocs {
		docs = append(docs, c.tag)
	}
	return docs
}

// rawNames are names after which a tokenizer without a tree scans raw text.
var rawNames = []string{
	"<title", "<textarea", "<style", "<xmp", "<iframe", "<noembed", "<noframes",
	"<script", "<noscript", "<plaintext", "<svg", "<math",
}

// requireSameTags compares the tags of a text with those of html.Tokenizer. The text has no
// raw text and no foreign content. Differences because of CR, NUL and bytes that are not
// UTF-8 do not count.
func requireSameTags(t *testing.T, text string) {
	t.Helper()
	lower := strings.ToLower(text)
	for _, name := range append(rawNames, "\x00", "\r", "�") {
		if strings.Contains(lower, name) {
			return
		}
	}
	z, s := html.NewTokenizer(strings.NewReader(text)), htmlscan.New([]byte(text))
	for {
		tok := s.Next()
		for tok.Kind != htmlscan.EOF && tok.Kind != htmlscan.StartTag {
			tok = s.Next()
		}
		kind := z.Next()
		for kind != html.ErrorToken && kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			kind = z.Next()
		}
		require.Equal(t, kind == html.ErrorToken, tok.Kind == htmlscan.EOF, "%q", text)
		if kind == html.ErrorToken {
			return
		}
		h := z.Token()
		require.Equal(t, h.Data, tagName(text[tok.Name.Start:tok.Name.End]), "%q", text)
		require.Equal(t, h.DataAtom, tok.Atom, "%q", text)
		attrs := map[string]string{}
		for _, a := range h.Attr {
			if _, again := attrs[a.Key]; !again {
				attrs[a.Key] = a.Val
			}
		}
		require.Equal(t, attrs, attrMap(text, tok), "%q", text)
	}
}

func TestTokenizerAgrees(t *testing.T) {
	for _, doc := range allDocs() {
		requireSameTags(t, doc)
	}
}

// attrWords are parts of tags: bytes that end names and values, and short and long names
// and values.
var attrWords = []string{
	"<a", "<div", "<long-names", "</a", ">", "/", " ", " ", "\n", "=", "\"", "'", "=\"", "='",
	" href=\"", "\" src='", "' B=", " data-background-image=", " data-b=\"", " 12345678=\"", " 1234567890123456=\"",
	"value", "\x00", "\x01", "&amp;", "ü", "<", strings.Repeat("0123456789", 9),
}

// TestAttrsRandom scans tags of random words, whole and cut off, and compares them with
// those of a tokenizer. It also skims them.
func TestAttrsRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1808, 3))
	for range corpus.Rounds(5000) {
		text := "<p a b c d e f g h i j>" + strings.Repeat(" ", random.IntN(2)*1900+random.IntN(200)) + "<p" // the first tag makes the scanner allocate memory for attributes
		for range random.IntN(20) {
			text += attrWords[random.IntN(len(attrWords))]
		}
		for _, end := range []int{random.IntN(len(text) + 1), len(text)} {
			requireSameTags(t, text[:end])
			requireSameTags(t, text[:end]+"\">'> <a href=\"x\">")
			requireSkims(t, text[:end], 0)
		}
	}
}

// TestAttrBeyondNoscript checks that a tag is cut off if one of its values does not end
// within its noscript element.
func TestAttrBeyondNoscript(t *testing.T) {
	s := htmlscan.New([]byte(`<p a b c><noscript><a href="a value of some length</noscript>"><b href="y">`))
	var names []string
	for tok := s.Next(); tok.Kind != htmlscan.EOF; tok = s.Next() {
		if tok.Kind == htmlscan.StartTag {
			names = append(names, tok.Atom.String())
		}
	}
	require.Equal(t, []string{"p", "noscript", "b"}, names)
}

func FuzzScanner(f *testing.F) {
	f.Add("<p><a href=x>")
	for _, doc := range allDocs() {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, text string) {
		requireTiles(t, text)
		requireSameTags(t, text)
	})
}

// hostileShapes are texts of about n tags that take quadratic time with a simple algorithm.
// See BenchmarkGrowth for their times.
func hostileShapes(n int) map[string]string {
	rep := strings.Repeat
	return map[string]string{
		"nested":             rep("<div>", n) + rep("</div>", n),
		"nested spans":       rep("<span>", n) + rep("<p></i></x>", n),
		"attributes":         "<a " + rep("b ", 10*n) + ">",
		"formatting":         rep("<b><p>", n),
		"distinct":           "<p>" + distinct(60) + "</p>" + rep("<p>x</p>", n),
		"adoption":           rep("<b><div>", n) + rep("</b>", n),
		"tables":             rep("<table><td>", n) + rep("</table>", n),
		"fostered":           rep("<table><b>", n),
		"svg":                rep("<svg><g>", n) + rep("</svg>", n),
		"templates":          rep("<template>", n) + rep("</template>", n),
		"scopes":             rep("<button><p>", n) + rep("</p>", n),
		"noscripts":          rep("<div>", n) + rep("<noscript><a></noscript>", n),
		"cut tags":           rep("<a ", n),
		"comments":           rep("<!-->", n) + rep("<!--", n),
		"script escapes":     "<script>" + rep("<!--<script>", n),
		"unclosed raw":       "<title>" + rep("</titl", n),
		"integration points": rep("<svg><desc>", n) + rep("</p>", n),
		"items":              rep("<li><a><span>", n) + rep("</li>", n),
	}
}

// TestHostileShapes would not finish in quadratic time.
func TestHostileShapes(t *testing.T) {
	for _, text := range hostileShapes(corpus.Rounds(100_000)) {
		scanAll(text)
	}
}

// distinct returns n formatting tags with different attributes.
func distinct(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("<font size=" + strings.Repeat("1", 1+i%50) + " color=" + strings.Repeat("2", 1+i/50) + ">")
	}
	return b.String()
}
