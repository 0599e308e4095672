//go:build unix

package peers

import (
	"encoding/base64"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A signer is a key with its certificate.
type signer struct{ key, certificate string }

func newSigner(t testing.TB) signer {
	dir := t.TempDir()
	s := signer{filepath.Join(dir, "key.pem"), filepath.Join(dir, "certificate.pem")}
	run(t, "", "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc",
		"-days", "1", "-subj", "/CN=a/emailAddress=a@example.org", "-addext", "extendedKeyUsage=emailProtection",
		"-keyout", s.key, "-out", s.certificate)
	return s
}

// sign returns an S/MIME entity: application/pkcs7-mime if opaque is set, otherwise
// multipart/signed.
func (s signer) sign(t testing.TB, content string, opaque bool) string {
	args := []string{"smime", "-sign", "-signer", s.certificate, "-inkey", s.key}
	if opaque {
		args = append(args, "-nodetach")
	}
	return lf(run(t, content, "openssl", args...).stdout)
}

// verify reports whether the signature of an entity is valid.
func (s signer) verify(t testing.TB, entity string) bool {
	r := try(t, entity, "openssl", "smime", "-verify", "-CAfile", s.certificate)
	return r.ok && strings.Contains(r.stderr, "Verification successful")
}

// TestPeerSMIME checks that content signed by S/MIME (RFC 8551) verifies after a run of the
// command.
func TestPeerSMIME(t *testing.T) {
	need(t, "openssl")
	s := newSigner(t)
	for _, e := range encodings {
		content := alternative(e, page)
		t.Run("detached "+e.name, func(t *testing.T) {
			checkSigned(t, s.sign(t, content, false), replaceCoded(e), s.verify)
		})
		t.Run("opaque "+e.name, func(t *testing.T) {
			forge := func(entity string) string { return inside(t, entity, replaceCoded(e)) }
			checkSigned(t, s.sign(t, content, true), forge, s.verify)
		})
	}
}

// inside changes the decoded body of an entity in base64.
func inside(t testing.TB, entity string, change func(string) string) string {
	header, body, ok := strings.Cut(lf(entity), "\n\n")
	require.True(t, ok)
	der, err := base64.StdEncoding.DecodeString(body)
	require.NoError(t, err)
	changed := change(string(der))
	require.NotEqual(t, string(der), changed)
	return header + "\n\n" + encodeBase64(changed)
}
