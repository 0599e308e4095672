package engine_test

import (
	"cmp"
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

const pageURL = "http://h/d/p"

// htmlCases are rewritten with the retrieval URL pageURL.
var htmlCases = []struct{ name, src, want string }{
	{"double quotes", `<a href="x">`, `<a href="http://h/d/x">`},
	{"single quotes", `<a href='x'>`, `<a href='http://h/d/x'>`},
	{"no quotes", `<a href=x>`, `<a href=http://h/d/x>`},
	{"slash in an unquoted value", `<a href=x/>`, `<a href=http://h/d/x/>`},
	{"empty unquoted value", `<a href=>x`, `<a href=http://h/d/p>x`},
	{"no value", `<a href>x`, `<a href>x`},
	{"no value, more attributes", `<a href id=x>`, `<a href id=x>`},
	{"space around =", "<a href \n = \t'x'>", "<a href \n = \t'http://h/d/x'>"},
	{"case", `<A HREF="x" ID=Y>`, `<A HREF="http://h/d/x" ID=Y>`},
	{"NUL in a name", "<base\x00 href=/x/><a\x00 href=x><a href=x>", "<base\x00 href=/x/><a\x00 href=x><a href=http://h/d/x>"},
	{"first of two", `<a href=x href=y>`, `<a href=http://h/d/x href=y>`},
	{"first of two, by case", `<a HREF=x href=y>`, `<a HREF=http://h/d/x href=y>`},
	{"white space around", "<a href=' \t\nx\r\n '>", "<a href=' \t\nhttp://h/d/x\r\n '>"},
	{"line breaks inside", "<a href='x\r\n\ty'>", "<a href='http://h/d/x\r\n\ty'>"},
	{"line break inside what goes", "<a href='..\n/y'>", "<a href='http://h\n/y'>"},
	{"absolute with white space", "<a href=' http://x/\n y '>", "<a href=' http://x/\n y '>"},
	{"references kept", `<a href="x?a=1&amp;b&#61;2&copy=3">`, `<a href="http://h/d/x?a=1&amp;b&#61;2&copy=3">`},
	{"reference in what goes", `<a href="&#46;&#x2e;&sol;x">`, `<a href="http://h&sol;x">`},
	{"reference hides a scheme", `<a href="mailto&colon;x">`, `<a href="mailto&colon;x">`},
	{"reference hides a slash", `<a href="&sol;x">`, `<a href="http://h&sol;x">`},
	{"dots", `<a href="./x/../y">`, `<a href="http://h/d/y">`},
	{"fragment", `<a href="#s">`, `<a href="http://h/d/p#s">`},
	{"empty where a URL must be", `<img src=""><form action>`, `<img src=""><form action>`},
	{"text and comment", `x="<a" <!--<a href=x>--><a href=y>`, `x="<a" <!--<a href=x>--><a href=http://h/d/y>`},
	{"raw text", `<title><a href=x></title><script><a href=x></script><style><a href=x></style><textarea><a href=x></textarea><xmp><a href=x></xmp>`, ""},
	{"iframe and noframes", `<iframe><a href=x></iframe><noframes><a href=x></noframes><noembed><a href=x></noembed>`, ""},
	{"plaintext", `<plaintext><a href=x>`, ""},
	{"noscript and template", `<noscript><a href=x></noscript><template><a href=y></template>`, `<noscript><a href=http://h/d/x></noscript><template><a href=http://h/d/y></template>`},
	{"svg title is markup", `<svg><title><a href=x></title></svg>`, `<svg><title><a href=http://h/d/x></title></svg>`},
	{"a breakout from svg", `<svg><a href=x><img src=y></svg>`, `<svg><a href=http://h/d/x><img src=http://h/d/y></svg>`},
	{"CDATA", `<svg><![CDATA[<a href=x>]]></svg><![CDATA[<a href=y>]]>`, ""},
	{"cut off", `<a href="x`, ""},
	{"cut off in a name", `<a href=x`, ""},
	{"end tag", `</a href=x>`, ""},
	{"lookalikes", `<a xhref=x data-href=y><b href=z><xmp href=z>`, ""},
	{"usemap and others stay", `<img usemap="#m"><script for=x event=y><input value=x>`, ""},
	{"list", "<head profile=' x  y\n'><a attributionsrc='x http://y/ z'>", "<head profile=' http://h/d/x  http://h/d/y\n'><a attributionsrc='http://h/d/x http://y/ http://h/d/z'>"},
	{"base and what ignores it", `<html manifest=m><base href=sub/><a href=x>`, `<html manifest=http://h/d/m><base href=http://h/d/sub/><a href=http://h/d/sub/x>`},
	{"base against itself, never", `<base href=sub/><base href=x/>`, `<base href=http://h/d/sub/><base href=http://h/d/x/>`},
	{"base after links", `<a href=x><base href=http://b/>`, `<a href=http://b/x><base href=http://b/>`},
	{"opaque base", `<base href=mailto:x><a href=y>`, ""},
	{"object with codebase", `<object data=x codebase=y/z classid=c archive='a  b'></object><object data=x>`, `<object data=http://h/d/y/x codebase=http://h/d/y/z classid=http://h/d/y/c archive='http://h/d/y/a  http://h/d/y/b'></object><object data=http://h/d/x>`},
	{"codebase of an ActiveX control", `<object classid=" CLSID&colon;1" codebase=http://c/d.cab data=x archive=y></object>`, `<object classid=" CLSID&colon;1" codebase=http://c/d.cab data=http://h/d/x archive=http://h/d/y></object>`},
	{"classid that is a name", `<object classid=clsid:1 codebase=y>`, `<object classid=clsid:1 codebase=http://h/d/y>`},
	{"applet's codebase is a directory", `<applet codebase=y code=A.class archive="a.jar, b.jar" object=o>`, `<applet codebase=http://h/d/y code=A.class archive="http://h/d/y/a.jar, http://h/d/y/b.jar" object=o>`},
	{"codebase absolute", `<base href=http://b/><applet codebase="http://c/d/" archive=a.jar>`, `<base href=http://b/><applet codebase="http://c/d/" archive=http://c/d/a.jar>`},
	{"srcset", `<img srcset="a 1x, b,c 2x">`, `<img srcset="http://h/d/a 1x, http://h/d/b,c 2x">`},
	{"srcset with references", `<img srcset="a?x=1&amp;y=2 1x,b 2x"><link imagesrcset='a'>`, `<img srcset="http://h/d/a?x=1&amp;y=2 1x,http://h/d/b 2x"><link imagesrcset='http://h/d/a'>`},
	{"ping", `<a ping="x y">`, `<a ping="http://h/d/x http://h/d/y">`},
	{"refresh", `<meta http-equiv=Refresh content="0; URL='x'"><meta content=5,y http-equiv="refresh">`, `<meta http-equiv=Refresh content="0; URL='http://h/d/x'"><meta content=5,http://h/d/y http-equiv="refresh">`},
	{"condition with a reference", `<meta http-equiv=&#114;efresh content="0;url=x">`, `<meta http-equiv=&#114;efresh content="0;url=http://h/d/x">`},
	{"refresh with the other quote", `<meta http-equiv=refresh content="0;url=x' ">`, `<meta http-equiv=refresh content="0;url=http://h/d/x' ">`},
	{"refresh without a URL", `<meta http-equiv=refresh content=5><meta content="0;url=x" name=refresh>`, ""},
	{"style attribute", `<p style="background:url(x) , url( 'y' )">`, `<p style="background:url(http://h/d/x) , url( 'http://h/d/y' )">`},
	{"style attribute with references", `<p style="background:url(&quot;x&quot;)">`, `<p style="background:url(&quot;http://h/d/x&quot;)">`},
	{"style attribute of svg", `<svg><rect style="fill:url(x#y)" fill="url(x#z)" stroke='url(#w)'>`, `<svg><rect style="fill:url(http://h/d/x#y)" fill="url(http://h/d/x#z)" stroke='url(#w)'>`},
	{"style element", "<style>@import 'x';@namespace url(n);/*url(c)*/a{b:url(y);c:'url(z)';d:image-set(\"w\" 1x)}</style>", "<style>@import 'http://h/d/x';@namespace url(n);/*url(c)*/a{b:url(http://h/d/y);c:'url(z)';d:image-set(\"http://h/d/w\" 1x)}</style>"},
	{"style element of another type", `<style type=text/less>a{b:url(y)}</style><style type=TEXT/CSS>a{b:url(y)}</style>`, `<style type=text/less>a{b:url(y)}</style><style type=TEXT/CSS>a{b:url(http://h/d/y)}</style>`},
	{"style element of svg", `<svg><style>a{b:url(x&amp;y)}</style><style><![CDATA[a{b:url(x)}]]></style></svg>`, `<svg><style>a{b:url(http://h/d/x&amp;y)}</style><style><![CDATA[a{b:url(http://h/d/x)}]]></style></svg>`},
	{"style element of svg in pieces", `<svg><style>/*<![CDATA[*/ @import "x"; /*]]>*/<!-- y -->a{b:url(z)}</style></svg>`, `<svg><style>/*<![CDATA[*/ @import "http://h/d/x"; /*]]>*/<!-- y -->a{b:url(http://h/d/z)}</style></svg>`},
	{"local references of CSS", `<p style="filter:url(#f);behavior:url(#default#VML)">`, ""},
	{"svg links", `<svg><a href=x xlink:href=y></a><use xlink:href="z#i"/><image href=w></svg>`, `<svg><a href=http://h/d/x xlink:href=http://h/d/y></a><use xlink:href="http://h/d/z#i"/><image href=http://h/d/w></svg>`},
	{"local references of svg", `<svg><use xlink:href="#i"/><linearGradient href="#g"></svg>`, ""},
	{"svg elements without links", `<svg><path xlink:href=x href=x></path><g href=x><rect xlink:href=x /></g></svg>`, `<svg><path xlink:href=x href=x></path><g href=x><rect xlink:href=x /></g></svg>`},
	{"svg gradients", `<svg><linearGradient xlink:href=x /><radialGradient href=y /><pattern href=z /><textPath href=w>`, `<svg><linearGradient xlink:href=http://h/d/x /><radialGradient href=http://h/d/y /><pattern href=http://h/d/z /><textPath href=http://h/d/w>`},
	{"svg animations", `<svg><use href="#a"><animate attributeName=href from=a to="#b" by=c values="x#a; y#b ;#c; "/><set attributename="xlink:HREF" to=z></use><animate attributeName=x values="1;2" from=1 to=2 /></svg><p to=x>`,
		`<svg><use href="#a"><animate attributeName=href from=http://h/d/a to="#b" by=c values="http://h/d/x#a; http://h/d/y#b ;#c; "/><set attributename="xlink:HREF" to=http://h/d/z></use><animate attributeName=x values="1;2" from=1 to=2 /></svg><p to=x>`},
	{"svg link to a fragment", `<svg><a href="#x">`, `<svg><a href="http://h/d/p#x">`},
	{"xlink is nothing in HTML", `<p xlink:href=x><a xlink:href=x>`, ""},
	{"math", `<math><mi href=x xlink:href=y></mi><mglyph src=z><csymbol definitionURL=w></math>`, `<math><mi href=http://h/d/x xlink:href=http://h/d/y></mi><mglyph src=http://h/d/z><csymbol definitionURL=w></math>`},
	{"srcdoc", `<iframe srcdoc="<a href='x'>&lt;a href=y&gt;">`, `<iframe srcdoc="<a href='http://h/d/x'>&lt;a href=http://h/d/y&gt;">`},
	{"srcdoc with BASE", `<base href=http://b/><iframe srcdoc="<base href=s/><a href=x>"></iframe><a href=y>`, `<base href=http://b/><iframe srcdoc="<base href=http://b/s/><a href=http://b/s/x>"></iframe><a href=http://b/y>`},
	{"srcdoc in srcdoc", `<iframe srcdoc="<iframe srcdoc='<a href=&amp;quot;x&amp;quot;>'>">`, `<iframe srcdoc="<iframe srcdoc='<a href=&amp;quot;http://h/d/x&amp;quot;>'>">`},
	{"import map", `<script type=importmap>{"imports":{"a":"./x","/y/":"b","c":"d"}}</script>`, `<script type=importmap>{"imports":{"a":"http://h/d/x","http://h/y/":"b","c":"d"}}</script>`},
	{"speculation rules", `<script type=speculationrules>{"prefetch":[{"urls":["x","\/y"],"where":{"href_matches":"/z"}}]}</script>`, `<script type=speculationrules>{"prefetch":[{"urls":["http://h/d/x","http://h\/y"],"where":{"href_matches":"/z"}}]}</script>`},
	{"what is asked for only", `<meta property=og:image content=x><meta itemprop=image content=x><img data-src=x><p hx-get=x up-href=x sse-connect=x><turbo-frame src=x><div about=x resource=y><param name=movie value=x><!--[if IE]><a href=x><![endif]--><v:rect href=x><v:fill src=x o:href=x><noframes><a href=x></noframes><script type=application/ld+json>{"url":"x"}</script>`, ""},
	{"never", `<img usemap="#m"><p onclick="location='x'"><a href="javascript:x"><a href="data:,x"><a href=cid:x><a href=mailto:x><p itemtype=x itemprop=y><textarea><a href=x></textarea><a data-href=x><script>"<a href=x>"</script>`, ""},
	{"DOCTYPE", `<!DOCTYPE html SYSTEM "DTD/xhtml1.dtd"><a href=x>`, `<!DOCTYPE html SYSTEM "DTD/xhtml1.dtd"><a href=http://h/d/x>`},
	{"itemid on any element", `<x-y itemid=z>`, `<x-y itemid=http://h/d/z>`},
	{"nothing but ASCII matters", "<a href=\"\xe9\x00\xff\">\x00<a\x00 href=x>", "<a href=\"http://h/d/\xe9\x00\xff\">\x00<a\x00 href=x>"},
	{"NUL is no white space", "<a href=\"\x00x\"><a href='\x00http://a/'>", "<a href=\"http://h/d/\x00x\"><a href='http://h/d/\x00http://a/'>"},
	{"ignored tags", `<td background=x><frame src=y>`, `<td background=http://h/d/x><frame src=http://h/d/y>`},
	{"scheme in capitals", `<a href="JAVASCRIPT:x()"><a href=DATA:,x>`, ""},
}

// groupCases are rewritten with all groups.
var groupCases = []struct{ name, src, want string }{
	{"social", `<base href=http://b/><meta property=og:image content=x><meta name="twitter:image" content=y><meta name=description content=z>`, `<base href=http://b/><meta property=og:image content=http://h/d/x><meta name="twitter:image" content=http://h/d/y><meta name=description content=z>`},
	{"schema.org", `<base href=http://b/><meta itemprop=image content=a><meta itemprop="x thumbnailurl" content=b><meta itemprop=contentUrl content=c><meta itemprop=url content=d><meta itemprop=name content=e>`, `<base href=http://b/><meta itemprop=image content=http://h/d/a><meta itemprop="x thumbnailurl" content=http://h/d/b><meta itemprop=contentUrl content=http://h/d/c><meta itemprop=url content=http://h/d/d><meta itemprop=name content=e>`},
	{"tasks", `<meta name=msapplication-task content="name=n;action-uri=/x;icon-uri=y.ico">`, `<meta name=msapplication-task content="name=n;action-uri=http://h/x;icon-uri=http://h/d/y.ico">`},
	{"lazy CSS", `<p data-bg="url(c.jpg)"><p data-background-image="linear-gradient(red,blue), url(&quot;c.jpg&quot;)"><p data-bg='image-set("a.png" 1x, "b.png" 2x)'><p data-lazy="background: #fff URL(c.jpg)"><p data-bg-multi="url('/a'),url('b')"><p data-bg="url(#f)"><p data-bg="linear-gradient(red, blue)"><p data-bg="c(1).jpg"><p data-bg="img/url(c).jpg"><p data-bg="url(http://x/a)">`,
		`<p data-bg="url(http://h/d/c.jpg)"><p data-background-image="linear-gradient(red,blue), url(&quot;http://h/d/c.jpg&quot;)"><p data-bg='image-set("http://h/d/a.png" 1x, "http://h/d/b.png" 2x)'><p data-lazy="background: #fff URL(http://h/d/c.jpg)"><p data-bg-multi="url('http://h/a'),url('http://h/d/b')"><p data-bg="url(#f)"><p data-bg="linear-gradient(red, blue)"><p data-bg="http://h/d/c(1).jpg"><p data-bg="http://h/d/img/url(c).jpg"><p data-bg="url(http://x/a)">`},
	{"lazy CSS with character references", `<p data-bg="url&#40;c.jpg)"><p data-bg="u&#114;l(c.jpg)"><p data-bg="a&amp;url(c).jpg"><p data-bg="x&quot;url(c)">`,
		`<p data-bg="url&#40;http://h/d/c.jpg)"><p data-bg="u&#114;l(http://h/d/c.jpg)"><p data-bg="http://h/d/a&amp;url(c).jpg"><p data-bg="http://h/d/x&quot;url(c)">`},
	{"lazy", `<img data-src=x data-srcset="x 1x, y 2x" data-other=z>`, `<img data-src=http://h/d/x data-srcset="http://h/d/x 1x, http://h/d/y 2x" data-other=z>`},
	{"rdfa", `<p about=x resource="[a:b]"><p about="_:c"><p resource=ex:foo>`, `<p about=http://h/d/x resource="[a:b]"><p about="_:c"><p resource=ex:foo>`},
	{"param", `<param name=movie value=x><param valuetype=ref value=y><param name=quality value=z>`, `<param name=movie value=http://h/d/x><param valuetype=ref value=http://h/d/y><param name=quality value=z>`},
	{"conditional", `<!--[if lt IE 9]><script src=x></script><base href=http://c/><![endif]--><a href=y><!-- <a href=z> -->`, `<!--[if lt IE 9]><script src=http://h/d/x></script><base href=http://c/><![endif]--><a href=http://h/d/y><!-- <a href=z> -->`},
	{"VML", `<!--[if gte mso 9]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="b.html"><v:fill type="tile" src="bg.png" o:href="c.png"/><v:stroke src=d.png></v:roundrect><V:IMAGEDATA src='e.png' o:althref=f /><v:image src=g /><v:textbox src=h><![endif]-->`,
		`<!--[if gte mso 9]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="http://h/d/b.html"><v:fill type="tile" src="http://h/d/bg.png" o:href="http://h/d/c.png"/><v:stroke src=http://h/d/d.png></v:roundrect><V:IMAGEDATA src='http://h/d/e.png' o:althref=http://h/d/f /><v:image src=http://h/d/g /><v:textbox src=h><![endif]-->`},
	{"each shape of VML", `<v:shape href=a><v:shapetype href=a><v:group href=a><v:rect href=a><v:oval href=a><v:line href=a><v:polyline href=a><v:arc href=a><v:curve href=a><v:image href=a>`,
		`<v:shape href=http://h/d/a><v:shapetype href=http://h/d/a><v:group href=http://h/d/a><v:rect href=http://h/d/a><v:oval href=http://h/d/a><v:line href=http://h/d/a><v:polyline href=http://h/d/a><v:arc href=http://h/d/a><v:curve href=http://h/d/a><v:image href=http://h/d/a>`},
	{"pages of Word", `<!--[if gte vml 1]><v:imagedata src="p_files/image001.png" o:href="file:///C:/a.png"/><![endif]--><![if !vml]><img src="p_files/image002.png"><![endif]><!--[if !mso]><!--><a href=x><!--<![endif]-->`,
		`<!--[if gte vml 1]><v:imagedata src="http://h/d/p_files/image001.png" o:href="file:///C:/a.png"/><![endif]--><![if !vml]><img src="http://h/d/p_files/image002.png"><![endif]><!--[if !mso]><!--><a href=http://h/d/x><!--<![endif]-->`},
	{"conditional in the middle of a sheet", `<svg><style>a{b:url(p)}<!--[if IE]><a href=x><![endif]-->c{d:url(q)}</style></svg>`, `<svg><style>a{b:url(http://h/d/p)}<!--[if IE]><a href=http://h/d/x><![endif]-->c{d:url(http://h/d/q)}</style></svg>`},
	{"fallback content", `<iframe><a href=x></iframe><noembed><a href=y></noembed><noframes><a href=z></noframes>`, `<iframe><a href=http://h/d/x></iframe><noembed><a href=http://h/d/y></noembed><noframes><a href=http://h/d/z></noframes>`},
	{"htmx", `<p hx-get=a data-hx-get=a><p hx-post=a hx-put=a hx-patch=a hx-delete=a><p data-hx-post=a data-hx-put=a data-hx-patch=a data-hx-delete=a><p hx-action=a hx-query=a data-hx-action=a data-hx-query=a><p sse-connect=a ws-connect=wss://h/a data-sse-connect=a data-ws-connect=a><p hx-sse:connect=a hx-ws:connect=a><p hx-push-url=true hx-replace-url=b hx-target=b>`,
		`<p hx-get=http://h/d/a data-hx-get=http://h/d/a><p hx-post=http://h/d/a hx-put=http://h/d/a hx-patch=http://h/d/a hx-delete=http://h/d/a><p data-hx-post=http://h/d/a data-hx-put=http://h/d/a data-hx-patch=http://h/d/a data-hx-delete=http://h/d/a><p hx-action=http://h/d/a hx-query=http://h/d/a data-hx-action=http://h/d/a data-hx-query=http://h/d/a><p sse-connect=http://h/d/a ws-connect=wss://h/a data-sse-connect=http://h/d/a data-ws-connect=http://h/d/a><p hx-sse:connect=http://h/d/a hx-ws:connect=http://h/d/a><p hx-push-url=true hx-replace-url=b hx-target=b>`},
	{"htmx, the document itself", `<base href=http://b/><p hx-get=""><p hx-post>`, `<base href=http://b/><p hx-get="http://h/d/p"><p hx-post>`},
	{"Turbo", `<turbo-frame src=a><turbo-stream-source src=b></turbo-frame><meta name=turbo-root content=/c><p data-turbo-frame=d>`, `<turbo-frame src=http://h/d/a><turbo-stream-source src=http://h/d/b></turbo-frame><meta name=turbo-root content=http://h/c><p data-turbo-frame=d>`},
	{"Unpoly", `<p up-href=a up-source=b up-alias=c up-target=d>`, `<p up-href=http://h/d/a up-source=http://h/d/b up-alias=c up-target=d>`},
	{"JSON-LD", `<script type="application/ld+json">{"@id":"x","name":"y"}</script>`, `<script type="application/ld+json">{"@id":"http://h/d/x","name":"y"}</script>`},
}

func TestGroups(t *testing.T) {
	all, err := engine.ParseGroups([]string{"social", "lazy", "jsonld", "rdfa", "conditional", "param", "htmx"})
	require.NoError(t, err)
	for _, c := range groupCases {
		t.Run(c.name, func(t *testing.T) {
			r := promise.Check(t, []byte(c.src), engine.Options{Type: detect.HTML, Base: pageURL, Also: all})
			require.Equal(t, c.want, string(r.Output))
		})
	}
	named, err := engine.ParseGroups([]string{"all"})
	require.NoError(t, err)
	require.Equal(t, all, named)
	_, err = engine.ParseGroups([]string{"lazy", "every"})
	require.EqualError(t, err, `unknown group "every": known are social, lazy, jsonld, rdfa, conditional, param, htmx, templates, all`)
}

// lazyAttrs are the attributes of the group lazy that have one URL, or a srcset, on any element.
var lazyAttrs = map[string]string{
	"y": "data-src data-bg data-poster data-lowsrc data-bg-hidpi data-bg-multi data-bg-multi-hidpi data-original data-background-image data-iesrc " +
		"data-src-retina data-retina data-echo data-echo-background data-lazy data-background data-flickity-lazyload data-flickity-lazyload-src " +
		"data-flickity-bg-lazyload data-lazy-src nitro-lazy-src nitro-lazy-bg data-pagespeed-lazy-src data-pagespeed-high-res-src data-cfsrc " +
		"lazy-src data-actualsrc data-ll-src data-hi-res-src data-image data-thumb data-full data-large data-original-src data-href",
	"y 2x": "data-srcset data-original-set data-flickity-lazyload-srcset data-lazy-srcset nitro-lazy-srcset data-pagespeed-lazy-srcset " +
		"data-pagespeed-high-res-srcset data-cfsrcset",
	"y 2x [(min-width: 9px), print] | z": "data-bgset",
	"url(y) 1x, url('z') 2x":             "data-bg-set",
}

// TestLazy: what lazy loaders read is read on request.
func TestLazy(t *testing.T) {
	doc := ""
	for value, attrs := range lazyAttrs {
		for _, attr := range strings.Fields(attrs) {
			doc += fmt.Sprintf("<p %s=\"%s\">\n", attr, value)
		}
	}
	for _, attr := range strings.Fields("data-orig-file data-medium-file data-large-file data-permalink file zoomfile data-baseurl") {
		doc += fmt.Sprintf("<img %s=y>\n", attr)
	}
	doc += `<script data-rocket-src=y></script><p class="a lazyload" data-script=y data-link=y>`
	const others = `<p file=y data-baseurl=y data-permalink=y v-lazy=y data-script=y data-link=y data-other=y><p data-rocket-src=y>`
	r := promise.Check(t, []byte(doc+others), engine.Options{Type: detect.HTML, Base: pageURL, Also: engine.Lazy})
	want := doc
	for _, before := range []string{"\"", "=", "(", "'", "| "} {
		for _, url := range []string{"y", "z"} {
			want = strings.ReplaceAll(want, before+url, before+"http://h/d/"+url)
		}
	}
	require.Equal(t, want+others, string(r.Output))
	r = promise.Check(t, []byte(doc), engine.Options{Type: detect.HTML, Base: pageURL})
	require.Equal(t, doc, string(r.Output))
}

// TestCommentBreakout: nothing in a conditional comment ends it.
func TestCommentBreakout(t *testing.T) {
	for _, base := range []string{"http://h/-->x/", "http://h/--!>/", "http://h/x--"} {
		src := `<!--[if IE]><style>a{b:url(c)}</style><p style="a:url(x)"><a href=&#9;><script type=importmap>{"imports":{"a":"./b"}}</script><![endif]--><b>`
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: base, Also: engine.Conditional})
		require.Equal(t, 1, strings.Count(string(r.Output), "-->"), "%s", r.Output)
		require.NotContains(t, string(r.Output), "--!>")
	}
}

