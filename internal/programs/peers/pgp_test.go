//go:build unix

package peers

import (
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A keyring is a GnuPG home with one key.
type keyring struct{ home string }

// newKeyring makes a keyring. Its agent is stopped at the end of the test.
func newKeyring(t testing.TB) keyring {
	k := keyring{filepath.Join(scratch, "gnupg")} // a short path: the agent's socket is in it
	require.NoError(t, os.Mkdir(k.home, 0o700))
	t.Cleanup(func() { run(t, "", "gpgconf", "--homedir", k.home, "--kill", "all") })
	require.True(t, k.gpg(t, "", "--quick-gen-key", "a@example.org", "default", "default", "1d").ok)
	return k
}

func (k keyring) gpg(t testing.TB, input string, args ...string) result {
	return try(t, input, "gpg", append([]string{"--homedir", k.home, "--batch", "--yes", "--quiet",
		"--pinentry-mode", "loopback", "--passphrase", ""}, args...)...)
}

// sign returns content with an armored signature.
func (k keyring) sign(t testing.TB, content, how string) string {
	r := k.gpg(t, content, "--armor", "--digest-algo", "SHA512", how)
	require.True(t, r.ok, r.stderr)
	return lf(r.stdout)
}

// signed returns a PGP/MIME entity: RFC 3156 section 5.
func (k keyring) signed(t testing.TB, content string) string {
	content = strings.TrimSuffix(content, "\n")
	return "Content-Type: multipart/signed; boundary=signed; micalg=pgp-sha512;\n protocol=\"application/pgp-signature\"\n\n" +
		"This is signed.\n--signed\n" + content + "\n--signed\nContent-Type: application/pgp-signature; name=signature.asc\n\n" +
		k.sign(t, crlf(content), "--detach-sign") + "\n--signed--\n"
}

// verify reports whether the signature of such an entity is valid.
func (k keyring) verify(t testing.TB, entity string) bool {
	parts := strings.Split(lf(entity), "\n--signed")
	require.Len(t, parts, 4)
	content := strings.TrimPrefix(parts[1], "\n")
	_, signature, ok := strings.Cut(parts[2], "\n\n")
	require.True(t, ok)
	return k.gpg(t, crlf(content), "--verify", write(t, "signature.asc", signature), "-").ok
}

// TestPeerPGP checks that content signed by PGP/MIME (RFC 3156) or inside the text (RFC
// 9580 section 7) verifies after a run of the command.
func TestPeerPGP(t *testing.T) {
	need(t, "gpg", "gpgconf")
	k := newKeyring(t)
	for _, e := range encodings {
		t.Run("detached "+e.name, func(t *testing.T) {
			checkSigned(t, k.signed(t, alternative(e, page)), replaceCoded(e), k.verify)
		})
		t.Run("inline "+e.name, func(t *testing.T) {
			text := "<p><a href=\"minutes/\">minutes</a></p>\n<pre>\n" + k.sign(t, page, "--clear-sign") + "</pre>\n"
			forge := func(entity string) string {
				return htmlPart(e, strings.Replace(decode(t, e, entity), page, forged, 1))
			}
			checkSigned(t, htmlPart(e, text), forge, func(t testing.TB, entity string) bool {
				return k.gpg(t, decode(t, e, entity), "--verify").ok
			})
		})
	}
}

// decode returns the decoded text of a leaf, by the decoders of Go.
func decode(t testing.TB, e encoding, entity string) string {
	_, body, ok := strings.Cut(lf(entity), "\n\n")
	require.True(t, ok)
	r := io.Reader(strings.NewReader(body))
	switch e.name {
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text)
}
