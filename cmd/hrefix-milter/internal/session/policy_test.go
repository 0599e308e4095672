package session

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/mail"
	"github.com/hrefix/hrefix/cmd/hrefix-milter/internal/wire"
	"github.com/hrefix/hrefix/rewrite"
)

// TestExceptions checks which messages stay as they are because of their envelope, one after the other on a connection.
func TestExceptions(t *testing.T) {
	skip, err := NewExceptions([]string{"News@Example.org", "@bank.example", "<>"}, []string{"abuse@example.org", "@raw.example"}, []string{"Robot", "@hosts.example"})
	require.NoError(t, err)
	s, log := newServer(t, func(c *Config) { c.Skip, c.Fields, c.Fail[BigHeader] = skip, 100, TempFail })
	c := connect(t, s)
	n := 0
	for _, test := range []struct {
		user, from, to string
		reason         string
	}{
		{"", "a@example.org", "b@example.org", ""},
		{"", "news@example.ORG", "b@example.org", "skip-from"},
		{"", "old.news@example.org", "b@example.org", ""},
		{"", "NEWS+tag@example.org", "b@example.org", ""},
		{"", "a@bank.example", "b@example.org", "skip-from"},
		{"", "a@mail.bank.example", "b@example.org", ""},
		{"", "\"a@bank.example\"@example.org", "b@example.org", ""},
		{"", "", "b@example.org", "skip-from"},
		{"", "a@example.org", "b@example.org,ABUSE@example.org,c@example.org", "skip-to"},
		{"", "a@example.org", "b@raw.example", "skip-to"},
		{"", "a@example.org", "raw.example", ""},
		{"robot", "a@bank.example", "b@raw.example", "skip-user"},
		{"x@hosts.example", "a@example.org", "b@example.org", "skip-user"},
		{"", "a@example.org", "b@example.org", ""}, // the user of the last message is forgotten
		{"robots", "a@example.org", "b@example.org", ""},
	} {
		for _, fields := range []string{"", strings.Repeat("X: y\r\n", 200)} {
			require.NoError(t, c.Envelope(test.user, test.from, strings.Split(test.to, ",")...))
			a, err := c.Send("", message(fields, page))
			require.NoError(t, err)
			n++
			all := strings.Split(strings.TrimSpace(log.wait(t, n)), "\n")
			last := all[len(all)-1]
			switch {
			case test.reason != "":
				require.EqualValues(t, wire.Accept, a.Verdict, test)
				require.False(t, a.Replace, test)
				require.Contains(t, last, "outcome=unchanged reason="+test.reason+" ", test)
			case fields != "":
				require.EqualValues(t, wire.TemporaryFail, a.Verdict, test)
			default:
				require.True(t, a.Replace, test)
			}
		}
	}
	for flag, lists := range map[string][3][]string{"skip-from": {{"example.org"}}, "skip-to": {nil, {"bob"}}, "skip-user": {nil, nil, {""}}} {
		_, err := NewExceptions(lists[0], lists[1], lists[2])
		require.ErrorContains(t, err, "--"+flag+" ")
	}
}

// TestReload checks that connections that begin after Reload have the new policy, that others keep theirs, and that an
// error changes nothing.
func TestReload(t *testing.T) {
	s, log := newServer(t, nil)
	old := connect(t, s)
	sealed := message("DKIM-Signature: v=1\r\n", page)
	p := s.Policy
	p.Mail.AllowDKIM = true
	rw, err := rewrite.New(rewrite.Options{Type: rewrite.Message, MaxGrowth: 2})
	require.NoError(t, err)
	p.Rewriter = rw
	p.Skip, err = NewExceptions(nil, []string{"@raw.example"}, nil)
	require.NoError(t, err)
	s.Reload(p, nil)
	s.Reload(Policy{}, errors.New("file:1: wrong"))
	require.Contains(t, log.String(), "msg=\"options read\"")
	require.Contains(t, log.String(), "msg=\"the options stay as they were\" error=\"file:1: wrong\"")
	for range 2 {
		require.NoError(t, old.Envelope("", "a@example.org", "b@raw.example"))
		a, err := old.Send("", sealed)
		require.NoError(t, err)
		require.False(t, a.Replace)
	}
	now := connect(t, s)
	a, err := now.Send("", sealed)
	require.NoError(t, err)
	require.True(t, a.Replace)
	require.NoError(t, now.Envelope("", "a@example.org", "b@raw.example"))
	a, err = now.Send("", sealed)
	require.NoError(t, err)
	require.False(t, a.Replace)
}

// TestMetrics checks the text for Prometheus.
func TestMetrics(t *testing.T) {
	s, log := newServer(t, nil)
	text := func() string {
		var b strings.Builder
		s.WriteMetrics(&b)
		return b.String()
	}
	require.Contains(t, text(), "\n# TYPE hrefix_milter_message_seconds histogram\n")
	require.Contains(t, text(), "\nhrefix_milter_message_seconds_count 0\n")
	c := connect(t, s)
	m := message("", "<base href=mailto:x><a href=y>")
	for range 2 {
		_, err := c.Send("", message("", page))
		require.NoError(t, err)
	}
	_, err := c.Send("", m)
	require.NoError(t, err)
	s.process = func(*rewrite.Rewriter, *mail.Message, mail.Options) (*mail.Change, mail.Report, error) {
		return nil, mail.Report{}, mail.ErrField
	}
	_, err = c.Send("", m)
	require.NoError(t, err)
	log.wait(t, 4)
	got := text()
	for _, want := range []string{
		`messages_total{outcome="changed",reason=""} 2`,
		`messages_total{outcome="unchanged",reason="nothing-to-change"} 1`,
		`messages_total{outcome="unchanged",reason="unfaithful"} 1`,
		`links_changed_total 4`,
		`links_left_total{reason="opaque-base"} 1`,
		`message_seconds_bucket{le="0.001"} `,
		`message_seconds_bucket{le="60"} 4`,
		`message_seconds_bucket{le="+Inf"} 4`,
		`message_seconds_count 4`,
		`connections 1`,
		`connections_refused_total 0`,
		`received_bytes 0`,
		`options_stale 0`,
	} {
		require.Contains(t, got, "\nhrefix_milter_"+want)
	}
	for line := range strings.Lines(got) {
		require.Regexp(t, `^(# (HELP|TYPE) [a-z_]+ .*|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)\n$`, line)
	}
	s.Reload(Policy{}, errors.New("wrong"))
	require.Contains(t, text(), "\nhrefix_milter_options_stale 1\n")
}
