package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

const pinMail = "http://h/d/m?a=1"

// pinMessages are messages with "|" where the Base field goes, or with the note on
// why it does not.
var pinMessages = []struct{ name, src, note string }{
	{"one part", "Subject: x\nContent-Type: text/html\n|\n<a href=y>", ""},
	{"folded field", "Content-Type: text/html;\n charset=utf-8\n|\n<a href=y>", ""},
	{"parts", "Content-Type: multipart/mixed; boundary=b\n|\n--b\nContent-Type: text/html\n\n<a href=y>\n--b\nContent-Type: text/html\nContent-Location: z/\n\n<a href=y>\n--b--\n", ""},
	{"a part with BASE", "Content-Type: text/html\n|\n<base href=z/><a href=y>", ""},
	{"a relative reference in the header", "Link: <x>\nContent-Type: text/html\n|\n<a href=y>", ""},
	{"body of nothing", "Subject: x\n|\n", ""},
	{"no body", "Subject: x\n|", ""},
	{"signed", "Content-Type: multipart/signed; boundary=b\n|\n--b\nContent-Type: text/html\n\n<a href=y>\n--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n", "signed (multipart/signed)"},
	{"a seal", "DKIM-Signature: v=1; h=From:Subject; b=x\nFrom: x\n|\nx", ""},
	{"a seal over the absence", "DKIM-Signature: v=1; h=From:\n base; b=x\nFrom: x\n|\nx", "a field that DKIM-Signature covers is added: Base"},
	{"saved by a browser", "Snapshot-Content-Location: http://s/\nContent-Type: text/html\n\n<a href=y>", ""},
	{"Base of its own", "Base: <URL:http://b/>\nContent-Type: text/html\n\n<a href=y>", "not pinned: it has a base of its own: Base of the message"},
	{"Content-Location of its own", "Content-Location: http://b/\nContent-Type: text/html\n\n<a href=y>", "not pinned: it has a base of its own: Content-Location of the message"},
	{"relative Content-Location", "Content-Location: b/\nContent-Type: text/html\n\n<a href=y>", "not pinned: the base in its header is relative: Content-Location of the message"},
	{"thismessage", "Content-Location: thismessage:/\nContent-Type: text/html\n|\n<a href=y>", ""},
	{"unusable Base", "Base: <URL:mailto:x>\nContent-Type: text/html\n\n<a href=y>", "not pinned: it has a Base field that gives no base"},
	{"empty Base", "Base:\nContent-Type: text/html\n\n<a href=y>", "not pinned: it has a Base field that gives no base"},
	{"CR alone", "Subject: x\rContent-Type: text/html\r\r<a href=y>\r", "not pinned: lines end with CR alone"},
	{"CR in the header", "Subject: x\rContent-Type: text/html\n\n<a href=y>\n", "not pinned: its header has line breaks that only some readers see"},
	{"no header", "\n<a href=y>", "not pinned: it has no header"},
	{"no empty line", "Content-Type: text/html\n<a href=y>\n", "not pinned: no empty line between header and body"},
	{"ambiguous", "Content-Type: text/html\nContent-Type: text/plain\n\n<a href=y>", "not pinned: ambiguous header: Content-Type twice"},
}

func TestPinMessages(t *testing.T) {
	for _, c := range pinMessages {
		for _, ending := range []string{"\n", "\r\n"} {
			t.Run(c.name, func(t *testing.T) {
				whole := strings.ReplaceAll(c.src, "\n", ending)
				src := strings.Replace(whole, "|", "", 1)
				want := strings.Replace(whole, "|", "Base: <URL:"+pinMail+">"+ending, 1)
				if c.name == "saved by a browser" {
					want = strings.Replace(src, ending+ending, ending+"Base: <URL:"+pinMail+">"+ending+ending, 1)
				}
				out, plan := pinned(t, []byte(src), engine.Options{Type: detect.Message, Base: pinMail})
				require.Equal(t, want, out)
				var notes []string
				for _, n := range plan.Notes {
					notes = append(notes, n.Text)
				}
				if c.note == "" {
					require.Empty(t, notes)
				} else {
					require.Contains(t, notes, c.note)
				}
			})
		}
	}
}