// TestDropBaseEntities: where entities may hold references, BASE stays.
func TestDropBaseEntities(t *testing.T) {
	const doc = `<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="http://b/"/></head><a href="x"/><p>&e;</p></html>`
	for subset, want := range map[string]string{
		"":                               `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head></head><a href="http://b/x"/><p>&e;</p></html>`,
		` [<!ENTITY e "<a href='y'/>">]`: `<!DOCTYPE html [<!ENTITY e "<a href='y'/>">]>` + strings.Replace(doc, `href="x"`, `href="http://b/x"`, 1),
	} {
		out, err := engine.Bytes([]byte("<!DOCTYPE html"+subset+">"+doc), engine.Options{Type: detect.XML, DropBase: true})
		require.NoError(t, err)
		require.Equal(t, want, string(out))
	}
}

func TestDropBase(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"whole element", `<base href=http://b/><a href=x>`, `<a href=http://b/x>`},
		{"with target", `<base href="http://b/" target=_top><a href=x>`, `<base target=_top><a href=http://b/x>`},
		{"target first", "<base target=_top\n href='b/'><a href=x>", "<base target=_top><a href=http://h/d/b/x>"},
		{"the later ones would count", `<base href=http://b/><base href=http://c/><template><base href=http://d/></template><a href=x>`, `<template><base href=http://d/></template><a href=http://b/x>`},
		{"no markup is made of text", `<div><<base href=http://b/>script>alert(1)</script><a href=g>`, `<div><<base>script>alert(1)</script><a href=http://b/g>`},
		{"no reference is made of text", `&<base href=http://b/>lt;<a href=g>`, `&<base>lt;<a href=http://b/g>`},
		{"no delimiter is made of text", "\n-<base href=http://b/>-B\n<a href=g>", "\n-<base>-B\n<a href=http://b/g>"},
		{"other places of the element", `<base href=http://b/ style="x:url(b)"><p><base itemid=q>`, `<base style="x:url(http://b/b)"><p><base itemid=http://b/q>`},
		{"attributes stay apart", `<base href="http://b/d/"target="x"><base target=x href="http://c/"/>`, `<base target="x"><base target=x />`},
		{"every href", `<base href="http://b/d/" HREF="http://evil/"><a href=g>`, `<a href=http://b/d/g>`},
		{"needed by what cannot be written", `<base href="http://b/'"><meta http-equiv=refresh content="0;url='#x'">`, `<base href="http://b/'"><meta http-equiv=refresh content="0;url='#x'">`},
		{"fragments are resolved", `<base href=http://b/><a href="#x">`, `<a href="http://b/#x">`},
		{"needed", `<base href=mailto:x><a href=y>`, `<base href=mailto:x><a href=y>`},
		{"unusable", `<base href=data:x><a href=y>`, `<a href=http://h/d/y>`},
		{"in srcdoc", `<base href=http://b/><iframe srcdoc="<base href=s/><a href=x>">`, `<iframe srcdoc="<a href=http://b/s/x>">`},
		{"none", `<a href=y>`, `<a href=http://h/d/y>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := engine.Options{Type: detect.HTML, Base: pageURL, DropBase: true}
			out, err := engine.Bytes([]byte(c.src), opts)
			require.NoError(t, err)
			require.Equal(t, c.want, string(out))
			again, err := engine.Bytes(out, opts)
			require.NoError(t, err)
			require.Equal(t, c.want, string(again), "a second run")
		})
	}
}

func TestBasePolicy(t *testing.T) {
	const policy = `<meta http-equiv=Content-Security-Policy content="base-uri 'none'">`
	r := promise.Check(t, []byte(policy+`<base href=http://b/><a href=x>`), engine.Options{Type: detect.HTML})
	require.Len(t, r.Plan.Notes, 1)
	require.Contains(t, r.Plan.Notes[0].Text, "base-uri")
	r = promise.Check(t, []byte(policy+`<a href=x>`), engine.Options{Type: detect.HTML, Base: pageURL})
	require.Empty(t, r.Plan.Notes)
}

