//go:build linux

package main

import (
	"archive/zip"
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"mime/quotedprintable"
	"os"
	"strconv"
	"strings"
)

// A hostileShape is a document that takes far more memory or output than its size lets one
// think, unless something bounds it.
type hostileShape struct {
	name  string // of the file
	write func(io.Writer) error
}

// Sizes of hostile documents.
var (
	hostileBase  = 4090                      // letters of the base of documents that amplify
	hostileLinks = 400_000 / hostilePart()   // links of those
	hostileTiny  = 4_000_000 / hostilePart() // links of one that has nothing else
	hostileHuge  = 40 << 20 / hostilePart()  // bytes of one value
	hostileMany  = 1_000_000 / hostilePart() // of what is small
)

// hostilePart returns the number by which the sizes are divided: HREFIX_HOSTILE_PART, or 1.
func hostilePart() int {
	n, err := strconv.Atoi(os.Getenv("HREFIX_HOSTILE_PART"))
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// text writes pieces: a string is written once, and a number before one says how often.
func text(pieces ...any) func(io.Writer) error {
	return func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 64<<10)
		times := 1
		for _, p := range pieces {
			switch p := p.(type) {
			case int:
				times = p
				continue
			case string:
				for range times {
					if _, err := out.WriteString(p); err != nil {
						return err
					}
				}
			case func(io.Writer) error:
				if err := p(out); err != nil {
					return err
				}
			}
			times = 1
		}
		return out.Flush()
	}
}

// through writes what write writes through an encoder.
func through(encoder func(io.Writer) io.WriteCloser, write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		e := encoder(w)
		if err := write(e); err != nil {
			return err
		}
		return e.Close()
	}
}

func zipped(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }

func inQuotedPrintable(w io.Writer) io.WriteCloser { return quotedprintable.NewWriter(w) }

// inBase64Lines encodes in base64, in lines of 76 characters.
func inBase64Lines(w io.Writer) io.WriteCloser {
	return base64.NewEncoder(base64.StdEncoding, &lineWriter{w: w})
}

// A lineWriter ends a line after 76 characters.
type lineWriter struct {
	w io.Writer
	n int
}

func (l *lineWriter) Write(b []byte) (int, error) {
	const width = 76
	for rest := b; len(rest) > 0; {
		n := min(width-l.n, len(rest))
		if _, err := l.w.Write(rest[:n]); err != nil {
			return 0, err
		}
		rest = rest[n:]
		if l.n += n; l.n == width {
			if _, err := io.WriteString(l.w, "\n"); err != nil {
				return 0, err
			}
			l.n = 0
		}
	}
	return len(b), nil
}

// mail returns a message with that body.
func mail(mediaType, encoding string, body func(io.Writer) error) func(io.Writer) error {
	return text("From: a@b.example\nContent-Type: "+mediaType+"\nContent-Transfer-Encoding: "+encoding+"\n\n", body, "\n")
}

// sparse makes a file of that size which takes no room.
func sparse(size int64) func(io.Writer) error {
	return func(w io.Writer) error { return w.(*os.File).Truncate(size) }
}

// zipOf returns a ZIP archive with one file.
func zipOf(name string, write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		z := zip.NewWriter(w)
		f, err := z.Create(name)
		if err != nil {
			return err
		}
		if err := write(f); err != nil {
			return err
		}
		return z.Close()
	}
}

