package cssscan

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/view"
)

// Style sheets with marked URLs: «x» is a URL, ‹x› the URL of an @import.
var sheets = []string{
	"",
	"a{}",

	// Both forms.
	"a{b:url(«x»)}",
	"a{b:url( «x» )}",
	"a{b:url(\t\n\r\f«x»\t\n\r\f)}",
	"a{b:url(«»)}",
	"a{b:url(  «»)}",
	`a{b:url("«x»")}`,
	`a{b:url( '«x»' )}`,
	`a{b:url("«»")}`,
	`a{b:UrL(«x»),URL("«y»")}`,
	"a{b:url(«x»)url(«y»)}",
	"a{b:url(«x»);c:d;e:url(«y»)}b{c:url(«z»)}",
	`a{b:url("«x»" "y" f("z") "w")}`,
	`a{b:url("«x»" crossorigin(anonymous))}`,
	`a{b:url("«it's»")url('«"»')}`,
	"a{b:url(«data:image/png;base64,AA//==»)}",
	"a{b:url(«//h/a/*b*/»)}",
	"a{b:url(«\u00e9\x00,{};[]@x»)}",

	// Names.
	`a{b:u\72l(«x»)}`,
	`a{b:\75\000052 \l(«x»)}`,
	"a{b:\\75\r\n\\72\f\\6c\t(«x»)}",
	`a{b:u\r\l("«x»")}`,
	`a{b:u\0072l(«x»)}`,
	`a{b:\0075rl(«x»)}`,
	`a{b:u\000072l(«x»)}`,
	`a{b:u\0000072l(x)}`,
	`a{b:ur\6cx(x)}`,
	`a{b:u\172l(x)}`,
	"a{b:u\\\nrl(x)}",
	"a{b:url (x)}",
	"a{b:url/**/(x)}",
	"a{b:-url(x) xurl(x) urlx(x) _url(x) \u00e9url(x) \x00url(x) --url(x) 1url(x) 1e3url(x) 1e-url(x) +.5url(x) -1--url(x) #url(x) #\\url(x) @url(x)}",
	"a{b:1 url(«a»)1.url(«b»)+url(«c»)1%url(«d»)!url(«e»).url(«f»)1e3/url(«g»)-.url(«h»)#/**/url(«i»)}",

	// Escapes.
	`a{b:url(«x\)y\"\'\ \(»)}`,
	`a{b:url(«\41 »)}`,
	`a{b:url(«\41 » )}`,
	"a{b:url(«\\41\r\n»\n)}",
	`a{b:url(«\29»)}`,
	`a{b:url("«x\"y\41 »")}`,
	"a{b:url('«x\\\ny\\\r\nz\\\fw\\\r»')}",
	"a{b:url(«\\\u00e9»)}",

	// Bad strings and bad URLs.
	"a{b:url(x y) url(«z»)}",
	"a{b:url(x\"y\") url(«z»)}",
	"a{b:url(x'y') url(«z»)}",
	"a{b:url(x(y) z) url(«w»)}",
	"a{b:url(var(--x)) url(«z»)}",
	"a{b:url(x\x01) url(\x7f) url(x\x0b) url(«z»)}",
	"a{b:url(x\\\ny) url(«z»)}",
	`a{b:url(x y\)url(z) url(«w»)}`,
	"a{b:url(/**/\"x\") url(«/**/y»)}",
	"a{b:url(\"x\ny) url(«z»)}",
	"a{b:'x\rurl(«y»)'}",
	"@import 'x\n; a{b:url(«y»)}",

	// The end.
	"a{b:url(«»",
	"a{b:url( «»",
	"a{b:url(«x»",
	"a{b:url(«x» ",
	`a{b:url(«x\»`,
	`a{b:url(«x\ »`,
	`a{b:url("«x»`,
	`a{b:url("«x\»`,
	`a{b:url("«x\"»`,
	"a{b:url(x y",
	`@import "‹x›`,
	"a{b:url(«x»)/* url(y)",
	"a{b:url", "a{b:u\\", "@", "#", "-", "\\", "<!-", "--", "/", "+", ".", "1e", "1e+", "@\\", "/*", "/**", `"`,

	// Not URLs.
	`a{b:"url(x)"} /*url(x)*/ b{c:'/*'url(«y»)'*/'}`,
	`a::before{content:"x" attr(title) 'y'}`,
	`@font-face{src:local("x"),url(«a»)format("woff"),url("«b»")format('woff2')tech(variations)}`,
	`a{b:attr(data-x type(<url>)) format("x") f("x") var(--x)}`,
	"a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x',sizingMethod='scale')}",
	`a[href="x"]{} a[src='y']{b:url(«z»)}`,
	"a{behavior:url(«x.htc»)} v\\:*{behavior:url(«#default#VML»)}",
	"a{--x:url(«x»);--y:{z:url('«y»')};--z:image-set('«z»' 1x)}",

	// src() is a function like any other.
	`a{b:src("«x»")}`,
	`a{b:SRC( /**/ '«x»' foo "y")}`,
	`a{b:src(x) src(var(--x)) src(y "z") src(,"z")}`,
	`a{b:s\72 c('«x»');src:"y"}`,

	// image-set().
	`a{b:image-set("«a»" 1x,'«b»' 2x, "«c»" type("image/png") 3x)}`,
	`a{b:-webkit-image-set( /**/ "«a»" 1x /**/,/**/ url(«b»)2x, url("«c»")3x)}`,
	`a{b:Image-Set("«a»" 1x), -WEBKIT-image-set("«b»")}`,
	`a{b:-moz-image-set("x") x-image-set("x") image("x")}`,
	`a{b:image-set(url( «a» )1x, "«b»")}`,
	`a{b:image-set(1x "x", f("y") "z", ("w") "w", "«v»", f(,"u"))}`,
	`a{b:image-set(linear-gradient(red,blue) 1x, "«x»" type("a,b"))}`,
	`a{b:cross-fade(image-set("«x»" 1x), 50%, "y")}`,
	`a{b:image-set(image-set("«x»"), "«y»"), "z"}`,
	`a{b:f(image-set("«x»"), "y")}`,
	"a{b:image-set('x\n, '«y»')}",

	// @import.
	`@import "‹x›";`,
	`@import '‹x›';`,
	`@import"‹x›"`,
	`@IMPORT/**/ /**/"‹x›" ;`,
	`@\69mport "‹x›"; @im\50 ort url(‹y›);`,
	`@import url(‹x›);@import url( "‹y›" );@import src('‹z›');`,
	`@import "‹x›" layer supports(display:grid) screen and (min-width:1px);@import "‹y›"`,
	`@import url(‹x›) layer(a.b) supports(background:url(«y»)) "z";`,
	`@import "‹x›" "y" url(«z»);`,
	`@import x "y" url(«z»);`,
	`@import ("x");`,
	`@imports "x"; @import-x "y"; @importx "z";`,
	`@charset "utf-8";@layer a;@import "‹x›";a{}@import "‹y›";`,
	`@media x;@import "‹y›";`,
	`@--x;@import "‹y›";`,
	`@-;@import "x"{}@import "‹y›"`,
	`@media print{@import "x";a{b:c}@import url(«y»);}@import "‹z›";`,
	`a @import "x";{} @import "‹y›";`,
	`a;@import "x"{}@import "‹y›"`,
	`[;{}]@import "x"{}@import "‹y›"`,
	`a{(}@import "x"{})}@import "‹y›"`,
	`a{f(}@import "x"{})}@import "‹y›"`,
	`a{]}@import "‹y›"`,
	`)@import "x"{}@import "‹y›"`,
	`}@import "x"{}@import "‹y›"`,
	`@x(;){}@import "‹y›"`,
	`@import {"x"}@import "‹y›"`,
	`<!-- @import "‹x›"; --> <!-- @import "‹y›"; -->`,
	`a<!--@import "x"{}--{}@import "‹y›"`,
	"\ufeff@import \"‹x›\"",
	"\ufeff\ufeff@import \"x\"",

	// Names and charsets.
	`@namespace url(x);@namespace p url("y");@namespace "z";a{b:url(«w»)}`,
	`@NAMESPACE url(x){}a{b:url(«y»)}`,
	`@namespace f(;url(x));a{b:url(«y»)}`,
	`@namespaces url(«x»);@namespace-x url(«y»);`,
	`@charset "x";@charset url(x);@import "‹y›"`,

	// Other preludes.
	`@-moz-document url(«x»),url-prefix("y"),domain(z),regexp(".*"){a{b:url(«w»)}}`,
	`@-moz-document url-prefix(){a{b:url(«w»)}}`,
	`@supports (b:url(«x»)){}@container style(--x:url(«y»)){}`,
	`@page{b:url(«x»)}@counter-style x{symbols:url(«y»)"z"}@property --x{syntax:"<url>";initial-value:url(«z»)}`,
	"@media x{@media y{a{b:url(«x»);&:hover{b:url(«y»)}}}}",
}

