package engine_test

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/resolve"
)

// An attack is a document with a URL where a base comes from, and references that
// build on it.
type attack struct {
	name, src string
	typ       detect.Type
	opts      engine.Options
}

// attacks returns a document for each place that a base can come from. The URL
// is there as it is, except for character references.
func attacks(url string) []attack {
	attr := html.EscapeString(url)
	const page = "Content-Type: text/html\n\n<a href=x><img src=y?z>"
	all := []attack{
		{name: "BASE", typ: detect.HTML, src: `<base href="` + attr + `"><a href=x><style>a{b:url(x)}</style><a href="#s">`},
		{name: "a second BASE", typ: detect.HTML, src: `<base href="` + attr + `"><base href="` + attr + `"><a href=x>`},
		{name: "BASE in srcdoc", typ: detect.HTML, src: `<iframe srcdoc="<base href='` + html.EscapeString(attr) + `'><a href=x>">`},
		{name: "codebase", typ: detect.HTML, src: `<object codebase="` + attr + `" data=x></object>`},
		{name: "codebase of an applet", typ: detect.HTML, src: `<applet codebase="` + attr + `" archive="x,y"></applet>`},
		{name: "tppabs", typ: detect.HTML, src: `<a href=x tppabs="` + attr + `">`},
		{name: "Wayback Machine", typ: detect.HTML, src: `<a href="/web/20140403040000/` + attr + `"><!-- FILE ARCHIVED ON 04:00:00 Apr 03, 2014 AND RETRIEVED FROM THE INTERNET ARCHIVE ON -->`},
		{name: "Mark of the Web", typ: detect.HTML, src: fmt.Sprintf("<!-- saved from url=(%04d)%s --><a href=x>", len(url), url)},
		{name: "Firefox", typ: detect.HTML, src: `<!-- base href="` + url + `" --><a href=x>`},
		{name: "SingleFile", typ: detect.HTML, src: "<!--\n Page saved with SingleFile \n url: " + url + " \n saved date: Thu Jan 01 2004\n--><a href=x>"},
		{name: "monolith", typ: detect.HTML, src: "<!-- Saved from " + url + " at 2020-01-01T00:00:00Z using monolith v2.8.1 --><a href=x>"},
		{name: "HTTrack", typ: detect.HTML, src: "<!-- Mirrored from " + url + " by HTTrack Website Copier/3.x [XR&CO'2014], Thu, 01 Jan 2004 00:00:00 GMT --><a href=x>"},
		{name: "MaoXian", typ: detect.HTML, src: "<!-- OriginalSrc: " + url + " --><a href=x>"},
		{name: "Lynx", typ: detect.HTML, src: "<!-- X-URL: " + url + " --><a href=x>"},
		{name: "WebScrapBook", typ: detect.HTML, src: `<html data-scrapbook-source="` + attr + `"><a href=?x>`},
		{name: "Save Page WE", typ: detect.HTML, src: `<meta name="savepage-url" content="` + attr + `"><a href=x>`},
		{name: "beside the file", typ: detect.HTML, src: `<a href=x>`, opts: engine.Options{Origin: url}},
		{name: "BASE in XHTML", typ: detect.XML, src: xhtml + `<base href="` + attr + `"/><a href="x"/></html>`},
		{name: "xml:base", typ: detect.XML, src: svg + `<g xml:base="` + attr + `"><a href="x"/><a xml:base="y/" href="z"/></g></svg>`},
		{name: "xml:base of the root", typ: detect.XML, src: `<svg xml:base="` + attr + `" xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>`},
		{name: "Snapshot-Content-Location", typ: detect.Message, src: "Snapshot-Content-Location: " + url + "\n" + page},
		{name: "the part that embeds", typ: detect.Message, src: "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<base href=\"" + attr +
			"\"><link rel=stylesheet href=cid:s>\n--b\nContent-ID: <s>\nContent-Type: text/css\n\na{b:url(x)}\n--b--\n"},
	}
	for _, field := range []string{"Base: <URL:%s>", "Base: %s", "Content-Base: %s", "Content-Base: \"%s\"", "Content-Location: %s", "Content-Location: <%s>"} {
		field = fmt.Sprintf(field, url)
		all = append(all,
			attack{name: field + " of a message", typ: detect.Message, src: field + "\n" + page},
			attack{name: field + " of a part", typ: detect.Message, src: mixedM + "--m\n" + field + "\n" + page + "\n--m--\n"},
			attack{name: field + " around a part", typ: detect.Message, src: field + "\n" + mixedM + "--m\n" + page + "\n--m--\n"},
			attack{name: field + " for fields", typ: detect.Message, src: field + "\nLink: <x>; rel=y\nContent-Type: message/external-body; access-type=URL; URL=\"x\"\n\nContent-Type: text/html\n\n"},
		)
	}
	return all
}

