package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"mime/quotedprintable"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// mailboxSize is the size of the mailbox that is made.
const mailboxSize = 50 << 20

// mailingList is the archives of mailing lists as one mailbox.
func (in inputs) mailingList() error {
	names, err := in.all("mail/pipermail/*")
	var list []byte
	for _, name := range names {
		data, readErr := os.ReadFile(name)
		list, err = append(list, data...), errors.Join(err, readErr)
	}
	return errors.Join(err, in.write("list.mbox", list))
}

var htmlField = regexp.MustCompile(`(?im)^content-type:\s*text/html`)

// messages are the messages of the corpus with HTML parts, MHTML among them.
func (in inputs) messages() error {
	n := 0
	return filepath.WalkDir(filepath.Join(in.corpus, "mail"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || !htmlField.Match(data) || bytes.HasPrefix(data, []byte("From ")) {
			return err
		}
		n++
		return in.write(fmt.Sprintf("messages/%03d.eml", n), data)
	})
}

var separator = regexp.MustCompile(`(?m)(?:\A|\n\r?\n)From [^\n]*\d{4}\r?\n`)

// splitMailbox returns the messages of a mailbox, without the "From " lines.
func splitMailbox(mailbox []byte) (messages [][]byte) {
	lines := separator.FindAllIndex(mailbox, -1)
	for i, line := range lines {
		end := len(mailbox)
		if i+1 < len(lines) {
			end = lines[i+1][0] + 1
		}
		messages = append(messages, mailbox[line[1]:end])
	}
	return messages
}

// mailbox is made of the texts of the mailing list: every fourth message is text alone, the others are
// text and HTML, in 7bit, quoted-printable and base64 by turns. Every fifth HTML part is taken from
// the HTML messages that are not encoded.
func (in inputs) mailbox() error {
	if err := errors.Join(in.make("list.mbox"), in.make("messages")); err != nil {
		return err
	}
	list, err := os.ReadFile(filepath.Join(in.dir, "list.mbox"))
	if err != nil {
		return err
	}
	messages, err := readDocument(filepath.Join(in.dir, "messages"))
	if err != nil {
		return err
	}
	var parts [][]byte
	for _, m := range messages.pieces {
		if part := htmlPart.Find(m); part != nil && !bytes.Contains(part, []byte("=3D")) { // the part is not quoted-printable
			parts = append(parts, part)
		}
	}
	texts := splitMailbox(list)
	if len(texts) == 0 || len(parts) == 0 {
		return fmt.Errorf("no messages in %s", in.corpus)
	}
	var out bytes.Buffer
	for n := 0; out.Len() < mailboxSize; n++ {
		header, body, _ := bytes.Cut(texts[n%len(texts)], []byte("\n\n"))
		text := notASCII.ReplaceAllString(string(body), "?")
		page := textHTML(n, text)
		if n%5 == 0 {
			page = string(bytes.ReplaceAll(parts[n/5%len(parts)], []byte("\r\n"), []byte("\n")))
		}
		writeMessage(&out, n, header, text, page)
	}
	return in.write("mailbox.mbox", out.Bytes())
}

var (
	structural = regexp.MustCompile(`(?im)^(content-|mime-version:|from ).*\n`)
	fromLine   = regexp.MustCompile(`(?m)^From `)
	htmlPart   = regexp.MustCompile(`(?is)<html.*?</html>`)
	notASCII   = regexp.MustCompile(`[^\x00-\x7f]`)
	webURL     = regexp.MustCompile(`https?://[^\s&<>"]*[^\s&<>".,:;)]`)
)

// writeMessage writes message n, with its text and, mostly, the same as HTML.
func writeMessage(out *bytes.Buffer, n int, header []byte, text, page string) {
	fmt.Fprintf(out, "From list@example.org Thu Feb  1 %02d:%02d:%02d 2024\n", n/3600%24, n/60%60, n%60)
	header = bytes.ReplaceAll(header, []byte("\r"), nil)
	out.Write(structural.ReplaceAll(append(header, '\n'), nil))
	text = fromLine.ReplaceAllString(strings.TrimSpace(text), ">From ")
	encoding := []string{"", "7bit", "quoted-printable", "base64"}[n%4]
	if encoding == "" {
		fmt.Fprintf(out, "MIME-Version: 1.0\nContent-Type: text/plain; charset=us-ascii\n\n%s\n\n", text)
		return
	}
	page = fromLine.ReplaceAllString(encode(encoding, page), ">From ")
	fmt.Fprintf(out, "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=\"=_%d\"\n\n--=_%d\nContent-Type: text/plain; charset=us-ascii\n\n%s\n", n, n, text)
	fmt.Fprintf(out, "--=_%d\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: %s\n\n%s\n--=_%d--\n\n", n, encoding, page, n)
}

// textHTML returns the HTML of message n.
func textHTML(n int, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<html><head><title>message %d</title><link rel=stylesheet href=\"../list.css\"></head>\n<body bgcolor=\"#ffffff\">\n", n)
	fmt.Fprintf(&b, "<p><a href=\"%06d.html\">previous</a> <a href=\"%06d.html\">next</a> <a href=\"thread.html#%d\">thread</a> <img src=\"/icons/list.png\" alt=\"\"></p>\n", n-1, n+1, n)
	for line := range strings.Lines(text) {
		line = html.EscapeString(strings.TrimRight(line, "\r\n"))
		b.WriteString(webURL.ReplaceAllString(line, `<a href="$0">$0</a>`) + "<br>\n")
	}
	b.WriteString("<hr>\n<p><a href=\"./\">The list</a>, <a href=\"../\">all lists</a></p>\n</body></html>\n")
	return b.String()
}

// encode returns text in a transfer encoding.
func encode(encoding, text string) string {
	switch encoding {
	case "quoted-printable":
		var b strings.Builder
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(text)) // a builder does not fail
		_ = w.Close()
		return strings.ReplaceAll(b.String(), "\r\n", "\n")
	case "base64":
		return inLines(base64.StdEncoding.EncodeToString([]byte(text)))
	}
	return notASCII.ReplaceAllString(text, "?")
}
