package rewrite_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/corpus"
	"github.com/hrefix/hrefix/internal/promise"
	"github.com/hrefix/hrefix/rewrite"
)

// TestOther: what is no document comes out as it was, with a note that names its kind,
// unless a type is given.
func TestOther(t *testing.T) {
	link := `<a href="y">`
	noise := strings.Repeat("\x00\x07\x1f\x7f", 750)
	for _, c := range []struct{ source, note string }{
		{"PK\x03\x04" + noise + link, "a zip archive, left as it is: unpack it first"},
		{"WARC/1.0\r\nContent-Type: text/html\r\n\r\n" + link, "a WARC file, left as it is: extract its pages first"},
		{"\x89PNG\r\n\x1a\n" + link, "a PNG image, left as it is"},
		{noise + link, "neither text nor a known kind of file, left as it is"},
		{link + noise, "neither text nor a known kind of file, left as it is"},
		{noise + strings.Repeat(link, 100_000), "neither text nor a known kind of file, left as it is"},
	} {
		rw, err := rewrite.New(rewrite.Options{Base: pageURL})
		require.NoError(t, err)
		plan := rw.Plan([]byte(c.source))
		require.Equal(t, rewrite.Other, plan.Type)
		require.Empty(t, plan.Edits())
		require.Equal(t, []rewrite.Note{{Text: c.note}}, plan.Notes)
		var out bytes.Buffer
		notes, err := rw.Copy(&out, strings.NewReader(c.source))
		require.NoError(t, err)
		require.Equal(t, plan.Notes, notes)
		require.Equal(t, c.source, out.String())

		forced, err := rewrite.Bytes([]byte(c.source), rewrite.Options{Base: pageURL, Type: rewrite.HTML})
		require.NoError(t, err)
		require.Contains(t, string(forced), `<a href="http://h/d/y">`)
	}
}

// TestFeed: a feed is read as XML, with a note.
func TestFeed(t *testing.T) {
	const note = ": its own links are not known yet, only those of XHTML, SVG, XLink and xml:base"
	for _, c := range []struct{ source, kind string }{
		{"<?xml version='1.0'?>\n<rss version='2.0'><link>x</link></rss>", "an RSS feed"},
		{"<!-- x --><rdf:RDF xmlns:rdf='x' xmlns='http://purl.org/rss/1.0/'/>", "an RSS feed"},
		{"<feed xmlns='http://www.w3.org/2005/Atom'><link href='x'/></feed>", "an Atom feed"},
		{"<a:feed xmlns:a='http://www.w3.org/2005/Atom'/>", "an Atom feed"},
		{"<feed/>", ""}, {"<RDF/>", ""}, {"<x><rss/></x>", ""},
	} {
		rw, err := rewrite.New(rewrite.Options{Base: pageURL, Type: rewrite.XML})
		require.NoError(t, err)
		var want []rewrite.Note
		if c.kind != "" {
			want = []rewrite.Note{{Kind: rewrite.UnknownFeedLinks, Offset: max(strings.Index(c.source, "<r"), strings.Index(c.source, "<feed"), strings.Index(c.source, "<a:")), Text: c.kind + note}}
		}
		require.Equal(t, want, rw.Plan([]byte(c.source)).Notes, c.source)
	}
}

