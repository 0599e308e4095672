package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// A brokenMessage breaks RFC 5322 or RFC 2046. The links named "yes" stand
// where mail readers show an HTML document, and are rewritten. Those named "no"
// are not.
type brokenMessage struct {
	name, src string
	notes     []string // the beginnings of the notes
}

const (
	htmlYes = "Content-Type: text/html\n\n<a href=yes>"
	htmlNo  = "Content-Type: text/html\n\n<a href=no>"
	mixedM  = "Content-Type: multipart/mixed; boundary=m\n\n"
	mixedN  = "Content-Type: multipart/mixed; boundary=n\n\n"
)

// boundaries: what divides the parts.
var brokenBoundaries = []brokenMessage{
	// Missing.
	{"no boundary parameter", "Content-Type: multipart/mixed\n\n--m\n" + htmlNo + "\n--m--\n", []string{"a multipart without a boundary"}},
	{"empty boundary", "Content-Type: multipart/mixed; boundary=\"\"\n\n--\n" + htmlNo + "\n----\n", []string{"a multipart without a boundary"}},
	{"boundary that does not occur", mixedM + "--x\n" + htmlNo + "\n--x--\n", []string{"the boundary of the multipart does not occur"}},
	{"boundary in another case", mixedM + "--M\n" + htmlNo + "\n--M--\n", []string{"the boundary of the multipart does not occur"}},
	{"indented boundary", mixedM + " --m\n" + htmlNo + "\n --m--\n", []string{"the boundary of the multipart does not occur"}},
	{"first delimiter missing", mixedM + htmlNo + "\n--m\n" + htmlYes + "\n--m--\n", nil},
	{"first delimiter without an empty line before", "Content-Type: multipart/mixed; boundary=m\n--m\n" + htmlYes + "\n--m--\n", []string{"a line in the header is not a field: the body begins with it"}},
	{"delimiter between parts missing", mixedM + "--m\n\n<a href=no>\n" + htmlNo + "\n--m--\n", nil},
	{"only the last delimiter", mixedM + htmlNo + "\n--m--\n", nil},

	// Not closed.
	{"not closed", mixedM + "--m\n" + htmlYes + "\n", []string{"the multipart is not closed"}},
	{"not closed, no final newline", mixedM + "--m\n" + htmlYes, []string{"the multipart is not closed"}},
	{"delimiter instead of a close", mixedM + "--m\n" + htmlYes + "\n--m\n", []string{"the multipart is not closed"}},
	{"delimiter cut off", mixedM + "--m\n" + htmlYes + "\n--", []string{"the multipart is not closed"}},
	{"inner not closed", mixedM + "--m\n" + mixedN + "--n\n" + htmlYes + "\n--m\n" + htmlYes + "\n--m--\n", []string{"the multipart is not closed"}},
	{"inner not closed, later parts are of the outer", mixedM + "--m\n" + mixedN + "--n\n\nx\n--m\n" + htmlYes + "\n--n\n<a href=yes>\n--m--\n", []string{"the multipart is not closed"}},
	{"outer not closed", mixedM + "--m\n" + mixedN + "--n\n" + htmlYes + "\n--n--\n<a href=no>\n", []string{"the multipart is not closed"}},
	{"inner without any part", mixedM + "--m\n" + mixedN + "--m\n" + htmlYes + "\n--m--\n", []string{"the boundary of the multipart does not occur"}},
	{"message in a part, not closed", mixedM + "--m\nContent-Type: message/rfc822\n\n" + mixedN + "--n\n" + htmlYes + "\n--m\n" + htmlYes + "\n--m--\n", []string{"the multipart is not closed"}},
	{"closed twice", mixedM + "--m\n" + htmlYes + "\n--m--\n--m\n" + htmlNo + "\n--m--\n", nil},

	// A boundary that is the beginning of another.
	{"outer begins inner", mixedM + "--m\nContent-Type: multipart/mixed; boundary=mm\n\n--mm\n" + htmlYes + "\n--mm\n" + htmlYes + "\n--mm--\n<a href=no>\n--m\n" + htmlYes + "\n--m--\n", nil},
	{"inner begins outer", "Content-Type: multipart/mixed; boundary=mm\n\n--mm\n" + mixedM + "--m\n" + htmlYes + "\n--m\n" + htmlYes + "\n--m--\n<a href=no>\n--mm\n" + htmlYes + "\n--mm--\n", nil},
	{"inner is outer and two hyphens", mixedM + "--m\nContent-Type: multipart/mixed; boundary=\"m--\"\n\n--m--\n" + htmlYes + "\n--m----\n--m\n" + htmlYes + "\n--m--\n", nil},
	{"inner is outer", mixedM + "--m\n" + mixedM + "--m\n" + htmlYes + "\n--m--\n--m\n" + htmlYes + "\n--m--\n", []string{"a multipart further out has the same boundary"}},
	{"lines that begin like a delimiter", mixedM + "--m\n" + htmlYes + "\n--mx\n--m-\n--m--x\n---m\n--m --\n<a href=yes>\n--m--\n", nil},
	{"blanks after a delimiter", mixedM + "--m \t \n" + htmlYes + "\n--m  \n" + htmlYes + "\n--m-- \t\n<a href=no>\n", nil},

	// Preamble and epilogue.
	{"preamble", mixedM + "<a href=no>\n" + htmlNo + "\n--m\n" + htmlYes + "\n--m--\n", nil},
	{"epilogue", mixedM + "--m\n" + htmlYes + "\n--m--\n" + htmlNo + "\n", nil},
	{"inner preamble and epilogue", mixedM + "--m\n" + mixedN + "<a href=no>\n--n\n" + htmlYes + "\n--n--\n<a href=no>\n--n\n" + htmlNo + "\n--m\n" + htmlYes + "\n--m--\n", nil},

	// Boundary parameters.
	{"unquoted, with =", "Content-Type: multipart/mixed; boundary=a=b\n\n--a=b\n" + htmlYes + "\n--a=b--\n", []string{"malformed Content-Type"}},
	{"unquoted, with ?", "Content-Type: multipart/mixed; boundary=----=_?a:b/c,d@e\n\n------=_?a:b/c,d@e\n" + htmlYes + "\n------=_?a:b/c,d@e--\n", []string{"malformed Content-Type"}},
	{"unquoted, with spaces", "Content-Type: multipart/mixed; boundary=a b c; charset=x\n\n--a b c\n" + htmlYes + "\n--a b c--\n", []string{"malformed Content-Type"}},
	{"unquoted, with spaces, another parameter after them", "Content-Type: multipart/mixed; boundary=a b type=c\n\n--a b\n" + htmlYes + "\n--a b--\n", []string{"malformed Content-Type"}},
	{"unquoted, with brackets", "Content-Type: multipart/mixed; boundary=<a(b)[c]>\n\n--<a(b)[c]>\n" + htmlYes + "\n--<a(b)[c]>--\n", []string{"malformed Content-Type"}},
	{"quote not closed", "Content-Type: multipart/mixed; boundary=\"a=b\n\n--a=b\n" + htmlYes + "\n--a=b--\n", []string{"malformed Content-Type"}},
	{"spaces around the equals sign", "Content-Type: multipart/mixed; boundary = \"a b\"\n\n--a b\n" + htmlYes + "\n--a b--\n", nil},
	{"no semicolon before it", "Content-Type: multipart/mixed boundary=m\n\n--m\n" + htmlYes + "\n--m--\n", []string{"malformed Content-Type"}},
	{"folded in the quotes", "Content-Type: multipart/mixed; boundary=\"a\n b\"\n\n--a b\n" + htmlYes + "\n--a b--\n", nil},
	{"blank at the end", "Content-Type: multipart/mixed; boundary=\"m \"\n\n--m \n" + htmlYes + "\n--m --\n<a href=yes>\n--m--\n<a href=no>\n", nil},
	{"RFC 2231, pieces in another order", "Content-Type: multipart/mixed; boundary*1=b; boundary*2=c; boundary*0=a\n\n--abc\n" + htmlYes + "\n--abc--\n", nil},
	{"boundary twice, the first counts", "Content-Type: multipart/mixed; boundary=m; boundary=n\n\n--m\n" + htmlYes + "\n--n\n<a href=yes>\n--m--\n", []string{"malformed Content-Type"}},
	{"boundary twice, the first does not occur", "Content-Type: multipart/mixed; boundary=m; boundary=n\n\n--n\n" + htmlNo + "\n--n--\n", []string{"malformed Content-Type", "the boundary of the multipart does not occur"}},
}

