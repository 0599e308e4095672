package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"mime/quotedprintable"
	"regexp"
	"strings"

	"github.com/emersion/go-message"

	"github.com/hrefix/hrefix/internal/engine"
)

// mailboxSize is how large the mailbox is that is made, at least.
const mailboxSize = 50 << 20

// makeMailbox returns a mailbox of at least size bytes with the texts of a mailing list: every
// fourth message as text alone, the others as text and HTML, in 7bit, quoted-
// printable and base64 by turns. Every fifth HTML part is one of the HTML
// messages' instead of the text's own.
func makeMailbox(list, messages document, size int) (document, error) {
	m := mailboxMaker{parts: htmlParts(&messages)}
	for n := 0; m.out.Len() < size; n++ {
		header, body, _ := bytes.Cut(list.piece(n%len(list.pieces)), []byte("\n\n"))
		m.message(n, header, body)
	}
	d := document{name: "mailbox", typ: engine.Mbox, data: m.out.Bytes(), made: true}
	return d, d.split()
}

// A mailboxMaker writes messages.
type mailboxMaker struct {
	out   bytes.Buffer
	parts []string // HTML
}

// message writes a message with a text of the list.
func (m *mailboxMaker) message(n int, header, body []byte) {
	fmt.Fprintf(&m.out, "From list@example.org Thu Feb  1 %02d:%02d:%02d 2024\n", n/3600%24, n/60%60, n%60)
	for line := range bytes.Lines(header) {
		if !structural.Match(line) {
			m.out.Write(bytes.TrimRight(line, "\r\n"))
			m.out.WriteByte('\n')
		}
	}
	text := unfrom.ReplaceAll(ascii(body), []byte(">From "))
	m.out.WriteString("MIME-Version: 1.0\n")
	encoding := []string{"", "7bit", "quoted-printable", "base64"}[n%4]
	if encoding == "" {
		fmt.Fprintf(&m.out, "Content-Type: text/plain; charset=us-ascii\n\n%s\n\n", bytes.TrimSpace(text))
		return
	}
	fmt.Fprintf(&m.out, "Content-Type: multipart/alternative; boundary=\"=_%d\"\n\n--=_%d\nContent-Type: text/plain; charset=us-ascii\n\n%s\n", n, n, text)
	fmt.Fprintf(&m.out, "--=_%d\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: %s\n\n", n, encoding)
	m.out.WriteString(encode(encoding, m.html(n, text)))
	fmt.Fprintf(&m.out, "\n--=_%d--\n\n", n)
}

var (
	structural = regexp.MustCompile(`(?i)^(content-|mime-version:|from )`)
	unfrom     = regexp.MustCompile(`(?m)^From `)
	webURL     = regexp.MustCompile(`https?://[^\s&<>"]*[^\s&<>".,:;)]`)
)

// html returns the HTML of message n.
func (m *mailboxMaker) html(n int, text []byte) string {
	if n%5 == 0 && len(m.parts) > 0 {
		return m.parts[n/5%len(m.parts)]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<html><head><title>message %d</title><link rel=stylesheet href=\"../list.css\"></head>\n<body bgcolor=\"#ffffff\">\n", n)
	fmt.Fprintf(&b, "<p><a href=\"%06d.html\">previous</a> <a href=\"%06d.html\">next</a> <a href=\"thread.html#%d\">thread</a> <img src=\"/icons/list.png\" alt=\"\"></p>\n", n-1, n+1, n)
	for line := range strings.Lines(string(text)) {
		line = html.EscapeString(strings.TrimRight(line, "\r\n"))
		line = webURL.ReplaceAllString(line, `<a href="$0">$0</a>`)
		b.WriteString(line + "<br>\n")
	}
	fmt.Fprintf(&b, "<hr>\n<p><a href=\"./\">The list</a>, <a href=\"../\">all lists</a></p>\n</body></html>\n")
	return b.String()
}

// encode returns text in a transfer encoding. In 7bit, characters that are not
// ASCII become references.
func encode(encoding, text string) string {
	var b strings.Builder
	switch encoding {
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
	case "base64":
		coded := base64.StdEncoding.EncodeToString([]byte(text))
		for ; len(coded) > 76; coded = coded[76:] {
			b.WriteString(coded[:76] + "\n")
		}
		b.WriteString(coded)
	default:
		for _, r := range text {
			if r < 0x80 {
				b.WriteRune(r)
			} else {
				fmt.Fprintf(&b, "&#%d;", r)
			}
		}
	}
	out := strings.ReplaceAll(b.String(), "\r\n", "\n")
	return unfrom.ReplaceAllString(out, ">From ")
}

// ascii returns text with a question mark for each byte that is not ASCII.
func ascii(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r >= 0x80 {
			return '?'
		}
		return r
	}, text)
}

// htmlParts returns the HTML parts of messages that are neither tiny nor large.
// What is not UTF-8 in them becomes question marks.
func htmlParts(d *document) (parts []string) {
	const least, most = 500, 100_000
	for i := range d.pieces {
		e, err := message.Read(bytes.NewReader(d.piece(i)))
		if e == nil || !readable(err) {
			continue
		}
		_ = e.Walk(func(_ []int, part *message.Entity, err error) error {
			if kind, _, _ := part.Header.ContentType(); !readable(err) || kind != "text/html" {
				return nil
			}
			var b bytes.Buffer
			if _, err := b.ReadFrom(part.Body); err == nil && least <= b.Len() && b.Len() <= most {
				parts = append(parts, strings.ToValidUTF8(b.String(), "?"))
			}
			return nil
		})
	}
	return parts
}