// TestUnread: a target stays out that would not be read as a URL where it would be
// written, so that a second run would not find it.
func TestUnread(t *testing.T) {
	const importMap = `<script type=importmap>{"imports":{"a":"./x"}}</script>`
	const data = `<script type=application/ld+json>{"url":"x"}</script>`
	for base, want := range map[string]string{
		"http://h/{/":    strings.Replace(importMap, "./", "http://h/{/", 1) + data, // braces make a template
		"1x:/a":          importMap + data,                                          // to a browser no scheme
		"file:/a/":       strings.Replace(strings.Replace(importMap+data, "./", "file:/a/", 1), `"x"`, `"file:/a/x"`, 1),
		"x-y+z.1://h/a/": strings.Replace(strings.Replace(importMap+data, "./", "x-y+z.1://h/a/", 1), `"x"`, `"x-y+z.1://h/a/x"`, 1),
	} {
		r := promise.Check(t, []byte(importMap+data), engine.Options{Type: detect.HTML, Base: base, Also: engine.JSONLD})
		require.Equal(t, want, string(r.Output), base)
	}
}

// TestBlocks: the attributes of a block of WordPress are in a comment, which no URL may end.
func TestBlocks(t *testing.T) {
	const base = `http://h/--><"--!>/`
	const written = `http://h/--\u003e\u003c\"--!\u003e/`
	for src, want := range map[string]string{
		`<!-- wp:cover {"url":"a.jpg","id":1} --><b>`:               `<!-- wp:cover {"url":"` + written + `a.jpg","id":1} --><b>`,
		"<!--\n wp:x/y-z\t{\"a\":{\"href\":\"?b\"}}\n/-->":          "<!--\n wp:x/y-z\t{\"a\":{\"href\":\"" + strings.TrimSuffix(written, "/") + "/?b\"}}\n/-->",
		`<!-- wp:x {"url":"a.jpg"} x-->`:                            "",
		`<!-- wp:x {"url":"a.jpg"} --!>`:                            "",
		`<!-- wp:x{"url":"a.jpg"} -->`:                              "",
		`<!-- wp:x y {"url":"a.jpg"} -->`:                           "",
		`<!-- x wp:x {"url":"a.jpg"} -->`:                           "",
		`<!-- wp:x {"url":"a.jpg"`:                                  "",
		`<!-- /wp:x -->`:                                            "",
		`<! wp:x {"url":"a.jpg"} -->`:                               "",
		`<style>a{b:c}<!-- wp:x {"url":"a.jpg"} --></style>`:        "",
		`<svg><style>a{<!-- wp:x {"url":"a"} -->b:c}</style></svg>`: `<svg><style>a{<!-- wp:x {"url":"` + written + `a"} -->b:c}</style></svg>`,
	} {
		want = cmp.Or(want, src)
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: base})
		require.Equal(t, want, string(r.Output), src)
	}
}