// headers: the text before a body.
var brokenHeaders = []brokenMessage{
	// Without an empty line.
	{"body after the header at once", "Subject: x\n" + strings.Replace(htmlNo, "\n\n", "\n", 1) + "\n\n<a href=no>\n", []string{"a line in the header is not a field", "no empty line"}},
	{"body after the header of a part at once", mixedM + "--m\n" + strings.Replace(htmlNo, "\n\n", "\n", 1) + "\n--m\n" + htmlYes + "\n--m--\n", []string{"a line in the header is not a field", "no empty line"}},
	{"header that ends with its part", mixedM + "--m\nContent-Type: text/html\n--m\n" + htmlYes + "\n--m--\n", []string{"no empty line after the header"}},
	{"header that ends with the message", "Content-Type: text/html\nX: <a href=no>", nil},
	{"part without a header", mixedM + "--m\n<a href=no>\n\n" + htmlNo + "\n--m\n" + htmlYes + "\n--m--\n", []string{"a line in the header is not a field"}},
	{"part with an empty header", mixedM + "--m\n\n" + htmlNo + "\n--m\n" + htmlYes + "\n--m--\n", nil},
	{"message that begins with an empty line", "\n" + htmlNo + "\n", []string{"the message has no header, because its first line is empty"}},

	// Lines that are no fields.
	{"line without a colon", "Subject: x\nnonsense\n" + htmlYes + "\n", []string{"a line in the header is not a field: skipped"}},
	{"several", "Subject: x\nnonsense <a href=no>\n\tgoes on\n:no name\nspace in: name\n" + htmlYes + "\n", []string{"a line in the header is not a field: skipped"}},
	{"in a part", mixedM + "--m\nX: y\nnonsense\n" + htmlYes + "\n--m--\n", []string{"a line in the header is not a field: skipped"}},
	{"first line", "nonsense\n" + htmlYes + "\n", []string{"a line in the header is not a field: skipped"}},
	{"8-bit name", "Subj\xe9ct: x\n" + htmlYes + "\n", []string{"a line in the header is not a field: skipped"}},
	{"line of a mailbox", "From me Mon Jan  1 00:00:00 2001\n>From me\n" + htmlYes + "\n", nil},
	{"line of a mailbox amid the header", "Subject: x\nFrom me Mon Jan  1 00:00:00 2001\n" + htmlYes + "\n", []string{"a line in the header is not a field: skipped"}},
	{"blank before the colon", "Content-Type : text/html\n\n<a href=yes>\n", nil},
	{"line of blanks is no end", "Subject: x\n \t\n" + htmlYes + "\n", nil},
	{"continuation of nothing", " folded\n" + htmlYes + "\n", []string{"a line in the header is not a field: skipped"}},
	{"empty type", "Content-Type:\n\n<a href=no>\n", []string{"an empty Content-Type"}},

	// Twice.
	{"type twice", "Content-Type: text/html\nContent-Type: text/plain\n\n<a href=no>\n", []string{"ambiguous header: Content-Type twice"}},
	{"type twice, HTML last", "Content-Type: text/plain\nSubject: x\ncontent-type: text/html\n\n<a href=no>\n", []string{"ambiguous header: Content-Type twice"}},
	{"type twice, two charsets", "Content-Type: text/html; charset=utf-8\nContent-Type: text/html; charset=iso-2022-jp\n\n<a href=no>\n", []string{"ambiguous header: Content-Type twice"}},
	{"type twice, two boundaries", "Content-Type: multipart/mixed; boundary=m\n" + mixedN + "--m\n" + htmlNo + "\n--n\n" + htmlNo + "\n--m--\n", []string{"ambiguous header: Content-Type twice"}},
	{"type twice, in a part", mixedM + "--m\nContent-Type: text/plain\n" + htmlNo + "\n--m\n" + htmlYes + "\n--m--\n", []string{"ambiguous header: Content-Type twice"}},
	{"type twice, the same", "Content-Type: text/html\n" + htmlYes + "\n", nil},
	{"encoding twice", "Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 8bit\n" + htmlNo + "\n", []string{"ambiguous header: Content-Transfer-Encoding twice"}},
	{"encoding twice, the same", "Content-Transfer-Encoding: 8bit\nContent-Transfer-Encoding:  8bit \n" + htmlYes + "\n", nil},
}

