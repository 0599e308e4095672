//go:build unix

package peers

import (
	"bytes"
	"fmt"
	"net"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"

	"github.com/hrefix/hrefix/internal/test/syncbuffer"
)

// rspamdConf configures an Rspamd that checks DKIM signatures and writes Authentication-Results.
const rspamdConf = `options {
	pidfile = "%[1]s/pid";
	filters = "dkim";
	dns { nameserver = ["%[2]s"]; }
	url_tld = "/usr/share/rspamd/effective_tld_names.dat";
}
logging { type = "console"; level = "warning"; }
worker "rspamd_proxy" {
	bind_socket = "%[3]s";
	milter = yes;
	count = 1;
	timeout = 60s;
	upstream "local" { default = yes; self_scan = yes; }
}
modules { path = "/usr/share/rspamd/plugins/milter_headers.lua"; }
lua = "/usr/share/rspamd/rules/rspamd.lua";
dkim { check_local = true; }
actions { reject = 1000; }
milter_headers {
	skip_local = false;
	use = ["authentication-results"];
	routines { authentication-results { } }
}
`

// rspamd starts Rspamd, which verifies, and returns its address.
func (d domain) rspamd(t testing.TB) string {
	t.Helper()
	dir := openDir(t)
	address := freePort(t)
	conf := filepath.Join(dir, "rspamd.conf")
	put(t, conf, fmt.Sprintf(rspamdConf, dir, d.nameServer(t), address))
	log := new(syncbuffer.Buffer)
	start(t, log, "rspamd", "-f", "-i", "-c", conf)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("rspamd: %s", tail(log.String(), 20))
		}
	})
	dial(t, "tcp", address)
	return address
}

// nameServer starts a name server that has the key of the domain, and returns its address.
func (d domain) nameServer(t testing.TB) string {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	go func() {
		b := make([]byte, 4096)
		for {
			n, from, err := c.ReadFrom(b)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(b[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			q := m.Questions[0]
			answer := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, Authoritative: true}, Questions: m.Questions}
			if q.Type == dnsmessage.TypeTXT && strings.EqualFold(q.Name.String(), "peer._domainkey.example.org.") {
				answer.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 60},
					Body:   &dnsmessage.TXTResource{TXT: []string{d.record[:200], d.record[200:]}},
				}}
			} else {
				answer.RCode = dnsmessage.RCodeNameError
			}
			if packed, err := answer.Pack(); err == nil {
				c.WriteTo(packed, from)
			}
		}
	}()
	return c.LocalAddr().String()
}

// TestPeerRspamd sends signed mail in through Rspamd, which verifies it, and then hrefix with --allow-dkim. The signature
// must be found right although the body changes afterwards, and the field that says so must stay. In the other order
// Rspamd finds it broken.
func TestPeerRspamd(t *testing.T) {
	messages(t)
	const n = 30
	d := newDomain(t)
	signer, verifier := d.opendkim(t, "s"), d.rspamd(t)
	changes, sink := newFilter(t, "--allow-dkim"), newSink(t)
	signing := &port{name: "signing", milters: []string{signer}}
	right := &port{name: "right", milters: []string{verifier, changes.address}}
	wrong := &port{name: "wrong", milters: []string{changes.address, verifier}}
	postfix(t, sink.address, signing, right, wrong)
	send := func(d *port, list []letter) map[string][][]byte {
		(&post{port: d, perConnection: 5}).send(t, list, 2)
		return sink.wait(t, d, n)
	}
	list := make([]letter, n)
	for i := range list {
		list[i] = letter{fmt.Sprintf("n%d@example.org", i), []byte(made(i))}
	}
	for sender, texts := range send(signing, list) {
		for i := range list {
			if list[i].sender == sender {
				list[i].text = texts[0]
			}
		}
	}
	allow := rewriterAllowing(t)
	result := regexp.MustCompile(`(?s)Authentication-Results: [^;]+;\s*dkim=(\w+)`)
	verdict := func(text []byte) string {
		m := result.FindSubmatch(text)
		require.NotNil(t, m, "%s", text[:min(len(text), 2000)])
		return string(m[1])
	}
	before, after := send(right, list), send(wrong, list)
	changed := 0
	for _, l := range list {
		got := before[l.sender][0]
		require.Equal(t, "pass", verdict(got), l.sender)
		require.True(t, bytes.HasSuffix(got, allow.Bytes(l.text)), l.sender)
		if !bytes.Equal(allow.Bytes(l.text), l.text) {
			changed++
			require.NotEqual(t, "pass", verdict(after[l.sender][0]), l.sender)
		}
	}
	require.Positive(t, changed)
	t.Logf("figure: %d signed messages received through Rspamd and hrefix --allow-dkim: dkim=pass in all, %d changed; in the other order these fail", n, changed)
}
