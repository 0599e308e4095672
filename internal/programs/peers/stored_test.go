//go:build unix

package peers

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fill puts the messages into the user's Maildir, under names that include their sizes. It
// returns the messages, and what the command should make of them.
func (u *mailUser) fill(t testing.TB) (was, want map[string]string) {
	t.Helper()
	was, want = make(map[string]string), make(map[string]string)
	for i, m := range mails() {
		name := func(text string) string {
			return fmt.Sprintf("107291520%d.a host,S=%d:2,FS", i, len(text))
		}
		was[name(m.text)] = m.text
		want[name(m.want)] = m.want
		u.put(t, "Maildir/cur/"+name(m.text), m.text)
	}
	return was, want
}

// tryInPlace checks that a block rewrites the messages of a Maildir, and that they are
// unchanged if the command fails or cannot write. It returns their user.
func tryInPlace(t *testing.T, block string, setUp func(testing.TB, *mailUser)) *mailUser {
	u := newMailUser(t)
	was, want := u.fill(t)
	setUp(t, u)
	command := u.get(t, "bin/hrefix")
	for _, f := range failures(t) {
		u.install(t, "hrefix", f.script)
		u.shell(t, block)
		require.Equal(t, was, u.mails(t), f.name)
	}
	u.install(t, "hrefix", command)
	require.NoError(t, os.Chmod(u.path("Maildir/cur"), 0o500))
	o := u.shell(t, block)
	require.Contains(t, o.stderr, "permission denied")
	require.Equal(t, was, u.mails(t))

	require.NoError(t, os.Chmod(u.path("Maildir/cur"), 0o700))
	for _, what := range []string{"once", "again"} {
		o := u.shell(t, block)
		require.Zero(t, o.status, o.stderr)
		require.Regexp(t, `^(hrefix: \d+ documents, \d+ changed, .*\n)?$`, o.stderr, what)
		require.Equal(t, want, u.mails(t), what)
	}
	return u
}

// tryNothing checks that the command of a block does nothing if a search finds nothing.
func tryNothing(t *testing.T, block string, setUp func(testing.TB, *mailUser)) {
	u := newMailUser(t)
	setUp(t, u)
	u.install(t, "hrefix", fmt.Sprintf("(%s) >%[2]s 2>&1; echo $? >>%[2]s", passOn(t, ""), u.path("ran")))
	u.shell(t, block)
	require.Equal(t, "0\n", u.get(t, "ran"))
}

func testMaildir(t *testing.T, page map[string]string) {
	tryInPlace(t, page["maildir"], func(t testing.TB, u *mailUser) {
		// A message that is being delivered.
		u.put(t, "Maildir/tmp/1", mails()[0].text)
		t.Cleanup(func() { require.Equal(t, mails()[0].text, u.get(t, "Maildir/tmp/1")) })
	})
}

// testThunderbird checks that the folders that change are rewritten and lose their indexes, and that no file is added
// to the profile.
func testThunderbird(t *testing.T, page map[string]string) {
	const separator = "From - Thu Jan  1 00:00:00 2004\nX-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\nX-Mozilla-Keys: $label1\n"
	u := newMailUser(t)
	m := mails()
	dir := ""
	for _, one := range []string{".thunderbird", "ab12cd34.default-esr", "Mail", "Local Folders"} {
		dir = filepath.Join(dir, one)
		u.mkdir(t, dir)
	}
	u.mkdir(t, filepath.Join(dir, "Inbox.sbd"))
	was := map[string]string{
		"Inbox":              separator + m[0].text + "\n" + separator + m[2].text + "\n",
		"Inbox.msf":          "// <!-- <mdb:mork:z v=\"1.4\"/> -->\n",
		"Inbox.sbd/News":     separator + m[0].text + "\n",
		"Inbox.sbd/News.msf": "// <!-- <mdb:mork:z v=\"1.4\"/> -->\n",
		"Trash":              separator + m[2].text + "\n",
		"Trash.msf":          "// <!-- <mdb:mork:z v=\"1.4\"/> -->\n",
		"msgFilterRules.dat": "version=\"9\"\nlogging=\"no\"\n",
	}
	want := maps.Clone(was)
	delete(want, "Inbox.msf")
	delete(want, "Inbox.sbd/News.msf")
	for _, name := range []string{"Inbox", "Inbox.sbd/News"} {
		want[name] = strings.ReplaceAll(was[name], m[0].text, m[0].want)
	}
	for name, text := range was {
		u.put(t, filepath.Join(dir, name), text)
	}
	for range 2 {
		o := u.shell(t, page["thunderbird"])
		require.Zero(t, o.status, o.stderr)
		require.Equal(t, want, u.files(t, dir))
	}
	backups, err := filepath.Glob(u.path("mail-2*"))
	require.NoError(t, err)
	require.Len(t, backups, 1)
	kept := u.files(t, filepath.Base(backups[0]))
	require.Contains(t, kept, ".hrefix-backups") // marks the directory
	require.Contains(t, kept, ".hrefix-written") // lists what restore puts back
	delete(kept, ".hrefix-backups")
	delete(kept, ".hrefix-written")
	require.Equal(t, map[string]string{"Inbox": was["Inbox"], "Inbox.sbd/News": was["Inbox.sbd/News"]}, kept)
}

