package view

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"strings"
	"testing"

	"github.com/hrefix/hrefix/internal/markup"
)

func BenchmarkQuotedPrintable(b *testing.B) {
	src := bytes.Repeat([]byte("<p class=3D\"x\">Some text that is long enough to fill a line, and a link to=\r\n <a href=3D\"g?x=3D1\">caf=C3=A9</a>.</p>\r\n"), 1000)
	b.Run("view", func(b *testing.B) {
		var v QuotedPrintable
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			v.Reset(src, 0, len(src))
		}
	})
	b.Run("mime", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			_, _ = io.Copy(io.Discard, quotedprintable.NewReader(bytes.NewReader(src)))
		}
	})
}

func BenchmarkBase64(b *testing.B) {
	src := []byte(wrapped(base64.StdEncoding.EncodeToString(make([]byte, 60_000)), 76, "\r\n"))
	b.Run("view", func(b *testing.B) {
		var v Base64
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			_ = v.Reset(src, 0, len(src))
		}
	})
	b.Run("encoding", func(b *testing.B) {
		dst := make([]byte, len(src))
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			_, _ = base64.StdEncoding.Decode(dst, src)
		}
	})
}

func BenchmarkCharRefs(b *testing.B) {
	escaped := strings.Repeat("&lt;td&gt;1,234&lt;/td&gt;&lt;td class=&quot;x&quot;&gt;text &amp;amp; more text&lt;/td&gt;\n", 40)
	for _, value := range []string{"a/b.html", "g?x=1&amp;y=2&z=3", escaped} {
		b.Run(value[:min(len(value), 20)], func(b *testing.B) {
			b.SetBytes(int64(len(value)))
			var v CharRefs
			src := []byte(value)
			b.ReportAllocs()
			for b.Loop() {
				v.Reset(src, 0, len(src), markup.DoubleQuoted)
			}
		})
	}
}