func TestHTML(t *testing.T) {
	for _, c := range htmlCases {
		t.Run(c.name, func(t *testing.T) {
			want := cmp.Or(c.want, c.src)
			r := promise.Check(t, []byte(c.src), engine.Options{Type: detect.HTML, Base: pageURL})
			require.Equal(t, want, string(r.Output))
			promise.Check(t, []byte(c.src), engine.Options{Type: detect.HTML})
			promise.Check(t, []byte(c.src), engine.Options{Type: detect.HTML, Base: pageURL, Fragments: engine.FragmentsKeep})
		})
	}
}

// TestEveryPlace puts a link into every place of section A.
func TestEveryPlace(t *testing.T) {
	places := 0
	for element, attrs := range oracleAttrs {
		for _, attr := range strings.Fields(attrs + " itemid") {
			attr = strings.TrimSuffix(attr, "*")
			src := fmt.Sprintf("<%s x %s='y'>", element, attr)
			if element == "base" {
				src = "<base href=y>" + src
			}
			r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: pageURL})
			require.Contains(t, string(r.Output), attr+"='http://h/d/y'", src)
			places++
		}
	}
	require.Greater(t, places, 90)
}

// ampAttrs are the attributes of AMP's elements that have one URL, as the rules of its validator say.
var ampAttrs = map[string]string{
	"amp-img": "src", "amp-anim": "src", "amp-audio": "src artwork", "amp-video": "src poster artwork", "amp-video-iframe": "src poster artwork",
	"amp-3d-gltf": "src", "amp-pixel": "src", "amp-bodymovin-animation": "src", "amp-google-document-embed": "src", "amp-playbuzz": "src",
	"amp-iframe": "src", "amp-ad": "src", "amp-ad-custom": "src", "amp-embed": "src", "amp-script": "src", "amp-list": "src", "amp-render": "src",
	"amp-state": "src", "amp-autocomplete": "src", "amp-date-picker": "src", "amp-next-page": "src",
	"amp-install-serviceworker": "src data-iframe-src",
	"amp-web-push":              "helper-iframe-url permission-dialog-url service-worker-url service-worker-scope",
	"amp-analytics":             "config", "amp-call-tracking": "config",
	"amp-story":      "publisher-logo-src entity-logo-src poster-portrait-src poster-square-src poster-landscape-src background-audio entity-url bookend-config-src",
	"amp-story-page": "background-audio", "amp-story-auto-ads": "src", "amp-story-bookend": "src", "amp-story-shopping-attachment": "src",
	"amp-story-social-share": "src", "amp-story-page-attachment": "href cta-image cta-image-2", "amp-story-page-outlink": "cta-image",
	"amp-story-interactive-img-poll": "endpoint option-1-image option-2-image option-3-image option-4-image",
	"amp-story-interactive-img-quiz": "endpoint option-1-image option-2-image option-3-image option-4-image",
	"amp-story-interactive-results":  "option-1-image option-2-image option-3-image option-4-image",
	"amp-story-interactive-poll":     "endpoint", "amp-story-interactive-binary-poll": "endpoint", "amp-story-interactive-quiz": "endpoint",
	"amp-story-interactive-slider": "endpoint",
	"amp-ima-video":                "data-src data-tag", "amp-embedly-card": "data-url", "amp-google-read-aloud-player": "data-url", "amp-wordpress-embed": "data-url",
	"amp-social-share": "data-share-endpoint", "amp-user-notification": "data-show-if-href data-dismiss-href", "form": "action-xhr verify-xhr",
}

