//go:build unix

package peers

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/rewrite"
)

// made returns the message number i: HTML in one of several forms, with its own text.
func made(i int) string {
	page := fmt.Sprintf("<p>Message %d. <a href=\"../news/%d.html?a=1&amp;b=2\">news</a> <img src=map.png>\r\n.dot\r\n<a href=/%d>%s</a>\r\n", i, i, i, strings.Repeat("x", i*37%3000))
	head := fmt.Sprintf("From: a@example.org\r\nTo: b@example.org\r\nSubject: number %d\r\n\tin two lines\r\nDate: Thu, 01 Jan 2026 00:00:00 +0000\r\nMessage-ID: <%d@example.org>\r\nMIME-Version: 1.0\r\n", i, i)
	base := fmt.Sprintf("Content-Base: http://example.org/list/%d/\r\n", i)
	switch i % 6 {
	case 0:
		return head + base + "Content-Type: text/html\r\n\r\n" + page
	case 1:
		return head + base + "Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n" + wrapped(page)
	case 2:
		return head + base + "Content-Type: multipart/alternative; boundary=x\r\n\r\nnone\r\n--x\r\n\r\nplain\r\n--x\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + strings.ReplaceAll(page, "=", "=3D") + "--x--\r\n"
	case 3: // fields change, the second of each name too
		return head + "Link: <http://example.org/>; rel=up\r\nLink: <next>;\r\n rel=next,\r\n\t<last>; rel=last\r\n" + base + "Content-Location: page.html\r\nContent-Type: text/html\r\n\r\n" + page
	case 4: // large, with bytes of 8 bits and a long line
		return head + base + "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + page + strings.Repeat("ä<a href=x>y</a>", 1+i%4*3000) + "\r\n" + page
	}
	return head + "Content-Type: text/html\r\n\r\n" + page // no base: nothing changes
}

func wrapped(text string) string {
	var b strings.Builder
	for s := base64.StdEncoding.EncodeToString([]byte(text)); s != ""; {
		n := min(76, len(s))
		b.WriteString(s[:n] + "\r\n")
		s = s[n:]
	}
	return b.String()
}

// corpus returns messages of HREFIX_CORPUS as an SMTP client would send them, or none.
func corpus(t testing.TB) (texts []string) {
	root := os.Getenv("HREFIX_CORPUS")
	if root == "" {
		return nil
	}
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "mail"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || len(text) > 1<<20 || !isMessage(text) {
			return err
		}
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		texts = append(texts, "Content-Base: http://example.org/corpus/\r\n"+string(text))
		return nil
	}))
	require.NotEmpty(t, texts)
	return texts
}

// isMessage reports whether a file begins with a header field.
func isMessage(text []byte) bool {
	name, _, ok := bytes.Cut(text, []byte(":"))
	return ok && len(name) > 0 && !bytes.ContainsAny(name, " \t\r\n<")
}

// letters returns n messages: those of the corpus, and others that are made.
func letters(t testing.TB, n int) (list []letter) {
	texts := corpus(t)
	for i := range n {
		text := made(i)
		if i%3 == 0 && i/3 < len(texts) {
			text = texts[i/3]
		}
		list = append(list, letter{fmt.Sprintf("n%d@example.org", i), []byte(text)})
	}
	return list
}

// rewriter rewrites as hrefix abs -t message --skip-dkim does.
func rewriter(t testing.TB) *rewrite.Rewriter { return newRewriter(t, true) }

// rewriterAllowing rewrites as hrefix abs -t message does.
func rewriterAllowing(t testing.TB) *rewrite.Rewriter { return newRewriter(t, false) }

func newRewriter(t testing.TB, keepDKIM bool) *rewrite.Rewriter {
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Message, KeepDKIM: keepDKIM})
	require.NoError(t, err)
	return rw
}

// untraced returns a message without the field that Postfix has added at its top.
func untraced(t testing.TB, text []byte) []byte {
	t.Helper()
	require.True(t, bytes.HasPrefix(text, []byte("Received: ")), "%.200s", text)
	_, text = nextField(text)
	return text
}

// longest is the size to which Postfix shortens a field if it has any filter, at the end of a line. Lines
// end with LF in it.
const longest = 60_000

// shortened returns a message with fields as Postfix shortens them.
func shortened(text []byte) []byte {
	var out []byte
	for len(text) > 0 && !bytes.HasPrefix(text, []byte("\r\n")) {
		field, rest := nextField(text)
		lf := bytes.ReplaceAll(bytes.TrimSuffix(field, []byte("\r\n")), []byte("\r\n"), []byte("\n"))
		if len(lf) > longest {
			lf = lf[:longest]
			lf = lf[:bytes.LastIndexByte(lf, '\n')]
			field = append(bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n")), "\r\n"...)
		}
		out, text = append(out, field...), rest
	}
	return append(out, text...)
}
