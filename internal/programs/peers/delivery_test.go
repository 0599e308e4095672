//go:build unix

package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A delivery is a way to deliver mail to a user's Maildir.
type delivery struct {
	// setUp installs the block of the page for the user.
	setUp func(testing.TB, *mailUser)
	// deliver delivers a message.
	deliver func(testing.TB, *mailUser, string) outcome
	// stores returns a message as the program stores it without the command.
	stores func(string) string
	// queues reports whether mail is kept and retried if the command fails. Otherwise it is
	// delivered unchanged.
	queues bool
}

// temporarily is the exit status EX_TEMPFAIL, with which a mail server keeps a message and
// tries again.
const temporarily = 75

// try checks that all messages arrive, and that none is lost if the command fails.
func (d delivery) try(t *testing.T) {
	for _, m := range mails() {
		t.Run(m.name, func(t *testing.T) {
			u := newMailUser(t)
			d.setUp(t, u)
			o := d.deliver(t, u, m.text)
			require.Zero(t, o.status, o.stderr)
			require.Equal(t, []string{d.stores(m.want)}, u.texts(t), o.stderr)
		})
	}
	for _, f := range failures(t) {
		t.Run(f.name, func(t *testing.T) {
			for _, m := range mails() {
				u := newMailUser(t)
				d.setUp(t, u)
				u.install(t, "hrefix", f.script)
				o := d.deliver(t, u, m.text)
				if d.queues {
					require.Equal(t, temporarily, o.status, o.stderr)
					require.Empty(t, u.texts(t))
				} else {
					require.Zero(t, o.status, o.stderr)
					require.Equal(t, []string{d.stores(m.text)}, u.texts(t), o.stderr)
				}
			}
		})
	}
}

func testProcmail(t *testing.T, page map[string]string) {
	procmail(t, page["procmail"], false)
}

func testProcmailQueue(t *testing.T, page map[string]string) {
	procmail(t, page["procmail"]+"\n"+page["procmail-queue"], true)
}

// procmail tests a ~/.procmailrc. Procmail reads HOME from the system's list of users, and
// their mailbox from /var/mail, unless -m says that it was not started by a mail server.
func procmail(t *testing.T, rc string, queues bool) {
	need(t, "procmail")
	delivery{
		setUp: func(t testing.TB, u *mailUser) { u.put(t, ".procmailrc", rc) },
		deliver: func(t testing.TB, u *mailUser, text string) outcome {
			return u.run(t, text, "procmail", "-m", "HOME="+u.home, u.path(".procmailrc"))
		},
		stores: func(text string) string { return text },
		queues: queues,
	}.try(t)
}

// testSanitizer checks the order of the page with a program that removes remote images, and that the other order lets
// one through.
func testSanitizer(t *testing.T, page map[string]string) {
	need(t, "procmail")
	const text = "From: a@example.org\nBase: <URL:http://tracker.example/>\nContent-Type: text/html\n\n<p>Hello<img src=pixel.gif>\n"
	const first, second = "hrefix --tempfail -t message", "sanitize-html"
	deliver := func(rc string) string {
		u := newMailUser(t)
		u.put(t, ".procmailrc", rc)
		u.install(t, "sanitize-html", "exec sed 's/<img src=http:[^>]*>//'")
		o := u.run(t, text, "procmail", "-m", "HOME="+u.home, u.path(".procmailrc"))
		require.Zero(t, o.status, o.stderr)
		return u.texts(t)[0]
	}
	rc := page["procmail"] + "\n" + page["sanitizer"]
	require.Equal(t, strings.Replace(text, "<img src=pixel.gif>", "", 1), deliver(rc))
	swapped := strings.NewReplacer(first, second, second, first).Replace(rc)
	require.Contains(t, deliver(swapped), "<img src=http://tracker.example/pixel.gif>")
}

func testMaildrop(t *testing.T, page map[string]string) {
	maildrop(t, page["maildrop"], true)
}

func testMaildropException(t *testing.T, page map[string]string) {
	maildrop(t, page["maildrop-exception"], false)
}

// maildrop tests a ~/.mailfilter. Maildrop reads HOME from the system's list of users. A
// preloaded library replaces that, but programs with the rights of a group ignore preloaded
// libraries, so the test runs a copy without these rights.
func maildrop(t *testing.T, filter string, queues bool) {
	need(t, "maildrop")
	delivery{
		setUp: func(t testing.TB, u *mailUser) {
			u.put(t, ".mailfilter", filter)
			u.put(t, "passwd", "nobody:x:"+strconv.Itoa(u.uid)+":"+strconv.Itoa(u.gid)+":nobody:"+u.home+":/bin/sh\n")
			u.put(t, "group", "nogroup:x:"+strconv.Itoa(u.gid)+":\n")
			u.copyTool(t, "maildrop")
			u.env = []string{"LD_PRELOAD=libnss_wrapper.so", "NSS_WRAPPER_PASSWD=" + u.path("passwd"), "NSS_WRAPPER_GROUP=" + u.path("group")}
		},
		deliver: func(t testing.TB, u *mailUser, text string) outcome {
			return u.run(t, text, u.path("bin/maildrop"))
		},
		stores: func(text string) string { return text },
		queues: queues,
	}.try(t)
}

// copyTool copies a program to ~/bin.
func (u *mailUser) copyTool(t testing.TB, tool string) {
	t.Helper()
	path, err := exec.LookPath(tool)
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	name := filepath.Join("bin", tool)
	u.put(t, name, string(data))
	require.NoError(t, os.Chmod(u.path(name), 0o700))
}
