package candidates

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine/places"
)

// found returns the values of HTML text as "IN TEXT READER", where READER is the group and the row that read the value.
func found(t *testing.T, f *Finder, text string, groups places.Groups, rows ...string) (all []string) {
	var own []*places.Place
	for _, row := range rows {
		p, err := places.Parse(row)
		require.NoError(t, err)
		own = append(own, p)
	}
	f.HTML([]byte(text), places.For(groups, own), groups, func(v *Value) {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", v.In, v.Text, v.Group, v.Row())))
		if !strings.ContainsAny(text, `&\`) {
			require.Equal(t, string(v.Text), text[v.At:][:len(v.Text)])
		}
	})
	return all
}

func TestHTML(t *testing.T) {
	var f Finder
	for _, c := range []struct {
		text string
		want []string
	}{
		// What the tables read.
		{`<a href=/a.html style="background:url(/b.png)"><img src=c.png srcset="d.png 2x">`, nil},
		// Attributes that no place reads.
		{`<img data-x=a.png>`, []string{"data-x a.png  img[data-x]=link"}},
		{`<X-IMG SRC=" /a/b ">`, []string{"src /a/b  x-img[src]=link"}},
		{`<div data-x="../a" data-y="./b" data-z="//h.example/c" data-w="HTTP://h.example">`, []string{
			"data-x ../a  div[data-x]=link", "data-y ./b  div[data-y]=link", "data-z //h.example/c  div[data-z]=link", "data-w HTTP://h.example  div[data-w]=link"}},
		{`<div data-x="a/b.JPG?c#d" @click=/e/f 1x=/e/f>`, []string{"data-x a/b.JPG?c#d  div[data-x]=link", "@click /e/f  div[@click]=link", "1x /e/f"}},
		{`<meta name=x content=/a/b><meta content=/c/d property="a b">`, []string{"content /a/b  meta[name=x][content]=link", "content /c/d  meta[property=\"a b\"][content]=link"}},
		{`<div data-x="&#47;a/b?c&amp;d">`, []string{"data-x /a/b?c&d  div[data-x]=link"}},
		{`<svg><rect data-x=/a/b>`, []string{"data-x /a/b  rect[data-x]=link"}},
		// Values of other syntaxes.
		{`<i data-x="a.png 1x, b/c.png 2x">`, []string{"data-x a.png  i[data-x]=srcset", "data-x b/c.png  i[data-x]=srcset"}},
		{`<i data-x="/a/b  http://h.example/">`, []string{"data-x /a/b  i[data-x]=urls", "data-x http://h.example/  i[data-x]=urls"}},
		{`<i data-x="linear-gradient(red, blue), url('a.png')">`, []string{"data-x a.png  i[data-x]=css"}},
		{`<i data-x='{"a":"https:\/\/h.example\/b","c":["/d/e","../f/g.png"],"/h/i":1,"j":"text/html"}'>`, []string{
			"data-x https://h.example/b  i[data-x]=json", "data-x /d/e  i[data-x]=json", "data-x ../f/g.png  i[data-x]=json"}},
		{`<i data-x="<a href='a.html' title='/b/c'><p src=d.png>">`, []string{"data-x a.html  i[data-x]=html", "data-x d.png  i[data-x]=html"}},
		// Places of groups.
		{`<img data-src=a.png data-bg="url(b.png)"><meta property=og:image content=/c/d><p about=/e/f>`, []string{
			"data-src a.png lazy", "data-bg b.png lazy", "content /c/d social", "about /e/f rdfa"}},
		{`<!--[if IE]><img src=a.png><v:fill src=b.png><i data-src=c.png data-href="#"><![endif]--><!-- <img src=d.png> -->`, []string{
			"src a.png conditional", "src b.png conditional", "data-src c.png lazy,conditional"}},
		{`<iframe><a href=/a/b></iframe><noscript><img src=c.png data-x=d.png></noscript>`, []string{"href /a/b conditional", "data-x d.png  img[data-x]=link"}},
		// Scripts, JSON and handlers.
		{`<script>location.href = 'a.html'; window.open("/b/c"); i.src="d/e.png"; var f = '/g/h', text="text/html"</script>`, []string{
			"scripts a.html", "scripts /b/c", "scripts d/e.png"}},
		{`<script type=module>fetch('./a');x={url:"/b/c",'imgSrc' : "//h.example/d"};y.open("GET", '/e/f');z.attr('href',"g.html")</script>`, []string{
			"scripts ./a", "scripts /b/c", "scripts //h.example/d", "scripts /e/f", "scripts g.html"}},
		{"<script>if (url == '/a/b') x('/c/d');\n// url = '/e/f'\nurl = '/gh/' + h; url=`/i/${j}`; url='/k\n/l'; src = '<b>'; url='</a>'; m.url='n\\/o.png'</script>", []string{
			"scripts /gh/", "scripts n/o.png"}},
		{`<script>(function(s,u){})('script','//h.example/a.js');x={"c":"https:\/\/h.example\/d.css?e"};y=["HTTP://h.example/f.png"];z=p+'://h.example/g.js';return"\/\/h.example/h.js"</script>`,
			[]string{"scripts //h.example/a.js", "scripts https://h.example/d.css?e", "scripts HTTP://h.example/f.png", "scripts //h.example/g.js", "scripts //h.example/h.js"}},
		{"<script>x('//h.example/a','https://h.js','//h.example/b.js c','/d/e.js',':/f/g.js', 'h')\n// x('//h.example/i.js')\ny='\\\"//h.example/j.js\\\"'</script>", nil},
		{`<script type=application/json>{"a":"\u002Fb\u002fc"}</script>`, []string{"JSON /b/c  script[type=application/json]=json"}},
		{`<script type=application/json>{"a":"\/b\/c"}</script><script type=text/template>{"a":"/b/c"}</script>`, []string{
			"JSON /b/c  script[type=application/json]=json"}},
		{`<script type=application/ld+json>{"@context":"https://schema.org","url":"/a/b","name":"/c/d"}</script>`, []string{"JSON /a/b jsonld"}},
		{`<a href="javascript:open('a.html')" onclick="location='b.html'" onfocus="f('/c/d')">`, []string{"href a.html", "onclick b.html"}},
	} {
		got := found(t, &f, c.text, 0)
		require.Equal(t, c.want, got, c.text)
	}
}

func TestXML(t *testing.T) {
	var f Finder
	for _, c := range []struct {
		text string
		want []string
	}{
		// What is read, in XML of any kind and in feeds, and what is no reference.
		{`<svg xmlns="http://www.w3.org/2000/svg"><a href="a.svg"/><path d="/a/b" style="fill:url(/c/d)"/><style>a{b:url(/e/f)}</style></svg>`, nil},
		{`<rss version="2.0"><channel><link>/a/b</link><item><description>&lt;a href="/c/d"></description><enclosure url="/e/f.mp3"/></item></channel></rss>`, nil},
		{`<x xmlns:a="http://h.example/a" xml:base="/b/c" xsi:schemaLocation="/d/e.xsd">see /f/g.html<!-- <a href="/h/i"> --></x>`, nil},
		// Attributes, of the same syntaxes as in HTML.
		{`<m:x m:Y="/a/b" z="c/d.html"/>`, []string{"m:Y /a/b  m:x[m:Y]=link", "z c/d.html  m:x[z]=link"}},
		{`<x a='{"b":"/c/d"}' e="&lt;a href='/f/h'>"/>`, []string{"a /c/d  x[a]=json", "e /f/h  x[e]=html"}},
		{`<rss version="2.0"><channel><item><bar image="/a/b.png"/></item></channel></rss>`, []string{"image /a/b.png  bar[image]=link"}},
		{`<svg xmlns="http://www.w3.org/2000/svg"><rect onclick="location='a.html'"/><script>location="b.html"</script></svg>`, []string{"onclick a.html", "scripts b.html"}},
		{`<html xmlns="http://www.w3.org/1999/xhtml"><img data-src="/a/b"/></html>`, []string{"data-src /a/b lazy"}},
		// HTML in elements.
		{`<note><content><![CDATA[<a href="/a/b">]]></content><c>&lt;img src="d.png"></c></note>`, []string{"content /a/b  content=html", "c d.png  c=html"}},
		// JSON, and references, in elements.
		{`<x><y>{"a":"\/b\/c","d":"e"}</y><z> /f/g.html </z><v:w>http://192.168.1.5/i</v:w></x>`, []string{"y /b/c  y=json", "z /f/g.html  z=link", "w http://192.168.1.5/i  w=link"}},
		{`<rss version="2.0"><channel><item><foo>&lt;a href="/a/b"></foo></item></channel></rss>`, []string{"foo /a/b  foo=html"}},
	} {
		var got []string
		f.XML([]byte(c.text), nil, 0, func(v *Value) {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", v.In, v.Text, v.Group, v.Row())))
		})
		require.Equal(t, c.want, got, c.text)
	}
	content, err := places.Parse("note content=html")
	require.NoError(t, err)
	text := []byte(`<note><content>&lt;a href="/a/b">x<![CDATA[<a href="/c/d">]]></content><img data-src="/e/f"/></note>`)
	f.XML(text, []*places.Place{content}, places.AllGroups, func(v *Value) { require.Equal(t, "data-src", v.In) })
}

// TestRead: what groups and rows of the user read is no candidate.
func TestRead(t *testing.T) {
	var f Finder
	const text = `<img data-src=a.png data-x=b.png><!--[if IE]><img src=c.png><![endif]--><script type=application/ld+json>{"url":"/a/b"}</script>` +
		`<script type=application/json>{"a":"/b/c"}</script><meta property=og:image content=/c/d>`
	require.Len(t, found(t, &f, text, 0), 6)
	require.Empty(t, found(t, &f, text, places.AllGroups, "img[data-x]=link", "script[type=application/json]=json"))
}

// TestNoReference: text that looks a little like a reference is none.
func TestNoReference(t *testing.T) {
	var f Finder
	for _, value := range []string{
		"/", "//", "./", "..", "...", "/a", "a/b", "1/2", "12/31/2020", "2020/12/31", "/2020/12/", "text/html", "image/svg+xml", "//div[@class]/a", "//div", "/html/body/div[1]=link",
		"/^a+$/", "/abc/gi", "^/a/.*\\.html$", "/{id}/x.html", "{{ url }}/x.png", "${x}/y.png", "<%= x %>/y.png", "/users/:id", "/*.jpg", "%x%/y.png", "[x]/y.png",
		"/1234567/home/top", "w-1/2", "a.b", "1.5", ".5", "jquery.min", "e.g.", "Mr. x/y", "x.example", "foo:bar.png", "C:\\a.png", "a, b.png", "/9j/4AAQSkZJRgABAQ==",
		"http://", "http://x", "http://schema.org/Article", "http://www.w3.org/2000/svg", "mailto:a@b.example", "data:image/png;base64,AA/AA.png", "#/a/b", "tel:+1/2",
		"and/or", "/ month", "</a>", "//", "/…/x.html", ".html", "/.", "…/a.png",
	} {
		require.Empty(t, found(t, &f, `<i data-x="`+strings.NewReplacer("<", "&lt;", `"`, "&quot;").Replace(value)+`">`, 0), value)
	}
	for _, attr := range slices.Sorted(maps.Keys(never)) {
		require.Empty(t, found(t, &f, `<i `+attr+`="/a/b.html">`, 0), attr)
	}
	for _, attr := range []string{"data-testid", "xmlns:x", "aria-label", "data-title", "data-track-url", "xml:base"} {
		require.Empty(t, found(t, &f, `<i `+attr+`="/a/b.html">`, 0), attr)
	}
}

// FuzzHTML: no text makes the finder panic, every text is found again in the document, and every row can be parsed.
func FuzzHTML(f *testing.F) {
	f.Add(`<a href="javascript:open('a.html')" data-x='{"a":"\/b\/c"}'><!--[if IE]><img src=c.png><![endif]--><script>location="d.html"</script>`)
	f.Add(`<iframe><a href=/a/b></iframe><i data-x="url(a.png) <a href=b.html>"><script type=application/ld+json>{"url":"/a/b"}`)
	f.Add(`<rss><channel><item><foo x="/a/b.png">&lt;a href="/a/b">`)
	f.Fuzz(func(t *testing.T, text string) {
		var finder Finder
		check := func(v *Value) {
			require.LessOrEqual(t, v.At, len(text))
			if row := v.Row(); row != "" {
				_, err := places.Parse(row)
				require.NoError(t, err)
			}
		}
		finder.HTML([]byte(text), places.For(0, nil), 0, check)
		finder.XML([]byte(text), nil, 0, check)
	})
}
