//go:build unix

package peers

import (
	"bufio"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPeerExceptions sends mail through Postfix with exceptions for a sender, for one of two recipients, and for a user
// who is logged in.
func TestPeerExceptions(t *testing.T) {
	messages(t)
	config := filepath.Join(openDir(t), "config")
	put(t, config, "--skip-from @raw.example\n--skip-to abuse@example.org\n--skip-user Scanner\n")
	f, sink := newFilter(t, "--config", config), newSink(t)
	p := &port{name: "p", milters: []string{f.address}}
	spool := postfix(t, sink.address, p)
	etc := filepath.Join(filepath.Dir(spool), "etc")
	run(t, "postconf", "-c", etc, "-e", "smtpd_authorized_xclient_hosts=127.0.0.1")
	run(t, "postfix", "-c", etc, "reload")
	text := stuffed([]byte(made(0)))
	for i, test := range []struct {
		login, from, to string
		reason          string
	}{
		{"", "a@example.org", "b@example.org", ""},
		{"", "a@RAW.example", "b@example.org", "skip-from"},
		{"", "a@example.org", "b@example.org Abuse@example.org", "skip-to"},
		{"scanner", "a@example.org", "b@example.org", "skip-user"},
	} {
		c, err := net.Dial("tcp", p.address)
		require.NoError(t, err)
		s := &smtp{c, bufio.NewReader(c), ""}
		require.NoError(t, s.reply("220"))
		require.NoError(t, s.command("250", "EHLO client.example.org\r\n"))
		if test.login != "" {
			require.NoError(t, s.command("220", "XCLIENT LOGIN="+test.login+"\r\n"))
			require.NoError(t, s.command("250", "EHLO client.example.org\r\n"))
		}
		require.NoError(t, s.command("250", "MAIL FROM:<"+test.from+">\r\n"))
		for to := range strings.FieldsSeq(test.to) {
			require.NoError(t, s.command("250", "RCPT TO:<"+to+">\r\n"))
		}
		require.NoError(t, s.command("354", "DATA\r\n"))
		require.NoError(t, s.command("250", text))
		require.NoError(t, s.command("221", "QUIT\r\n"))
		c.Close()
		want := `outcome=changed reason=""`
		if test.reason != "" {
			want = "outcome=unchanged reason=" + test.reason
		}
		require.Eventually(t, func() bool { return strings.Count(f.log.String(), "msg=message") == i+1 }, 10*time.Second, 10*time.Millisecond)
		require.Contains(t, tail(strings.TrimSpace(f.log.String()), 1), want, test)
	}
}
