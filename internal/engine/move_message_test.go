package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// TestMoveMessages moves the links and bases of messages, with LF and with CRLF.
func TestMoveMessages(t *testing.T) {
	const page = "Content-Type: text/html\n\n"
	const signed = "Content-Type: multipart/signed; boundary=s\n"
	const related = "Content-Type: multipart/related; boundary=r\n"
	for _, c := range []struct{ name, src, want string }{
		{"Base", "Base: <URL:http://old.example/blog/>\n" + page + "<a href=x><a href=/y>", "Base: <URL:https://new.example/>\n" + page + "<a href=x><a href=http://old.example/y>"},
		{"folded Base", "Base: <URL:http://old.example\n\t/blog/a/>\n" + page + "<a href=x>", "Base: <URL:https://new.example/a/>\n" + page + "<a href=x>"},
		{"Content-Base", "Content-Base: \"http://old.example/blog/\"\n" + page + "<a href=x>", "Content-Base: \"https://new.example/\"\n" + page + "<a href=x>"},
		{"Content-Location", "Content-Location: http://old.example/blog/a.html\n" + page + "<a href=b.html>", "Content-Location: https://new.example/a.html\n" + page + "<a href=b.html>"},
		{"relative Content-Location", "Content-Location: a/p\nContent-Base: http://old.example/blog/\n" + page + "<a href=x>", "Content-Location: a/p\nContent-Base: https://new.example/\n" + page + "<a href=x>"},
		{"Link", "Link: <http://old.example/blog/x>; rel=next, <y>\nContent-Base: http://old.example/\n\n", "Link: <https://new.example/x>; rel=next, <y>\nContent-Base: http://old.example/\n\n"},
		{"a field that is no reference", "List-Archive: <http://old.example/blog/>\n\nhttp://old.example/blog/", ""},
		{"quoted-printable", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3D\"http://old.exam=\nple/blog/?a=3Db\">=20\n", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3D\"https://new.example/?a=3Db\">=20\n"},
		{"signed", signed + "\n--s\nBase: <URL:http://old.example/blog/>\n" + page + "<a href=http://old.example/blog/x>\n--s--\n", ""},
		{"a base around what is signed", "Content-Base: http://old.example/blog/\n" + mixedM + "--m\n" + signed + "\n--s\n" + page + "<a href=x>\n--s--\n\n--m--\n", "Content-Base: https://new.example/\n" + mixedM + "--m\n" + signed + "\n--s\n" + page + "<a href=x>\n--s--\n\n--m--\n"},
		{"a base that must stay", "Content-Base: http://old.example/blog/\x0bx/\n" + page + "<a href=y><a href=http://old.example/blog/z>", "Content-Base: http://old.example/blog/\x0bx/\n" + page + "<a href=y><a href=https://new.example/z>"},
		{"parts that name each other",
			related + "\n--r\nContent-Location: http://old.example/blog/p.html\n" + page + "<img src=i.png><img src=http://old.example/blog/i.png>\n--r\nContent-Location: http://old.example/blog/i.png\nContent-Type: image/png\n\n--r--\n",
			related + "\n--r\nContent-Location: https://new.example/p.html\n" + page + "<img src=i.png><img src=https://new.example/i.png>\n--r\nContent-Location: https://new.example/i.png\nContent-Type: image/png\n\n--r--\n"},
		{"a part that is named in what is signed",
			related + "\n--r\n" + signed + "\n--s\n" + page + "<img src=http://old.example/blog/i.png>\n--s--\n\n--r\nContent-Location: http://old.example/blog/i.png\nContent-Type: image/png\n\n--r--\n", ""},
		{"a mailbox", "From a@b Mon Jan  1 00:00:00 2001\n" + page + "<a href=http://old.example/blog/1>\n\nFrom a@b Mon Jan  1 00:00:00 2001\n" + page + "<a href=http://old.example/blog/2>\n",
			"From a@b Mon Jan  1 00:00:00 2001\n" + page + "<a href=https://new.example/1>\n\nFrom a@b Mon Jan  1 00:00:00 2001\n" + page + "<a href=https://new.example/2>\n"},
		{"a scheme that may give no base", "Content-Base: file:///blog/\n" + page + "<a href=x>", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				c.want = c.src
			}
			for _, lines := range []string{"\n", "\r\n"} {
				src, want := strings.ReplaceAll(c.src, "\n", lines), strings.ReplaceAll(c.want, "\n", lines)
				opts := engine.Options{Type: detect.Message, Moves: append(blogMoves, engine.Move{From: "file:///", To: "http://new.example/"})}
				if strings.HasPrefix(src, "From ") {
					opts.Type = detect.Mbox
				}
				r, _ := promise.CheckMoved(t, []byte(src), opts)
				require.Equal(t, want, string(r.Output))
			}
		})
	}
}