// files returns the files below a directory of the user.
func (u *mailUser) files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	require.NoError(t, filepath.WalkDir(u.path(dir), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(u.path(dir), path)
		all[name] = u.get(t, filepath.Join(dir, name))
		return err
	}))
	return all
}

// other is a message that no search of the page finds.
const other = "From: other@example.org\nDate: Thu, 1 Jan 2004 00:00:00 +0000\nMessage-ID: <2@example.org>\n" +
	"Base: <URL:http://www.example.org/>\nContent-Type: text/html\n\n<a href=x>\n"

// notmuchConfig is the configuration of notmuch, at a user's home.
const notmuchConfig = "[database]\npath=%s/Maildir\n[user]\nname=nobody\nprimary_email=nobody@example.org\n[new]\ntags=\n"

func testNotmuch(t *testing.T, page map[string]string) {
	need(t, "notmuch")
	setUp := func(t testing.TB, u *mailUser) {
		u.put(t, ".notmuch-config", fmt.Sprintf(notmuchConfig, u.home))
		u.putOther(t)
		o := u.run(t, "", "notmuch", "new")
		require.Zero(t, o.status, o.stderr)
		t.Cleanup(func() { u.checkOther(t) })
	}
	u := tryInPlace(t, page["notmuch"], setUp)
	checkFound(t, u, u.run(t, "", "notmuch", "search", "--output=files", "from:news@example.org"))
	tryNothing(t, page["notmuch"], setUp)
}

func testMu(t *testing.T, page map[string]string) {
	need(t, "mu")
	setUp := func(t testing.TB, u *mailUser) {
		u.putOther(t)
		for _, args := range [][]string{{"init", "--quiet", "--maildir=" + u.path("Maildir")}, {"index", "--quiet"}} {
			o := u.run(t, "", "mu", args...)
			require.Zero(t, o.status, o.stderr)
		}
		t.Cleanup(func() { u.checkOther(t) })
	}
	u := tryInPlace(t, page["mu"], setUp)
	checkFound(t, u, u.run(t, "", "mu", "find", "--fields", "l", "from:news@example.org"))
	tryNothing(t, page["mu"], setUp)
}

// checkFound checks that a search finds the messages in their files.
func checkFound(t *testing.T, u *mailUser, search outcome) {
	t.Helper()
	var want []string
	for name := range u.mails(t) {
		want = append(want, u.path("Maildir/cur/"+name)+"\n")
	}
	require.ElementsMatch(t, want, slices.Collect(strings.Lines(search.stdout)), search.stderr)
}

// putOther puts another message into another folder of the Maildir. checkOther checks that
// it is still there and unchanged.
func (u *mailUser) putOther(t testing.TB) {
	t.Helper()
	for _, dir := range []string{"Maildir/.other", "Maildir/.other/new", "Maildir/.other/cur", "Maildir/.other/tmp"} {
		u.mkdir(t, dir)
	}
	u.put(t, "Maildir/.other/cur/1:2,S", other)
}

func (u *mailUser) checkOther(t testing.TB) {
	t.Helper()
	require.Equal(t, other, u.get(t, "Maildir/.other/cur/1:2,S"))
}

// box returns a mailbox of messages in which lines that begin with "From " are quoted.
func box(texts ...string) string {
	var b strings.Builder
	for _, text := range texts {
		b.WriteString(separator + strings.ReplaceAll(text, "\nFrom ", "\n>From ") + "\n")
	}
	return b.String()
}

func testMbox(t *testing.T, page map[string]string) {
	m := mails()
	lf, crlf := box(m[0].text, m[2].text, m[0].text), withCRLF(box(m[0].text, m[2].text))
	tryMailbox(t, page["mbox"], lf, box(m[0].want, m[2].text, m[0].want))
	tryMailbox(t, page["mbox"], crlf, withCRLF(box(m[0].want, m[2].text)))
	tryMailbox(t, page["mbox"], box(m[2].text), box(m[2].text))
}

