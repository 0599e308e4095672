//go:build unix

package peers

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pythonWithDKIM returns a Python with dkimpy.
func pythonWithDKIM(t testing.TB) string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import dkim").Run() == nil {
			return python
		}
	}
	require.Fail(t, "no Python has dkimpy: install python3-dkim")
	return ""
}

// A domain signs and verifies messages with testdata/sign.py.
type domain struct{ python, key string }

func (d domain) sign(t testing.TB, message, how string) string {
	return run(t, message, d.python, "-B", "testdata/sign.py", how, d.key).stdout
}

func (d domain) verify(t testing.TB, message string) bool {
	verdict := run(t, message, d.python, "-B", "testdata/sign.py", "verify", d.key).stdout
	require.Contains(t, []string{"True\n", "False\n"}, verdict)
	return verdict == "True\n"
}

// TestPeerDKIM checks that the command reports a DKIM (RFC 6376) or ARC (RFC 8617)
// signature that it breaks, that a signature over unchanged content verifies, and that
// --skip-dkim leaves signed messages unchanged.
func TestPeerDKIM(t *testing.T) {
	need(t, "python3", "openssl")
	d := domain{pythonWithDKIM(t), filepath.Join(t.TempDir(), "key.pem")}
	run(t, "", "openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", d.key)
	header := "Authentication-Results: example.org; none\nFrom: a@example.org\nTo: b@example.org\nSubject: signed\nDate: Thu, 01 Jan 2026 00:00:00 +0000\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"
	for _, how := range []struct{ name, field string }{{"dkim", "DKIM-Signature"}, {"arc", "ARC-Message-Signature"}} {
		for _, ending := range endings {
			t.Run(how.name+" "+ending.name, func(t *testing.T) {
				linked := ending.of(d.sign(t, crlf(header+alternative(encodings[1], page)), how.name))
				require.True(t, d.verify(t, linked))
				r := rewrite(t, linked)
				require.False(t, d.verify(t, r.stdout), "the body is as it was")
				require.Contains(t, r.stderr, how.field)

				absolute := strings.NewReplacer("minutes/", "http://example.org/", "minutes.html", "http://example.org/minutes.html")
				still := ending.of(d.sign(t, crlf(absolute.Replace(header+alternative(encodings[0], page))), how.name))
				r = rewrite(t, still)
				require.True(t, d.verify(t, r.stdout))
				require.Empty(t, r.stderr)

				r = rewrite(t, linked, "--skip-dkim")
				require.Equal(t, linked, r.stdout)
				require.True(t, d.verify(t, r.stdout))
				require.NotEmpty(t, r.stderr)
			})
		}
	}
}