// Values of style attributes and of presentation attributes.
var declarations = []string{
	"b:url(«x»);c:url('«y»')",
	`b:image-set("«x»" 1x)`,
	`@import "x"; @import url(«y»)`,
	`@namespace "x"; @namespace url(«y»)`,
	`}@import "x"{}@import "y"`,
	"b:url(«x»",
	"url(«x#y») none",
	"url('«#y»'), pointer",
}

// unmark returns css without the marks, and the marked URLs.
func unmark(css string) ([]byte, []Ref) {
	var out []byte
	var refs []Ref
	for len(css) > 0 {
		i := strings.IndexAny(css, "«‹")
		if i < 0 {
			break
		}
		out = append(out, css[:i]...)
		ref := Ref{Start: len(out), Import: strings.HasPrefix(css[i:], "‹")}
		open, end := "«", "»"
		if ref.Import {
			open, end = "‹", "›"
		}
		text, rest, _ := strings.Cut(css[i+len(open):], end)
		if len(out) > 0 {
			ref.Form = form(out[len(out)-1])
		}
		out = append(out, text...)
		ref.End, css = len(out), rest
		refs = append(refs, ref)
	}
	return append(out, css...), refs
}

func TestRefs(t *testing.T) {
	for _, marked := range sheets {
		css, want := unmark(marked)
		require.Equal(t, want, slices.Collect(Refs(css, Sheet)), "%q", marked)
		checkRefs(t, css)
	}
	for _, marked := range declarations {
		css, want := unmark(marked)
		require.Equal(t, want, slices.Collect(Refs(css, Declarations)), "%q", marked)
		require.Equal(t, want, slices.Collect(Refs(css, Value)), "%q", marked)
	}
}

