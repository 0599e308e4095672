package report

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/printable"
	"github.com/hrefix/hrefix/internal/webpage"
	"github.com/hrefix/hrefix/resolve"
)

// hostile are texts that try to be more than text.
var hostile = []string{
	"</script><script>alert(1)</script>", "<script>alert(1)</script>", "<!--<script>", "-->", "<!--", "]]>",
	"<img src=x onerror=alert(1)>", "</code></td></table></noscript></template></title></style><svg onload=alert(1)>",
	`"><b>`, `' onclick='alert(1)`, "`${alert(1)}`", `\`, `\"`, "\\u003cscript>", "&lt;b&gt;", "&#60;b>", "{{.Title}}",
	"javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
	"\u2028\u2029", "\x00", "\r\n", "\t", "\x1b[2J", "\x7f\u0085", "\ufeff", "\u00a0\u3000",
	"\u202egpj.exe", "\u2066x\u2069", "\u200b\u200d\u00ad", "\u115f\u3164\ufe0f\U000e0041", "\U0001f600", "\u05d0\u05d1/x",
	"\xff", "\xc3", "\xed\xa0\x80", "\xf0\x9f\x98", "a\xe9b", "\ufffd", "\ufdd0\uffff", "\U0010ffff",
	"constructor", "__proto__", "in", "",
}

// hostileReport returns a report that has s in every place where content can be.
func hostileReport(s string, checked bool) string {
	var b strings.Builder
	w := New(&b, Options{Tree: "x" + s, Command: "x" + s, Time: "x" + s, Checked: checked})
	in := Source{Name: s, Message: 1, Subject: s}
	context := base.NewContext(resolve.RFC1808, base.Source{From: s, Value: s}, base.Source{From: "given", Value: "http://h/" + s})
	e := context.Enclose(base.Source{Layer: base.Encapsulating, From: s, Ignored: base.Reason(s), Value: s}).
		Establish(base.Source{Layer: base.Embedded, From: s, Value: "http://h/" + s, Note: base.Reason(s)})
	_ = w.Document(in, &engine.Document{Part: s, MediaType: s, Base: e}, s)
	_ = w.Document(in, &engine.Document{Part: s, MediaType: s, Base: base.NewContext(resolve.RFC1808).Establish()}, s)
	_ = w.Note(in, Note{Part: s, Kind: "x" + s, Text: s, State: Left})
	for _, status := range []engine.Status{engine.Absolute, engine.Resolved, engine.Left, engine.Unresolved} {
		var result *Checked
		if checked {
			result = &Checked{Leads: Unchecked, Why: s}
			if status != engine.Absolute {
				result.Fault = &Fault{Code: s, Text: s, Warning: status == engine.Left, Target: s}
			}
		}
		_ = w.Reference(in, 1, 0, &engine.Reference{Part: s, Element: s, Attr: s, Text: []byte("/" + s + "x"),
			Target: []byte("http://h/" + s + "y" + s), Base: e, Status: status, Reason: engine.Reason{Text: s}}, result)
	}
	if err := w.Close(Read{Files: 1, Documents: 2, Passed: []Passed{{Kind: "images", N: 2, Names: []string{s}}}, Failed: 1, Failures: []string{s}, Hints: []string{s}}); err != nil {
		panic(err)
	}
	return b.String()
}

// outline returns the elements of a page with their attributes: all that is
// not text, except the boxes around what is hidden, and the folders of bases.
func outline(p parsed) []string {
	var list []string
	for n := range p.Descendants() {
		switch {
		case n.Parent != nil && n.Parent.DataAtom == atom.Tbody && attr(n.Parent.Parent.Parent, "id") == "bases", // as many as there are folders
			n.DataAtom == atom.Td && attr(n.Parent.Parent.Parent.Parent, "id") == "bases",
			n.DataAtom == atom.Th && attr(n.Parent.Parent.Parent.Parent, "id") == "bases":
		case n.Type == html.TextNode, n.DataAtom == atom.Wbr, n.DataAtom == atom.Span && attr(n, "class") == "hidden":
		case strings.HasPrefix(attr(n, "class"), "box"), n.DataAtom == atom.Li: // used or not
			list = append(list, n.Data)
		case n.DataAtom != atom.Code && n.DataAtom != atom.Span && n.DataAtom != atom.Ins && n.DataAtom != atom.Del:
			list = append(list, fmt.Sprint(n.Type, n.Data, n.Attr))
		}
	}
	return list
}

