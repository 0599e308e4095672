package rewrite_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
	"github.com/hrefix/hrefix/rewrite"
)

// A feed reader or a mail tool has a fragment of HTML, decoded, and knows its base.
func ExampleBytes() {
	fragment := []byte(`<td background=bg.png>See <a href="../news.html?a=1&amp;b=2">the news</a>.`)
	out, err := rewrite.Bytes(fragment, rewrite.Options{Type: rewrite.HTML, Base: "http://example.org/list/today/"})
	if err != nil {
		log.Fatal(err) // a wrong option; out is nil then
	}
	fmt.Printf("%s\n", out)
	// Output:
	// <td background=http://example.org/list/today/bg.png>See <a href="http://example.org/list/news.html?a=1&amp;b=2">the news</a>.
}

// The links of a feed are relative to the link of its channel, which readers of RSS use, although
// the feed was retrieved from another URL.
func ExampleOptions_feed() {
	feed := []byte(`<rss><channel><link>http://example.org/blog/</link><item><description>&lt;img src="1.png"&gt;</description></item></channel></rss>`)
	out, err := rewrite.Bytes(feed, rewrite.Options{Base: "http://feeds.example.net/1", FeedBase: "channel-link"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// <rss><channel><link>http://example.org/blog/</link><item><description>&lt;img src="http://example.org/blog/1.png"&gt;</description></item></channel></rss>
}

// Images of the web are sent through a proxy, links of a elements and other schemes are left as
// they are, and tracking parameters are dropped from all other URLs.
func ExampleOptions_decide() {
	page := []byte(`<img src="a.png?x=1"> <img src=http://other.example/b.png> <img src=cid:1> <a href=c.html>c</a> <link href="d.css?v=1&utm_source=mail#x">`)
	decide := func(l *rewrite.Link) rewrite.Decision {
		u, err := url.Parse(l.Target)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || l.Element == "a" {
			return rewrite.Keep()
		}
		if l.Element == "img" && l.Attr == "src" {
			return rewrite.Replace("https://proxy.example/?url=" + url.QueryEscape(l.Target))
		}
		params := slices.DeleteFunc(strings.Split(u.RawQuery, "&"), func(p string) bool { return strings.HasPrefix(p, "utm_") })
		u.RawQuery = strings.Join(params, "&")
		return rewrite.Replace(u.String())
	}
	out, err := rewrite.Bytes(page, rewrite.Options{Base: "http://example.org/", Decide: decide})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// <img src="https://proxy.example/?url=http%3A%2F%2Fexample.org%2Fa.png%3Fx%3D1"> <img src=https://proxy.example/?url=http%3A%2F%2Fother.example%2Fb.png> <img src=cid:1> <a href=c.html>c</a> <link href="http://example.org/d.css?v=1#x">
}

// A proxy numbers what a page loads, and keeps the list, in one pass: it does not touch the links that the
// user follows.
func ExampleOptions_visit() {
	page := []byte(`<style>@import "a.css"; p{background:url(b.png)}</style> <img src=c.png> <a href=d.html>d</a> <img src="{{x}}">`)
	n := 0
	opts := rewrite.Options{
		Base: "http://example.org/",
		Decide: func(l *rewrite.Link) rewrite.Decision {
			if !l.Loads() {
				return rewrite.Default()
			}
			n++
			return rewrite.Replace(fmt.Sprintf("https://proxy.example/%d", n))
		},
		Visit: func(l *rewrite.Link) { fmt.Println(l.Ref, l.Use, l.Status, l.Target) },
	}
	out, err := rewrite.Bytes(page, opts)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// a.css applied resolved https://proxy.example/1
	// b.png shown resolved https://proxy.example/2
	// c.png shown resolved https://proxy.example/3
	// d.html followed resolved http://example.org/d.html
	// {{x}} shown left {{x}}
	// <style>@import "https://proxy.example/1"; p{background:url(https://proxy.example/2)}</style> <img src=https://proxy.example/3> <a href=http://example.org/d.html>d</a> <img src="{{x}}">
}

const mail = `Subject: example
Base: <URL:http://example.org/
 docs/>
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<a href=3D"cafe.html">cafe</a>
--b
Content-Type: text/html

<base href="http://other.example/"><a href=x>x</a> <a href="mailto:a@b">mail</a>
--b--
`

// A mail tool has parsed a message with go-message. The base of a part comes from its header
// and those around it, and its charset from its header. A program that imports
// github.com/emersion/go-message/charset gets bodies in UTF-8, and gives the charset "utf-8".
func Example_goMessage() {
	top, _ := message.Read(strings.NewReader(mail))
	part, _ := top.MultipartReader().NextPart()

	inside := func(outer *base.Context, e *message.Entity) *base.Context {
		return mimebase.HeaderContext(outer, func(yield func(name, body string) bool) {
			for f := e.Header.Fields(); f.Next() && yield(f.Key(), f.Value()); {
			}
		}, mimebase.Options{})
	}
	body, _ := io.ReadAll(part.Body)
	_, params, _ := part.Header.ContentType()
	out, err := rewrite.Bytes(body, rewrite.Options{Type: rewrite.HTML, Context: inside(inside(nil, top), part), Charset: params["charset"]})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// <a href="http://example.org/docs/cafe.html">cafe</a>
}

// The links of a source are listed, up to the first one that is absolute.
func ExampleRewriter_Links() {
	rw, _ := rewrite.New(rewrite.Options{})
	for l := range rw.Links([]byte(mail)) {
		fmt.Printf("part %s, byte %d: %s[%s] %s is %s: %s\n", l.Part, l.Offset, l.Element, l.Attr, l.Ref, l.Status, l.Target)
		if l.Status == rewrite.Absolute {
			break
		}
	}
	// Output:
	// part 1, byte 203: a[href] cafe.html is resolved: http://example.org/docs/cafe.html
	// part 2, byte 264: base[href] http://other.example/ is absolute: http://other.example/
}

const mailbox = `From a@example.org Thu Jan  1 00:00:00 2004
Content-Type: text/html

<a href=x>

From b@example.org Thu Jan  1 00:00:00 2004
Content-Type: text/html
Base: <URL:http://b.example/>

<a href=y>
`

// A mailbox is copied from a reader to a writer, in the memory of its largest message. The
// context can stop that.
func ExampleRewriter_Copy() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // or when the user asks for it
	progress := func(p rewrite.Progress) { fmt.Printf("%d messages, %d bytes\n", p.Messages, p.Read) }
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Mbox, Base: "http://a.example/", Progress: progress})
	if err != nil {
		log.Fatal(err)
	}
	notes, err := rw.Copy(ctx, os.Stdout, strings.NewReader(mailbox))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(notes), "notes")
	// Output:
	// 1 messages, 81 bytes
	// 2 messages, 191 bytes
	// From a@example.org Thu Jan  1 00:00:00 2004
	// Content-Type: text/html
	//
	// <a href=http://a.example/x>
	//
	// From b@example.org Thu Jan  1 00:00:00 2004
	// Content-Type: text/html
	// Base: <URL:http://b.example/>
	//
	// <a href=http://b.example/y>
	// 0 notes
}

