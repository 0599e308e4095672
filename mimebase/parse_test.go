package mimebase

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// structure has messages, the outlines of their trees as mail readers show
// them, and all notes.
var structure = []struct {
	name, text string
	outline    []string
	notes      []string
}{
	{"empty", "", []string{`1 text/plain ""`}, nil},
	{"line ending", "\n", []string{`1 text/plain ""`}, nil},
	{"plain", "A: b\n\nbody\n", []string{`1 text/plain "body\n"`}, nil},
	{"line ending, then CR", "\na\rb\n", []string{`1 text/plain "a\rb\n"`}, []string{"the message has no header, because its first line is empty: all of it is the body"}},
	{"an empty line at first", "\nContent-Type: text/html\n\nc", []string{`1 text/plain "Content-Type: text/html\n\nc"`},
		[]string{"the message has no header, because its first line is empty: all of it is the body"}},
	{"CR at first, and no LF", "\rA: b", []string{`1 text/plain "A: b" left`}, []string{"lines end with CR alone", "the message has no header, because its first line is empty: all of it is the body"}},
	{"header alone", "A: b\nC: d\n", []string{`1 text/plain ""`}, nil},
	{"no final line ending", "A: b", []string{`1 text/plain ""`}, nil},
	{"no header", "body\nbody\n\nbody", []string{`1 text/plain "body\nbody\n\nbody"`}, []string{"the message has no header, because its first line is not a field: all of it is the body"}},
	{"mailbox lines", "From a Mon\n>From b\nA: b\n\nc", []string{`1 text/plain "c"`}, nil},
	{"byte order mark", "\xEF\xBB\xBFContent-Type: text/html\n\nc", []string{`1 text/html "c"`}, nil},
	{"blank before colon", "Content-Type : text/html\n\nc", []string{`1 text/html "c"`}, nil},
	{"skipped line", "A: b\nbad line\n more\nContent-Type: text/html\n\nc", []string{`1 text/html "c"`},
		[]string{"a line in the header is not a field: skipped"}},
	{"skipped line at first", "bad line\nContent-Type: text/html\n\nc", []string{`1 text/html "c"`},
		[]string{"a line in the header is not a field: skipped"}},
	{"hyphens before a delimiter", mixed("x", "rule --\n", "\na --", "\nb\n---"), []string{" multipart/mixed", ` 1 text/plain "a --"`, ` 2 text/plain "b\n---"`}, nil},
	{"no empty line", "A: b\nbody begins\n\nhere", []string{`1 text/plain "body begins\n\nhere" left`},
		[]string{"a line in the header is not a field: the body begins with it", "no empty line between header and body"}},
	{"bare CR", "A: b\rC: d\n\nc\r--x\r", []string{`1 text/plain "c\r--x\r"`}, nil},
	{"CR alone", "A: b\rContent-Type: text/html\r\rc\r", []string{`1 text/html "c\n" left`}, []string{"lines end with CR alone"}},
	{"NUL", "A: \x00\n\n\x00", []string{`1 text/plain "\x00"`}, nil},

	{"multipart", mixed("x", "preamble\n", "\none", "Content-Type: text/html\n\ntwo\n") + "epilogue",
		[]string{" multipart/mixed", ` 1 text/plain "one"`, ` 2 text/html "two\n"`}, nil},
	{"empty parts", "Content-Type: multipart/x; boundary=x\n\n--x\n--x\n\n--x\n\n\n--x--",
		[]string{" multipart/x", ` 1 text/plain ""`, ` 2 text/plain ""`, ` 3 text/plain ""`}, nil},
	{"padded delimiters", "Content-Type: multipart/x; boundary=\"x \"\n\n--x \t\n\none\n--x-- \nend",
		[]string{" multipart/x", ` 1 text/plain "one"`}, nil},
	{"not delimiters", "Content-Type: multipart/x; boundary=x\n\n--x\n\n--xy\n--x--z\n -- x\n ---x\n--x -- \n--x--",
		[]string{" multipart/x", ` 1 text/plain "--xy\n--x--z\n -- x\n ---x\n--x -- "`}, nil},
	{"not closed", "Content-Type: multipart/x; boundary=x\n\n--x\n\none\n",
		[]string{" multipart/x", ` 1 text/plain "one\n"`}, []string{"the multipart is not closed"}},
	{"closed at once", "Content-Type: multipart/x; boundary=x\n\n--x--\n--x\n\none",
		[]string{` multipart/x "--x--\n--x\n\none"`}, nil},
	{"no boundary", "Content-Type: multipart/x\n\n--x\n", []string{`1 multipart/x "--x\n"`}, []string{"a multipart without a boundary"}},
	{"boundary does not occur", "Content-Type: multipart/x; boundary=y\n\n--x\n", []string{`1 multipart/x "--x\n"`},
		[]string{"the boundary of the multipart does not occur"}},
	{"header runs into the parts", "Content-Type: multipart/x; boundary=x\n--x\nContent-Type: text/html\n\none\n--x--",
		[]string{" multipart/x", ` 1 text/html "one"`}, []string{"a line in the header is not a field: the body begins with it"}},
	{"part without header", mixed("x", "", "<p>one\nA: b\n\n"),
		[]string{" multipart/mixed", ` 1 text/plain "<p>one\nA: b\n\n"`}, []string{"a line in the header is not a field: the body begins with it"}},
	{"header cut", mixed("x", "", "Content-Type: text/html", "\ntwo"),
		[]string{" multipart/mixed", ` 1 text/html ""`, ` 2 text/plain "two"`}, []string{"no empty line after the header"}},

	{"nested", mixed("x", "", mixed("y", "", "\na", "\nb"), "\nc"),
		[]string{" multipart/mixed", " 1 multipart/mixed", `  1.1 text/plain "a"`, `  1.2 text/plain "b"`, ` 2 text/plain "c"`}, nil},
	{"one boundary begins with the other", mixed("x", "", mixed("xx", "", mixed("xx--", "", "\na"), "\nb"), "\nc"),
		[]string{" multipart/mixed", " 1 multipart/mixed", "  1.1 multipart/mixed", `   1.1.1 text/plain "a"`,
			`  1.2 text/plain "b"`, ` 2 text/plain "c"`}, nil},
	{"outer ends inner", "Content-Type: multipart/x; boundary=x\n\n--x\nContent-Type: multipart/y; boundary=y\n\n--y\n\na\n--x\n\nb\n--y\n--x--\n",
		[]string{" multipart/x", " 1 multipart/y", `  1.1 text/plain "a"`, ` 2 text/plain "b\n--y"`}, []string{"the multipart is not closed"}},
	{"same boundary", mixed("x", "", mixed("x", "", "\na")+"\n", "\nb"),
		[]string{" multipart/mixed", " 1 multipart/mixed", `  1.1 text/plain "a"`, ` 2 text/plain "b"`},
		[]string{"a multipart further out has the same boundary"}},

	{"message", "Content-Type: message/rfc822\n\nContent-Type: text/html\n\na",
		[]string{"1 message/rfc822", ` 1.1 text/html "a"`}, nil},
	{"multipart message in a part", mixed("x", "", "\na", "Content-Type: message/rfc822\n\nFrom x\n"+mixed("y", "", "\nb", "\nc")),
		[]string{" multipart/mixed", ` 1 text/plain "a"`, " 2 message/rfc822", "  2 multipart/mixed",
			`   2.1 text/plain "b"`, `   2.2 text/plain "c"`}, nil},
	{"empty message", mixed("x", "", "Content-Type: message/global\n", "Content-Type: message/news\n\n"),
		[]string{" multipart/mixed", " 1 message/global", `  1.1 text/plain ""`, " 2 message/news", `  2.1 text/plain ""`}, nil},
	{"cut message", mixed("x", "", "Content-Type: message/rfc822"),
		[]string{" multipart/mixed", ` 1 message/rfc822 ""`}, []string{"no empty line after the header"}},
	{"digest", strings.Replace(mixed("x", "", "\nA: b\n\na", "Content-Type: text/plain\n\nb"), "mixed", "digest", 1),
		[]string{" multipart/digest", " 1 message/rfc822", `  1.1 text/plain "a"`, ` 2 text/plain "b"`}, nil},
	{"other messages", mixed("x", "", "Content-Type: message/delivery-status\n\nA: b\n"),
		[]string{" multipart/mixed", ` 1 message/delivery-status "A: b\n"`}, nil},
	{"external body", mixed("x", "", "Content-Type: message/external-body; access-type=URL; URL=\"a\"\n\nContent-Type: multipart/x; boundary=z\nContent-Transfer-Encoding: x-a\n\nphantom"),
		[]string{" multipart/mixed", " 1 message/external-body", `  1.1 multipart/x "phantom"`}, nil},
}

