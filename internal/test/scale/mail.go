package scale

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"regexp"
	"strings"
	"time"
)

// mailboxName returns the name of the i-th mailbox. Some are compressed by gzip, some have a
// space in their name.
func mailboxName(i int) string {
	name, ext := fmt.Sprintf("list-%02d/%04d-%02d", i%5, 1990+i/12, 1+i%12), ".mbox"
	switch i % 10 {
	case 3:
		name = fmt.Sprintf("list %02d/%04d-%02d", i%5, 1990+i/12, 1+i%12)
	case 7:
		ext = ".mbox.gz"
	}
	return name + ext
}

// quoted finds the lines that a mailbox quotes.
var quoted = regexp.MustCompile(`(?m)^>*From `)

func writeMailbox(out *output, a *author) error {
	eol := a.one("\n", "\n", "\n", "\r\n")
	member, err := compressor(out.name)
	for n := 0; err == nil && !out.full(); n++ {
		text := fmt.Appendf(nil, "From %s@h.example %s%s", a.word(), time.Unix(int64(n)*7919, 0).UTC().Format(time.ANSIC), eol)
		text = append(text, quoted.ReplaceAll(a.message(eol), []byte(">$0"))...)
		text = append(text, eol...)
		if text, err = member(text); err == nil {
			_, err = out.Write(text)
		}
	}
	return err
}

// message returns a message with text, HTML and attachments.
func (a *author) message(eol string) []byte {
	boundary := fmt.Sprintf("=_%x", a.Uint64())
	html := bytes.Clone(a.page(a.size(6e3)))
	a.out = a.out[:0]
	a.write("From: %s <%s@h.example>\nSubject: ", a.word(), a.word())
	a.text(1 + a.IntN(8))
	a.write("\nMessage-ID: <%x@h.example>\nMIME-Version: 1.0\n%sContent-Type: multipart/mixed; boundary=\"%s\"\n", a.Uint64(), a.baseField(), boundary)
	a.write("\n--%s\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nFrom here on: ", boundary)
	a.text(a.IntN(200))
	a.write("\n--%s\nContent-Type: text/html; charset=utf-8\n", boundary)
	a.html(html)
	for range max(0, a.IntN(6)-3) {
		a.write("\n--%s\nContent-Type: %s\nContent-Disposition: attachment; filename=%s\n", boundary, a.one("image/png", "application/pdf", "application/zip"), a.word())
		a.write("Content-Transfer-Encoding: base64\n\n%s", lines64(a.noise(a.size(10e3))))
	}
	a.write("\n--%s--\n", boundary)
	return bytes.ReplaceAll(a.out, []byte("\n"), []byte(eol))
}

// baseField returns a field that gives the base of a message, or nothing.
func (a *author) baseField() string {
	forms := []string{"", "", "Base: <URL:http://list.example/%s/>\n", "Content-Base: \"http://list.example/%s/\"\n", "Content-Location: http://list.example/%s/index.html\n"}
	form := forms[a.IntN(len(forms))]
	if form == "" {
		return ""
	}
	return fmt.Sprintf(form, a.word())
}

// html writes the rest of a header and the body of an HTML part, in some transfer encoding.
func (a *author) html(page []byte) {
	switch a.IntN(5) {
	case 0:
		a.write("Content-Transfer-Encoding: 8bit\n\n")
		a.out = append(a.out, page...)
	case 1, 2:
		a.write("Content-Transfer-Encoding: base64\n\n%s", lines64(page))
	default:
		var body bytes.Buffer
		w := quotedprintable.NewWriter(&body)
		w.Write(page) // a buffer takes everything
		w.Close()
		a.write("Content-Transfer-Encoding: quoted-printable\n\n")
		a.out = append(a.out, bytes.ReplaceAll(body.Bytes(), []byte("\r\n"), []byte("\n"))...)
	}
}

// lines64 returns base64 in lines of 76 characters.
func lines64(data []byte) string {
	var b strings.Builder
	for all := base64.StdEncoding.EncodeToString(data); all != ""; {
		n := min(76, len(all))
		b.WriteString(all[:n] + "\n")
		all = all[n:]
	}
	return b.String()
}