// hostileShapes returns the hostile documents, with feeds and web archives. Each is a file in a
// directory that also has good documents.
func hostileShapes() []hostileShape {
	links := text("<base href=\"http://h/", hostileBase, "a", "/\">", hostileLinks, "<a href=x>")
	return append(append(hostileFeeds(), hostileArchives()...), []hostileShape{
		// A long base before many links.
		{"amplify.html", links},
		{"amplify.html.gz", through(zipped, links)},
		{"amplify-7bit.eml", mail("text/html", "7bit", links)},
		{"amplify-qp.eml", mail("text/html", "quoted-printable", through(inQuotedPrintable, links))},
		{"amplify-base64.eml", mail("text/html", "base64", through(inBase64Lines, links))},
		{"amplify-base64.eml.gz", through(zipped, mail("text/html", "base64", through(inBase64Lines, links)))},
		{"amplify.mbox", text("From a@b.example Thu Jan  1 00:00:00 2004\n", mail("text/html", "7bit", links), "\n",
			"From a@b.example Thu Jan  1 00:00:00 2004\n", mail("text/html", "quoted-printable", through(inQuotedPrintable, links)), "\n")},
		// Much out of little.
		{"bomb.html.gz", through(zipped, text("<p>", 1_600_000_000, " "))},
		{"links-bomb.html.gz", through(zipped, text(8*hostileTiny, "<a href=x>"))},
		{"zip.html", zipOf("a.html", text(1<<30, " "))},
		{"sparse.html", sparse(3 << 30)},
		{"sparse.eml", text("Subject: x\nContent-Type: text/html\n\n", 3<<10/hostilePart(), strings.Repeat(" ", 1<<20))},
		// Very many of something.
		{"tiny.html", text(hostileTiny, "<a href=x>")},
		{"tiny.eml", mail("text/html", "7bit", text(hostileTiny, "<a href=x>"))},
		{"deep.html", text(hostileMany, "<div>", "<a href=x>")},
		{"formatting.html", text(hostileMany, "<b><p>", "<a href=x>")},
		{"unclosed.html", text(hostileMany, "<a href=x <!-- <")},
		{"attributes.html", text("<a", hostileMany, " a=b href=c", " href=x>")},
		{"bases.html", text(hostileMany, "<base href=x>", "<a href=x>")},
		{"parts.eml", text("Content-Type: multipart/mixed; boundary=b\n\n", hostileMany, "--b\n\n<a href=x>\n", "--b--\n")},
		{"nested.eml", text(hostileMany, "Content-Type: message/rfc822\n\n", "Content-Type: text/html\n\n<a href=x>\n")},
		{"srcdoc.html", func(w io.Writer) error {
			inner := strings.Repeat("<a href=x>", 20_000)
			for range 8 {
				inner = "<iframe srcdoc=\"" + strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(inner) + "\">"
			}
			_, err := io.WriteString(w, inner)
			return err
		}},
		// One of something huge.
		{"attribute.html", text("<a href=\"", hostileHuge, "x", "\">")},
		{"entities.html", text("<a href=\"", hostileMany, "&amp;&#x41;", "\">")},
		{"srcset.html", text("<img srcset=\"", hostileMany, "x 1x, y 2x,", "\">")},
		{"style.html", text("<style>", hostileMany, "a{background:url(x)}", "</style>")},
		{"strings.css", text(hostileHuge, "\"", "@import 'x'")},
		{"escapes.css", text("a{background:url(", hostileMany, "\\41 ", ")}")},
		{"importmap.html", text("<script type=importmap>{\"imports\":{", hostileMany, "\"a\":\"./b\",", "\"c\":\"./d\"}}</script>")},
		{"json.html", text("<script type=importmap>", hostileMany, "[", "</script>")},
		{"module.html", text("<script type=module>", hostileMany, "import './a.js';", "</script>")},
		{"header.eml", text("X: ", hostileHuge, "x", "\nContent-Type: text/html\n\n<a href=x>")},
		{"fields.eml", text(hostileMany, "Base: <URL:http://h/>\n", "Content-Type: text/html\n\n<a href=x>")},
		{"folded.eml", text("Content-Location: ", hostileMany, "x\n ", "\nContent-Type: text/html\n\n<a href=x>")},
		{"line.mbox", text("From a@b.example Thu Jan  1 00:00:00 2004\nContent-Type: text/html\n\n", hostileHuge, "x", "\n")},
		{"entities.svg", text("<!DOCTYPE svg [<!ENTITY a 'x'>", hostileMany, "<!ENTITY b '&a;&a;'>", "]><svg xmlns:x='http://www.w3.org/1999/xlink'><a x:href='&b;'/></svg>")},
		{"words.eml", text("Content-Location: ", hostileMany/10, "=?utf-8?q?x?= ", "\nContent-Type: text/html\n\n<a href=x>")},
	}...)
}

// goodDocuments are rewritten beside hostile ones.
func goodDocuments() map[string]string {
	all := make(map[string]string)
	for i := range 5 {
		body := strings.Repeat(fmt.Sprintf("<p><a href=\"page%d.html?a=1&amp;b=2\">x</a> <img src=i.png>\n", i), 20*(i+1))
		all[fmt.Sprintf("page%d.html", i)] = "<title>x</title>\n" + body
		all[fmt.Sprintf("mail%d.eml", i)] = fmt.Sprintf("From: a@b.example\nBase: <URL:http://list.example/%d/>\nContent-Type: multipart/mixed; boundary=b\n\n", i) +
			"--b\nContent-Type: text/html\n\n" + body + "--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + base64Lines(body) + "--b--\n"
	}
	return all
}
