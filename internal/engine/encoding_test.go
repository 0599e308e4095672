package engine_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// encodings are those whose characters can look like markup to a scanner of
// bytes, and characters that do.
var encodings = []struct {
	label string
	enc   encoding.Encoding
	chars string
}{
	{"utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "\u3c3c\u3e3e\u2222\u2727"},
	{"utf-16be", unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "\u3c3c\u3e3e\u2222\u2727"},
	{"iso-2022-jp", japanese.ISO2022JP, "\u3076\u3078\u3042\u201d\u672c\u306f"},
	{"shift_jis", japanese.ShiftJIS, "\u8868\u30bd\u80fd\u5341\u4e88\u30df"},
	{"euc-jp", japanese.EUCJP, "\u8868\u30bd\u80fd\u5341"},
	{"gbk", simplifiedchinese.GBK, "\u4e5d\u8c46\u4e60\u8f5e\u4e02\u4e04"},
	{"gb18030", simplifiedchinese.GB18030, "\u4e5d\u4e02\u00e9\U0001f600"},
	{"big5", traditionalchinese.Big5, "\u529f\u8a31\u84cb\u9910\u4e00"},
	{"euc-kr", korean.EUCKR, "\uac00\ub098\ub2e4"},
}

// TestEncodings rewrites a document in each encoding. Decoded, the output is
// the decoded document rewritten.
func TestEncodings(t *testing.T) {
	for _, e := range encodings {
		t.Run(e.label, func(t *testing.T) {
			page := func(prefix string) string {
				return "<!DOCTYPE html><meta charset=" + e.label + "><title>" + e.chars + "<a href=no></title>\r\n" +
					"<p title=\"" + e.chars + "\">" + e.chars + "<a href=\"" + prefix + "x\" title='" + e.chars + "'>" + e.chars +
					"</a><a href='" + prefix + "y/z'>" + e.chars + "</a><style>/*" + e.chars + "*/a{b:url(" + prefix + "w)}</style>"
			}
			src, err := e.enc.NewEncoder().Bytes([]byte(page("")))
			require.NoError(t, err)
			want, err := e.enc.NewEncoder().Bytes([]byte(page(pageDir)))
			require.NoError(t, err)
			r := promise.Check(t, src, engine.Options{Type: detect.HTML, Base: pageURL})
			require.Equal(t, string(want), string(r.Output))
			require.Len(t, r.References, 3)
		})
	}
}

// TestMultibyteLinks has links that hold multibyte characters, whose bytes stay.
func TestMultibyteLinks(t *testing.T) {
	for _, e := range encodings {
		t.Run(e.label, func(t *testing.T) {
			page := func(prefix string) string {
				return "<meta charset=" + e.label + "><a href=\"" + prefix + "x/" + e.chars + "?" + e.chars + "\">" + e.chars + "</a>"
			}
			src, err := e.enc.NewEncoder().Bytes([]byte(page("")))
			require.NoError(t, err)
			want, err := e.enc.NewEncoder().Bytes([]byte(page(pageDir)))
			require.NoError(t, err)
			r := promise.Check(t, src, engine.Options{Type: detect.HTML, Base: pageURL})
			require.Equal(t, string(want), string(r.Output))
			require.Len(t, r.References, 1)
		})
	}
}

// TestShiftedLinks: in ISO-2022-JP, new text is written before the escape sequences of what
// follows, and in the state that the text has there. It changes the state only for a backslash
// and a tilde, which have other characters in Roman.
func TestShiftedLinks(t *testing.T) {
	const kana, roman, base = "\x1b$B$$\x1b(B", "\x1b(Jx", "http://h/d/"
	for _, c := range []struct{ before, link, base, want string }{
		{"", kana, base, base + kana},
		{"", kana + ".html", base, base + kana + ".html"},
		{"", "x" + kana, base, base + "x" + kana},
		{"", "x/" + kana + "?y", base, base + "x/" + kana + "?y"},
		{"", roman, base, base + roman},
		{"", "y" + roman + "\x1b(B", base, base + "y" + roman + "\x1b(B"},
		{"", "e/../" + kana, base, base + kana},
		{"", kana + "/../" + kana, base, base + kana},
		{"\x1b(J", "x", base, base + "x"},
		{"\x1b(J", "x", "http://h/~d/", "http://h/\x1b(B~d/\x1b(Jx"},
		{"\x1b(J", "\x1b(Bx", "http://h/~d/", "http://h/\x1b(B~d/\x1b(Bx"},
	} {
		src := []byte("<meta charset=iso-2022-jp>" + c.before + "<a href=\"" + c.link + "\">\x1b(B<a href=y>")
		r := promise.Check(t, src, engine.Options{Type: detect.HTML, Base: c.base})
		require.Equal(t, "<meta charset=iso-2022-jp>"+c.before+"<a href=\""+c.want+"\">\x1b(B<a href="+c.base+"y>", string(r.Output), "%q", c)
		require.Len(t, r.References, 2, "%q", c)
	}
}

func TestUnreadable(t *testing.T) {
	src := []byte("Content-Type: text/html; charset=utf-7\n\n<a href=x>")
	r := promise.Check(t, src, engine.Options{Type: detect.Message, Base: pageURL})
	require.Equal(t, string(src), string(r.Output))
	require.Len(t, r.Plan.Notes, 1)
	require.Contains(t, r.Plan.Notes[0].Text, "utf-7")
}

// TestForeignBase: a base in UTF-8 is written as a URI into a page of another encoding (RFC
// 3987 section 3.1).
func TestForeignBase(t *testing.T) {
	for _, c := range []struct{ page, base, target, note string }{
		{"<meta charset=utf-8><a href=x>", "http://h/é/", "http://h/é/x", ""},
		{"<meta charset=iso-8859-1><a href=x>", "http://h/é/", "http://h/%C3%A9/x", "the base is written in ASCII, as http://h/%C3%A9/: the document is in windows-1252"},
		{"<meta charset=shift_jis><a href=x>", "http://h/é/", "http://h/%C3%A9/x", "the base is written in ASCII, as http://h/%C3%A9/: the document is in shift_jis"},
		{"<a href=x>", "http://h/é/", "http://h/%C3%A9/x", "the base is written in ASCII, as http://h/%C3%A9/: the document declares no charset"},
		{"<a href=?caf\xe9>", "http://bücher.example/?ü", "http://xn--bcher-kva.example/?caf\u00e9", "the base is written in ASCII, as http://xn--bcher-kva.example/?%C3%BC: the document declares no charset"},
		{"<iframe srcdoc='<a href=x>'></iframe>", "http://h/é/", "http://h/%C3%A9/x", "the base is written in ASCII, as http://h/%C3%A9/: the document declares no charset"},
		{"<base href=d/><a href=x>", "http://h/é/", "http://h/%C3%A9/d/", "the base is written in ASCII, as http://h/%C3%A9/d/: the document declares no charset"},
		{"<base href=http://b/><a href=x>", "http://h/é/", "http://b/", ""},
		{"<p>", "http://h/é/", "", ""},
	} {
		r := promise.Check(t, []byte(c.page), engine.Options{Type: detect.HTML, Base: c.base})
		if c.target != "" {
			require.Equal(t, c.target, r.References[0].Target, c.page)
		}
		if c.note == "" {
			require.Empty(t, r.Plan.Notes, c.page)
			continue
		}
		require.Equal(t, []engine.Note{{Code: engine.MappedBase, Text: c.note}}, r.Plan.Notes, c.page)
	}
	// A document in UTF-8 as a caller knows, which declares another encoding.
	for _, c := range []struct {
		typ  detect.Type
		page string
	}{
		{detect.HTML, "<meta charset=iso-8859-1><a href=x>"},
		{detect.HTML, beyond + "<meta charset=iso-8859-1><a href=x>"},
		{detect.HTML, "<meta charset=utf-8><a href=x>"},
		{detect.HTML, "<a href=x>"},
		{detect.XML, `<?xml version="1.0" encoding="iso-8859-1"?><svg xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>`},
		{detect.CSS, `@charset "iso-8859-1";a{b:url(x)}`},
	} {
		r := promise.Check(t, []byte(c.page), engine.Options{Type: c.typ, Charset: "utf-8", Base: "http://h/é/"})
		if !strings.Contains(c.page, "8859") {
			require.Equal(t, "http://h/é/x", r.References[0].Target, c.page)
			require.Empty(t, r.Plan.Notes)
			continue
		}
		require.Equal(t, "http://h/%C3%A9/x", r.References[0].Target, c.page)
		require.Len(t, r.Plan.Notes, 1)
		require.Equal(t, "the base is written in ASCII, as http://h/%C3%A9/: the document declares windows-1252, and its charset is utf-8", r.Plan.Notes[0].Text)
	}
	// What cannot be mapped leaves the links.
	r := promise.Check(t, []byte("<a href=x>"), engine.Options{Type: detect.HTML, Base: "http://h/\xe9/"})
	require.Equal(t, engine.Left, r.References[0].Status)
	require.Contains(t, r.References[0].Reason, "the base has characters in UTF-8")
	src, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte("<a href=x>"))
	require.NoError(t, err)
	r = promise.Check(t, src, engine.Options{Type: detect.HTML, Base: "http://h/\u00e9/"})
	require.Equal(t, engine.Resolved, r.References[0].Status)
	// One that the page itself has is written with its bytes.
	r = promise.Check(t, []byte("<meta charset=iso-8859-1><base href=http://h/\xe9/><a href=x>"), engine.Options{Type: detect.HTML})
	require.Equal(t, "http://h/\u00e9/x", r.References[1].Target)
	require.Contains(t, string(r.Output), "<a href=http://h/\xe9/x>")
}

