package xmlscan_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// docs returns the texts of all tables.
func docs() (all []string) {
	for _, c := range tokenDocs {
		all = append(all, c.text)
	}
	for _, c := range attrDocs {
		all = append(all, c.tag)
	}
	for _, c := range treeDocs {
		all = append(all, c.text)
	}
	for _, c := range pseudoDocs {
		all = append(all, c.text)
	}
	for _, c := range spaceDocs {
		all = append(all, uris.Replace(c.text))
	}
	return append(all, drawing)
}

const drawing = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="style.css" type="text/css"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY note "it's > all"> <!-- don't ]> -->
]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xml:base='http://a.example/'>
  <style type="text/css"><![CDATA[ a > b { fill: url(x.svg#y) } ]]></style>
  <a xlink:href="one.svg?a=1&amp;b=2"><text x="1" y="2">&lt;One&gt;</text></a>
  <foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><img src="i.png" /></div></foreignObject>
</svg>
`

// check scans a text and checks properties that apply to any text.
func check(t testing.TB, s *xmlscan.Scanner, text []byte) {
	s.Reset(text)
	at, depth := 0, 0
	var last xmlscan.Kind
	for tok := s.Next(); tok.Kind != xmlscan.EOF; tok = s.Next() {
		if at != tok.Start || tok.Start >= tok.End {
			t.Fatalf("a token %v at %d of %q", tok.Span, at, text)
		}
		at = tok.End
		if tok.Kind == xmlscan.Text && last == xmlscan.Text {
			t.Fatalf("text after text at %d of %q", at, text)
		}
		last = tok.Kind
		depth = checkDepth(t, tok, depth)
		if tok.Kind == xmlscan.ProcInst {
			for a := range xmlscan.PseudoAttrs(text, tok.Span) {
				checkAttr(t, text, tok.Span, a)
			}
		}
		for _, a := range tok.Attrs {
			checkAttr(t, text, tok.Span, a)
		}
	}
	end := s.Next()
	require.Equal(t, xmlscan.Token{Span: markup.Span{Start: len(text), End: len(text)}, Depth: depth}, *end)
	require.Equal(t, len(text), at)
}

// checkDepth returns the depth after a token. It does not use require, since there are many
// tokens.
func checkDepth(t testing.TB, tok *xmlscan.Token, depth int) int {
	ok := tok.Depth == depth
	switch tok.Kind {
	case xmlscan.EndTag:
		ok = tok.Depth <= depth && len(tok.Attrs) == 0 && tok.In == xmlscan.Element{}
	default:
		ok = ok && (tok.In.Local == markup.Span{}) == (tok.In.Space == xmlscan.None)
	}
	if tok.Kind == xmlscan.StartTag || tok.Kind == xmlscan.EndTag {
		ok = ok && tok.Space != xmlscan.None &&
			tok.Start < tok.Local.Start && tok.Local.Start < tok.Local.End && tok.Local.End == tok.Name.End
	} else {
		ok = ok && tok.Space == xmlscan.None
	}
	if !ok {
		t.Fatalf("a broken token %+v at depth %d", tok, depth)
	}
	if tok.Kind == xmlscan.StartTag && !tok.SelfClosing {
		return tok.Depth + 1
	}
	return tok.Depth
}

func checkAttr(t testing.TB, text []byte, tok markup.Span, a xmlscan.Attr) {
	ok := tok.Start < a.Name.Start && a.Name.Start <= a.Local.Start && a.Local.Start < a.Local.End &&
		a.Local.End == a.Name.End && a.Name.End <= a.Value.Start && a.Value.Start <= a.Value.End && a.Value.End < tok.End &&
		(a.Space == xmlscan.None) == (a.Local == a.Name)
	if ok && a.Quote >= markup.XMLSingleQuoted {
		quote := byte('"')
		if a.Quote == markup.XMLSingleQuoted {
			quote = '\''
		}
		ok = text[a.Value.Start-1] == quote && text[a.Value.End] == quote
	}
	if !ok {
		t.Fatalf("a broken attribute %+v of %q", a, text[tok.Start:tok.End])
	}
}

func TestTilingTruncated(t *testing.T) {
	s := xmlscan.New(nil)
	for _, doc := range docs() {
		for n := range len(doc) + 1 {
			check(t, s, []byte(doc[:n]))
		}
	}
}

func TestTilingMutated(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	all := docs()
	pieces := strings.Split("< > / = ' \" & ? ! [ ] : x a xmlns xmlns: <a <x:a </a> </x:a> <!-- --> <![CDATA[ ]]> <?a ?> <!DOCTYPE", " ")
	pieces = append(pieces, " ", "\x00", "\xff")
	s := xmlscan.New(nil)
	for range corpus.Rounds(20000) {
		doc := all[rnd.IntN(len(all))] + all[rnd.IntN(len(all))]
		for range 1 + rnd.IntN(6) {
			i := rnd.IntN(len(doc) + 1)
			j := min(len(doc), i+rnd.IntN(4))
			doc = doc[:i] + pieces[rnd.IntN(len(pieces))] + doc[j:]
		}
		check(t, s, []byte(doc))
	}
}

// After Reset, a scanner keeps no state of the text before, wherever it stopped.
func TestReset(t *testing.T) {
	const next = "<a><x:b/></a>c<d>"
	want := ours([]byte(next))
	deep := strings.Repeat("<a>", xmlscan.MaxDepth+1)
	for _, text := range []string{drawing, deep, "<svg>x<b>", "<svg/>", "<a xmlns:x='http://www.w3.org/2000/svg'>"} {
		for _, n := range []int{1, 2, 9, xmlscan.MaxDepth + 1} {
			s := xmlscan.New([]byte(text))
			for range n {
				s.Next()
			}
			s.Reset([]byte(next))
			require.Equal(t, want, linesOf(s, []byte(next)), text)
			require.Equal(t, 1, s.Next().Depth)
		}
	}
}

func TestTilingHostile(t *testing.T) {
	s := xmlscan.New(nil)
	for _, text := range hostileShapes(2000) {
		check(t, s, []byte(text))
	}
}

// Any file will do; most are not XML.
func TestTilingCorpus(t *testing.T) {
	s := xmlscan.New(nil)
	for _, f := range corpus.Files(t, "pages") {
		check(t, s, f.Data)
	}
	for _, f := range corpus.TreeInputs(t) {
		check(t, s, f.Data)
	}
	for _, f := range corpus.TokenizerInputs(t) {
		check(t, s, f.Data)
	}
}

func TestNoAllocations(t *testing.T) {
	text := []byte(strings.Repeat(drawing, 20))
	s := xmlscan.New(text)
	require.Zero(t, testing.AllocsPerRun(5, func() {
		s.Reset(text)
		for s.Next().Kind != xmlscan.EOF {
		}
	}))
}

func FuzzScanner(f *testing.F) {
	f.Add([]byte("<p><a href='x'/></p>"))
	for _, doc := range docs() {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		kept := bytes.Clone(text)
		check(t, xmlscan.New(nil), text)
		require.True(t, bytes.Equal(kept, text))
	})
}

// hostileShapes returns texts of n parts, by name, that take long in a scanner that reads
// text twice.
func hostileShapes(n int) map[string]string {
	var prefixes, names, scopes strings.Builder
	for i := range n {
		fmt.Fprintf(&prefixes, " xmlns:p%d='u' p%d:a=''", i, n-1-i)
		fmt.Fprintf(&names, "<n%d>", i)
		fmt.Fprintf(&scopes, "<a xmlns:p%d='u' p%d:b=''>", i, i/2)
	}
	r := func(s string) string { return strings.Repeat(s, n) }
	return map[string]string{
		"nested":            r("<a>") + r("</a>"),
		"nested, mismatch":  r("<a>") + r("</b>"),
		"nested, inner end": r("<a>") + r("<b></c>"),
		"nested names":      names.String() + r("</m>"),
		"nested scopes":     scopes.String() + r("<q:b/>"),
		"attributes":        "<a" + r(" b=''") + ">",
		"declarations":      "<a" + prefixes.String() + ">" + r("<p1:b/>"),
		"defaults":          "<a" + r(" xmlns='u'") + ">",
		"lt":                r("<"),
		"cut-off tags":      r("<a "),
		"cut-off values":    r("<a b='c' \"=''="),
		"quotes":            r("<a ='"),
		"comments":          r("<!--"),
		"instructions":      r("<?"),
		"sections":          r("<![CDATA["),
		"doctypes":          r("<!DOCTYPE ["),
		"subset":            "<!DOCTYPE a [" + r("<!-- ' --><?'") + "?>]>",
		"references":        "<a xmlns='" + r("&#1;") + "'>",
		"mismatch":          strings.Repeat("<a>", xmlscan.MaxDepth) + r("</b>"),
		"inner mismatch":    strings.Repeat("<a>", xmlscan.MaxDepth-1) + r("<b></c></b>"),
		"entities":          "<a" + r(" xmlns='&amp;&e;'") + ">",
	}
}