// The base of every document in a message, and why.
func ExampleRewriter_Documents() {
	rw, _ := rewrite.New(rewrite.Options{Base: "http://archive.example/1.eml"})
	for d := range rw.Documents([]byte(mail)) {
		fmt.Printf("part %q, %s: %s\n", d.Part, d.MediaType, d.Base)
		for _, c := range d.Base.Candidates() {
			fmt.Println(" ", c.Layer, c.From, c.URL, c.Used)
		}
	}
	// Output:
	// part "", multipart/mixed: http://example.org/docs/
	//   encapsulating Base of the message http://example.org/docs/ true
	//   retrieval the options http://archive.example/1.eml false
	// part "1", text/html: http://example.org/docs/
	//   encapsulating Base of the message http://example.org/docs/ true
	//   retrieval the options http://archive.example/1.eml false
	// part "2", text/html: http://other.example/
	//   embedded BASE element http://other.example/ true
	//   encapsulating Base of the message http://example.org/docs/ false
	//   retrieval the options http://archive.example/1.eml false
}

// One reference is resolved in each dialect.
func Example_dialects() {
	for _, d := range []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG} {
		target, outcome := d.Base("http://a/b/c/d;p?q").Resolve(`..\..\..\g?`)
		fmt.Println(d, target, outcome)
	}
	// Output:
	// rfc1808 http://a/b/c/..\..\..\g? resolved
	// rfc3986 http://a/b/c/..\..\..\g? resolved
	// whatwg http://a/g? resolved
}

