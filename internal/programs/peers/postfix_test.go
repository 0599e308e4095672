//go:build unix

package peers

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// sendmail replaces Postfix's sendmail. It keeps its input, and exits with the status in a
// file.
const sendmail = `printf '%s ' "$@" > args
cat > sent
exit $(cat status)`

// startPostfix returns a user with the filter of the page.
func startPostfix(t testing.TB, page map[string]string, status string) *mailUser {
	t.Helper()
	u := newMailUser(t)
	u.install(t, "sendmail", sendmail)
	u.put(t, "bin/filter", page["postfix"])
	require.NoError(t, os.Chmod(u.path("bin/filter"), 0o700))
	u.put(t, "status", status)
	u.mkdir(t, "tmp")
	u.env = []string{"TMPDIR=" + u.path("tmp")}
	return u
}

// filter runs the filter as Postfix does.
func (u *mailUser) filter(t testing.TB, text string) outcome {
	o := u.run(t, text, u.path("bin/filter"), "-f", "news@example.org", "--", "a@example.org", "b@example.org")
	left, err := os.ReadDir(u.path("tmp"))
	require.NoError(t, err)
	require.Empty(t, left)
	return o
}

func testPostfix(t *testing.T, page map[string]string) {
	need(t, "mktemp")
	for _, m := range mails() {
		u := startPostfix(t, page, "0")
		o := u.filter(t, m.text)
		require.Zero(t, o.status, o.stderr)
		require.Equal(t, m.want, u.get(t, "sent"), m.name)
		require.Equal(t, "-G -i -f news@example.org -- a@example.org b@example.org ", u.get(t, "args"))
	}
	for _, f := range failures(t) {
		u := startPostfix(t, page, "0")
		u.install(t, "hrefix", f.script)
		require.Equal(t, temporarily, u.filter(t, mails()[0].text).status, f.name)
		require.NoFileExists(t, u.path("sent"), f.name)
	}
	u := startPostfix(t, page, "75")
	require.Equal(t, temporarily, u.filter(t, mails()[0].text).status, "of sendmail")

	u = startPostfix(t, page, "0")
	u.env = []string{"TMPDIR=" + u.path("nowhere")}
	require.Equal(t, temporarily, u.filter(t, mails()[0].text).status, "nowhere to write")
	require.NoFileExists(t, u.path("sent"))
}
