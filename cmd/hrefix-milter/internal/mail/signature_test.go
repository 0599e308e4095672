package mail

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

// inUTF16 returns text in UTF-16LE with a byte order mark.
func inUTF16(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		b.WriteString(string([]byte{byte(unit), byte(unit >> 8)}))
	}
	return b.String()
}

// encoded returns a part in base64, so that the bytes of the message do not show its text.
func encoded(head, text string) string {
	return head + "Content-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(text))
}

// TestSignature checks that a message with a signature in any of its parts stays as it is.
func TestSignature(t *testing.T) {
	const begin = "-----BEGIN PGP MESSAGE-----"
	named := func(field string) string { return field + "\r\n\r\nx" }
	rw := newRewriter(t)
	for _, test := range []struct{ part, want string }{
		{"\r\nx", ""},
		{encoded("", begin), "inline-pgp"},
		{encoded("", "\ufeff"+begin), "inline-pgp"},
		{encoded("", "a\r"+begin), "inline-pgp"},
		{encoded("", "a "+begin+"\n"+begin), "inline-pgp"},
		{encoded("", "a "+begin), ""},
		{encoded("Content-Type: text/plain; charset=utf-16\r\n", inUTF16("a\n"+begin)), "inline-pgp"},
		{encoded("Content-Type: text/plain; charset=utf-16\r\n", inUTF16(begin)), "inline-pgp"},
		{named("Content-Type: application/octet-stream; name*=utf-8''smime%2Ep7s"), "signed"},
		{named("Content-Type: application/octet-stream; name*0=\"smime.p\"; name*1=7s"), "signed"},
		{named("Content-Type: application/octet-stream; name=\"=?utf-8?B?c21pbWUucDdt?=\""), "encrypted"},
		{named("Content-Disposition: attachment; filename=\"smime.p\\7s\""), "signed"},
		{named("Content-Disposition: attachment; filename*=utf-8''a%2Ehtml%2Easc"), "signed"},
		{named("Content-Disposition: attachment; filename=a.html.sig"), "signed"},
		{named("Content-Disposition: attachment; filename=a.sig.html"), ""},
		{named("Content-Type: application/cms"), "encrypted"},
		{named("Content-Type: application/pgp; x-action=sign"), "signed"},
		{strings.Repeat("Content-Type: message/rfc822\r\n\r\n", 101) + "x", "limit"},
		{"\r\nx\r\n" + strings.Repeat("--m\r\n\r\nx\r\n", 10_000), "limit"},
	} {
		body := "--m\r\nContent-Type: text/html\r\n\r\n<a href=x>\r\n--m\r\n" + test.part + "\r\n--m--\r\n"
		m := build(true, body, "Base", " http://e/", "Content-Type", " multipart/mixed; boundary=m")
		c, report, err := Process(rw, m, huge)
		require.NoError(t, err)
		require.Equal(t, test.want, report.Kept, "%.200q", test.part)
		require.Equal(t, test.want == "", c != nil, "%.200q", test.part)
	}
}

// TestCounter checks the numbers of fields whose names differ in case.
func TestCounter(t *testing.T) {
	m := new(Message)
	for i := range 1000 {
		m.AddField([]byte([]string{"Link", "X", "LINK"}[i%3]), []byte(" x"), true)
	}
	c := &counter{m: m, seen: make(map[string]int)}
	require.Equal(t, 1, c.index(0))
	for i := 3; i < 1000; i += 3 {
		require.Equal(t, 2*i/3+1, c.index(i), fmt.Sprint(i))
	}
}
