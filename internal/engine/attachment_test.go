package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// TestSkipAttachments: attachments can be kept out, with all that is in them.
func TestSkipAttachments(t *testing.T) {
	opts := engine.Options{Type: detect.Message, Base: pageURL, SkipAttachments: true}
	for field, skipped := range map[string]bool{
		"attachment": true, "ATTACHMENT; filename=a.html": true, " (x) attachment (y) ; x": true, "\"attachment\"": true, "\n attachment;\n size=1": true,
		"inline": false, "": false, "attachments": false, "inline; filename=attachment": false, "x-attachment": false,
	} {
		for _, part := range []string{"Content-Type: text/html\n", "Content-Type: message/rfc822\n", "Content-Type: multipart/mixed; boundary=n\n"} {
			body := map[bool]string{true: "<a href=x>", false: "Content-Type: text/html\n\n<a href=x>"}[strings.Contains(part, "html")]
			if strings.Contains(part, "multipart") {
				body = "--n\n" + body + "\n--n--\n"
			}
			src := "Content-Type: multipart/mixed; boundary=m\n\n--m\n" + part + "Content-Disposition: " + field + "\n\n" + body + "\n--m\nContent-Type: text/html\n\n<a href=x>\n--m--\n"
			want := strings.ReplaceAll(src, "href=x", "href=http://h/d/x")
			if skipped {
				want = strings.Replace(want, "href=http://h/d/x", "href=x", 1)
			}
			r := promise.Check(t, []byte(src), opts)
			require.Equal(t, want, string(r.Output))
			require.Len(t, r.References, 2)
			if skipped {
				require.Equal(t, "an attachment (Content-Disposition)", r.References[0].Reason)
			}
			everything := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
			require.Equal(t, strings.ReplaceAll(src, "href=x", "href=http://h/d/x"), string(everything.Output))
		}
	}
}

// TestLongLines: a line that gets longer than a message may have is noted.
func TestLongLines(t *testing.T) {
	const note = "a line is now longer than 998 bytes: mail servers may break it"
	for _, c := range []struct {
		name, encoding, body string
		noted                bool
	}{
		{"just short enough", "8bit", xs(977) + "<a href=x>", false},
		{"too long", "8bit", xs(978) + "<a href=x>", true},
		{"too long by two", "7bit", "\n" + xs(970) + "<a href=x><a href=y>\n", true},
		{"too long before", "8bit", xs(999) + "<a href=x>", false},
		{"two lines", "8bit", xs(977) + "<a href=x>\n" + xs(977) + "<a href=x>\n", false},
		{"the second line", "8bit", "<a href=x>\n" + xs(980) + "<a href=x>\n", true},
		{"binary", "binary", xs(980) + "<a href=x>", false},
		{"quoted-printable", "quoted-printable", strings.Repeat(xs(70)+"=\n", 14) + "<a href=3Dx>", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, ending := range []func(string) string{strings.Clone, crlf} {
				src := ending("Content-Type: text/html\nContent-Transfer-Encoding: " + c.encoding + "\n\n" + c.body)
				r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
				require.Equal(t, c.noted, len(r.Plan.Notes) == 1 && r.Plan.Notes[0].Text == note, "%v", r.Plan.Notes)
			}
		})
	}
}

// TestAMP: the HTML of AMP for Email is HTML.
func TestAMP(t *testing.T) {
	src := "Content-Type: text/x-amp-html; charset=utf-8\n\n<!doctype html><html ⚡4email><a href=x>"
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
	require.Equal(t, strings.Replace(src, "=x>", "=http://h/d/x>", 1), string(r.Output))
}