func TestPinMessageWithoutBase(t *testing.T) {
	src := "Content-Type: text/html\n\n<a href=y>"
	out, plan := pinned(t, []byte(src), engine.Options{Type: detect.Message})
	require.Equal(t, src, out)
	require.Equal(t, "not pinned: no base URL is known", plan.Notes[0].Text)
	out, plan = pinned(t, []byte(src), engine.Options{Type: detect.Message, Base: "http://h/é"})
	require.Contains(t, out, "Base: <URL:http://h/%C3%A9>\n")
	require.Equal(t, "the base is written in ASCII, as http://h/%C3%A9: header fields are in ASCII", plan.Notes[0].Text)
	_, plan = pinned(t, []byte(src), engine.Options{Type: detect.Message, Base: "http://h/\xe9"})
	require.Equal(t, "not pinned: the base cannot be written in a header field", plan.Notes[0].Text)
	_, plan = pinned(t, []byte(src), engine.Options{Type: detect.Message, Base: pinMail, BaseFields: []string{"Content-Base"}})
	require.Equal(t, "not pinned: Base is not among the fields that give a base", plan.Notes[0].Text)
	_, plan = pinned(t, []byte("DKIM-Signature: x\n\ny"), engine.Options{Type: detect.Message, Base: pinMail, SkipDKIM: true})
	require.Equal(t, "not pinned: signed (DKIM-Signature)", plan.Notes[1].Text)
	out, _ = pinned(t, []byte(src), engine.Options{Type: detect.Message, Base: pinMail, BaseFields: []string{"base"}})
	require.Contains(t, out, "Base: ")
}

// TestPinHint: the URL that a file names as its own is written down as well.
func TestPinHint(t *testing.T) {
	out, _ := pinned(t, []byte("Snapshot-Content-Location: http://s/\nContent-Type: text/html\n\n<a href=y>"), engine.Options{Type: detect.Message})
	require.Equal(t, "Snapshot-Content-Location: http://s/\nContent-Type: text/html\nBase: <URL:http://s/>\n\n<a href=y>", out)
}

// TestPinFolded: lines have at most 76 columns, and the URL reads as it is.
func TestPinFolded(t *testing.T) {
	for n := 1; n < 300; n++ {
		for _, step := range []string{"x", "ab/", "long-name/", "%20", "=?x?="} {
			url := ("http://h/" + strings.Repeat(step, n))[:8+n]
			out, plan := pinned(t, []byte("A: b\r\n\r\n"), engine.Options{Type: detect.Message, Base: url})
			if len(plan.Edits()) == 0 { // it reads as an encoded word
				require.Equal(t, "=?x?=", step)
				continue
			}
			field := strings.TrimSuffix(strings.TrimPrefix(out, "A: b\r\n"), "\r\n\r\n")
			for _, line := range strings.Split(field, "\r\n") {
				require.LessOrEqual(t, len(line), 76)
				require.NotEmpty(t, strings.TrimSpace(line))
			}
			require.Equal(t, "Base: <URL:"+url+">", strings.ReplaceAll(field, "\r\n ", ""))
		}
	}
	out, _ := pinned(t, []byte("A: b\n\n"), engine.Options{Type: detect.Message, Base: "http://lists.example.org/pipermail/announce/2005-March/messages/00042/attachment.html"})
	require.Equal(t, `A: b
Base: <URL:http://lists.example.org/pipermail/announce/2005-March/messages/
 00042/attachment.html>

`, out)
}

// TestPinMailbox: every message that lacks a base gets one, and the first line of a file of
// Apple Mail has the new length of its message.
func TestPinMailbox(t *testing.T) {
	const from = "From x Tue Mar  1 00:00:00 2005\n"
	const own, none = "Base: <URL:http://b/>\n\nx\n\n", "Subject: x\n|\nFrom here\n\n"
	whole := from + none + from + own + from + none
	out, plan := pinned(t, []byte(strings.ReplaceAll(whole, "|", "")), engine.Options{Type: detect.Mbox, Base: pinMail})
	require.Equal(t, strings.ReplaceAll(whole, "|", "Base: <URL:"+pinMail+">\n"), out)
	require.Len(t, plan.Notes, 1)
	out, _ = pinned(t, []byte("13\nSubject: x\n\ny<plist/>"), engine.Options{Type: detect.Emlx, Base: pinMail})
	require.Equal(t, "42\nSubject: x\nBase: <URL:http://h/d/m?a=1>\n\ny<plist/>", out)
}