// TestForeignBytes: a base that is not valid UTF-8 leaves the links of all documents, and
// U+FFFE and U+FFFF, which XML does not have, are escaped.
func TestForeignBytes(t *testing.T) {
	const page, bad = "<html xmlns='http://www.w3.org/1999/xhtml'><body><a href='x'>\u00e9</a></body></html>", "the base has bytes that are not characters in UTF-8: escape them in the base"
	for _, c := range []struct {
		typ               detect.Type
		base, src, target string // "" if the link is left
	}{
		{detect.HTML, "http://a/\xe9/", page, ""},
		{detect.XML, "http://a/\xe9/", page, ""},
		{detect.CSS, "http://a/\xe9/", "a{b:url(x)}", ""},
		{detect.HTML, "http://a/\xe9/", "<meta charset=utf-8><iframe srcdoc='<a href=x>'></iframe>", ""},
		{detect.HTML, "http://a/\xe9/", "\xff\xfe" + string(utf16le("<a href=x>")), ""},
		{detect.HTML, "http://a/\xe9/", "<meta charset=utf-8><base href='d/'><a href='x'>", ""},
		{detect.XML, "http://a/\xe9/", "<a xmlns='http://www.w3.org/1999/xhtml' xml:base='d/' href='x'/>", ""},
		{detect.HTML, "http://a/\xe9/", "<meta charset=utf-8><base href='http://b/\xe9/'><a href='x'>", "http://b/\xe9/x"},
		{detect.HTML, "http://a/\xe9/", "<meta charset=utf-8><base href='http://a/\xe9/'><a href='x'>", "http://a/\xe9/x"},
		{detect.HTML, "http://a/", "<meta charset=utf-8><base href='\xe9/'><iframe srcdoc='<a href=x>'></iframe>", "http://a/\xe9/x"},
		{detect.HTML, "http://a/?\xe9", "<meta charset=utf-8><base href='/d/'><a href='x'>", "http://a/d/x"},
		{detect.HTML, "http://a/\ufffd/", page, "http://a/\ufffd/x"},
		{detect.XML, "http://a/\uffff/", page, "http://a/%EF%BF%BF/x"},
		{detect.HTML, "http://a/\ufffe/", page, "http://a/%EF%BF%BE/x"},
		{detect.XML, "http://a\uffff/", page, ""},
	} {
		check := func(src string, opts engine.Options) {
			r := promise.Check(t, []byte(src), opts)
			last := r.References[len(r.References)-1]
			if c.target == "" {
				require.Equal(t, engine.Left, last.Status, "%q", c)
				require.Equal(t, bad, last.Reason, "%q", c)
				require.Equal(t, src, string(r.Output))
				return
			}
			require.Equal(t, c.target, last.Target, "%q", c)
		}
		opts := engine.Options{Type: c.typ, Base: c.base, Charset: "utf-8"}
		if strings.HasPrefix(c.src, "\xff") {
			opts.Charset = ""
		}
		check(c.src, opts)
		media := map[detect.Type]string{detect.HTML: "text/html", detect.CSS: "text/css", detect.XML: "application/xhtml+xml"}[c.typ]
		if opts.Charset != "" {
			media += "; charset=utf-8"
		}
		head := "Content-Location: " + c.base + "\nContent-Type: " + media + "\nContent-Transfer-Encoding: binary\n\n"
		check(head+c.src, engine.Options{Type: detect.Message})
	}
	for _, typ := range []detect.Type{detect.HTML, detect.XML} {
		out, err := engine.Bytes([]byte(page), replacing(engine.Options{Type: typ, Charset: "utf-8"}, "http://p/\uffff\u00e9"))
		require.NoError(t, err)
		require.Equal(t, strings.Replace(page, "'x'", "'http://p/%EF%BF%BF%C3%A9'", 1), string(out))
	}
}

