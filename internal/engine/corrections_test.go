package engine_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// TestCorrectionsOfMany: what is corrected in each of many parts takes no copy of
// the others.
func TestCorrectionsOfMany(t *testing.T) {
	const size = 1 << 20
	src := []byte(messageShapes(size)[messagePrefix+"parts, corrected"])
	rw, err := engine.New(engine.Options{Type: detect.Message, Base: "http://a/"})
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := rw.Bytes(src)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	const digest = "Content-Length: 19\nContent-MD5: cPct8ZCWnDs/no1npHKZ5w==\n\n<a href=http://a/x>\n"
	require.Greater(t, strings.Count(string(out), digest), 9000)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(100*size))
}

// TestDispositionSize: a size parameter of Content-Disposition that was right is right
// afterwards.
func TestDispositionSize(t *testing.T) {
	const text, after = "<a href=x>\n</a>\n", "<a href=http://h/d/x>\n</a>\n"
	encode := func(s string) string { return wrapped(s, 76) }
	quote := func(s string) string { return strings.ReplaceAll(s, "=", "=3D") }
	for _, c := range []struct {
		name, encoding, field string
		encode                func(string) string
		size                  func(decoded, encoded string) int
	}{
		{"plain", "8bit", "attachment; filename=\"a;size=1\"; size=%d", strings.Clone, func(d, _ string) int { return len(d) }},
		{"CRLF", "8bit", "inline; size=\"%d\"", strings.Clone, func(d, _ string) int { return len(crlf(d)) }},
		{"decoded", "base64", "attachment;\n size=%d; x=y", encode, func(d, _ string) int { return len(d) }},
		{"encoded", "base64", "attachment; SIZE = %d ", encode, func(_, e string) int { return len(e) }},
		{"quoted-printable", "quoted-printable", "attachment; size=%d (bytes)", quote, func(d, _ string) int { return len(d) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			message := func(body string) string {
				encoded := c.encode(body)
				return "Content-Type: text/html\nContent-Transfer-Encoding: " + c.encoding +
					"\nContent-Disposition: " + fmt.Sprintf(c.field, c.size(body, encoded)) + "\n\n" + encoded
			}
			r := promise.Check(t, []byte(message(text)), engine.Options{Type: detect.Message, Base: pageURL})
			require.Equal(t, message(after), string(r.Output))
		})
	}
	for _, field := range []string{"attachment; size=7", "attachment; size=16; size=16", "attachment; size=16b", "attachment; size=\"1\\6\"", "size=16", "attachment; size=\r16", "attachment"} {
		src := "Content-Type: text/html\nContent-Disposition: " + field + "\n\n" + text
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
		require.Equal(t, strings.Replace(src, text, after, 1), string(r.Output))
	}
	// A message that is attached: what is encoded in it counts.
	src := "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: message/rfc822\nContent-Disposition: attachment; size=%d\n\n%s\n--m--\n"
	inner := "Content-Type: text/html\n\n" + text
	r := promise.Check(t, fmt.Appendf(nil, src, len(inner), inner), engine.Options{Type: detect.Message, Base: pageURL})
	inner = strings.Replace(inner, text, after, 1)
	require.Equal(t, fmt.Sprintf(src, len(inner), inner), string(r.Output))
}