// testDotlockfile also checks that hrefix leaves the mailbox, and the recipe waits, while another program
// has the lock.
func testDotlockfile(t *testing.T, page map[string]string) {
	need(t, "dotlockfile")
	m := mails()
	was, want := box(m[0].text, m[2].text), box(m[0].want, m[2].text)
	tryMailbox(t, page["dotlockfile"], was, want)
	u := newMailUser(t)
	u.put(t, "old.mbox", was)
	o := u.shell(t, "dotlockfile -l -p old.mbox.lock sh -c 'hrefix abs --tempfail -w old.mbox; echo $?; cat old.mbox' > out; "+page["dotlockfile"])
	require.Contains(t, o.stderr, "old.mbox: not written: locked by another program: try again later, or remove old.mbox.lock, made ")
	require.Equal(t, "75\n"+was, u.get(t, "out"))
	require.Equal(t, want, u.get(t, "old.mbox"))
}

// TestPeerDeliveredMeanwhile checks that no message is lost that a program delivers to a mailbox while hrefix
// rewrites it again and again.
func TestPeerDeliveredMeanwhile(t *testing.T) {
	const messages = 40
	for tool, rules := range map[string]string{
		"procmail": "LOCKSLEEP=1\nMAILDIR=$HOME\nDEFAULT=$HOME/inbox\nORGMAIL=$HOME/inbox\n:0:\ninbox\n",
		"maildrop": "to \"$HOME/inbox\"\n",
	} {
		need(t, tool)
		u := newMailUser(t)
		u.put(t, "rules", strings.ReplaceAll(rules, "$HOME", u.home))
		u.put(t, "inbox", "")
		require.NoError(t, os.Chmod(u.path("rules"), 0o600))
		deliver := map[string]string{"procmail": "procmail -m ./rules", "maildrop": "maildrop ./rules"}[tool]
		o := u.shell(t, fmt.Sprintf(`
			(for i in $(seq %d); do printf 'From a@b.example Thu Jan  1 00:00:00 2004\nSubject: %%s\nContent-Type: text/html\n\n<a href=x>\n' $i | %s || echo $i >> failed; done; touch done) &
			while [ ! -e done ]; do hrefix abs -w -b http://h/ --same-base inbox 2>> refused; done
			hrefix abs -w -b http://h/ --same-base inbox`, messages, deliver))
		require.Zero(t, o.status, o.stderr)
		require.NoFileExists(t, u.path("failed"))
		got := u.get(t, "inbox")
		require.Equal(t, messages, strings.Count(got, "\nSubject: "), tool)
		require.Equal(t, messages, strings.Count(got, "href=http://h/x"), tool)
		require.NoFileExists(t, u.path("inbox.lock"))
	}
}

func testFormail(t *testing.T, page map[string]string) {
	need(t, "formail")
	m := mails()
	tryMailbox(t, page["formail"], box(m[0].text, m[2].text, m[0].text), box(m[0].want, m[2].text, m[0].want))
	tryMailbox(t, page["formail"], box(m[2].text), box(m[2].text))

	// The last message fails.
	u := newMailUser(t)
	was := box(m[0].text, m[0].text, m[0].text)
	u.put(t, "old.mbox", was)
	u.install(t, "hrefix", `[ "$FILENO" = 002 ] && exit 2; `+passOn(t, ""))
	require.NotZero(t, u.shell(t, page["formail"]).status)
	require.Equal(t, was, u.get(t, "old.mbox"))
}

// tryMailbox checks that a block rewrites a mailbox, and leaves it unchanged if the command
// fails.
func tryMailbox(t *testing.T, block, was, want string) {
	t.Helper()
	u := newMailUser(t)
	u.put(t, "old.mbox", was)
	o := u.shell(t, block)
	require.Zero(t, o.status, o.stderr)
	require.Regexp(t, `^(hrefix: .* made absolute, [0-9.]+ s\n)?$`, o.stderr)
	require.Equal(t, want, u.get(t, "old.mbox"))
	for _, f := range failures(t) {
		u := newMailUser(t)
		u.put(t, "old.mbox", was)
		u.install(t, "hrefix", f.script)
		require.NotZero(t, u.shell(t, block).status, f.name)
		require.Equal(t, was, u.get(t, "old.mbox"), f.name)
	}
}