func utf16le(s string) []byte {
	var b []byte
	for _, c := range []byte(s) {
		b = append(b, c, 0)
	}
	return b
}

// FuzzEncodings: a document in whatever encoding becomes what it becomes in UTF-8.
func FuzzEncodings(f *testing.F) {
	f.Add("x", "text", "title", uint8(0))
	for i, e := range encodings {
		f.Add("x", e.chars, "<b>"+e.chars+"</b>\\", uint8(i))
		f.Add("x/"+e.chars+"?"+e.chars, e.chars+"'<a href=y>", e.chars[3:]+"\"", uint8(i))
	}
	f.Fuzz(func(t *testing.T, link, text, title string, n uint8) {
		e := encodings[int(n)%len(encodings)]
		page := func(label string) string {
			return "<!DOCTYPE html><meta charset=" + label + "><title>" + title + "</title><p title='" + text + "'>" + text +
				"<a href=\"" + link + "\">" + title + "<style>/*" + text + "*/a{b:url(z)}</style><img src='" + link + "'>"
		}
		src, err := e.enc.NewEncoder().Bytes([]byte(page(e.label)))
		if err != nil {
			return
		}
		// Not every decoder is strict, and some characters have several codes.
		if back, err := e.enc.NewDecoder().Bytes(src); err != nil || string(back) != page(e.label) {
			return
		}
		if e.label == "iso-2022-jp" && !isASCII(page("")) {
			return // links with other characters are left there, and what looks like links
		}
		if e.label == "iso-2022-jp" && strings.ContainsAny(page(""), "\x0e\x0f\x1b") {
			return // these are errors there (Encoding Standard, section 12.2.1), which this decoder passes over
		}
		opts := engine.Options{Type: detect.HTML, Base: pageURL}
		want := promise.Check(t, []byte(page("utf-8")), opts)
		unread := func(n engine.Note) bool { return n.Code == engine.UnreadableEncoding }
		got := promise.Check(t, src, opts)
		if slices.ContainsFunc(want.Plan.Notes, unread) || slices.ContainsFunc(got.Plan.Notes, unread) {
			return // in one byte each, many NULs look like UTF-16
		}
		out, err := e.enc.NewDecoder().Bytes(got.Output)
		require.NoError(t, err)
		require.Equal(t, strings.Replace(string(want.Output), "charset=utf-8", "charset="+e.label, 1), string(out))
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) < 0
}

// TestContradicted tests documents that are not in the encoding that is declared or known from
// elsewhere: they are left, with a note, since their references are not found.
func TestContradicted(t *testing.T) {
	le, be := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	for _, c := range []struct {
		charset string
		in      encoding.Encoding
		why     string
	}{
		{"utf-16le", unicode.UTF8, "left: the text seems to be in an encoding of 8 bits, and is declared as utf-16le: give its charset"},
		{"utf-16be", le, "left: the text seems to be in utf-16le, and is declared as utf-16be: give its charset"},
		{"utf-8", be, "left: the text seems to be in utf-16be, and is declared as utf-8: give its charset"},
		{"", le, "left: the text seems to be in utf-16le, and does not declare it: give its charset"},
		{"", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "left: the text seems to be in utf-32, and does not declare it: convert it to UTF-8 first"},
		{"utf-16le", le, ""},
	} {
		for typ, text := range map[detect.Type]string{detect.HTML: "<p>\n<a href=x>x</a>", detect.CSS: "a{b:url(x)}", detect.XML: `<svg xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>`} {
			src, err := c.in.NewEncoder().Bytes([]byte(text))
			require.NoError(t, err)
			check := func(src []byte, part string, opts engine.Options) {
				opts.Base = "http://h/"
				r := promise.Check(t, src, opts)
				if c.why == "" {
					require.NotEmpty(t, r.References)
					require.Empty(t, r.Plan.Notes)
					return
				}
				require.Empty(t, r.References)
				require.Len(t, r.Plan.Notes, 1)
				n := r.Plan.Notes[0]
				require.Equal(t, []string{engine.UnreadableEncoding, part, c.why}, []string{n.Code, n.Part, n.Text})
			}
			check(src, "", engine.Options{Type: typ, Charset: c.charset})
			media := map[detect.Type]string{detect.HTML: "text/html", detect.CSS: "text/css", detect.XML: "image/svg+xml"}[typ]
			if c.charset != "" {
				media += "; charset=" + c.charset
			}
			head := "Content-Type: " + media + "\nContent-Transfer-Encoding: base64\n\n"
			check([]byte(head+base64.StdEncoding.EncodeToString(src)+"\n"), "1", engine.Options{Type: detect.Message})
		}
	}
}