// A caller can stop ranging over Refs early.
func TestRefsBreak(t *testing.T) {
	for ref := range Refs([]byte("a{b:url(x)url(y)}"), Sheet) {
		require.Equal(t, 8, ref.Start)
		break
	}
}

// The forms have the same values as those of package view.
func TestForms(t *testing.T) {
	require.Equal(t, view.CSSRaw, view.CSSForm(Raw))
	require.Equal(t, view.CSSDoubleQuoted, view.CSSForm(DoubleQuoted))
	require.Equal(t, view.CSSSingleQuoted, view.CSSForm(SingleQuoted))
}

// checkRefs checks properties of Refs for any text.
func checkRefs(t testing.TB, css []byte) {
	t.Helper()
	before := bytes.Clone(css)
	for _, ctx := range []Context{Sheet, Declarations, Value} {
		refs := slices.Collect(Refs(css, ctx))
		if !slices.Equal(everyToken(css, ctx), refs) {
			require.Failf(t, "skipped", "%q: %+v, but without skipping %+v", css, refs, everyToken(css, ctx))
		}
		last := 0
		for _, ref := range refs {
			if ref.Start < last || ref.End < ref.Start || ref.End > len(css) {
				require.Failf(t, "span", "%q: %+v after %d", css, ref, last)
			}
			require.False(t, ref.Import && ctx != Sheet)
			last = ref.End
		}
		for _, text := range []string{"http://a/", "0\"') \\\n(</style>"} {
			checkEdited(t, css, ctx, refs, text)
		}
	}
	require.Equal(t, before, css, "the text was written to")
}