// TestAttacks: the documents are not read in vain: a URL that is a base is taken for
// one, wherever it stands.
func TestAttacks(t *testing.T) {
	for _, a := range attacks("http://good.example/d/") {
		t.Run(a.name, func(t *testing.T) {
			a.opts.Type = a.typ
			out, ok := check(t, []byte(a.src), a.opts)
			require.True(t, ok)
			require.Contains(t, strings.NewReplacer("\n ", "", "http://good.example/d/ ", "").Replace(string(out)), "http://good.example/")
			require.NotEqual(t, a.src, string(out))
		})
	}
}

// TestNoBase: a URL of a scheme that names no place, or that a browser runs, is never
// a base, wherever it stands and however it is written. The dialects take turns.
func TestNoBase(t *testing.T) {
	for i, scheme := range banned {
		urls := []string{
			scheme + ":/x/y", strings.ToUpper(scheme) + "://h/%0aalert(1)//", scheme[:1] + "\t" + scheme[1:] + "://h/",
			scheme + "://h/x/", scheme + ":x", scheme + ":", scheme + ":/,x?y#z", " " + scheme + "://h/", "\x01" + scheme + "://h/",
		}
		if i >= 3 {
			urls = urls[:3] // browsers run none of these
		}
		for j, url := range urls {
			noBase(t, url, resolve.Dialect((i+j)%3))
		}
	}
}

func noBase(t *testing.T, url string, d resolve.Dialect) {
	t.Helper()
	_, err := engine.New(engine.Options{Base: url, Dialect: d})
	require.Error(t, err, "%q", url)
	for _, a := range attacks(url) {
		name := named{t, fmt.Sprintf("%s, %q, %v", a.name, url, d)}
		a.opts.Type, a.opts.Dialect = a.typ, d
		for _, a.opts.Base = range []string{"", "http://outer.example/"} {
			rw, err := engine.New(a.opts)
			require.NoError(name, err)
			plan := rw.References([]byte(a.src), func(r *engine.Reference) { harmless(name, r) })
			if a.opts.Base == "" && a.name != "HTTrack" { // which leaves the scheme out: its first word is a host
				require.Empty(name, plan.Edits())
			}
		}
		a.opts.Mode = engine.Pin
		out, err := engine.Bytes([]byte(a.src), a.opts)
		require.NoError(name, err)
		require.False(name, strings.Contains(string(out), `<base href="`+url) && !strings.Contains(a.src, `<base href="`+url))
	}
}

// breakouts are bases that would end what they are written into.
var breakouts = []string{
	`http://h/"><script>alert(1)</script>/`, `http://h/'><script>alert(1)</script>/`, `http://h/ onload=alert(1) /`, "http://h/`/", "http://h/>/",
	`http://h/--></style></noscript></script></iframe></noembed></noframes></title>]]><img src=q>/`, `http://h/);}*{x:y/`, `http://h/\/`,
	`http://h/\");x:url(/`, `http://h/"},"x":{"/`, `http://h/a, b 2x/`, `http://h/&quot;&#34;&lt;&gt/`, `http://h/?;url=x`, `http://h/--m/`, `http://h/=3D=/`,
	"http://h/\u2028/", `http://h/>; rel=stylesheet, <x/`, `http://h/From /`, `http://h/?=\r\nX: y=?=`, "http://h/--b\u00e9/",
}

