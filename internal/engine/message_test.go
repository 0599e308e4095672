package engine_test

import (
	"cmp"
	"crypto/md5"
	"encoding/base64"
	"fmt"
	"io"
	"mime/quotedprintable"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// messageCases are rewritten with the retrieval URL pageURL, with LF and with
// CRLF line endings.
var messageCases = []struct{ name, src, want string }{
	{"single part", "Content-Type: text/html\n\n<a href=x>\n", "Content-Type: text/html\n\n<a href=http://h/d/x>\n"},
	{"no header at all", "\n<a href=x>\n", ""},
	{"text", "Subject: x\n\n<a href=x>\n", ""},
	{"base field", "Base: <URL:http://b/>\nContent-Type: text/html\n\n<a href=x>\n", "Base: <URL:http://b/>\nContent-Type: text/html\n\n<a href=http://b/x>\n"},
	{"folded in mid-word", "bAsE:\n <UR\n L: http:/\n /b/>\nContent-Type: text/html\n\n<a href=x>\n", "bAsE:\n <UR\n L: http:/\n /b/>\nContent-Type: text/html\n\n<a href=http://b/x>\n"},
	{"relative base field", "Base: <URL:../b/>\nContent-Type: text/html\n\n<a href=x>\n", "Base: <URL:../b/>\nContent-Type: text/html\n\n<a href=http://h/b/x>\n"},
	{"Base before Content-Base", "Content-Base: http://c/\nBase: <URL:http://b/>\nContent-Type: text/html\n\n<a href=x>\n", "Content-Base: http://c/\nBase: <URL:http://b/>\nContent-Type: text/html\n\n<a href=http://b/x>\n"},
	{"Content-Location", "Content-Location: s/l\nContent-Type: text/html\n\n<a href=x>\n", "Content-Location: http://h/d/s/l\nContent-Type: text/html\n\n<a href=http://h/d/s/x>\n"},
	{"Content-Location and Content-Base", "Content-Location: s/l\nContent-Base: http://c/d/\nContent-Type: text/html\n\n<a href=x>\n", "Content-Location: http://c/d/s/l\nContent-Base: http://c/d/\nContent-Type: text/html\n\n<a href=http://c/d/x>\n"},
	{"folded Content-Location", "Content-Location: s/\n l\n\t.html \nContent-Type: text/html\n\n<a href=x>\n", "Content-Location: http://h/d/s/\n l\n\t.html \nContent-Type: text/html\n\n<a href=http://h/d/s/x>\n"},
	{"empty Content-Location", "Content-Location:\nContent-Type: text/html\n\n<a href=x>\n", "Content-Location:\nContent-Type: text/html\n\n<a href=http://h/d/x>\n"},
	{"Content-Location with encoded words", "Content-Location: =?utf-8?q?s/l?=\n\n", "Content-Location: =?utf-8?q?http://h/d/?= =?utf-8?q?s/l?=\n\n"},
	{"cid", "Content-Type: text/html\n\n<img src=cid:x><img src=CID:y>\n", ""},
	{"quoted-printable", "Content-Type: text/html\nContent-Transfer-Encoding: Quoted-Printable\n\n<a href=3d\"x=\n/y=3D\">=20  \n", "Content-Type: text/html\nContent-Transfer-Encoding: Quoted-Printable\n\n<a href=3d\"http://h/d/x=\n/y=3D\">=20  \n"},
	{"unknown encoding", "Content-Type: text/html\nContent-Transfer-Encoding: x-own\n\n<a href=x>\n", ""},
	{"two types", "Content-Type: text/html\nContent-Type: text/plain\n\n<a href=x>\n", ""},
	{"external body", "Content-Type: message/external-body; access-type=URL\n\nContent-Type: text/html\n\n<a href=x>\n", ""},
	{"partial", "Content-Type: message/partial; id=x; number=1\n\nContent-Type: text/html\n\n<a href=x>\n", ""},
	{"signed", "Content-Type: multipart/signed; boundary=s\n\n--s\nContent-Type: text/html\n\n<a href=x>\n--s\nContent-Type: application/pgp-signature\n\n--s--\n", ""},
	{"encrypted", "Content-Type: multipart/encrypted; boundary=s\n\n--s\nContent-Type: text/html\n\n<a href=x>\n--s--\n", ""},
	{"inline PGP", "Content-Type: text/html\n\n-----BEGIN PGP SIGNED MESSAGE-----\n\n<a href=x>\n-----BEGIN PGP SIGNATURE-----\n", ""},
	{"no empty line after the header", "Base: <URL:http://e/x/>\nContent-Type: text/html\n<p>Hello <a href=\"\nfoo\">foo</a>\n", ""},
	{"folding makes no delimiter", "Content-Type: multipart/mixed; boundary=B1\n\n--B1\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx<a href=3D--B1\nid=3Dq>z</a>\n--B1--\n",
		"Content-Type: multipart/mixed; boundary=B1\n\n--B1\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx<a href=3Dhttp://h/d=\n/--B1\nid=3Dq>z</a>\n--B1--\n"},
	{"signed within", "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: multipart/signed; boundary=s\n\n--s\nContent-Type: text/html\n\n<a href=x>\n--s--\n--m\nContent-Type: text/html\n\n<a href=x>\n--m--\n", "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: multipart/signed; boundary=s\n\n--s\nContent-Type: text/html\n\n<a href=x>\n--s--\n--m\nContent-Type: text/html\n\n<a href=http://h/d/x>\n--m--\n"},
	{"digest", "Content-Type: multipart/digest; boundary=m\n\n--m\n\nBase: <URL:http://b/>\nContent-Type: text/html\n\n<a href=x>\n--m--\n", "Content-Type: multipart/digest; boundary=m\n\n--m\n\nBase: <URL:http://b/>\nContent-Type: text/html\n\n<a href=http://b/x>\n--m--\n"},
	{"preamble and epilogue", "Content-Type: multipart/mixed; boundary=m\n\n<a href=x>\n--m\nContent-Type: text/html\n\n<a href=x>\n--m--\n<a href=x>\n", "Content-Type: multipart/mixed; boundary=m\n\n<a href=x>\n--m\nContent-Type: text/html\n\n<a href=http://h/d/x>\n--m--\n<a href=x>\n"},
	{"not closed", "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/html\n\n<a href=x>", "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/html\n\n<a href=http://h/d/x>"},
	{"unquoted boundary", "Content-Type: multipart/mixed; boundary==_?m/\n\n--=_?m/\nContent-Type: text/html\n\n<a href=x>\n--=_?m/--\n", "Content-Type: multipart/mixed; boundary==_?m/\n\n--=_?m/\nContent-Type: text/html\n\n<a href=http://h/d/x>\n--=_?m/--\n"},
	{"malformed line in the header", "Subject: x\nno field\nContent-Type: text/html\n\n<a href=x>\n", "Subject: x\nno field\nContent-Type: text/html\n\n<a href=http://h/d/x>\n"},
}

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

func TestMessage(t *testing.T) {
	for _, c := range slices.Concat(messageCases, headerCases) {
		t.Run(c.name, func(t *testing.T) {
			want := cmp.Or(c.want, c.src)
			for _, ending := range []func(string) string{strings.Clone, crlf} {
				src := []byte(ending(c.src))
				r := promise.Check(t, src, engine.Options{Type: detect.Message, Base: pageURL})
				require.Equal(t, ending(want), string(r.Output))
				promise.Check(t, src, engine.Options{Type: detect.Message})
				promise.Check(t, src, engine.Options{Type: detect.Message, Base: pageURL, BaseFields: []string{}})
			}
		})
	}
}

// wrapped returns text in base64, in lines of the given width.
func wrapped(text string, width int) string {
	encoded := base64.StdEncoding.EncodeToString([]byte(text))
	var b strings.Builder
	for len(encoded) > width {
		b.WriteString(encoded[:width] + "\n")
		encoded = encoded[width:]
	}
	return b.String() + encoded + "\n"
}

// TestEncodedMessage has a message in base64 in a message, in which an HTML
// part is in quoted-printable: three views deep.
func TestEncodedMessage(t *testing.T) {
	const head = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
	const inner = "Base: <URL:http://b/>\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3D\"&#120;=\n\">\n"
	want := strings.Replace(inner, "&#120;", "http://b/&#120;", 1)
	for _, width := range []int{60, 72, 76} {
		r := promise.Check(t, []byte(head+wrapped(inner, width)), engine.Options{Type: detect.Message})
		require.Equal(t, head+wrapped(want, width), string(r.Output))
		require.Len(t, r.References, 1)
		require.Equal(t, "http://b/", r.References[0].Base)
		require.Equal(t, "1.1", r.References[0].Part)
	}
}

// TestCorrections: fields that describe the body are right afterwards, if
// they did before.
func TestCorrections(t *testing.T) {
	const body = "<a href=3Dx>=C3=A9</a>\n<img src=3D\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\">\n"
	const after = "<a href=3Dhttp://h/d/x>=C3=A9</a>\n<img src=3D\"http://h/d/=\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\">\n"
	sum := func(text string) string {
		decoded, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(crlf(text))))
		require.NoError(t, err)
		digest := md5.Sum(decoded)
		return base64.StdEncoding.EncodeToString(digest[:])
	}
	message := func(body string, length, lines int, digest string) string {
		return fmt.Sprintf("Content-Type: text/html\nContent-Length: %d\nLines:  %d \nContent-MD5: %s\nContent-Location: p\nContent-Transfer-Encoding: quoted-printable\nDKIM-Signature: x\n\n%s", length, lines, digest, body)
	}
	src := message(body, len(body), 2, sum(body))
	want := strings.Replace(message(after, len(after), 3, sum(after)), "Location: p", "Location: http://h/d/p", 1)
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
	require.Equal(t, want, string(r.Output))
	require.Len(t, r.Plan.Notes, 1)
	require.Contains(t, r.Plan.Notes[0].Text, "DKIM-Signature")
	// What was wrong stays.
	wrong := message(body, 1, 1, sum("x"))
	r = promise.Check(t, []byte(wrong), engine.Options{Type: detect.Message, Base: pageURL})
	require.Equal(t, strings.Replace(message(after, 1, 1, sum("x")), "Location: p", "Location: http://h/d/p", 1), string(r.Output))
	// Nothing changes, and nothing is noted.
	r = promise.Check(t, []byte(src), engine.Options{Type: detect.Message})
	require.Empty(t, r.Plan.Notes)
}

