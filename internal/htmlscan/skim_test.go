package htmlscan_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/htmlscan"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// skimNames are the attributes that the tests want.
var skimNames = func() *htmlscan.Names {
	n := new(htmlscan.Names)
	for _, name := range []string{"href", "src", "xlink:href", "data-background-image", "b"} {
		n.Add(name)
	}
	n.AddNoted("id")
	return n
}()

// A seen is a token that a scanner returned.
type seen struct {
	htmlscan.Token
	attrs string
	named bool // it has an attribute of skimNames
	noted bool // it has an id
	lost  bool // such an attribute is not marked as wanted, or OnlyNoted is wrong
	place []int
}

// scan scans text. It skims after skimAfter tokens.
func scan(s *htmlscan.Scanner, text string, skimAfter int) (all []seen) {
	s.Reset([]byte(text))
	s.Want(skimNames)
	for n := 0; ; n++ {
		if n == skimAfter {
			s.Skim()
		}
		t := s.Next()
		if t.Kind == htmlscan.EOF {
			return all
		}
		one := seen{Token: htmlscan.Token{Kind: t.Kind, Span: t.Span, Atom: t.Atom, InNoscript: t.InNoscript}}
		switch t.Kind {
		case htmlscan.StartTag:
			one.SelfClosing, one.Namespace, one.Name = t.SelfClosing, t.Namespace, t.Name
			one.attrs = attrSpans(text, t)
			one.named, one.lost = hasSkimName(text, t)
			_, one.noted = htmlscan.First([]byte(text), t.Attrs, "id")
			one.lost = one.lost || one.noted && !t.HasNoted() || one.named && t.OnlyNoted()
			switch {
			case t.Namespace != htmlscan.HTML:
			case t.Atom == atom.Base && len(t.Attrs) > 0 || t.Atom == atom.Frameset:
				one.InTemplate, one.Dropped = t.InTemplate, t.Dropped
				if one.Ignored = t.Ignored; !t.Ignored && !t.InTemplate {
					one.place = s.Place()
				}
			case t.Atom == atom.Style || t.Atom == atom.Script || t.Atom == atom.Meta && len(t.Attrs) > 0:
				one.Ignored = t.Ignored
			}
		case htmlscan.EndTag:
			one.Name = t.Name
		case htmlscan.RawText:
			one.Element = t.Element
		}
		all = append(all, one)
	}
}

// attrSpans returns the attributes of a tag as text.
func attrSpans(text string, t *htmlscan.Token) string {
	var b strings.Builder
	for _, a := range t.Attrs {
		b.WriteString(text[a.Name.Start:a.Name.End] + "\x01" + text[a.Value.Start:a.Value.End] + string('0'+rune(a.Quote)) + "\x02")
	}
	return b.String()
}

// hasSkimName reports whether a tag has an attribute of skimNames, and whether such an
// attribute is not marked as wanted.
func hasSkimName(text string, t *htmlscan.Token) (has, lost bool) {
	for _, a := range t.Attrs {
		switch strings.ToLower(text[a.Name.Start:a.Name.End]) {
		case "href", "src", "xlink:href", "data-background-image", "b":
			has, lost = true, lost || !a.Wanted
		}
	}
	return has, lost
}

// mustBeSeen reports whether a skimming scanner must return a token.
func mustBeSeen(t seen) bool {
	switch t.Kind {
	case htmlscan.Text, htmlscan.EndTag:
		return false
	case htmlscan.StartTag:
		if t.named || t.noted {
			return true
		}
		switch t.Atom {
		case atom.Base:
			return t.attrs != "" && t.Namespace == htmlscan.HTML
		case atom.Meta:
			return t.attrs != ""
		case atom.Style:
			return true
		case atom.Script:
			return t.Namespace != htmlscan.MathML
		case atom.Frameset:
			return t.Namespace == htmlscan.HTML
		}
		return false
	}
	return true
}

// requireSkims checks that a skimming scanner returns the same tokens as another one,
// except for those that it may skip.
func requireSkims(t *testing.T, text string, after ...int) {
	t.Helper()
	full := scan(htmlscan.New(nil), text, -1)
	s := htmlscan.New(nil)
	for _, n := range after {
		rest := full
		for _, got := range scan(s, text, n) {
			for len(rest) > 0 && rest[0].Start < got.Start {
				require.False(t, mustBeSeen(rest[0]), "%q: not seen, from token %d on: %v", text, n, rest[0])
				rest = rest[1:]
			}
			require.NotEmpty(t, rest, "%q", text)
			require.Equal(t, rest[0], got, "%q from token %d on", text, n)
			require.False(t, got.lost, "%q from token %d on: %v", text, n, got)
			rest = rest[1:]
		}
		require.False(t, slices.ContainsFunc(rest, mustBeSeen), "%q: not seen, from token %d on: %v", text, n, rest)
	}
}