// known are all elements that a page may have, and attributes.
var (
	elements = strings.Fields("a article b body button caption code del details div h1 h2 h3 head header html input ins label li main meta nav ol " +
		"option p script section select span strong style summary table tbody td th thead title tr ul wbr")
	attributes = strings.Fields("aria-hidden aria-label aria-labelledby autocomplete charset class content data-column data-only hidden href http-equiv id lang " +
		"name role scope spellcheck tabindex type value")
)

// checkSafe fails if a page has anything that is not ours.
func checkSafe(t testing.TB, page string) parsed {
	require.True(t, utf8.ValidString(page))
	for _, r := range page {
		require.True(t, r == '\n' || r == '\t' || !printable.IsHidden(r), "%q", r)
	}
	p := parse(t, page)
	for n := range p.Descendants() {
		switch n.Type {
		case html.CommentNode:
			require.Fail(t, "a comment", n.Data)
		case html.ElementNode:
			require.Contains(t, elements, n.Data)
		}
		for _, a := range n.Attr {
			require.Contains(t, attributes, a.Key)
			if a.Key == "href" {
				require.Regexp(t, "^#[a-z]+$", a.Val)
			}
		}
	}
	scripts := p.all(func(n *html.Node) bool { return n.DataAtom == atom.Script && attr(n, "type") != "application/jsonl" })
	require.Len(t, scripts, 1)
	require.Equal(t, script, scripts[0].FirstChild.Data)
	styles := p.tags(atom.Style)
	require.Len(t, styles, 1)
	require.Equal(t, style, styles[0].FirstChild.Data)
	return p
}

// TestInjection checks that the page has the same elements for any content.
func TestInjection(t *testing.T) {
	for _, checked := range []bool{false, true} {
		benign := parse(t, hostileReport("benign", checked))
		want := outline(benign)
		for _, s := range hostile {
			if s == "" {
				continue // no part and no reason: fewer elements
			}
			p := checkSafe(t, hostileReport(s, checked))
			require.Equal(t, len(want), len(outline(p)), "%q", s)
			require.Equal(t, want, outline(p), "%q", s)
			require.Equal(t, len(benign.lines(t)), len(p.lines(t)), "%q", s)
		}
		checkSafe(t, hostileReport("", checked))
		checkSafe(t, hostileReport(strings.Join(hostile, ""), checked))
	}
}

// TestInjectionShown checks that hidden characters are shown in boxes, and others as they are.
func TestInjectionShown(t *testing.T) {
	for s, want := range map[string]string{
		"</script><!--":     "&lt;/script&gt;&lt;!--",
		"\u202ea\u00e9\xff": `<span class="hidden">\u202e</span>aé<span class="hidden">\xff</span>`,
		`\u202e`:            `\u202e`,
		"\x00\r\n\x7f\u0085": `<span class="hidden">\x00</span><span class="hidden">\x0d</span><span class="hidden">\x0a</span>` +
			`<span class="hidden">\x7f</span><span class="hidden">\u0085</span>`,
		"\U000e0041":   `<span class="hidden">\u{e0041}</span>`,
		"\xed\xa0\x80": `<span class="hidden">\xed</span><span class="hidden">\xa0</span><span class="hidden">\x80</span>`,
		"\ufffd":       "\ufffd",
		"a b\u00a0":    `a b<span class="hidden">\u00a0</span>`,
	} {
		require.Equal(t, want, string(visible(s)), "%q", s)
	}
}