// TestGarbageInBase64 is read, but left.
func TestGarbageInBase64(t *testing.T) {
	src := "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n!" + wrapped("<a href=x>", 76)
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
	require.Equal(t, src, string(r.Output))
	require.Len(t, r.References, 1)
	require.Equal(t, engine.Left, r.References[0].Status)
	require.Len(t, r.Plan.Notes, 1)
}

// TestLeft: parts that must not change are reported.
func TestLeft(t *testing.T) {
	for _, c := range messageCases {
		if c.name == "signed" || c.name == "two types" {
			r := promise.Check(t, []byte(c.src), engine.Options{Type: detect.Message, Base: pageURL})
			require.NotEmpty(t, r.Plan.Notes, c.name)
			for _, ref := range r.References {
				require.Equal(t, engine.Left, ref.Status)
			}
		}
	}
}

// TestNested reads the message of bases at every level.
func TestNested(t *testing.T) {
	src, err := os.ReadFile("../../testdata/nested.eml")
	require.NoError(t, err)
	for _, ending := range []func(string) string{strings.Clone, crlf} {
		r := promise.Check(t, []byte(ending(string(src))), engine.Options{})
		require.Equal(t, detect.Message, r.Plan.Type)
		type row struct {
			part, attr, target, base string
			layer                    base.Layer
		}
		var got []row
		for _, ref := range r.References {
			got = append(got, row{ref.Part, ref.Attr, ref.Target, ref.Base, ref.Layer})
		}
		require.Equal(t, []row{
			{"1", "background", "http://own/base/paper.png", "http://own/base/page.html", base.Encapsulating},
			{"1", "href", "http://own/base/minutes/2026-03.html?view=full&page=2", "http://own/base/page.html", base.Encapsulating},
			{"1", "href", "http://own/agenda.html#next", "http://own/base/page.html", base.Encapsulating},
			{"2", "Content-Location", "http://outer/ex/part.html", "http://outer/ex/", base.Encapsulating},
			{"2", "href", "http://outer/ex/docs/index.html", "http://outer/ex/part.html", base.Encapsulating},
			{"2", "src", "http://outer/img/logo.png", "http://outer/ex/part.html", base.Encapsulating},
			{"2", "href", "http://elsewhere.example/", "http://outer/ex/part.html", base.Encapsulating},
			{"2", "href", "#top", "http://outer/ex/part.html", base.Encapsulating},
			{"3.1", "href", "http://inner/site/", "http://outer/ex/", base.Encapsulating},
			{"3.1", "href", "http://inner/site/news.html", "http://inner/site/", base.Embedded},
			{"3.1", "href", "http://inner/site/?q=1", "http://inner/site/", base.Embedded},
			{"3.2", "href", "http://outer/ex/news.html", "http://outer/ex/", base.Encapsulating},
			{"3.2", "src", "http://outer/ex/a b.png", "http://outer/ex/", base.Encapsulating},
		}, got)
	}
}