// breakDocs are documents with references in all kinds of places.
func breakDocs() []attack {
	pages := "<a href=x><a href='x'><a href=\"x\"><img srcset='x 1x, y 2x'><p style=a:url(x)><p style='a:url(\"x\")'><style>a{b:url(x);c:url(\"x\");d:url('x')}</style>" +
		"<noscript><a href=\"x\"><style>a{b:url(x)}</style></noscript><iframe srcdoc='<a href=x><a href=\"x\"><style>a{b:url(x)}</style>'></iframe>" +
		"<!--[if IE]><a href=x><a href='x'><style>a{b:url(x)}</style><![endif]--><iframe><a href=x></iframe><noembed><a href='x'></noembed>" +
		"<script type=importmap>{\"imports\":{\"a\":\"./x\"}}</script><script type=speculationrules>{\"prefetch\":[{\"urls\":[\"x\"]}]}</script>" +
		"<script type=application/ld+json>{\"@context\":\"http://schema.org\",\"url\":\"x\"}</script>" +
		"<meta http-equiv=refresh content='0;url=x'><meta http-equiv=refresh content=\"0;url='x'\"><svg><a xlink:href=x></a><style>a{b:url(x)}<![CDATA[c{d:url(x)}]]></style></svg><object codebase=y/ archive='x z'>" +
		"<meta name=msapplication-task content='name=a;action-uri=x;icon-uri=y'><a href>"
	sheet := "@import 'x';@import url(x);a{b:url(x);c:url(\"x\");d:url('x')}"
	header := "Content-Location: x\nLink: <x>; rel=y, <z>\nContent-Type: "
	return []attack{
		{name: "page", typ: detect.HTML, src: pages},
		{name: "XHTML", typ: detect.XML, src: xhtml + `<a href="x"/><img src='x'/><style>a{b:url(x)}<![CDATA[c{d:url("x")}]]></style><iframe srcdoc="&lt;a href=x&gt;"/></html>`},
		{name: "style sheet", typ: detect.CSS, src: sheet},
		{name: "message", typ: detect.Message, src: header + "text/html\n\n" + pages},
		{name: "quoted-printable", typ: detect.Message, src: header + "text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3Dx><a href=3D'x'><a href=3D\"x\">"},
		{name: "parts", typ: detect.Message, src: strings.Replace(header+mixedM, "Content-Type: Content-Type:", "Content-Type:", 1) + "--m\n" + header + "text/css\n\n" + sheet + "\n--m\nContent-Type: text/html\n\n<a href=\"\nx\">\n--m--\n"},
		{name: "external body", typ: detect.Message, src: header + "message/external-body; access-type=URL; URL=x\n\nContent-Type: text/html\n\n"},
		{name: "encoded word", typ: detect.Message, src: "Content-Location: =?utf-8?q?x?=\n\n"},
	}
}

// TestBreakOut: a base never makes other elements, attributes, header fields or parts
// than there were, in whatever a parser makes of the document.
func TestBreakOut(t *testing.T) {
	resolved := 0
	for i, url := range breakouts {
		for j, doc := range breakDocs() {
			for k, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
				if (i+j+k)%corpus.Step(3) != 0 {
					continue
				}
				opts := engine.Options{Type: doc.typ, Base: url, Dialect: d, Also: 63}
				name := named{t, fmt.Sprintf("%s, %q, %v", doc.name, url, d)}
				out, ok := check(name, []byte(doc.src), opts)
				require.True(name, ok)
				if string(out) != doc.src {
					resolved++
				}
			}
		}
	}
	require.Greater(t, resolved, len(breakouts)*len(breakDocs())*2/corpus.Step(3))
}

// TestLineEnds: no base has line endings or NUL in it.
func TestLineEnds(t *testing.T) {
	for _, c := range []string{"\r", "\n", "\r\n", "\x00", "\x0b", "\x7f"} {
		url := "http://h/" + c + "X-Injected: y/"
		for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986} {
			_, err := engine.New(engine.Options{Base: url, Dialect: d})
			require.ErrorContains(t, err, "control characters", "%q", url)
		}
		for _, a := range append(attacks(url), attacks("http://h/&#13;&#10;&#0;&#x0b;X-Injected: y/")...) {
			for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.WHATWG} {
				a.opts.Type, a.opts.Dialect = a.typ, d
				check(named{t, fmt.Sprintf("%s, %q, %v", a.name, url, d)}, []byte(a.src), a.opts)
			}
		}
	}
}

// FuzzAttack: no URL, wherever a base comes from, does any harm in what is made by it.
func FuzzAttack(f *testing.F) {
	f.Add("javascript:alert(1)", uint64(0))
	for i, url := range breakouts {
		f.Add(url, uint64(i))
	}
	for i, scheme := range banned {
		f.Add(scheme+"://h/", uint64(i*5))
		f.Add(" \t"+scheme[:1]+"\n"+scheme[1:]+":/x", uint64(i*7))
	}
	f.Fuzz(func(t *testing.T, url string, l uint64) {
		n := lots(l)
		all := attacks(url)
		a := all[n.draw(lots(len(all)))]
		opts := drawn(t, a.typ, "", n)
		if a.opts.Origin != "" {
			opts.Origin = url
		}
		check(t, []byte(a.src), opts)
		opts.Base = "http://outer.example/d/p"
		check(t, []byte(a.src), opts)
		docs := breakDocs()
		doc := docs[n.draw(lots(len(docs)))]
		check(t, []byte(doc.src), drawn(t, doc.typ, url, n))
	})
}