// everyToken is Refs without skipping ahead.
func everyToken(css []byte, ctx Context) (refs []Ref) {
	f := newFinder(css, ctx)
	for t := f.lex.next(); t.kind != eof; t = f.lex.next() {
		if ref, ok := f.token(t); ok {
			refs = append(refs, ref)
		}
	}
	return refs
}

// checkEdited inserts text before each URL, and checks that Refs finds the same URLs with
// text before them.
func checkEdited(t testing.TB, css []byte, ctx Context, refs []Ref, text string) {
	t.Helper()
	var edits []edit.Edit
	for _, ref := range refs {
		var v view.CSS
		v.Reset(css, ref.Start, ref.End, view.CSSForm(ref.Form))
		edits = v.Carry(edits, []edit.Edit{{New: []byte(text)}})
	}
	out, err := edit.Apply(css, edits)
	require.NoError(t, err, "%q", css)
	got := slices.Collect(Refs(out, ctx))
	require.Len(t, got, len(refs), "%q\n%q", css, out)
	for i, ref := range refs {
		require.Equal(t, ref.Form, got[i].Form)
		require.Equal(t, ref.Import, got[i].Import)
		require.Equal(t, text+decoded(css, ref), decoded(out, got[i]), "%q\n%q", css, out)
	}
}

func decoded(css []byte, ref Ref) string {
	var v view.CSS
	v.Reset(css, ref.Start, ref.End, view.CSSForm(ref.Form))
	return string(v.Text())
}

// Text that a style sheet may have between the tokens at which the finder stops.
func TestSkipAhead(t *testing.T) {
	for _, marked := range []string{
		"a{b:url(«x»)} @import url(‹y›); c{d:url( '«z»' )}",
		"a{} @media x{b{c:url(«x»)}} @IMPORT '‹y›'; @namespace url(z); a{b:src(/**/ \"«x»\")}",
		"a{@import 'x'; b:url(«y»)} @charset 'z'; a{c:url(«z»)}",
		"a{b:image-set('«x»' 1x, url(«y»))} c{d:url(«z»)} @import '‹e›';",
		"a\\{b{} @import '‹x›'; .c\\:d{e:\\75rl(«y»);f:u\\72 l(«z»);g:\\url(«h»);i:u\\rl(«j»)}",
		"a\\(b{c:url(«x»)}", "\\26 url(x) a{}@import '‹y›'", "a{b:x\\\nurl(«y»)}",
		"<!--url(«x»)--> <!---url(x) a<!--src('«y»')-->src('«z»')", "a{b:--url(x)<-!--url(y)!--url(z)}",
		"#url(x) .url(«y») 1url(x) .5url(x) 1.url(«z») @url(x) a@url(y) +url(«z») @-url(x) @ url(«x») @1url(y)",
		"a{b:url(\"\nc) url(«d»)} '\nurl(«x»)' url(y)", "/url(«x»)/**/url(«y»)*/url(«z»)",
		"url(src('x')) src(url(«x»)) src(x 'y') url( x y ) url(«z»",
		"a{b:c(url(«x»)} @import 'y'; } ) @import 'z'; } @import '‹x›';",
		"curl(x) URL(«y») Src('«z»') imageset('x') xsrc('x') -src('x') @src('x') set('x')",
	} {
		css, want := unmark(marked)
		require.Equal(t, want, slices.Collect(Refs(css, Sheet)), "%s", marked)
		checkRefs(t, css)
	}
}

// Texts made of pieces at which the finder stops when it skips ahead.
func TestSkipAheadRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := strings.Fields("( ) { } [ ] ; : , . # @ @import @charset @media url( url(x) url('x') src( 'x' \"x\" image-set( \\ \\75 \\{ / /* */ <!-- --> -- ! ' \" a url 1 .5 u r l % & ?")
	pieces = append(pieces, " ", "\n", "'x' ", "a{", "}")
	for range corpus.Rounds(20_000) {
		var css []byte
		for range 1 + r.IntN(12) {
			css = append(css, pieces[r.IntN(len(pieces))]...)
		}
		want := everyToken(css, Sheet)
		if got := slices.Collect(Refs(css, Sheet)); !slices.Equal(want, got) {
			require.Failf(t, "skipping ahead", "%q: %+v, but token by token %+v", css, got, want)
		}
	}
}