// TestStrings checks that the data of a page hold any text.
func TestStrings(t *testing.T) {
	for s, want := range map[string]string{
		`a"b\c`:            `"a\u0022b\u005cc"`,
		"</script>":        `"\u003c/script>"`,
		"\u2028\n":         `"\u2028\u000a"`,
		"\xff\x80é":        `"\udcff\udc80é"`,
		"\U000e0041":       `"\udb40\udc41"`,
		"\U0001f600\ufffd": "\"\U0001f600\ufffd\"",
	} {
		require.Equal(t, want, string(appendString(nil, s)), "%q", s)
	}
}

// TestPolicy checks that the page allows only its own style sheet and script.
func TestPolicy(t *testing.T) {
	p := parse(t, hostileReport("x", false))
	head := p.tags(atom.Head)[0]
	var first []*html.Node
	for n := range head.Descendants() {
		if n.Type == html.ElementNode {
			first = append(first, n)
		}
	}
	require.Equal(t, "utf-8", attr(first[0], "charset"))
	require.Equal(t, "Content-Security-Policy", attr(first[1], "http-equiv"))
	directives := strings.Split(attr(first[1], "content"), "; ")
	require.Equal(t, "default-src 'none'", directives[0])
	require.Contains(t, directives, "script-src "+webpage.PolicyHash(p.tags(atom.Script)[1].FirstChild.Data))
	require.Contains(t, directives, "style-src "+webpage.PolicyHash(p.tags(atom.Style)[0].FirstChild.Data))
	require.NotContains(t, attr(first[1], "content"), "unsafe")
	require.False(t, slices.ContainsFunc(directives, func(d string) bool { return regexp.MustCompile(`https?:|\*|data:|blob:|'self'`).MatchString(d) }))
}

// TestAssets checks that none of our own files fetches anything or parses markup.
func TestAssets(t *testing.T) {
	for name, text := range map[string]string{"page.css": style, "scripts": script, "page.html": markup} {
		require.NotRegexp(t, `(?i)https?:|[^t]url\(|@import|innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|Function\(|fetch\(|XMLHttp|import\(|localStorage`, text, name)
		require.NotContains(t, text, "\r", name)
	}
	require.NotRegexp(t, `(?i)</?(style|script)|<!--`, style+script)
}

// FuzzInjection: a page is safe whatever content says.
func FuzzInjection(f *testing.F) {
	f.Add(strings.Join(hostile[len(hostile)/2:], "")) // TestInjection checks each
	f.Fuzz(func(t *testing.T, s string) { checkSafe(t, hostileReport(s, true)) })
}

// FuzzText: what is visible reads as the text does, once the boxes are taken off.
func FuzzText(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		require.Equal(t, s, read(t, string(visible(s))))
	})
}

// read undoes visible.
func read(t testing.TB, markup string) string {
	z := html.NewTokenizer(strings.NewReader(markup))
	var b strings.Builder
	boxed := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			require.ErrorIs(t, z.Err(), io.EOF)
			return b.String()
		case html.TextToken:
			text := string(z.Text())
			if boxed {
				text = unescape(t, text)
			}
			b.WriteString(text)
		case html.StartTagToken, html.EndTagToken:
			boxed = !boxed
		}
	}
}

// unescape returns what a box shows.
func unescape(t testing.TB, s string) string {
	var r rune
	for format, isByte := range map[string]bool{`\x%02x`: true, `\u%04x`: false, `\u{%x}`: false} {
		if _, err := fmt.Sscanf(s, format, &r); err == nil {
			require.Equal(t, s, fmt.Sprintf(format, r))
			if isByte {
				return string([]byte{byte(r)})
			}
			return string(r)
		}
	}
	require.Fail(t, "no escape", s)
	return ""
}
