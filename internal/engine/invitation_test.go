package engine_test

import (
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// invitation is an iCalendar object. ^ is where the base is written.
var invitation = crlf(`BEGIN:VCALENDAR
BEGIN:VEVENT
DESCRIPTION:<a href="x">
X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML>\n<html><p><a href="^x\,y\;z">a
 </a>\n<img src="^l
 ogo.png">
X-ALT-DESC;FMTTYPE=text/plain:<a href="x">
URL:x
STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<a href=^x>
END:VEVENT
END:VCALENDAR
`)

// TestInvitation: the HTML of an invitation has the base of its part, in every transfer encoding.
func TestInvitation(t *testing.T) {
	const base = "http://h/d/"
	src, want := strings.ReplaceAll(invitation, "^", ""), strings.ReplaceAll(invitation, "^", base)
	encode := map[string]func(text string) string{
		"8bit":   func(text string) string { return text },
		"base64": func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) + "\r\n" },
		"quoted-printable": func(text string) string {
			var b strings.Builder
			w := quotedprintable.NewWriter(&b)
			_, _ = io.WriteString(w, text)
			_ = w.Close()
			return b.String()
		},
	}
	for name, encoded := range encode {
		t.Run(name, func(t *testing.T) {
			head := "MIME-Version: 1.0\r\nContent-Type: text/calendar; method=REQUEST\r\nContent-Transfer-Encoding: " + name + "\r\n\r\n"
			opts := engine.Options{Type: detect.Message, Base: base + "mail"}
			r := promise.Check(t, []byte(head+encoded(src)), opts)
			require.Len(t, r.References, 3)
			body := strings.TrimPrefix(string(r.Output), head)
			switch name {
			case "base64":
				text, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(body, "\r\n", ""))
				require.NoError(t, err)
				body = string(text)
			case "quoted-printable":
				text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(body)))
				require.NoError(t, err)
				body = string(text)
			}
			unfold := strings.NewReplacer("\r\n ", "")
			require.Equal(t, unfold.Replace(want), unfold.Replace(body))
			for line := range strings.Lines(body) {
				require.LessOrEqual(t, len(line), 77)
			}
			checkLarge(t, name, opts, []byte(head+encoded(src)))
			moved, _ := promise.CheckMoved(t, []byte(head+encoded(want)), engine.Options{Type: detect.Message, Moves: []engine.Move{{From: base, To: "http://new/"}}})
			require.Len(t, moved.References, 3)
		})
	}
}

// TestInvitationStays: parts in iCalendar without HTML, and those that must not change, stay.
func TestInvitationStays(t *testing.T) {
	src := strings.ReplaceAll(invitation, "^", "")
	for name, text := range map[string]string{
		"no HTML":       "Content-Type: text/calendar\r\n\r\n" + strings.ReplaceAll(src, "FMTTYPE=text/html", "X=y"),
		"another type":  "Content-Type: text/plain\r\n\r\n" + src,
		"broken base64": "Content-Type: text/calendar\r\nContent-Transfer-Encoding: base64\r\n\r\n" + src,
		"signed": "Content-Type: multipart/signed; boundary=s\r\n\r\n--s\r\nContent-Type: text/calendar\r\n\r\n" + src +
			"\r\n--s\r\nContent-Type: application/pgp-signature\r\n\r\n--s--\r\n",
	} {
		r := promise.Check(t, []byte(text), engine.Options{Type: detect.Message, Base: "http://h/"})
		require.Equal(t, text, string(r.Output), name)
	}
}
