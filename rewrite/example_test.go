package rewrite_test

import (
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/hrefix/hrefix/rewrite"
)

// A mail tool rewrites an HTML fragment that it has decoded, with a base that
// it knows.
func ExampleBytes() {
	fragment := []byte(`<td background=bg.png>See <a href="../news.html?a=1&amp;b=2">the news</a>.`)
	out, err := rewrite.Bytes(fragment, rewrite.Options{Type: rewrite.HTML, Base: "http://example.org/list/today/"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// <td background=http://example.org/list/today/bg.png>See <a href="http://example.org/list/news.html?a=1&amp;b=2">the news</a>.
}

const message = `Subject: example
Base: <URL:http://example.org/
 docs/>
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable

<a href=3D"intro.html">intro</a>
--b
Content-Type: text/html

<base href="http://other.example/"><a href=x>x</a> <a href="mailto:a@b">mail</a>
--b--
`

// A message is rewritten with the bases that it gives itself.
func ExampleRewriter_Copy() {
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Message})
	if err != nil {
		log.Fatal(err)
	}
	notes, err := rw.Copy(os.Stdout, strings.NewReader(message))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(notes), "notes")
	// Output:
	// Subject: example
	// Base: <URL:http://example.org/
	//  docs/>
	// Content-Type: multipart/mixed; boundary=b
	//
	// --b
	// Content-Type: text/html
	// Content-Transfer-Encoding: quoted-printable
	//
	// <a href=3D"http://example.org/docs/intro.html">intro</a>
	// --b
	// Content-Type: text/html
	//
	// <base href="http://other.example/"><a href=http://other.example/x>x</a> <a href="mailto:a@b">mail</a>
	// --b--
	// 0 notes
}

// The references are told without rewriting anything.
func ExampleRewriter_References() {
	rw, err := rewrite.New(rewrite.Options{})
	if err != nil {
		log.Fatal(err)
	}
	rw.References([]byte(message), func(r *rewrite.Reference) {
		fmt.Printf("%s %s[%s] %s -> %s (%v, byte %d)\n", r.Part, r.Element, r.Attr, r.Text, r.Target, r.Status, r.Offset())
	})
	// Output:
	// 1 a[href] intro.html -> http://example.org/docs/intro.html (resolved, byte 183)
	// 2 base[href] http://other.example/ -> http://other.example/ (absolute, byte 246)
	// 2 a[href] x -> http://other.example/x (resolved, byte 277)
	// 2 a[href] mailto:a@b -> mailto:a@b (absolute, byte 294)
}

// The base of each entity, and why.
func ExampleRewriter_Documents() {
	rw, err := rewrite.New(rewrite.Options{Base: "http://archive.example/1.eml"})
	if err != nil {
		log.Fatal(err)
	}
	rw.Documents([]byte(message), func(d *rewrite.Document) {
		fmt.Printf("%q %s: %s\n", d.Part, d.MediaType, d.Base)
		for _, c := range d.Base.Candidates() {
			fmt.Println(" ", c.Layer, c.From, c.URL, c.Used)
		}
	})
	// Output:
	// "" multipart/mixed: http://example.org/docs/
	//   encapsulating Base of the message http://example.org/docs/ true
	//   retrieval the caller http://archive.example/1.eml false
	// "1" text/html: http://example.org/docs/
	//   encapsulating Base of the message http://example.org/docs/ true
	//   retrieval the caller http://archive.example/1.eml false
	// "2" text/html: http://other.example/
	//   embedded BASE element http://other.example/ true
	//   encapsulating Base of the message http://example.org/docs/ false
	//   retrieval the caller http://archive.example/1.eml false
}

// A site is a tree of two files, known by their paths.
type site struct{ document string }

func (s site) URL() string { return "http://example.org/" + s.document }

func (s site) Find(url string) (same, link string, ok bool) {
	switch url {
	case "http://example.org/", "http://example.org/index.html":
		return url, "http://example.org/index.html", true
	case "http://example.org/news/today.html":
		return url, url, true
	}
	return "", "", false
}

func (s site) FindDir(url string) (same string, ok bool) {
	return url, strings.HasPrefix(url, "http://example.org/")
}

func (s site) Retrieved(link string) string { return link }

// A page of a mirrored site is to work from a disk.
func ExampleMode_makeRelative() {
	page := []byte(`<a href="http://example.org/news/today.html#top">today</a> <a href="http://example.org/lost.html">lost</a>`)
	tree := site{"about/us.html"}
	out, err := rewrite.Bytes(page, rewrite.Options{Mode: rewrite.MakeRelative, Tree: tree})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	out, err = rewrite.Bytes(out, rewrite.Options{Tree: tree})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// <a href="../news/today.html#top">today</a> <a href="http://example.org/lost.html">lost</a>
	// <a href="http://example.org/news/today.html#top">today</a> <a href="http://example.org/lost.html">lost</a>
}

// A document that is handed on is told its base. No link is touched.
func ExampleMode_pin() {
	page := []byte("<html>\n<head>\n<meta charset=utf-8>\n<title>News</title>\n<a href=yesterday.html>yesterday</a>\n")
	out, err := rewrite.Bytes(page, rewrite.Options{Mode: rewrite.Pin, Base: "http://example.org/news/?a=1&b=2"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)

	mail := []byte("Subject: news\nContent-Type: text/html\n\n<a href=yesterday.html>yesterday</a>")
	out, err = rewrite.Bytes(mail, rewrite.Options{Mode: rewrite.Pin, Base: "http://example.org/archive/2005/March/announcements/of/the/society/msg00042.eml"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", out)
	// Output:
	// <html>
	// <head>
	// <meta charset=utf-8><base href="http://example.org/news/?a=1&amp;b=2">
	// <title>News</title>
	// <a href=yesterday.html>yesterday</a>
	//
	// Subject: news
	// Content-Type: text/html
	// Base: <URL:http://example.org/archive/2005/March/announcements/of/the/
	//  society/msg00042.eml>
	//
	// <a href=yesterday.html>yesterday</a>
}

// Batches of a mailbox are rewritten by several goroutines, and come out in order. How many
// there are at a time is to be bounded where the mailbox is large.
func ExampleBatchReader() {
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Mbox, Base: "http://example.org/"})
	if err != nil {
		log.Fatal(err)
	}
	work := func(batch *rewrite.Batch) []byte {
		var out []byte
		for _, piece := range batch.Pieces {
			plan := rw.VisitPiece(piece, rewrite.Visitor{})
			b, err := plan.Bytes()
			if err != nil {
				log.Fatal(err)
			}
			out = append(out, b...)
			plan.Release() // its memory serves the next message
		}
		return out
	}

	const box = "From a@example.org Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n<a href=x>\n"
	r := rewrite.NewBatchReader(strings.NewReader(box))
	var results []chan []byte
	for {
		batch := new(rewrite.Batch)
		if err := r.Next(batch); err == io.EOF {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		done := make(chan []byte, 1)
		results = append(results, done)
		go func() { done <- work(batch) }()
	}
	for _, done := range results {
		os.Stdout.Write(<-done)
	}
	// Output:
	// From a@example.org Thu Jan  1 00:00:00 2004
	// Content-Type: text/html
	//
	// <a href=http://example.org/x>
}