// lines: line endings that are none, and bytes that should not be there.
var brokenLines = []brokenMessage{
	{"NUL in the body", "Subject: x\n" + htmlYes + "\x00<a\x00x href=no><a href=yes\x00>\x00\n", nil},
	{"NUL in a field", "Subject: \x00x\n" + htmlYes + "\n", nil},
	{"NUL in a name", "Sub\x00ject: x\n" + htmlYes + "\n", []string{"a line in the header is not a field: skipped"}},
	{"NUL in the type", "Content-Type: text/html\x00\n\n<a href=yes>\n", []string{"malformed Content-Type"}},
	{"NUL in a delimiter", mixedM + "--m\n" + htmlYes + "\n--m\x00\n<a href=yes>\n--m--\x00\n<a href=yes>", []string{"the multipart is not closed"}},
	{"NULs at the end", mixedM + "--m\n" + htmlYes + "\n--m--\n\x00\x00\x00", nil},
	{"no final newline after the close", mixedM + "--m\n" + htmlYes + "\n--m--", nil},
	{"no final newline in the body", "Subject: x\n" + htmlYes, nil},
	{"no final newline, link cut off", "Content-Type: text/html\n\n<a href=no", nil},
	{"CR in the body", "Subject: x\n" + htmlYes + "\r<a href=yes>\r\r--m\r\n", nil},
	{"CR in a field", "Subject: x\ry\rContent-Type: text/plain\n" + htmlYes + "\n", nil},
	{"CR after a delimiter", mixedM + "--m\r\r\n" + htmlYes + "\n--m--\r\r\n<a href=no>\n", nil},
	{"CR CR LF", strings.ReplaceAll(mixedM+"--m\n"+htmlYes+"\n--m--\n", "\n", "\r\r\n"), nil},
	{"CR before a delimiter is no line ending", mixedM + "--m\n" + htmlYes + "\r--m\r<a href=yes>\n--m--\n", nil},
	{"CR alone", strings.ReplaceAll("Subject: x\n"+htmlNo+"\n", "\n", "\r"), []string{"lines end with CR alone"}},
	{"header in CR LF, body in LF", strings.ReplaceAll("Subject: x\n"+mixedM, "\n", "\r\n") + "--m\n" + htmlYes + "\n--m--\n", nil},
	{"header in LF, body in CR LF", "Subject: x\n" + mixedM + strings.ReplaceAll("--m\n"+htmlYes+"\n--m--\n", "\n", "\r\n"), nil},
	{"delimiters in LF among CR LF", strings.ReplaceAll(strings.ReplaceAll("Subject: x\n"+mixedM+"--m\n"+htmlYes+"\n--m\n"+htmlYes+"\n--m--\n", "\n", "\r\n"), "\r\n--m", "\n--m"), nil},
	{"folded with LF among CR LF", "Content-Type: multipart/mixed;\n boundary=m\r\n\r\n--m\r\nContent-Type:\n text/html\r\n\n<a href=yes>\r\n--m--", nil},
}

