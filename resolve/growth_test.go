package resolve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/japanese"

	"github.com/hrefix/hrefix/internal/test/growth"
	"github.com/hrefix/hrefix/resolve"
)

// shapes returns references of about n bytes that would take more than linear
// time in a simple implementation.
func shapes(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)) }
	return map[string]string{
		"letters":           fill("a"),
		"scheme":            fill("a") + ":",
		"parents":           fill("../"),
		"semicolons":        fill(";"),
		"slashes":           fill("/"),
		"backslashes":       fill("\\"),
		"down and up":       fill("a/../"),
		"down, then up":     strings.Repeat("a/", n/5) + strings.Repeat("../", n/5),
		"long, then up":     strings.Repeat("a", n/2) + "/" + strings.Repeat("../", n/6),
		"encoded parents":   fill("%2e%2E/"),
		"dots":              fill("."),
		"single dots":       fill("./"),
		"queries":           fill("?"),
		"fragments":         fill("#"),
		"tabs":              "a" + fill("\t") + "b",
		"spaces":            fill(" ") + "a",
		"multibyte":         fill("é"),
		"malformed":         fill("\xe2\x82"),
		"query":             "?" + fill("é"),
		"host":              "//" + fill("a"),
		"labels":            "//" + fill("a."),
		"numbers":           "//" + fill("1."),
		"number":            "//" + fill("1"),
		"host beyond ASCII": "//" + fill("日本."),
		"encoded host":      "//" + fill("%e6%97%a5"),
		"address":           "//[" + fill("1:") + "]",
		"brackets":          "//" + fill("[") + ":80",
		"credentials":       "//" + fill("@") + "a",
		"port":              "//a:" + fill("0"),
	}
}

// growing returns a base for the references of shapes.
func growing(d resolve.Dialect) *resolve.Base {
	return d.Base("http://a/b/c").WithEncoding(japanese.ShiftJIS)
}

// TestShapes: a target is at most ten times as long as its reference. It has no
// dot segments, except in RFC 1808, which keeps those that lead above the root.
func TestShapes(t *testing.T) {
	for name, ref := range shapes(1 << 16) {
		for _, d := range dialects {
			target, outcome := growing(d).Append(nil, []byte(ref))
			require.Less(t, len(target), 10*len(ref)+100, "%v: %s", d, name)
			if outcome == resolve.Resolved && d != resolve.RFC1808 {
				require.NotContains(t, string(target), "/../", name)
			}
			prefixed, same := growing(d).AppendReplacement(nil, []byte(ref))
			require.Equal(t, outcome, same)
			require.Less(t, len(prefixed), 10*len(ref)+100, "%v: %s", d, name)
		}
	}
	target, _ := resolve.WHATWG.Base("http://a/b/c").Resolve(strings.Repeat("../", 1<<18) + "g")
	require.Equal(t, "http://a/g", target)
}

// BenchmarkGrowth shows that time and memory are linear.
func BenchmarkGrowth(b *testing.B) {
	for _, d := range dialects {
		base := growing(d)
		b.Run(d.String(), func(b *testing.B) {
			growth.Bench(b, 1<<12, shapes, func(*testing.B, string) func([]byte) {
				var buf []byte
				return func(ref []byte) {
					buf, _ = base.AppendReplacement(buf[:0], ref)
					buf, _ = base.Append(buf[:0], ref)
				}
			})
		})
	}
}

// BenchmarkHuge resolves references of up to 100 MB.
func BenchmarkHuge(b *testing.B) {
	for name, ref := range map[string]string{
		"100 million letters": strings.Repeat("a", 100_000_000),
		"10 million parents":  strings.Repeat("../", 10_000_000),
		"10 million ;":        strings.Repeat(";", 10_000_000),
		"host of 100 million": "//" + strings.Repeat("é", 50_000_000),
	} {
		for _, d := range dialects {
			b.Run(d.String()+" "+name, func(b *testing.B) {
				base, in := d.Base("http://a/b/c;d"), []byte(ref)
				var buf []byte
				b.SetBytes(int64(len(in)))
				for b.Loop() {
					buf, _ = base.Append(buf[:0], in)
				}
			})
		}
	}
}
