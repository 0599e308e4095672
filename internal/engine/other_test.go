package engine_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// TestOther: what is no document comes out as it was, with a note that names its kind,
// unless a type is given.
func TestOther(t *testing.T) {
	link := `<a href="y">`
	noise := strings.Repeat("\x00\x07\x1f\x7f", 750)
	for _, c := range []struct{ source, note string }{
		{"PK\x03\x04" + noise + link, "a zip archive, left as it is: unpack it first"},
		{"\x89PNG\r\n\x1a\n" + link, "a PNG image, left as it is"},
		{noise + link, "neither text nor a known kind of file, left as it is"},
		{link + noise, "neither text nor a known kind of file, left as it is"},
		{noise + strings.Repeat(link, 100_000), "neither text nor a known kind of file, left as it is"},
	} {
		rw, err := engine.New(engine.Options{Base: pageURL})
		require.NoError(t, err)
		plan := rw.Plan([]byte(c.source))
		require.Equal(t, detect.Other, plan.Type)
		require.Empty(t, plan.Edits())
		require.Equal(t, []engine.Note{{Code: "other-file", Text: c.note}}, plan.Notes)
		var out bytes.Buffer
		notes, err := rw.Copy(context.Background(), &out, strings.NewReader(c.source), nil)
		require.NoError(t, err)
		require.Equal(t, plan.Notes, notes)
		require.Equal(t, c.source, out.String())

		forced, err := engine.Bytes([]byte(c.source), engine.Options{Base: pageURL, Type: detect.HTML})
		require.NoError(t, err)
		require.Contains(t, string(forced), `<a href="http://h/d/y">`)
	}
}

