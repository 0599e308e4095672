//go:build unix

package peers

import (
	"bytes"
	"encoding/base64"
	"mime/quotedprintable"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// page is an HTML document with a link that the command rewrites unless it is signed.
// Rewriting changes its transfer encoding.
const page = `<p>Caf&eacute;: <a href="minutes/2026.html?a=1&amp;b=2" title="all that was said in the meeting">minutes</a></p>
`

// forged is a page of the same length with another link.
var forged = strings.Replace(page, "minutes/", "hackers/", 1)

// An encoding is a transfer encoding.
type encoding struct {
	name   string
	encode func(string) string // lines end with LF
}

var encodings = []encoding{
	{"7bit", strings.Clone},
	{"quoted-printable", encodeQP},
	{"base64", encodeBase64},
}

func encodeQP(s string) string {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(s)) // to memory
	_ = w.Close()
	return lf(b.String())
}

func encodeBase64(s string) string {
	coded := base64.StdEncoding.EncodeToString([]byte(s))
	var b strings.Builder
	for len(coded) > 64 {
		b.WriteString(coded[:64] + "\n")
		coded = coded[64:]
	}
	return b.String() + coded + "\n"
}

func lf(s string) string   { return strings.ReplaceAll(s, "\r\n", "\n") }
func crlf(s string) string { return strings.ReplaceAll(lf(s), "\n", "\r\n") }

// endings are the line endings of messages.
var endings = []struct {
	name string
	of   func(string) string
}{{"LF", lf}, {"CRLF", crlf}}

// alternative returns an entity with an HTML part and a plain one.
func alternative(e encoding, html string) string {
	return "Content-Type: multipart/alternative; boundary=alternative\n\n" +
		"--alternative\nContent-Type: text/plain\n\nminutes\n" +
		"--alternative\nContent-Location: minutes.html\n" + htmlPart(e, html) +
		"--alternative--\n"
}

// htmlPart returns an entity that is an HTML document.
func htmlPart(e encoding, html string) string {
	return "Content-Type: text/html; charset=us-ascii\nContent-Transfer-Encoding: " + e.name + "\n\n" + e.encode(html)
}

// A wrapping puts an entity into a message, and extracts it.
type wrapping struct {
	name          string
	before, after string // lines end with LF
}

// beside is an HTML part that is not signed.
var beside = htmlPart(encodings[0], page)

var wrappings = []wrapping{
	{"a message", "From: a@example.org\nSubject: signed\n", ""},
	{"forwarded", "From: b@example.org\nSubject: Fwd: signed\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=forward\n\n" +
		"--forward\n" + beside + "--forward\nContent-Type: message/rfc822\n\nFrom: a@example.org\nSubject: signed\n",
		"\n--forward--\n"},
	{"on a mailing list", "From: list@example.org\nSubject: [list] signed\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=list\n\n--list\n",
		"\n--list\n" + beside + "--list--\n"},
}

// rewritten returns the wrapping as the command writes it, with its outer part rewritten.
func (w wrapping) rewritten() wrapping {
	for _, s := range []*string{&w.before, &w.after} {
		*s = strings.ReplaceAll(*s, `"minutes/`, `"http://base.example/dir/minutes/`)
	}
	return w
}

// checkSigned puts a signed entity into messages. It checks that the command does not
// change the entity, and that the signature verifies, but not after forge has changed the
// entity.
func checkSigned(t *testing.T, signed string, forge func(string) string, verify func(t testing.TB, entity string) bool) {
	t.Helper()
	require.True(t, verify(t, signed), "before: %s", signed)
	for _, ending := range endings {
		for _, w := range wrappings {
			t.Run(w.name+" "+ending.name, func(t *testing.T) {
				r := rewrite(t, ending.of(w.before+signed+w.after))
				w = w.rewritten()
				out, ok := strings.CutPrefix(r.stdout, ending.of(w.before))
				require.True(t, ok, "%s", r.stdout)
				out, ok = strings.CutSuffix(out, ending.of(w.after))
				require.True(t, ok, "%s", r.stdout)
				require.True(t, verify(t, out), "%s", r.stdout)
				changed := forge(out)
				require.NotEqual(t, out, changed)
				require.False(t, verify(t, changed), "a forged link verifies")
				require.Regexp(t, `(?i)signed|pkcs7`, r.stderr, "it is not told that something is left")
			})
		}
	}
}

// replaceCoded returns a function that replaces the page by the forged one, in an encoding
// and with any line ending.
func replaceCoded(e encoding) func(string) string {
	return func(s string) string {
		for _, ending := range endings {
			s = strings.Replace(s, ending.of(e.encode(page)), ending.of(e.encode(forged)), 1)
		}
		return s
	}
}
