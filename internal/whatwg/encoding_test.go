package whatwg_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/hrefix/hrefix/internal/whatwg"
)

// encodings are some of the Encoding Standard.
var encodings = []encoding.Encoding{
	charmap.Windows1252, charmap.KOI8R, charmap.XUserDefined,
	japanese.ShiftJIS, japanese.EUCJP, japanese.ISO2022JP,
	simplifiedchinese.GBK, simplifiedchinese.GB18030, traditionalchinese.Big5, korean.EUCKR,
}

// TestEncoding resolves references of documents in other encodings, given as their bytes. The
// first four are examples of the URL Standard section 1.3.
func TestEncoding(t *testing.T) {
	for _, c := range []struct {
		enc             encoding.Encoding
		base, ref, want string
	}{
		{charmap.Windows1252, "http://h/", "?sm\xf6rg\xe5sbord", "http://h/?sm%F6rg%E5sbord"},
		{japanese.ShiftJIS, "http://h/", "?\x81\xdf", "http://h/?%81%DF"},
		{charmap.Windows1252, "http://h/", "?\x80'", "http://h/?%80%27"},
		{japanese.ISO2022JP, "http://h/", "?\x1b$B\"a\x1b(B", "http://h/?%1B$B%22a%1B(B"},
		// Only the query is in the encoding, and only for special schemes.
		{charmap.Windows1252, "http://h/", "\xe9?\xe9#\xe9", "http://h/%C3%A9?%E9#%C3%A9"},
		{charmap.Windows1252, "ftp://h/", "?\xe9", "ftp://h/?%E9"},
		{charmap.Windows1252, "ws://h/", "?\xe9", "ws://h/?%C3%A9"},
		{charmap.Windows1252, "wss://h/", "?\xe9", "wss://h/?%C3%A9"},
		{charmap.Windows1252, "foo://h/", "?\xe9", "foo://h/?%C3%A9"},
		{charmap.KOI8R, "http://h/", "?\xc1", "http://h/?%C1"},
		// The second byte of a character is not a backslash, a tilde, or "#".
		{japanese.ShiftJIS, "http://h/", "\x83\\/x?\x83\\", "http://h/%E3%82%BD/x?%83\\"},
		{traditionalchinese.Big5, "http://h/", "a\xa5|b", "http://h/a%E5%9B%9Bb"},
		{simplifiedchinese.GB18030, "http://h/", "?\x81\x30\x81\x30", "http://h/?%810%810"},
		// Malformed bytes, and characters that the encoding lacks.
		{japanese.ShiftJIS, "http://h/", "\x81 x?\x81", "http://h/%EF%BF%BD%20x?%26%2365533%3B"},
		{japanese.EUCJP, "http://h/", "?\xa4\xa2\xa4&#1;", "http://h/?%A4%A2%26%2365533%3B&#1;"},
		{japanese.ISO2022JP, "http://h/", "?\x1b$B\"a\x80\x1b(Bx", "http://h/?%1B$B%22a%1B(B%26%2365533%3Bx"},
		{charmap.Windows1252, "http://h/", "?\x81", "http://h/?%26%2365533%3B"},
		// A query that is longer than the buffer of the encoder.
		{japanese.ShiftJIS, "http://h/", "?" + strings.Repeat("\x81\xdf\x81?", 50), "http://h/?" + strings.Repeat("%81%DF%26%2365533%3B?", 50)},
		// Hosts.
		{charmap.Windows1252, "http://h/", "//b\xfccher.example/", "http://xn--bcher-kva.example/"},
		{nil, "http://h/", "?é", "http://h/?%C3%A9"},
	} {
		base, ok := whatwg.Parse([]byte(c.base), nil)
		require.True(t, ok)
		r := whatwg.Resolver{Base: base, Encoding: whatwg.OutputEncoding(c.enc)}
		ref := []byte(c.ref)
		if c.enc != nil {
			var err error
			ref, err = c.enc.NewDecoder().Bytes(ref)
			require.NoError(t, err)
		}
		got, kind := r.Append(nil, ref)
		require.Equal(t, c.want, string(got), "%v %q", c.enc, c.ref)
		require.Equal(t, whatwg.Relative, kind)
		again, ok := whatwg.Parse(got, r.Encoding)
		require.True(t, ok)
		require.Equal(t, c.want, again.Href())
	}
}

func TestOutputEncoding(t *testing.T) {
	for _, enc := range []encoding.Encoding{
		nil, unicode.UTF8, unicode.UTF8BOM, encoding.Nop, encoding.Replacement, simplifiedchinese.HZGB2312, charmap.CodePage037,
		unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	} {
		require.Nil(t, whatwg.OutputEncoding(enc), "%v", enc)
	}
	for _, enc := range encodings {
		require.Equal(t, enc, whatwg.OutputEncoding(enc))
	}
}

// FuzzEncoding checks, for any bytes of a document, that a serialised URL is ASCII, and
// that it parses to itself in the same encoding.
func FuzzEncoding(f *testing.F) {
	f.Add(uint8(3), "http://h/", "\x83\\?\x83\\")
	f.Add(uint8(5), "http://h/a", "http:\x1b$B\"a\x1b(B")
	f.Add(uint8(5), "http://h/a", "\x1b(Jhttp:x?\\")
	f.Add(uint8(7), "http://h/a?b", "#\x81\x30\x81")
	f.Fuzz(func(t *testing.T, n uint8, base, ref string) {
		u, ok := whatwg.Parse([]byte(base), nil)
		if !ok {
			return
		}
		r := whatwg.Resolver{Base: u, Encoding: encodings[int(n)%len(encodings)]}
		got, kind := r.Append(nil, []byte(ref))
		sameWays(t, r, ref, string(got))
		if kind == whatwg.Invalid {
			return
		}
		require.True(t, isASCII(string(got)), "%q", got)
		again, ok := whatwg.Parse(got, r.Encoding)
		require.True(t, ok)
		require.Equal(t, string(got), again.Href())
	})
}
