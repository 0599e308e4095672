//go:build unix

package peers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mbsyncrc configures mbsync to keep ~/Maildir like the server's mail.
const mbsyncrc = `IMAPAccount x
Host 127.0.0.1
Port %s
User you
Pass secret
SSLType None
AuthMechs LOGIN

IMAPStore far
Account x

MaildirStore near
Path ~/Maildir/
Inbox ~/Maildir
%s
Channel all
Far :far:
Near :near:
Sync All
Expunge Both
SyncState *
`

// offlineimaprc configures offlineimap to keep ~/Mail like the server's mail.
const offlineimaprc = `[general]
accounts = x
ui = quiet

[Account x]
localrepository = near
remoterepository = far

[Repository near]
type = Maildir
localfolders = ~/Mail

[Repository far]
type = IMAP
remotehost = 127.0.0.1
remoteport = %s
remoteuser = you
remotepass = secret
ssl = no
starttls = no
`

func testMbsync(t *testing.T, page map[string]string) {
	need(t, "mbsync")
	trySynced(t, page["mbsync"], "Maildir", func(u *mailUser, port string) { u.put(t, ".mbsyncrc", fmt.Sprintf(mbsyncrc, port, "")) })

	// A message that has come from elsewhere, with its size in its name, is known after it was renamed.
	for _, ids := range []string{"AltMap no\n", "AltMap yes\n"} {
		u := newMailUser(t)
		u.put(t, ".mbsyncrc", fmt.Sprintf(mbsyncrc, u.serve(t), ids))
		m := mails()[0]
		u.put(t, fmt.Sprintf("Maildir/cur/1.a.host,S=%d:2,S", len(m.text)), m.text)
		o := u.shell(t, page["mbsync"]+"mbsync -a")
		require.Zero(t, o.status, o.stdout+o.stderr)
		require.Equal(t, []string{m.want}, u.texts(t))
		require.Len(t, u.served(t), 1)
		require.Equal(t, bodyOf(m.text), bodyOf(withLF(u.served(t)[0])))
	}
}

func testOfflineimap(t *testing.T, page map[string]string) {
	need(t, "offlineimap")
	trySynced(t, page["offlineimap"], "Mail/INBOX", func(u *mailUser, port string) { u.put(t, ".offlineimaprc", fmt.Sprintf(offlineimaprc, port)) })
}

// trySynced checks that a block rewrites the messages that were synchronised, once, in a Maildir, that the server's stay
// as they are, and that flags are synchronised afterwards.
func trySynced(t *testing.T, block, folder string, configure func(u *mailUser, port string)) {
	u := newMailUser(t)
	configure(u, u.serve(t))
	var was, want []string
	for i, m := range mails() {
		// With the size in its name, which programs may keep.
		u.put(t, fmt.Sprintf("Server/cur/107291520%d.a.host,S=%d:2,", i, len(m.text)), m.text)
		was, want = append(was, m.text), append(want, bodyOf(withLF(m.want)))
	}
	texts := func() (all []string) {
		for _, text := range u.mailsOf(t, folder) {
			all = append(all, bodyOf(withLF(text))) // mbsync adds a field to the header
		}
		return all
	}
	for range 3 {
		o := u.shell(t, block)
		require.Zero(t, o.status, o.stdout+o.stderr)
		require.ElementsMatch(t, want, texts(), o.stderr)
		require.ElementsMatch(t, was, u.served(t))
		// A mail reader marks all as read.
		for name := range u.mailsOf(t, folder) {
			before, _, _ := strings.Cut(filepath.Base(name), ":2,")
			require.NoError(t, os.Rename(u.path(filepath.Join(folder, name)), u.path(filepath.Join(folder, "cur", before+":2,S"))))
		}
	}
	entries, err := os.ReadDir(u.path("Server/cur"))
	require.NoError(t, err)
	for _, e := range entries {
		require.True(t, strings.HasSuffix(e.Name(), ":2,S"), e.Name())
	}

}

// mailsOf returns the messages in a Maildir by their paths in it.
func (u *mailUser) mailsOf(t testing.TB, folder string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for _, dir := range []string{"new", "cur"} {
		entries, err := os.ReadDir(u.path(filepath.Join(folder, dir)))
		require.NoError(t, err)
		for _, e := range entries {
			all[filepath.Join(dir, e.Name())] = u.get(t, filepath.Join(folder, dir, e.Name()))
		}
	}
	return all
}
