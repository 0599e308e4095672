//go:build unix

package peers

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/syncbuffer"
)

// A domain has the key of example.org.
type domain struct{ private, public, record string }

func newDomain(t testing.TB) domain {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	require.NoError(t, err)
	dir := safeDir(t)
	d := domain{filepath.Join(dir, "private"), filepath.Join(dir, "public"), "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(public)}
	put(t, d.private, string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})))
	put(t, d.public, "peer._domainkey.example.org "+d.record+"\n")
	require.NoError(t, os.Chmod(d.private, 0o600))
	own(t, d.private)
	return d
}

// safeDir returns a directory below which only root can write, as OpenDKIM wants it.
func safeDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/run", "hrefix-milter")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	return dir
}

// own gives a file to OpenDKIM.
func own(t testing.TB, name string) {
	u, err := user.Lookup("opendkim")
	require.NoError(t, err)
	uid, err := strconv.Atoi(u.Uid)
	require.NoError(t, err)
	require.NoError(t, os.Chown(name, uid, -1))
}

// opendkim starts OpenDKIM, which signs (mode s) or verifies (v), and returns its address.
func (d domain) opendkim(t testing.TB, mode string) string {
	t.Helper()
	address := freePort(t)
	host, port, _ := strings.Cut(address, ":")
	conf := filepath.Join(safeDir(t), "opendkim.conf")
	put(t, conf, fmt.Sprintf("Mode %s\nDomain example.org\nSelector peer\nKeyFile %s\nTestPublicKeys %s\nCanonicalization relaxed/simple\nSocket inet:%s@%s\nUserID opendkim\nAlwaysAddARHeader yes\nAuthservID mail.example.org\nBackground no\nSyslog no\nUMask 007\nMaximumSignaturesToVerify 3\n%s", mode, d.private, d.public, port, host, map[string]string{"v": "InternalHosts 192.0.2.1\n"}[mode]))
	log := new(syncbuffer.Buffer)
	start(t, log, "opendkim", "-f", "-x", conf)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("opendkim: %s", tail(log.String(), 20))
		}
	})
	dial(t, "tcp", address)
	return address
}

// verify reports whether the DKIM signatures of a message are right, by another program than OpenDKIM.
func (d domain) verify(t testing.TB, text []byte) bool {
	t.Helper()
	lookup := func(string) ([]string, error) { return []string{d.record}, nil }
	checks, err := dkim.VerifyWithOptions(bytes.NewReader(text), &dkim.VerifyOptions{LookupTXT: lookup})
	require.NoError(t, err)
	for _, c := range checks {
		if c.Err != nil {
			return false
		}
	}
	return len(checks) > 0
}

// TestPeerOpenDKIM sends mail out through hrefix and then OpenDKIM, which signs it, and what arrives
// of it in again through OpenDKIM, which verifies it, and then hrefix. Mail that goes out must be
// changed and its signature right; signed mail that comes in must stay as it is, and verify. With
// --allow-dkim it is changed after it has been verified.
func TestPeerOpenDKIM(t *testing.T) {
	n := messages(t) / 2
	d := newDomain(t)
	signer, verifier := d.opendkim(t, "s"), d.opendkim(t, "v")
	leaves, changes, sink := newFilter(t), newFilter(t, "--allow-dkim"), newSink(t)
	direct, outgoing, signing := &port{name: "direct"}, &port{name: "outgoing", milters: []string{leaves.address, signer}}, &port{name: "signing", milters: []string{signer}}
	incoming, allowing := &port{name: "incoming", milters: []string{verifier, leaves.address}}, &port{name: "allowing", milters: []string{verifier, changes.address}}
	postfix(t, sink.address, direct, outgoing, signing, incoming, allowing)
	list := make([]letter, n)
	for i := range list {
		list[i] = letter{fmt.Sprintf("n%d@example.org", i), []byte(made(i))}
	}
	send := func(d *port, list []letter) map[string][][]byte {
		(&post{port: d, perConnection: 10}).send(t, list, connections)
		return sink.wait(t, d, n)
	}
	want, sent, sealed := send(direct, list), send(outgoing, list), send(signing, list)
	rw := rewriter(t)
	changed := 0
	var relative []letter
	for _, l := range list {
		before, after := untraced(t, want[l.sender][0]), unsigned(t, sent[l.sender][0])
		require.Equal(t, string(rw.Bytes(before)), string(after), l.sender)
		require.True(t, d.verify(t, sent[l.sender][0]), l.sender)
		if !bytes.Equal(before, after) {
			changed++
		}
		relative = append(relative, letter{l.sender, sealed[l.sender][0]})
	}
	require.Positive(t, changed)
	t.Logf("figure: %d messages sent through hrefix and OpenDKIM: %d changed, all signatures right", n, changed)

	arrived := send(incoming, relative)
	for _, l := range relative {
		got := arrived[l.sender][0]
		require.Contains(t, string(got), "dkim=pass", l.sender)
		require.True(t, bytes.HasSuffix(got, l.text), l.sender)
		require.True(t, d.verify(t, got), l.sender)
	}
	t.Logf("figure: %d signed messages with relative links received through OpenDKIM and hrefix: all unchanged, verified by OpenDKIM and by go-msgauth", n)

	arrived = send(allowing, relative)
	broken := 0
	allow := rewriterAllowing(t)
	for _, l := range relative {
		got := arrived[l.sender][0]
		require.Contains(t, string(got), "dkim=pass", l.sender)
		require.True(t, bytes.HasSuffix(got, allow.Bytes(l.text)), l.sender)
		if !d.verify(t, got) {
			broken++
		}
	}
	require.Equal(t, changed, broken)
	t.Logf("figure: the same with --allow-dkim: %d changed after OpenDKIM had verified them", broken)
}

// unsigned returns a message without the fields of Postfix and of OpenDKIM's signature at its top.
func unsigned(t testing.TB, text []byte) []byte {
	t.Helper()
	i := bytes.Index(text, []byte("DKIM-Signature: "))
	require.GreaterOrEqual(t, i, 0)
	_, rest := nextField(text[i:])
	if bytes.HasPrefix(text, []byte("Received: ")) {
		_, between := nextField(text[:i])
		rest = append(append([]byte(nil), between...), rest...)
	}
	return withoutReceived(rest)
}

func withoutReceived(text []byte) []byte {
	if bytes.HasPrefix(text, []byte("Received: ")) {
		_, text = nextField(text)
	}
	return text
}

// nextField cuts a message after its first field.
func nextField(text []byte) (field, rest []byte) {
	i := 0
	for {
		n := bytes.Index(text[i:], []byte("\r\n"))
		if n < 0 {
			return text, nil
		}
		i += n + 2
		if i >= len(text) || text[i] != ' ' && text[i] != '\t' {
			return text[:i], text[i:]
		}
	}
}