// mixed returns a multipart/mixed with the given boundary, preamble and parts.
func mixed(boundary, preamble string, parts ...string) string {
	text := "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\n\n" + preamble
	for i, part := range parts {
		if i > 0 {
			text += "\n"
		}
		text += "--" + boundary + "\n" + part
	}
	return text + "\n--" + boundary + "--\n"
}

func TestStructure(t *testing.T) {
	for _, c := range structure {
		t.Run(c.name, func(t *testing.T) {
			twins(t, c.text, func(t *testing.T, top *Entity) {
				require.Equal(t, c.outline, outline(top))
				require.Equal(t, c.notes, notes(top))
			})
		})
	}
}

// TestEmptyLine: the empty line after a header may have carriage returns, which
// software that confuses line endings adds, but nothing else.
func TestEmptyLine(t *testing.T) {
	for text, body := range map[string]string{
		"A: b\r\n\r\nc": "c", "A: b\n\r\nc": "c", "A: b\r\n\nc": "c", "A: b\r\r\n\r\r\nc": "c", "A: b\n\r\r\r\r\nc": "c", "A: b\n\r\rx\nC: d\n\nc": "c",
		"A: b\n \nC: d\n\nc": "c",
	} {
		top := parse(t, text, Options{})
		require.Equal(t, body, string(top.Text[top.Body.Start:top.Body.End]), "%q", text)
	}
}

