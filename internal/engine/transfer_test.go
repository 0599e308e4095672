package engine_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// xs returns n letters, so that lines can be counted.
func xs(n int) string { return strings.Repeat("x", n) }

// quotedPrintable has bodies and what becomes of them; "" is the same.
var quotedPrintable = []struct{ name, src, want string }{
	{"lines over 76 that were there stay", "<p title=3D" + xs(100) + ">\n<a href=3Dx>" + xs(60) + "\n" + xs(100) + "\n",
		"<p title=3D" + xs(100) + ">\n<a href=3Dhttp://h/d/=\nx>" + xs(60) + "\n" + xs(100) + "\n"},
	{"a line over 76 that grows is broken at the edit alone", xs(90) + "<a href=3Dx>" + xs(90) + "\n",
		xs(90) + "<a href=3D=\nhttp://h/d/=\nx>" + xs(90) + "\n"},
	{"lower-case hex stays", "=c3=a9=C3=A9<a href=3d\"x=3f=c3=a9\">=e2=82=ac</a>\n", "=c3=a9=C3=A9<a href=3d\"http://h/d/x=3f=c3=a9\">=e2=82=ac</a>\n"},
	{"trailing white space stays", "<p>a \t \n<a href=3Dx>b  \n \t\nc=20\nd =\n e\t=\t\n<p>\t", "<p>a \t \n<a href=3Dhttp://h/d/x>b  \n \t\nc=20\nd =\n e\t=\t\n<p>\t"},
	{"no soft break where a line fits", xs(52) + "<a href=3Dx>\n" + xs(70) + "\n", xs(52) + "<a href=3Dhttp://h/d/x>\n" + xs(70) + "\n"},
	{"a soft break where a line grows too long", xs(54) + "<a href=3Dx>\n" + xs(70) + "\n", xs(54) + "<a href=3Dhttp://h/d/=\nx>\n" + xs(70) + "\n"},
	{"soft breaks that were there stay", "<p =\nclass=3Dx=\n>=\n=\n<a href=3D=\n\"x=\ny\">", "<p =\nclass=3Dx=\n>=\n=\n<a href=3D=\n\"http://h/d/x=\ny\">"},
	{"a link over soft breaks", "<a href=3D\"..=\n/x=\ny\">", "<a href=3D\"http://h=\n/x=\ny\">"},
	{"needless escapes stay", "=3C=61 =68ref=3D=78=3E=0D=0A", "=3C=61 =68ref=3Dhttp://h/d/=78=3E=0D=0A"},
	{"bytes that should be escaped stay", "\xe9\x00\x7f<a href=3Dx\xe9>\xff", "\xe9\x00\x7f<a href=3Dhttp://h/d/x\xe9>\xff"},
	{"what is no escape stays", "<a href=x>=ZZ = =4 =", "<a href=http://h/d/x>=ZZ = =4 ="},
	{"encoded twice, absolute", "<a href=3D3D\"http://e/x\">=3D20\n<a href=3D3D'mailto:a'>\n", ""},
	{"encoded twice, relative", "<a href=3D3D\"x\"><img src=3D3d'x.png' srcset=3D3D\"y 2x\">=3D20\n", ""},
	{"encoded three times", "<a href=3D3D3D\"http://e/x\"><img src=3D3D3D\"y\">=3D3D20\n", ""},
	{"encoded twice, then written anew", "<a href=3D\"3D&quot;mailto:a@b.c&quot;\"><a href=3D'3D3d&#39;x&#39;'><img src=3D'3D\"x.png\"' srcset=3D\"3D&quot;y 2x&quot;\">", ""},
	{"a name like that", "<a href=3D3D.html><a href=3D\"3D&quot;x\">", "<a href=3Dhttp://h/d/3D.html><a href=3D\"http://h/d/3D&quot;x\">"},
}

// part returns a message whose second part has a body in an encoding.
func part(encoding, body string) string {
	return "Content-Type: multipart/mixed; boundary=b1\n\n--b1\n\n<a href=x>\n--b1\n" +
		"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: " + encoding + "\n\n" + body + "\n--b1--\n"
}