// TestElementsOfAMP: the elements of AMP are read, and other elements with such attributes are not.
func TestElementsOfAMP(t *testing.T) {
	for element, attrs := range ampAttrs {
		for _, attr := range strings.Fields(attrs) {
			src := fmt.Sprintf("<%s %s='y'><x-%[1]s %[2]s='y'>", element, attr)
			r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: pageURL})
			require.Equal(t, strings.Replace(src, "'y'", "'http://h/d/y'", 1), string(r.Output), "%s[%s]", element, attr)
		}
	}
	for src, want := range map[string]string{
		`<html ⚡><amp-img src="/a.jpg" srcset="a 1x, b 2x" [src]="x.y" data-amp-bind-src=z><amp-anim srcset=a>`: `<html ⚡><amp-img src="http://h/a.jpg" srcset="http://h/d/a 1x, http://h/d/b 2x" [src]="x.y" data-amp-bind-src=z><amp-anim srcset=http://h/d/a>`,
		`<amp-pixel attributionsrc="a b">`:                                      `<amp-pixel attributionsrc="http://h/d/a http://h/d/b">`,
		`<amp-list src="amp-state:x"><amp-list src="amp-script:a.b">`:           `<amp-list src="amp-state:x"><amp-list src="amp-script:a.b">`,
		`<base href=http://b/><amp-img src=x>`:                                  `<base href=http://b/><amp-img src=http://b/x>`,
		`<noscript><img src=x></noscript><amp-video><source src=x></amp-video>`: `<noscript><img src=http://h/d/x></noscript><amp-video><source src=http://h/d/x></amp-video>`,
	} {
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: pageURL})
		require.Equal(t, want, string(r.Output))
	}
}

