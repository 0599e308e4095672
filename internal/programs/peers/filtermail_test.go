//go:build unix

package peers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// peculiar is text that programs for mail often change.
const peculiar = "From here on,\n>From there too\n.\n.. \t\nna\xefve \xc3\xa9 =20\n\n\nlast\n"

const fields = `From: News <news@example.org>
To: nobody@example.org
Subject: the news
	of today 
Date: Thu, 1 Jan 2004 00:00:00 +0000
Message-ID: <1@example.org>
MIME-Version: 1.0
`

// A mail is a message and the command's output for it.
type mail struct{ name, text, want string }

// mails returns the messages for all recipes: one that changes and one that does not, with
// each line ending.
func mails() []mail {
	changes := fields + "Base: <URL:http://www.example.org/news/>\nContent-Type: text/html\n\n" +
		"<a\nhref=today.html>today</a>\n" + peculiar + "<img src='../logo.png'>\n"
	want := strings.NewReplacer("today.html", "http://www.example.org/news/today.html", "../", "http://www.example.org/").Replace(changes)
	same := fields + "Content-Type: text/plain\n\n<a href=today.html>\n" + peculiar
	return []mail{
		{"changes", changes, want},
		{"changes, CRLF", withCRLF(changes), withCRLF(want)},
		{"stays", same, same},
		{"stays, CRLF", withCRLF(same), withCRLF(same)},
	}
}

func withCRLF(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
func withLF(s string) string   { return strings.ReplaceAll(s, "\r\n", "\n") }

// A failure is a way in which the command can fail.
type failure struct {
	name   string
	script string // instead of the command
}

func failures(t testing.TB) []failure {
	return []failure{
		{"at once", "exit 2"},
		{"after reading", "cat >/dev/null; exit 75"},
		{"after writing all", "cat; exit 2"},
		{"killed halfway", "head -c 40; kill -9 $$"},
		{"killed before", "kill -9 $$"},
		{"a wrong flag", passOn(t, "--no-such-flag")},
		{"not there", "exec hrefix-is-not-there"},
	}
}

// TestPeerMails checks that the command alone gives the output that the recipes have to
// give.
func TestPeerMails(t *testing.T) {
	need(t)
	for _, m := range mails() {
		require.Equal(t, m.want, run(t, m.text, hrefix(t), "-t", "message").stdout, m.name)
	}
	for _, f := range failures(t) {
		u := newMailUser(t)
		u.install(t, "hrefix", f.script)
		require.NotZero(t, u.run(t, mails()[0].text, u.path("bin/hrefix")).status, f.name)
	}
}