// encodedMessages has messages whose message/rfc822 part is in a transfer
// encoding.
var encodedMessages = []struct {
	name, text string
	outline    []string
}{
	{"base64", "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nQ29udGVudC1UeXBlOiB0ZXh0L2h0bWwKCmE=\n",
		[]string{"1 message/rfc822", ` 1.1 text/html "a"`}},
	{"quoted-printable", "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nContent-Type: text/html; =\ncharset=3Dutf-8\n\n=3Da\n",
		[]string{"1 message/rfc822", ` 1.1 text/html "=a\n"`}},
	{"twice", "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
		"Q29udGVudC1UeXBlOiBtZXNzYWdlL3JmYzgyMgpDb250ZW50LVRyYW5zZmVyLUVuY29kaW5nOiBxdW90ZWQtcHJpbnRhYmxlCgpBOiBiCgo9NDE=\n",
		[]string{"1 message/rfc822", " 1.1 message/rfc822", `  1.1.1 text/plain "A"`}},
	{"not quoted-printable", "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nContent-Type: text/html; charset=utf-8\n\n=3Da\n",
		[]string{"1 message/rfc822", ` 1.1 text/html "=3Da\n"`}},
	{"quoted-printable without an empty line", "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nA: b=\n c=3D\n",
		[]string{"1 message/rfc822", ` 1.1 text/plain ""`}},
	{"not quoted-printable, at the start of a line", "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nA: b\n=zz\nC: d\n\n=3Da\n",
		[]string{"1 message/rfc822", ` 1.1 text/plain "=3Da\n"`}},
	{"quoted-printable of any digits", "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nA: =09=9A=aF=Fa=3D\n\n=3Da\n",
		[]string{"1 message/rfc822", ` 1.1 text/plain "=a\n"`}},
	{"not base64", "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nA: b\n\nc\n",
		[]string{"1 message/rfc822", ` 1.1 text/plain "c\n"`}},
	{"bad base64", "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n!!!\n",
		[]string{`1 message/rfc822 "!!!\n" left`}},
	{"unknown", "Content-Type: message/rfc822\nContent-Transfer-Encoding: x-uuencode\n\nA: b\n",
		[]string{`1 message/rfc822 left`, ` 1.1 text/plain "" left`}},
	{"multipart", "Content-Transfer-Encoding: base64\n" + mixed("x", "", "\na"), []string{" multipart/mixed", ` 1 text/plain "a"`}},
}

func TestEncodedMessages(t *testing.T) {
	for _, c := range encodedMessages {
		t.Run(c.name, func(t *testing.T) {
			twins(t, c.text, func(t *testing.T, top *Entity) {
				require.Equal(t, c.outline, outline(top))
				require.NotEmpty(t, notes(top))
			})
		})
	}
}

// TestViews maps offsets in a decoded message to the source.
func TestViews(t *testing.T) {
	const text = "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nA: =3D\n\nb=3Dc\n"
	twins(t, text, func(t *testing.T, top *Entity) {
		inner := top.Parts[0]
		require.NotNil(t, inner.offset)
		require.Equal(t, "=", inner.FieldValue("a"))
		require.Equal(t, strings.Index(string(top.Text), "b=3D"), inner.SourceOffset(inner.Body.Start))
		body, err := top.Decode()
		require.NoError(t, err)
		require.Equal(t, inner.Text, body)
	})
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ header, body, want, err string }{
		{"", "a=3D", "a=3D", ""},
		{"8BIT", "a=3D", "a=3D", ""},
		{"8-bit", "a=3D", "a=3D", ""},
		{"8bits", "a=3D", "a=3D", ""},
		{"7 Bit", "a=3D", "a=3D", ""},
		{"Quoted-Printable", "a=3D", "a=", ""},
		{"quoted-printable (comment)", "a=3D", "a=", ""},
		{"base64 (a (nested) comment)", "YWI=", "ab", ""},
		{"\"base64\"; charset=x", "YWI=", "YWI=", "unknown transfer encoding"},
		{"quoted-printable;", "a=3D", "a=3D", "unknown transfer encoding"},
		{"\"quoted-printable\"", "a=3D", "a=3D", "unknown transfer encoding"},
		{"8bit;", "a=3D", "a=3D", ""},
		{"\"7bit\"; x", "a=3D", "a=3D", ""},
		{"base64", "YW!I=", "ab", "base64: bytes outside of the alphabet"},
		{"x-uuencode", "a", "a", "unknown transfer encoding"},
		{"quoted_printable", "a", "a", "unknown transfer encoding"},
	} {
		top := parse(t, "Content-Transfer-Encoding: "+c.header+"\n\n"+c.body, Options{})
		v, err := top.Decode()
		if c.err != "" {
			require.EqualError(t, err, c.err)
			require.Equal(t, errors.Is(err, ErrEncoding), top.ReadOnly != "", c.header)
		} else {
			require.NoError(t, err)
		}
		require.Equal(t, c.want, string(v))
	}
}

