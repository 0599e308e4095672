//go:build unix

package peers

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// serverConf configures a Dovecot that serves the Maildir ~/Server by IMAP, and runs as the user.
const serverConf = `protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = %[1]s/server.log
base_dir = %[1]s/run
state_dir = %[1]s/run
default_internal_user = %[2]s
default_internal_group = %[3]s
default_login_user = %[2]s
first_valid_uid = 1
mail_location = maildir:~/Server
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = %[4]s
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=%[5]d gid=%[6]d home=%[1]s
}
`

// serve starts an IMAP server for the user, and returns its port.
func (u *mailUser) serve(t testing.TB) (port string) {
	t.Helper()
	need(t, "dovecot", "/usr/lib/dovecot/imap")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_, port, _ = net.SplitHostPort(l.Addr().String())
	l.Close()
	name, group := lookUp(t, "passwd", u.uid), lookUp(t, "group", u.gid)
	u.put(t, "server.conf", fmt.Sprintf(serverConf, u.home, name, group, port, u.uid, u.gid))
	for _, dir := range []string{"run", "Server", "Server/new", "Server/cur", "Server/tmp"} {
		u.mkdir(t, dir)
	}
	cmd := exec.Command("dovecot", "-F", "-c", u.path("server.conf"))
	cmd.Dir = u.home
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(u.uid), Gid: uint32(u.gid)}}
	}
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		if t.Failed() {
			log, _ := os.ReadFile(u.path("server.log"))
			t.Logf("dovecot: %s%s", &out, log)
		}
	})
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			c.Close()
		}
		return err == nil
	}, 20*time.Second, 20*time.Millisecond)
	return port
}

// lookUp returns the name of a user or a group.
func lookUp(t testing.TB, list string, id int) string {
	name, _, _ := strings.Cut(run(t, "", "getent", list, strconv.Itoa(id)).stdout, ":")
	return name
}

// served returns the messages that the server has.
func (u *mailUser) served(t testing.TB) (texts []string) {
	t.Helper()
	for _, dir := range []string{"Server/new", "Server/cur"} {
		entries, err := os.ReadDir(u.path(dir))
		require.NoError(t, err)
		for _, e := range entries {
			texts = append(texts, u.get(t, filepath.Join(dir, e.Name())))
		}
	}
	return texts
}

// tryFetched checks that a program that fetches mail stores what the command makes of it, and that the server
// keeps the mail if the command fails. configure writes the configuration for a port, and fetch runs the program.
func tryFetched(t *testing.T, configure func(u *mailUser, port string), fetch func(*mailUser) outcome) {
	u := newMailUser(t)
	configure(u, u.serve(t))
	command := u.get(t, "bin/hrefix")
	for i, m := range mails() {
		name := fmt.Sprintf("Server/new/%d", i)
		u.put(t, name, m.text)
		for _, f := range failures(t) {
			u.install(t, "hrefix", f.script)
			o := fetch(u)
			require.Equal(t, []string{m.text}, u.served(t), "%s: %s%s", f.name, o.stdout, o.stderr)
			require.Empty(t, u.texts(t), f.name)
		}
		u.install(t, "hrefix", command)
		o := fetch(u)
		require.Zero(t, o.status, o.stdout+o.stderr)
		require.Empty(t, u.served(t))
		got := u.texts(t)
		require.Len(t, got, 1)
		require.Equal(t, bodyOf(withLF(m.want)), bodyOf(got[0]))
		require.NoError(t, os.RemoveAll(u.path("Maildir/new")))
		u.mkdir(t, "Maildir/new")
	}
}

// bodyOf returns the body of a message. Programs that fetch mail add fields to the header.
func bodyOf(text string) string {
	_, body, _ := strings.Cut(text, "\n\n")
	return body
}

// plainRules deliver mail to the Maildir by procmail.
const plainRules = "DEFAULT=$HOME/Maildir/\n"

func testFetchmail(t *testing.T, page map[string]string) {
	need(t, "fetchmail", "procmail")
	tryFetched(t, func(u *mailUser, port string) {
		u.put(t, ".procmailrc", plainRules)
		u.put(t, "bin/hrefix-mda", page["fetchmail-mda"])
		require.NoError(t, os.Chmod(u.path("bin/hrefix-mda"), 0o700))
		u.put(t, ".fetchmailrc", u.fetchmailrc(t, page["fetchmail"], port))
	}, func(u *mailUser) outcome { return u.run(t, "", "fetchmail", "--nodetach", "--nosyslog") })
}

// fetchmailrc returns the page's configuration for the server of the test.
func (u *mailUser) fetchmailrc(t testing.TB, block, port string) string {
	t.Helper()
	text := strings.NewReplacer("poll mail.example.org", "poll 127.0.0.1 port "+port, " ssl\n", " sslproto \"\"\n", "procmail -d %T", "procmail -m HOME="+u.home+" "+u.path(".procmailrc")).Replace(block)
	require.Contains(t, text, "port "+port)
	require.Contains(t, text, "procmail -m")
	require.Contains(t, text, "sslproto")
	return text
}

// testFetchmailPipe checks what the page says about a pipe: mail is lost if the command fails.
func testFetchmailPipe(t *testing.T, page map[string]string) {
	need(t, "fetchmail", "procmail")
	u := newMailUser(t)
	port := u.serve(t)
	u.put(t, ".procmailrc", plainRules)
	block := strings.Replace(page["fetchmail"], "hrefix-mda procmail", "hrefix --tempfail -t message | procmail", 1)
	require.NotEqual(t, page["fetchmail"], block)
	u.put(t, ".fetchmailrc", u.fetchmailrc(t, block, port))
	u.put(t, "Server/new/1", mails()[0].text)
	u.install(t, "hrefix", "exit 75")
	o := u.run(t, "", "fetchmail", "--nodetach", "--nosyslog")
	require.Empty(t, u.served(t), o.stdout+o.stderr)
	for _, text := range u.texts(t) {
		require.NotContains(t, text, "today")
	}
}

func testGetmail(t *testing.T, page map[string]string) {
	need(t, "getmail")
	tryFetched(t, func(u *mailUser, port string) {
		u.mkdir(t, ".getmail")
		text := strings.NewReplacer("SimpleIMAPSSLRetriever", "SimpleIMAPRetriever", "mail.example.org", "127.0.0.1\nport = "+port, "/usr/local/bin/hrefix", u.path("bin/hrefix")).Replace(page["getmail"])
		require.Contains(t, text, port)
		require.Contains(t, text, u.path("bin/hrefix"))
		u.put(t, ".getmail/getmailrc", text)
	}, func(u *mailUser) outcome { return u.run(t, "", "getmail", "--quiet") })
}