// TestHostileBase has a base with all that HTML has to escape.
func TestHostileBase(t *testing.T) {
	const base = `http://h/"'<>&lt&amp/`
	for _, quote := range []string{`"`, `'`, ``} {
		src := "<a href=" + quote + "x" + quote + "><b>y</b>"
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.HTML, Base: base})
		_, value, _ := strings.Cut(string(r.Output), "href=")
		value, _, _ = strings.Cut(value, "><b>")
		require.Equal(t, base+"x", html.UnescapeString(strings.Trim(value, quote)))
		require.Len(t, r.References, 1)
	}
}

// TestVectorsAsLinks puts the examples of RFC 1808 section 5 and the cases of
// Fielding's test pages into documents.
func TestVectorsAsLinks(t *testing.T) {
	for file, count := range map[string]int{"rfc1808_sec5.json": 39, "fielding_rfc1808.json": 73} {
		var vectors []struct{ Base, Ref, Want string }
		corpus.ReadJSON(t, &vectors, "vectors", file)
		require.Len(t, vectors, count)
		for _, v := range vectors {
			for _, doc := range []string{
				fmt.Sprintf("<base href=\"%s\">\r\n<p><a href=\"%s\">x</a>", v.Base, html.EscapeString(v.Ref)),
				fmt.Sprintf("<p><A HREF='%s'>x</A><base href='%s'>", html.EscapeString(v.Ref), v.Base),
			} {
				r := promise.Check(t, []byte(doc), engine.Options{Type: detect.HTML})
				want := strings.Replace(doc, html.EscapeString(v.Ref)+`">x`, html.EscapeString(v.Want)+`">x`, 1)
				want = strings.Replace(want, html.EscapeString(v.Ref)+`'>x`, html.EscapeString(v.Want)+`'>x`, 1)
				require.Equal(t, want, string(r.Output), "%s + %s", v.Base, v.Ref)
			}
		}
	}
}