func TestLeft(t *testing.T) {
	for _, c := range []struct{ text, reason string }{
		{mixed("x", "", "\na"), ""},
		{strings.Replace(mixed("x", "", "\na"), "mixed", "Signed", 1), "signed (multipart/signed)"},
		{strings.Replace(mixed("x", "", "\na"), "mixed", "encrypted", 1), "encrypted (multipart/encrypted)"},
		{"Content-Type: application/pkcs7-mime; smime-type=signed-data\n\na", "signed or encrypted (application/pkcs7-mime)"},
		{"Content-Type: message/partial; id=a\n\na", "a fragment of a message (message/partial)"},
		{"Content-Type: text/html\nContent-Type: text/plain\n\na", "ambiguous header: Content-Type twice"},
		{"Content-Type: text/html\nCONTENT-TYPE:  text/html\n\na", ""},
		{"Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\na", "ambiguous header: Content-Transfer-Encoding twice"},
		{"Content-Transfer-Encoding: x-yenc\n\na", "unknown transfer encoding x-yenc"},
		{"Content-Transfer-Encoding: x-yenc\n" + mixed("x", "", "\na"), ""},
	} {
		twins(t, c.text, func(t *testing.T, top *Entity) {
			top.Walk(func(e *Entity) { require.Equal(t, c.reason, e.ReadOnly, c.text) })
		})
	}
	signed := parse(t, strings.Replace(mixed("x", "", "\na"), "mixed", "signed", 1), Options{AllowSigned: true})
	require.Empty(t, signed.Parts[0].ReadOnly)
}

// TestFields checks fields and their values.
func TestFields(t *testing.T) {
	twins(t, "A: b\nSubject:\n c\n\td \nEmpty:\na: e\n\n", func(t *testing.T, top *Entity) {
		require.Len(t, top.Fields, 4)
		require.Equal(t, "b", top.FieldValue("A"))
		require.Equal(t, "c\td", top.FieldValue("subject"))
		require.Equal(t, "", top.FieldValue("Empty"))
		require.Equal(t, "", top.FieldValue("none"))
		require.Equal(t, "", top.FieldValue(""))
		body, ok := top.FieldBody("SUBJECT")
		require.True(t, ok)
		require.Equal(t, "\n c\n\td ", strings.ReplaceAll(string(top.Text[body.Start:body.End]), "\r", ""))
	})
}

// TestFieldNames: RFC 5322 section 2.2 lists the characters of field names.
func TestFieldNames(t *testing.T) {
	for c := range 256 {
		top := parse(t, "x"+string([]byte{byte(c)})+"x: a\nB: b\n\n", Options{})
		want := 1
		if 33 <= c && c <= 126 || c == '\n' {
			want = 2
		}
		require.Len(t, top.Fields, want, "%q", c)
	}
}

// FuzzParse checks the invariants.
func FuzzParse(f *testing.F) {
	for _, c := range structure {
		f.Add([]byte(c.text))
		f.Add([]byte(strings.ReplaceAll(c.text, "\n", "\r\n")))
	}
	for _, c := range encodedMessages {
		f.Add([]byte(c.text))
	}
	for _, c := range mediaTypes {
		f.Add([]byte("Content-Type: " + c.value + "\n\n--x\n\na\n--x--"))
	}
	f.Add([]byte(nested))
	f.Fuzz(func(t *testing.T, source []byte) {
		invariant(t, source, Parse(source, nil, Options{}))
		invariant(t, source, Parse(source, nil, Options{Limits: Limits{Depth: 2, Entities: 3, Header: 40, Fields: 2, Boundary: 1, Params: 1, Encoded: 1}}))
	})
}