// TestBroken rewrites what mail readers show of broken messages, and nothing
// else. Those without a CR are tested with CR LF, too.
func TestBroken(t *testing.T) {
	groups := map[string][]brokenMessage{"boundaries": brokenBoundaries, "headers": brokenHeaders, "lines": brokenLines}
	for group, messages := range groups {
		for _, c := range messages {
			t.Run(group+"/"+c.name, func(t *testing.T) {
				c.check(t, c.src)
				if !strings.Contains(c.src, "\r") {
					c.check(t, crlf(c.src))
				}
			})
		}
	}
}

func (c *brokenMessage) check(t *testing.T, src string) {
	want := strings.ReplaceAll(src, "href=yes", "href=http://h/d/yes")
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
	require.Equal(t, want, string(r.Output))
	var notes []string
	for _, n := range r.Plan.Notes {
		notes = append(notes, n.Text)
	}
	require.Len(t, notes, len(c.notes), "%q", notes)
	for i, n := range notes {
		require.True(t, strings.HasPrefix(n, c.notes[i]), "%q", notes)
	}
	for _, ref := range r.References {
		if ref.Text == "no" {
			require.Equal(t, engine.Left, ref.Status)
		}
	}
	r = promise.Check(t, []byte(src), engine.Options{Type: detect.Message})
	require.Equal(t, src, string(r.Output))
}