// TestDetectContent: files are found by what they begin with, and by a tag, but not in
// programs and templates.
func TestDetectContent(t *testing.T) {
	utf16 := func(s string) string { return "\xff\xfe" + strings.Join(strings.Split(s, ""), "\x00") + "\x00" }
	for _, c := range []struct {
		name, head string
		want       rewrite.Type
		known      bool
	}{
		{"s.css?v=1", "a{}", rewrite.CSS, true}, {"s.css@v=1.2", "a{}", rewrite.CSS, true}, {"s.css%3Fv=1", "", rewrite.CSS, true},
		{"index.html?x=1", "text", rewrite.HTML, true}, {"What?.html", "text", rewrite.HTML, true},
		{"page.php?f=a.css", "<h1>x</h1>", rewrite.HTML, true}, {"page.php", "<h1>x</h1>", rewrite.HTML, true},
		{"page", "<h1>x</h1>", rewrite.HTML, true}, {"page", "<!-- x --><b>", rewrite.HTML, true}, {"page", "</p>", rewrite.HTML, true},
		{"page", "Some text <p class=x>and more", rewrite.HTML, false}, {"page.1", "text <br/>", rewrite.HTML, false}, {"page.php", "Some text <p class=x>and more", rewrite.HTML, true}, {"p.asp?id=1", "Caf&eacute; <br/>", rewrite.HTML, true},
		{"page", "Some text \"<p>\" and `<a>`", rewrite.HTML, false}, {"page", "a <b and c> d", rewrite.HTML, false}, {"page.php", "a <b class=c> d", rewrite.HTML, true}, {"page", "a<n>b", rewrite.HTML, false},
		{"Makefile", "all:\n\techo '<p>' <b>", rewrite.HTML, false}, {"export", "blob\nmark :1\ndata 9\n<p>x</p>\n", rewrite.HTML, false}, {"x", "diff --git a b\n+<p>", rewrite.HTML, false},
		{"index.php?f=js", "var x = 1;\n<p>", rewrite.HTML, false}, {"index.php?f=js", "f('<p>');\n<b>", rewrite.HTML, false}, {"x.php", "/* <b> */ <p>", rewrite.HTML, false}, {"x.pl", "text <p>", rewrite.Other, false},
		{"page", "<?xml version='1.0'?>\n<!-- x -->\n<h1>", rewrite.XML, true}, {"page", "<!-- x -->\n<!DOCTYPE html>", rewrite.HTML, true}, {"page", "<!-- x --> <feed>", rewrite.XML, true}, {"page", "<!-- x --> text <p>", rewrite.HTML, false},
		{"show", "commit 1\nAuthor: A\nDate: B\n\n<p>", rewrite.HTML, false}, {"a", "From: x\nTo: y\ntext without an empty line", rewrite.Message, true}, {"a", "Date: x\ntext", rewrite.HTML, false},
		{"wp-json/index.html", `{"content":"<p>Hi <a href=\"https:\/\/x.org\/y\/\">`, rewrite.Other, false}, {"pages/12", "\ufeff [{\"a\":1", rewrite.Other, false}, {"embed?url=x", `[1, true, "<a href=x>"]`, rewrite.Other, false},
		{"embed", `cb("<div><a href=\"x\">")`, rewrite.Other, false}, {"ajax.php", `s:23:"<b>x`, rewrite.Other, false}, {"a", utf16(`{"a":"<p>"}`), rewrite.Other, false}, {"a.html", ")]}',\n[[\"<a href=x>\"]]", rewrite.Other, false},
		{"a.html", "[1] see <a href=x>", rewrite.HTML, true}, {"a.html", "[1, 2] see <a>", rewrite.HTML, true}, {"a.html", "{{ x }}<p>", rewrite.HTML, true}, {"a.html", "[[wiki]] <p>", rewrite.HTML, true}, {"a.html", "see(\"x\") <p>", rewrite.HTML, true}, {"a.html", "{ \"quoted\" } <p>", rewrite.HTML, true},
		{"notes.txt", "text <p>", rewrite.HTML, false}, {"notes.txt", "<p>text", rewrite.HTML, true},
		{"a.vue", "<template><a href=x>", rewrite.HTML, false}, {"a.md", "<p align=center>", rewrite.HTML, false},
		{"a.js", "document.write('<p>')", rewrite.Other, false}, {"a.js", "<!-- x\n", rewrite.Other, false}, {"a.go", "package a // <p>", rewrite.Other, false},
		{"a.js", "<!DOCTYPE html><p>", rewrite.HTML, true}, {"a.json", "{\"a\": \"<p>\"}", rewrite.Other, false}, {"a.yml", "path: x\n", rewrite.Other, false},
		{"a.php", "<?php echo '<p>';", rewrite.Other, false}, {"a.php", "<h1><?= $x ?>", rewrite.Other, false}, {"a.html", "<?php", rewrite.HTML, true},
		{"a.html", "\x89PNG\r\n\x1a\n", rewrite.Other, false}, {"a.html", "<p>\x00 a page with a NUL", rewrite.HTML, true},
		{"a.html", strings.Repeat("\x01text ", 600), rewrite.Other, false}, {"a", "a text\x00", rewrite.Other, false},
		{"a", "<p>\x00", rewrite.HTML, true}, {"a.eml", "Subject: x\n\n" + strings.Repeat("\x00", 3000), rewrite.Message, true},
		{"a", utf16("<p>text"), rewrite.HTML, true}, {"a", utf16("<svg>"), rewrite.XML, true}, {"a", utf16("text"), rewrite.HTML, false},
		{"a", "<\x00p\x00>\x00", rewrite.Other, false}, {"a.html", "\x00<\x00p\x00>", rewrite.Other, false}, {"a.svg", "<\x00s\x00v\x00", rewrite.XML, true}, {"a.html", "<\x00?\x00x\x00m\x00l\x00", rewrite.HTML, true},
		{"a.html", "t\x00<\x00p\x00>\x00", rewrite.Other, false}, {"a.html", "\xff\xfe\x00\x00<\x00\x00\x00", rewrite.Other, false}, {"a.html", "\x4c\x88\xa3\x94\x93\x6e", rewrite.Other, false},
		{"a", "<rss version='2.0'>", rewrite.XML, true}, {"a", "<feed xmlns=''>", rewrite.XML, true}, {"a", "<rdf:RDF>", rewrite.XML, true},
		{"", "BEGIN:VCARD\r\nX-A: b\r\n", rewrite.Other, false}, {"a.vcf", "BEGIN:VCARD", rewrite.Other, false},
	} {
		got, known := rewrite.DetectType(c.name, []byte(c.head))
		require.Equal(t, c.want, got, "%q %.40q", c.name, c.head)
		require.Equal(t, c.known, known, "%q %.40q", c.name, c.head)
	}
}

// TestCorpusIsKnown: no message, page or feed of others is taken for a file of another
// kind.
func TestCorpusIsKnown(t *testing.T) {
	for _, dir := range []string{"mail", "pages", "feeds"} {
		for _, f := range corpus.Files(t, dir) {
			if strings.HasSuffix(f.Name, ".gz") {
				continue
			}
			typ, _ := rewrite.DetectType("", f.Data)
			require.NotEqual(t, rewrite.Other, typ, f.Name)
		}
	}
}

// TestOtherParts: a part that is named a document, but has the bytes of another kind of
// file, is left, and so are the links in it.
func TestOtherParts(t *testing.T) {
	for _, c := range []struct{ body, kind string }{
		{"PK\x03\x04\x14\x00\x00\x00\x00\x00<a href=x>", "a zip archive"},
		{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR<a href=x>", "a PNG image"},
	} {
		for _, encoded := range []string{
			"Content-Transfer-Encoding: 8bit\n\n" + c.body,
			"Content-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(c.body)) + "\n",
		} {
			source := "Content-Type: text/html\n" + encoded
			r := promise.Check(t, []byte(source), rewrite.Options{Type: rewrite.Message, Base: pageURL})
			require.Equal(t, source, string(r.Output))
			require.Len(t, r.References, 1)
			require.Equal(t, rewrite.Left, r.References[0].Status)
			require.Equal(t, "named text/html, but the bytes are those of "+c.kind, r.References[0].Reason)
		}
	}
}