func TestSkim(t *testing.T) {
	for _, doc := range allDocs() {
		for i := range len(doc) + 1 {
			requireSkims(t, doc[:i], 0, 1, 3)
			requireSkims(t, doc[i:]+doc[:i], 0, 2, 7)
		}
	}
}

// skimWords are parts of documents in which the tree matters.
var skimWords = append(strings.Fields(`
<svg> </svg> <svg/> <math> </math> <desc> </desc> <title> </title> <mi> </mi> <foreignObject> </foreignobject>
<annotation-xml> </annotation-xml> <annotation-xml>encoding=text/html> <g> </g> <g/> <path src=x> <svg>href=x> <mglyph> <font> <font>color=x>
<p> </p> </br> <div> </div> <b> </b> <a>href=x> </a> <i> <table> </table> <tr> <td> </td> <col> <colgroup> </colgroup> <caption>
<template> </template> <template>b> <noscript> </noscript> <noscript>b=x> <style> </style> <style>href=x> <script> </script> <script>src=x> <textarea> </textarea>
<iframe>src=x> </iframe> <noframes> </noframes> <noembed> </noembed> <xmp> </xmp> <plaintext> <select> </select> <option> <input> <hr>
<base>href=x> <base> <meta>content=x> <frameset> </frameset> <frameset>b> <frame>src=x> <html>b> <head> </head> <body> </body> </html> <head>b>
<!DOCTYPE> <!--x--> <![CDATA[x]]> <![CDATA[<a>href=x>]]> <?x> <!x> text &#32; x < </ <> </> <a>b='>'> </a>b='>'> <A>HREF=x> <B/> <x-y> </x-y> <longelementname> </longelementname>
<object> </object> <form> </form> <ruby> <rt> <li> </li> <h1> </h1> <button> </button> <nobr> <input>type=hidden>
<b>id=x> <td>id=x> <style>id=x> <meta>id=x> <svg>id=x>
`), // NUL is part of a name
	"<a\x00>href=x>", "<base\x00>href=x>", "<script\x00>src=x>", "<style\x00>href=x>", "<svg\x00>href=x>",
	"<b\x00\x00>b>", "<x\x00y>b>", "</p\x00>", "</x\x00>b>")

// skimThemes are sets of words that affect each other.
var skimThemes = [][]string{
	strings.Fields("<noscript> </noscript> <base>href=x> <svg> </svg> <svg>href=x> <p>"),
	strings.Fields("<template> </template> <col> <style> </style> <base>href=x> <table>"),
	strings.Fields("<svg> </svg> <desc> </desc> <g> </g> <title> </title> <a>href=x> <style>href=x> </p> <p> <![CDATA[<a>href=x>]]>"),
	strings.Fields("<frameset>b> </frameset> <frame>src=x> <base>href=x> <script> </script> </html> text <p>"),
}

// randomDoc returns a document of n random words.
func randomDoc(random *rand.Rand, n int) string {
	var b strings.Builder
	some := make([]string, 3+random.IntN(20))
	for i := range some {
		some[i] = skimWords[random.IntN(len(skimWords))]
	}
	if theme := random.IntN(2 * len(skimThemes)); theme < len(skimThemes) {
		some = skimThemes[theme]
	}
	for range n {
		word := some[random.IntN(len(some))]
		if name, attr, ok := strings.Cut(word, ">"); ok && strings.HasSuffix(attr, ">") {
			word = name + " " + attr
		}
		b.WriteString(word)
		if random.IntN(5) == 0 {
			b.WriteString([]string{" ", "\n", "text", "\x00", "a longer text with words"}[random.IntN(5)])
		}
	}
	return b.String()
}

func TestSkimRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1808, 1))
	for range corpus.Rounds(5000) {
		doc := randomDoc(random, 1+random.IntN(40))
		requireSkims(t, doc, 0, random.IntN(20))
	}
}

// TestSkimDeep skims stacks that overflow.
func TestSkimDeep(t *testing.T) {
	random := rand.New(rand.NewPCG(1808, 2))
	for i := 0; i < len(skimWords); i += corpus.Step(4) {
		name, attr, _ := strings.Cut(skimWords[i], ">")
		deep := strings.Repeat(name+" "+attr+">", htmlscan.MaxDepth+99)
		requireSkims(t, deep+randomDoc(random, 40)+deep+randomDoc(random, 40), 0, 700)
		mixed := strings.Repeat(randomDoc(random, 4), 200)
		requireSkims(t, mixed+randomDoc(random, 40), 0, 300)
	}
}

func TestSkimCorpus(t *testing.T) {
	files := slices.Concat(corpus.Files(t, "pages"), corpus.TreeInputs(t), corpus.TokenizerInputs(t))
	for _, f := range files {
		requireSkims(t, string(f.Data), 0, 5, 100)
	}
}

func FuzzSkim(f *testing.F) {
	f.Add("<p><a href=x>", 3)
	for _, doc := range allDocs() {
		f.Add(doc, 0)
	}
	f.Fuzz(func(t *testing.T, text string, after int) { requireSkims(t, text, 0, after) })
}
