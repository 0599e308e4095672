//go:build unix

package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mainCf configures a Postfix that accepts mail for example.org and stores it for nobody.
const mainCf = `compatibility_level = 3.6
myhostname = mail.example.org
mydestination =
inet_interfaces = loopback-only
inet_protocols = ipv4
virtual_mailbox_domains = example.org
virtual_mailbox_base = /var/mail
virtual_mailbox_maps = static:box/
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
maillog_file = /var/log/mail
maillog_file_prefixes = /var/log
alias_maps =
alias_database =
`

// filterUser is the user who runs the filter in the page's master.cf.
const filterUser = "hrefix:x:65533:65534::/nonexistent:/usr/sbin/nologin\n"

// testPostfixMaster checks that Postfix reads the block as intended, and that a real
// Postfix keeps mail while the filter of the page fails.
func testPostfixMaster(t *testing.T, page map[string]string) {
	need(t, "postconf")
	u := newMailUser(t)
	u.put(t, "main.cf", mainCf)
	u.put(t, "master.cf", page["postfix-master"])
	o := u.run(t, "", "postconf", "-c", u.home, "-M")
	require.Zero(t, o.status, o.stderr)
	require.Empty(t, o.stderr)
	require.Equal(t, 2, strings.Count(o.stdout, "\n"), o.stdout)
	o = u.run(t, "", "postconf", "-c", u.home, "-P", "smtp/inet/content_filter")
	require.Equal(t, "smtp/inet/content_filter = hrefix:dummy\n", o.stdout, o.stderr)
	t.Run("running", func(t *testing.T) { runPostfix(t, page) })
}

// private are the arguments with which unshare gives a program its own mounts, network and
// processes.
var private = []string{"--mount", "--net", "--pid", "--fork", "--kill-child"}

// runPostfix runs a separate Postfix: see testdata/postfix.py.
func runPostfix(t *testing.T, page map[string]string) {
	need(t, "unshare", "/usr/bin/python3")
	if out, err := exec.Command("unshare", append(private, "mount", "--bind", "/usr", "/usr")...).CombinedOutput(); err != nil {
		t.Skipf("the system lets us have no mounts and network of our own, as it does root: %v: %s", err, out)
	}
	dir := t.TempDir()
	box := postfixFiles(t, dir, page)
	out := run(t, "", "unshare", append(private, "/usr/bin/python3", "-B", filepath.Join("testdata", "postfix.py"), dir)...).stdout
	require.Equal(t, 2*len(mails()), strings.Count(out, "status=deferred"), out)
	require.Equal(t, 2*len(mails()), strings.Count(out, "status=sent"), out) // to the filter, and from it
	require.NotContains(t, out, "status=bounced")

	entries, err := os.ReadDir(box)
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(box, e.Name()))
		require.NoError(t, err)
		added, text, ok := strings.Cut(string(data), "\nFrom: ")
		require.True(t, ok, "%s", data)
		require.Contains(t, added, "Return-Path: <news@example.org>\n")
		got = append(got, "From: "+text)
	}
	var want []string
	for _, m := range mails() {
		want = append(want, withLF(m.want)) // it stores mail with LF
	}
	require.ElementsMatch(t, want, got)
}

// postfixFiles writes the files that testdata/postfix.py needs, and returns the folder in
// which mail will be stored.
func postfixFiles(t testing.TB, dir string, page map[string]string) (box string) {
	put := func(name, data string) {
		t.Helper()
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(data), 0o755))
	}
	places := []string{"/etc/postfix", "/var/spool/postfix", "/var/lib/postfix", "/var/log", "/var/mail", "/usr/local/bin", "/usr/local/lib"}
	for _, place := range places {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "mounts", place), 0o755))
	}
	require.NoError(t, os.CopyFS(filepath.Join(dir, "mounts/etc/postfix"), os.DirFS("/etc/postfix")))
	master, err := os.ReadFile("/etc/postfix/master.cf.proto")
	require.NoError(t, err)
	put("mounts/etc/postfix/master.cf", withoutSMTP(string(master))+page["postfix-master"])
	put("mounts/etc/postfix/main.cf", mainCf)
	passwd, err := os.ReadFile("/etc/passwd")
	require.NoError(t, err)
	put("mounts/etc/passwd", string(passwd)+filterUser)
	put("places", strings.Join(append(places, "/etc/passwd"), "\n"))
	put("mounts/usr/local/lib/hrefix-filter", page["postfix"])
	put("working", "#!/bin/sh\n"+passOn(t, "")+"\n")
	for i, f := range []string{"head -c 40; kill -9 $$", "exit 2"} {
		put("failing/"+string(rune('a'+i)), "#!/bin/sh\n"+f+"\n")
	}
	for _, m := range mails() {
		put("mail/"+m.name, m.text)
	}
	return filepath.Join(dir, "mounts/var/mail/box/new")
}

// withoutSMTP returns a master.cf without the service that the page replaces.
func withoutSMTP(master string) string {
	var kept strings.Builder
	for line := range strings.Lines(master) {
		if f := strings.Fields(line); len(f) < 2 || f[0] != "smtp" || f[1] != "inet" {
			kept.WriteString(line)
		}
	}
	return kept.String()
}