// TestDetectContent: files are found by what they begin with, and by a tag, but not in
// programs and templates.
func TestDetectContent(t *testing.T) {
	utf16 := func(s string) string { return "\xff\xfe" + strings.Join(strings.Split(s, ""), "\x00") + "\x00" }
	for _, c := range []struct {
		name, head string
		want       detect.Type
		known      bool
	}{
		{"s.css?v=1", "a{}", detect.CSS, true}, {"s.css@v=1.2", "a{}", detect.CSS, true}, {"s.css%3Fv=1", "", detect.CSS, true},
		{"index.html?x=1", "text", detect.HTML, true}, {"What?.html", "text", detect.HTML, true},
		{"page.php?f=a.css", "<h1>x</h1>", detect.HTML, true}, {"page.php", "<h1>x</h1>", detect.HTML, true},
		{"page", "<h1>x</h1>", detect.HTML, true}, {"page", "<!-- x --><b>", detect.HTML, true}, {"page", "</p>", detect.HTML, true},
		{"page", "Some text <p class=x>and more", detect.HTML, false}, {"page.1", "text <br/>", detect.HTML, false}, {"page.php", "Some text <p class=x>and more", detect.HTML, true}, {"p.asp?id=1", "Caf&eacute; <br/>", detect.HTML, true},
		{"page", "Some text \"<p>\" and `<a>`", detect.HTML, false}, {"page", "a <b and c> d", detect.HTML, false}, {"page.php", "a <b class=c> d", detect.HTML, true}, {"page", "a<n>b", detect.HTML, false},
		{"Makefile", "all:\n\techo '<p>' <b>", detect.HTML, false}, {"export", "blob\nmark :1\ndata 9\n<p>x</p>\n", detect.HTML, false}, {"x", "diff --git a b\n+<p>", detect.HTML, false},
		{"index.php?f=js", "var x = 1;\n<p>", detect.HTML, false}, {"index.php?f=js", "f('<p>');\n<b>", detect.HTML, false}, {"x.php", "/* <b> */ <p>", detect.HTML, false}, {"x.pl", "text <p>", detect.Other, false},
		{"page", "<?xml version='1.0'?>\n<!-- x -->\n<h1>", detect.XML, true}, {"page", "<!-- x -->\n<!DOCTYPE html>", detect.HTML, true}, {"page", "<!-- x --> <feed>", detect.XML, true}, {"page", "<!-- x --> text <p>", detect.HTML, true},
		{"show", "commit 1\nAuthor: A\nDate: B\n\n<p>", detect.HTML, false}, {"a", "From: x\nTo: y\ntext without an empty line", detect.Message, true}, {"a", "Date: x\ntext", detect.HTML, false},
		{"wp-json/index.html", `{"content":"<p>Hi <a href=\"https:\/\/x.org\/y\/\">`, detect.Other, false}, {"pages/12", "\ufeff [{\"a\":1", detect.Other, false}, {"embed?url=x", `[1, true, "<a href=x>"]`, detect.Other, false},
		{"embed", `cb("<div><a href=\"x\">")`, detect.Other, false}, {"ajax.php", `s:23:"<b>x`, detect.Other, false}, {"a", utf16(`{"a":"<p>"}`), detect.Other, false}, {"a.html", ")]}',\n[[\"<a href=x>\"]]", detect.Other, false},
		{"a.html", "[1] see <a href=x>", detect.HTML, true}, {"a.html", "[1, 2] see <a>", detect.HTML, true}, {"a.html", "{{ x }}<p>", detect.HTML, true}, {"a.html", "[[wiki]] <p>", detect.HTML, true}, {"a.html", "see(\"x\") <p>", detect.HTML, true}, {"a.html", "{ \"quoted\" } <p>", detect.HTML, true},
		{"notes.txt", "text <p>", detect.HTML, false}, {"notes.txt", "<p>text", detect.HTML, true},
		{"a.vue", "<template><a href=x>", detect.HTML, false}, {"a.md", "<p align=center>", detect.Other, false},
		{"a.js", "document.write('<p>')", detect.Other, false}, {"a.js", "<!-- x\n", detect.Other, false}, {"a.go", "package a // <p>", detect.Other, false},
		{"a.js", "<!DOCTYPE html><p>", detect.HTML, true}, {"a.json", "{\"a\": \"<p>\"}", detect.Other, false}, {"a.yml", "path: x\n", detect.Other, false},
		{"a.php", "<?php echo '<p>';", detect.Other, false}, {"a.php", "<h1><?= $x ?>", detect.Other, false}, {"a.html", "<?php", detect.HTML, true},
		{"a.html", "\x89PNG\r\n\x1a\n", detect.Other, false}, {"a.html", "<p>\x00 a page with a NUL", detect.HTML, true},
		{"a.html", strings.Repeat("\x01text ", 600), detect.Other, false}, {"a", "a text\x00", detect.Other, false},
		{"a", "<p>\x00", detect.HTML, true}, {"a.eml", "Subject: x\n\n" + strings.Repeat("\x00", 3000), detect.Message, true},
		{"a", utf16("<p>text"), detect.HTML, true}, {"a", utf16("<svg>"), detect.XML, true}, {"a", utf16("text"), detect.HTML, false},
		{"a", "<\x00p\x00>\x00", detect.Other, false}, {"a.html", "\x00<\x00p\x00>", detect.Other, false}, {"a.svg", "<\x00s\x00v\x00", detect.XML, true}, {"a.html", "<\x00?\x00x\x00m\x00l\x00", detect.HTML, true},
		{"a.html", "t\x00<\x00p\x00>\x00", detect.Other, false}, {"a.html", "\xff\xfe\x00\x00<\x00\x00\x00", detect.Other, false}, {"a.html", "\x4c\x88\xa3\x94\x93\x6e", detect.Other, false},
		{"a", "<rss version='2.0'>", detect.XML, true}, {"a", "<feed xmlns=''>", detect.XML, true}, {"a", "<rdf:RDF>", detect.XML, true},
		{"", "BEGIN:VCARD\r\nX-A: b\r\n", detect.Other, false}, {"a.vcf", "BEGIN:VCARD", detect.Other, false},
	} {
		got, known := detect.TypeOf(c.name, []byte(c.head))
		require.Equal(t, c.want, got, "%q %.40q", c.name, c.head)
		require.Equal(t, c.known, known, "%q %.40q", c.name, c.head)
	}
}

// TestCorpusIsKnown: no message, page or feed of others counts as a file of another
// kind.
func TestCorpusIsKnown(t *testing.T) {
	for _, dir := range []string{"mail", "pages", "feeds"} {
		for _, f := range corpus.Files(t, dir) {
			if strings.HasSuffix(f.Name, ".gz") {
				continue
			}
			typ, _ := detect.TypeOf("", f.Data)
			require.NotEqual(t, detect.Other, typ, f.Name)
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
			r := promise.Check(t, []byte(source), engine.Options{Type: detect.Message, Base: pageURL})
			require.Equal(t, source, string(r.Output))
			require.Len(t, r.References, 1)
			require.Equal(t, engine.Left, r.References[0].Status)
			require.Equal(t, "named text/html, but the bytes are those of "+c.kind, r.References[0].Reason)
		}
	}
}