// A site is a tree of two files.
type site struct{ document string }

func (s site) URL() string { return "http://example.org/" + s.document }

func (s site) Location() string { return "file:///" + s.document }

func (s site) Find(url string) (own, location string, ok bool) {
	switch url {
	case "http://example.org/", "http://example.org/index.html":
		return "http://example.org/index.html", "file:///index.html", true
	case "http://example.org/news/today.html":
		return url, "file:///news/today.html", true
	}
	return "", "", false
}

func (s site) FindDir(url string) (location string, ok bool) {
	path, ok := strings.CutPrefix(url, "http://example.org/")
	return "file:///" + path[:strings.LastIndexByte(path, '/')+1], ok
}

func (s site) At(location string) (url string, ok bool) {
	path := strings.TrimPrefix(location, "file:///")
	return "http://example.org/" + path, path == "index.html" || path == "news/today.html"
}

// A page of a mirrored site is to work from a disk.
func ExampleMode_makeRelative() {
	page := []byte(`<a href="http://example.org/news/today.html#top">today</a> <a href="http://example.org/lost.html">lost</a>`)
	tree := site{"about/us.html"}
	relative, err := rewrite.Bytes(page, rewrite.Options{Mode: rewrite.MakeRelative, Tree: tree})
	if err != nil {
		log.Fatal(err)
	}
	absolute, err := rewrite.Bytes(relative, rewrite.Options{Tree: tree, Converted: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n%s\n", relative, absolute)
	// Output:
	// <a href="../news/today.html#top">today</a> <a href="http://example.org/lost.html">lost</a>
	// <a href="http://example.org/news/today.html#top">today</a> <a href="http://example.org/lost.html">lost</a>
}

// The base is written into a document that is distributed. Links stay as they are.
func ExampleMode_pin() {
	page := []byte("<html>\n<head>\n<meta charset=utf-8>\n<title>News</title>\n<a href=yesterday.html>yesterday</a>\n")
	out, _ := rewrite.Bytes(page, rewrite.Options{Mode: rewrite.Pin, Base: "http://example.org/news/?a=1&b=2"})
	fmt.Printf("%s\n", out)
	// Output:
	// <html>
	// <head>
	// <meta charset=utf-8><base href="http://example.org/news/?a=1&amp;b=2">
	// <title>News</title>
	// <a href=yesterday.html>yesterday</a>
}

// A plan has the edits and the notes.
func ExampleRewriter_Plan() {
	rw, _ := rewrite.New(rewrite.Options{Type: rewrite.HTML, Base: "http://example.org/é/"})
	plan := rw.Plan([]byte("<a href=x>"))
	for e := range plan.Edits() {
		fmt.Printf("%d-%d: %s\n", e.Start, e.End, e.New)
	}
	for _, n := range plan.Notes() {
		fmt.Printf("%s: %s\n", n.Code, n)
	}
	if _, err := plan.WriteTo(io.Discard); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 8-8: http://example.org/%C3%A9/
	// mapped-base: the base is written in ASCII, as http://example.org/%C3%A9/: the document declares no charset
}

// A site has a new address: links to it get the new URL, and relative links stay where they
// lead to the right target.
func ExampleMove() {
	src := []byte(`<base href="http://old.example/blog/"><a href=a.html>a</a> <a href="/about">about</a> <a href="http://old.example/blog/?x=1&amp;y=2">x</a>`)
	out, err := rewrite.Bytes(src, rewrite.Options{
		Type: rewrite.HTML, Mode: rewrite.MoveLinks,
		Moves: []rewrite.Move{{From: "http://old.example/blog/", To: "https://new.example/"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// <base href="https://new.example/"><a href=a.html>a</a> <a href="http://old.example/about">about</a> <a href="https://new.example/?x=1&amp;y=2">x</a>
}

// The HTML in the fields of JSON is rewritten, and nothing else in it.
func ExampleJSONField() {
	src := []byte(`{"url": "http://example.org/a/b", "size": 1.50e+3, "content": "<a href=\"c\">\u00e9</a>"}`)
	out, err := rewrite.Bytes(src, rewrite.Options{JSONFields: []rewrite.JSONField{
		{Path: "/content", Role: "html"},
		{Path: "/url", Role: "base"},
	}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// {"url": "http://example.org/a/b", "size": 1.50e+3, "content": "<a href=\"http://example.org/a/c\">\u00e9</a>"}
}
