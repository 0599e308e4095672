//go:build unix

package peers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// dovecotConf is the configuration that Dovecot needs in addition to the page's block. Mail
// is stored with LF, the default.
const dovecotConf = `log_path = /dev/stderr
base_dir = ~/run
mail_location = maildir:~/Maildir
postmaster_address = postmaster@example.org
protocol lda {
  mail_plugins = sieve
}
plugin {
  sieve = file:~/hrefix.sieve
}
`

// lda is Dovecot's delivery agent.
const lda = "/usr/lib/dovecot/dovecot-lda"

// setUpDovecot writes the configuration of the page for the user, with another folder for
// filters. It returns the flags that select it.
func setUpDovecot(t testing.TB, u *mailUser, page map[string]string) []string {
	t.Helper()
	need(t, lda, "sieve-filter")
	u.put(t, "dovecot.conf", strings.ReplaceAll(dovecotConf, "~", u.home)+page["dovecot"])
	u.put(t, "hrefix.sieve", page["sieve"])
	return []string{"-c", u.path("dovecot.conf"), "-o", "plugin/sieve_filter_bin_dir=" + u.path("bin")}
}

func testSieve(t *testing.T, page map[string]string) {
	var flags []string
	delivery{
		setUp: func(t testing.TB, u *mailUser) { flags = setUpDovecot(t, u, page) },
		deliver: func(t testing.TB, u *mailUser, text string) outcome {
			return u.run(t, text, lda, flags...)
		},
		stores: withLF,
	}.try(t)
}

// testDovecotConf checks that there are no filters without the page's configuration, and
// that this names the folder into which the page says to put hrefix.
func testDovecotConf(t *testing.T, page map[string]string) {
	u := newMailUser(t)
	flags := setUpDovecot(t, u, page)
	o := u.run(t, "", "doveconf", "-c", u.path("dovecot.conf"), "plugin/sieve_filter_bin_dir")
	require.Zero(t, o.status, o.stderr)
	require.Contains(t, o.stdout, "/usr/lib/dovecot/sieve-filter\n")
	u.put(t, "dovecot.conf", strings.ReplaceAll(dovecotConf, "~", u.home))
	m := mails()[0]
	o = u.run(t, m.text, lda, flags...)
	require.Zero(t, o.status, o.stderr)
	require.Equal(t, []string{m.text}, u.texts(t))
	require.Contains(t, u.get(t, "hrefix.sieve.log"), "unknown Sieve capability `vnd.dovecot.filter'")
}

func testSieveFilter(t *testing.T, page map[string]string) {
	// start puts messages into the user's Maildir, all of them seen and flagged.
	start := func(t testing.TB) *mailUser {
		u := newMailUser(t)
		flags := setUpDovecot(t, u, page)
		u.install(t, "sieve-filter", "exec /usr/bin/sieve-filter "+strings.Join(flags, " ")+` "$@"`)
		for i, m := range mails() {
			u.put(t, "Maildir/cur/"+string(rune('a'+i))+":2,FS", m.text)
		}
		return u
	}
	u := start(t)
	o := u.shell(t, page["sieve-filter"])
	require.Zero(t, o.status, o.stderr)
	var want []string
	for _, m := range mails() {
		want = append(want, withLF(m.want))
	}
	require.ElementsMatch(t, want, u.texts(t))
	for name := range u.mails(t) {
		require.True(t, strings.HasSuffix(name, ":2,FS"), name)
	}
	for _, f := range failures(t) {
		u := start(t)
		was := u.mails(t)
		u.install(t, "hrefix", f.script)
		o := u.shell(t, page["sieve-filter"])
		require.Contains(t, o.stderr, "left message in mailbox 'INBOX'", f.name)
		require.Equal(t, was, u.mails(t), f.name)
	}
}
