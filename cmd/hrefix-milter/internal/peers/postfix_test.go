//go:build unix

package peers

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/syncbuffer"
)

// mainCf configures a Postfix that relays all mail to a sink, and changes nothing of it.
const mainCf = `compatibility_level = 3.6
myhostname = mail.example.org
mydestination =
inet_interfaces = loopback-only
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
queue_directory = %[1]s/spool
data_directory = %[1]s/data
relayhost = [127.0.0.1]:%[2]s
maillog_file = %[1]s/log/mail
maillog_file_prefixes = %[1]s
alias_maps =
alias_database =
local_header_rewrite_clients =
smtp_line_length_limit = 0
disable_mime_output_conversion = yes
disable_dns_lookups = yes
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
smtpd_peername_lookup = no
smtpd_error_sleep_time = 0
smtpd_soft_error_limit = 100000
smtpd_hard_error_limit = 100000
in_flow_delay = 0
qmgr_message_active_limit = 20000
qmgr_message_recipient_limit = 20000
minimal_backoff_time = 5s
maximal_backoff_time = 10s
queue_run_delay = 5s
header_size_limit = 1000000
milter_protocol = 6
`

// services are the services of master.cf that such a Postfix needs, besides smtpd.
const services = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - 60 smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

// A port is an SMTP port of Postfix with the filters that its mail passes.
type port struct {
	name    string
	milters []string // addresses
	action  string   // of Postfix if a filter fails
	address string
}

// postfix starts a Postfix that listens on ports and relays to a sink, and sets the addresses of the
// ports. It returns the directory of Postfix's queues.
func postfix(t testing.TB, sink string, ports ...*port) (spool string) {
	t.Helper()
	require.Zero(t, os.Geteuid(), "Postfix needs root")
	dir := openDir(t)
	for _, name := range []string{"etc", "spool", "data", "log"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o755))
	}
	run(t, "chown", "postfix", filepath.Join(dir, "data"))
	_, port, err := net.SplitHostPort(sink)
	require.NoError(t, err)
	put(t, filepath.Join(dir, "etc/main.cf"), fmt.Sprintf(mainCf, dir, port))
	master := services
	for _, d := range ports {
		d.address = freePort(t)
		master += d.service()
	}
	put(t, filepath.Join(dir, "etc/master.cf"), master)
	log := new(syncbuffer.Buffer)
	start(t, log, "postfix", "-c", filepath.Join(dir, "etc"), "start-fg")
	t.Cleanup(func() {
		run(t, "postfix", "-c", filepath.Join(dir, "etc"), "stop")
		if t.Failed() {
			text, _ := os.ReadFile(filepath.Join(dir, "log/mail"))
			t.Logf("postfix: %s\n%s", log, tail(troubles(string(text)), 20))
		}
	})
	for _, d := range ports {
		dial(t, "tcp", d.address)
	}
	return filepath.Join(dir, "spool")
}

// openDir returns a directory that all users can read.
func openDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	require.NoError(t, os.Chmod(dir, 0o755))
	return dir
}

// service returns the line of master.cf.
func (d *port) service() string {
	var milters []string
	for _, m := range d.milters {
		milters = append(milters, "inet:"+m)
	}
	action := d.action
	if action == "" {
		action = "tempfail"
	}
	return fmt.Sprintf("%s inet n - n - 100 smtpd\n  -o smtpd_milters=%s\n  -o milter_default_action=%s\n", d.address, strings.Join(milters, ","), action)
}

func put(t testing.TB, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}

// tail returns the last n lines of a text.
func tail(text string, n int) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// troubles returns the lines of Postfix's log that report no delivery.
func troubles(log string) string {
	var b strings.Builder
	for line := range strings.Lines(log) {
		if strings.Contains(line, "warning") || strings.Contains(line, "reject") || strings.Contains(line, "fatal") || strings.Contains(line, "panic") {
			b.WriteString(line)
		}
	}
	return b.String()
}
