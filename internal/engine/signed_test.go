package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestSigned: what is signed stays as it is, and what is wanted all the same is
// reported.
func TestSigned(t *testing.T) {
	const (
		multipart = "Content-Type: multipart/signed; boundary=s; protocol=\"application/pgp-signature\"\n\n" +
			"--s\nContent-Type: text/html\n\n<a href=x>\n--s\nContent-Type: application/pgp-signature\n\n-\n--s--\n"
		inline = "Content-Type: text/html\n\n<pre>-----BEGIN PGP SIGNED MESSAGE-----</pre><a href=x>\n"
		sealed = "DKIM-Signature: v=1\nContent-Type: text/html\n\n<a href=x>\n"
		arc    = "ARC-Seal: i=1\nContent-Type: text/html\n\n<a href=x>\n"
	)
	within := func(message string) string {
		return "Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\n\n" + message +
			"--o\nContent-Type: text/html\n\n<a href=y>\n--o--\n"
	}
	base := engine.Options{Type: detect.Message, Base: "http://b/"}
	signed, sealedLeft := base, base
	signed.Signed = true
	sealedLeft.SkipDKIM = true
	for name, c := range map[string]struct {
		opts    engine.Options
		source  string
		rewrite bool
		note    string
	}{
		"multipart/signed":             {base, multipart, false, "signed (multipart/signed)"},
		"multipart/signed all same":    {signed, multipart, true, "a signed part is changed (multipart/signed)"},
		"inline PGP":                   {base, inline, false, "signed or encrypted (inline PGP)"},
		"inline PGP all the same":      {signed, inline, true, "signed text is changed (inline PGP)"},
		"DKIM":                         {base, sealed, true, "DKIM-Signature covers the body, and fails once that is changed"},
		"DKIM skipped":                 {sealedLeft, sealed, false, "signed (DKIM-Signature)"},
		"ARC skipped":                  {sealedLeft, arc, false, "signed (ARC-Seal)"},
		"nothing signed, DKIM to skip": {sealedLeft, "Content-Type: text/html\n\n<a href=x>\n", true, ""},
		"DKIM over the header": {
			base, "DKIM-Signature: v=1; h=From : content-location;\n b=x\nContent-Location: x\n\n", true,
			"DKIM-Signature covers a field, and fails once that is changed: content-location",
		},
		"DKIM over other fields": {base, "DKIM-Signature: v=1; h=from\nContent-Location: x\n\n", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			rw, err := engine.New(c.opts)
			require.NoError(t, err)
			plan := rw.Plan([]byte(c.source))
			require.Equal(t, c.rewrite, len(plan.Edits()) == 1)
			if c.note == "" {
				require.Empty(t, plan.Notes)
			} else {
				require.Len(t, plan.Notes, 1)
				require.Equal(t, c.note, plan.Notes[0].Text)
			}
			// In a message within another one, what is beside it is rewritten.
			plan = rw.Plan([]byte(within(c.source)))
			want := 1
			if c.rewrite {
				want = 2
			}
			require.Len(t, plan.Edits(), want)
		})
	}
}