func TestQuotedPrintable(t *testing.T) {
	for _, c := range quotedPrintable {
		t.Run(c.name, func(t *testing.T) {
			want := cmp.Or(c.want, c.src)
			for _, ending := range []func(string) string{strings.Clone, crlf} {
				r := promise.Check(t, []byte(ending(part("quoted-printable", c.src))), engine.Options{Type: detect.Message, Base: pageURL})
				require.Equal(t, ending(part("quoted-printable", want)), string(r.Output))
				require.NotEmpty(t, r.References)
				if strings.HasPrefix(c.name, "encoded t") {
					for _, ref := range r.References[1:] {
						require.Contains(t, []string{"encoded in quoted-printable twice", ""}, ref.Reason)
					}
				}
			}
		})
	}
}

// TestPartLineEnding: soft line breaks end as the lines of the part do, whatever
// those around do; in a part of one line, as those of the message.
func TestPartLineEnding(t *testing.T) {
	const long = "<a href=3Dxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx>"
	for _, around := range []string{"\n", "\r\n"} {
		for _, within := range []string{"\n", "\r\n", ""} {
			whole := strings.ReplaceAll(part("quoted-printable", "%"), "\n", around)
			src := strings.Replace(whole, "%", long+within+"y", 1)
			eol := within
			if eol == "" {
				eol = around
			}
			want := strings.Replace(src, "3Dxxx", "3Dhttp://h/d/="+eol+"xxx", 1)
			r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
			require.Equal(t, want, string(r.Output))
		}
	}
}

// TestBase64Parts keeps the width of lines, and the end of the body.
func TestBase64Parts(t *testing.T) {
	page := func(prefix string) string {
		return strings.Repeat("<p>text without a link</p>\n", 9) + "<a href=" + prefix + "x>" + strings.Repeat("\u00e9\n", 99)
	}
	for _, width := range []int{4, 60, 72, 76, 80, 1 << 20} {
		for _, end := range []string{"", "\n", "\n\n", " \t\n"} {
			for _, pad := range []string{"", "y", "zz"} {
				src := part("base64", strings.TrimSuffix(wrapped(page("")+pad, width), "\n")+end)
				want := part("base64", strings.TrimSuffix(wrapped(page(pageDir)+pad, width), "\n")+end)
				for _, ending := range []func(string) string{strings.Clone, crlf} {
					r := promise.Check(t, []byte(ending(src)), engine.Options{Type: detect.Message, Base: pageURL})
					require.Equal(t, ending(want), string(r.Output), "%d %q", width, end)
					require.Empty(t, r.Plan.Notes)
				}
			}
		}
	}
}

// TestBrokenBase64 is left and noted. Its links are reported as far as they can be
// read.
func TestBrokenBase64(t *testing.T) {
	whole := strings.TrimSuffix(wrapped("<p><a href=x>text</a><p>more", 12), "\n")
	for name, body := range map[string]string{
		"garbage before":          "!" + whole,
		"garbage amid":            whole[:6] + "*" + whole[6:],
		"garbage after":           whole + "\n-- \nbest regards",
		"footer of a list":        whole + "\n_______________________________________________\nlist\n",
		"8-bit bytes":             whole + "\xe9",
		"NUL":                     whole[:4] + "\x00" + whole[4:],
		"padding amid":            wrapped("<p>a", 12) + whole,
		"too much padding":        wrapped("<p>a", 12) + "==\n" + whole,
		"padding at the start":    "=" + whole,
		"a character too many":    strings.TrimRight(whole, "=") + "\nQUF",
		"two bodies":              wrapped("<p>ab", 76) + wrapped("<a href=x>", 76),
		"one padding, not two":    wrapped("<a href=x>", 76)[:15] + "\n",
		"quoted-printable escape": strings.TrimRight(whole, "=") + "=3D\n",
	} {
		t.Run(name, func(t *testing.T) {
			src := part("base64", body)
			r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
			require.Equal(t, src, string(r.Output))
			require.Len(t, r.References, 1)
			require.Equal(t, engine.Left, r.References[0].Status)
			require.Len(t, r.Plan.Notes, 1)
			require.Equal(t, "2", r.Plan.Notes[0].Part)
			require.Contains(t, r.Plan.Notes[0].Text, "base64")
		})
	}
}
