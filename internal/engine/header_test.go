package engine_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/mimebase"
)

const external = "Content-Type: message/external-body; access-type=URL;\n "

// headerCases are rewritten with the retrieval URL pageURL, with LF and with
// CRLF line endings.
var headerCases = []struct{ name, src, want string }{
	{"Content-Base", "Content-Base: b/\nContent-Type: text/html\n\n<a href=x>\n", "Content-Base: http://h/d/b/\nContent-Type: text/html\n\n<a href=http://h/d/b/x>\n"},
	{"Content-Base and Base", "Content-Base: c/\nBase: <URL:http://b/>\n\n", "Content-Base: http://b/c/\nBase: <URL:http://b/>\n\n"},
	{"all of them", "Content-Location: l/\nLink: <x>\nContent-Base: b/\n\n", "Content-Location: http://h/d/b/l/\nLink: <http://h/d/b/x>\nContent-Base: http://h/d/b/\n\n"},
	{"Link by Content-Location", "Link: <x>; rel=next; anchor=\"#y\", <http://a/>,\n <../z>\nContent-Location: http://l/m/n\n\n",
		"Link: <http://l/m/x>; rel=next; anchor=\"http://l/m/n#y\", <http://a/>,\n <http://l/z>\nContent-Location: http://l/m/n\n\n"},
	{"several Links", "Link: <x>\nLink: <y>\n\n", "Link: <http://h/d/x>\nLink: <http://h/d/y>\n\n"},
	{"placeholders", "Link: <{{x}}/y>, <x>, <\\\\srv\\a>\n\n", "Link: <{{x}}/y>, <http://h/d/x>, <\\\\srv\\a>\n\n"},
	{"other links", "Link-Template: <x>\nX-Link: <x>\nReferences: <x>\n\n", ""},
	{"URL of an external body", external + "URL=\"x\"\n\nContent-Type: text/html\nContent-Location: y\n\n<a href=x>\n",
		external + "URL=\"http://h/d/x\"\n\nContent-Type: text/html\nContent-Location: http://h/d/y\n\n<a href=x>\n"},
	{"folded in quotes", "Content-Base: http://b/c/\n" + external + "URL=\"../\n\tx\n y\"; size=1\n\n\n", "Content-Base: http://b/c/\n" + external + "URL=\"http://b/\n\tx\n y\"; size=1\n\n\n"},
	{"URL elsewhere", "Content-Type: text/html; access-type=URL; URL=x\n\n", ""},
	{"wrapped", "Content-Location: <x>\nContent-Base: <URL: b/>\n\n", "Content-Location: <http://h/d/b/x>\nContent-Base: <URL: http://h/d/b/>\n\n"},
	{"encoded words", "Content-Location:\n =?us-ascii?Q?../d/caf=C3=A9?=\n =?us-ascii?q?x?=\n\n", ""},
	{"encoded words that change", "Content-Location:\n =?utf-8?Q?../caf=C3=A9?=\n =?us-ascii?q?/x?=\n\n", "Content-Location:\n =?utf-8?Q?http://h/caf=C3=A9?=\n =?us-ascii?q?/x?=\n\n"},
	{"a second field", "Content-Location: x\nContent-Location: y\n\n", "Content-Location: http://h/d/x\nContent-Location: y\n\n"},
	{"two types that are the same", external + "URL=\"x\"\n" + external + "URL=\"x\"\n\n\n", ""},
	{"in a part", "Content-Type: multipart/mixed; boundary=m\n\n--m\nLink: <x>\n\n--m\n" + external + "URL=x\n\n\n--m--\n",
		"Content-Type: multipart/mixed; boundary=m\n\n--m\nLink: <http://h/d/x>\n\n--m\n" + external + "URL=\"http://h/d/x\"\n\n\n--m--\n"},
	{"in what is signed", "Content-Type: multipart/signed; boundary=m\nLink: <x>\n\n--m\nLink: <x>\nContent-Base: y\n\n--m--\n", ""},
	{"in a quoted-printable message", "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nLink: <x=\n>; a=3Db\n\n", "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nLink: <http://h/d/x=\n>; a=3Db\n\n"},
	{"no line ending", "Content-Base: x", "Content-Base: http://h/d/x"},
}

// TestHeaderReferences lists references in header fields, and why some are
// left.
func TestHeaderReferences(t *testing.T) {
	src := "Link: <x>, <y z>\n" +
		"Content-Location: =?utf-8?q?a?= =?x-none?q?b?=\n" +
		"Content-Base: \"b/\"\n" +
		"Content-Location: http://c/\n" +
		"Content-Type: message/external-body; access-type=url; URL=\"d\\e\"\n\n" +
		"Content-Location:\n\n"
	r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: pageURL})
	type row struct {
		part, attr, text, target, base string
		status                         engine.Status
		reason, at                     string
		layer                          base.Layer
	}
	var got []row
	for _, ref := range r.References {
		require.Empty(t, ref.Element)
		at, _, _ := strings.Cut(src[ref.Offset:], "\n")
		got = append(got, row{ref.Part, ref.Attr, ref.Text, ref.Target, ref.Base, ref.Status, ref.Reason, at, ref.Layer})
	}
	const own, content = "http://h/d/b/", base.Embedded
	require.Equal(t, []row{
		{"1", "Link", "x", "http://h/d/b/x", own, engine.Resolved, "", "x>, <y z>", content},
		{"1", "Link", "yz", "yz", own, engine.Left, "white space in a URL", "y z>", content},
		{"1", "Content-Location", "a=?x-none?q?b?=", "a=?x-none?q?b?=", own, engine.Left, "an encoded word that cannot be decoded", "=?utf-8?q?a?= =?x-none?q?b?=", content},
		{"1", "Content-Base", "b/", "http://h/d/b/", pageURL, engine.Resolved, "", "b/\"", base.Retrieval},
		{"1", "Content-Location", "http://c/", "http://c/", own, engine.Absolute, "", "http://c/", content},
		{"1", "Content-Type", "de", "de", own, engine.Left, "a backslash before a byte that needs none", "d\\e\"", content},
		{"1.1", "Content-Location", "", "", own, engine.Left, "empty, where the field wants a URL", "", base.Encapsulating},
	}, got)
}

// TestBaseIsReference: the base that a field gives is the URL that is reported as
// the reference in it, before and after it is rewritten.
func TestBaseIsReference(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a/", "b", "..", "?c", " ", "\n ", "<", ">", "URL:", "\"", "=?utf-8?q?d/?=", " =?iso-8859-1?b?6Q==?= ", "=?utf-8?q?=3Ce=3E?=", "=?x-none?q?f?=", "http:", "//h", "\xe9", "é", "%41"}
	for range corpus.Rounds(2000) {
		src := "Content-Location: "
		for range random.IntN(7) {
			src += pieces[random.IntN(len(pieces))]
		}
		src = strings.TrimRight(src, " \n") + "\nContent-Type: text/html\n\n<a href=x>\n"
		r := promise.Check(named{t, src}, []byte(src), engine.Options{Type: detect.Message, Base: "http://é.example/ü/"})
		target := r.References[0].Target
		for _, text := range []string{src, string(r.Output)} {
			e := mimebase.Parse([]byte(text), nil, mimebase.Options{}).Context().Establish()
			i := slices.IndexFunc(e.Candidates(), func(c base.Candidate) bool { return strings.HasPrefix(c.From, "Content-Location") })
			require.GreaterOrEqual(t, i, 0)
			want := r.References[0].Text
			if text != src {
				want = target
			}
			require.Equal(t, want, e.Candidates()[i].Value, "%q", text)
		}
	}
}

// TestHeaderInjection has bases that try to get out of a field.
func TestHeaderInjection(t *testing.T) {
	src := "Content-Location: a\nLink: <b>; anchor=c\nContent-Base: <d>\n" + external + "URL=\"e\"\nSubject: f\n\n\n"
	for _, evil := range []string{"\r\nBcc: x", "\nBcc: x\n\n", "\n\tx", "\x00", "\x7f", " x", ">, <x", "\"; x=\"", "\\", "\"", "é", "=?utf-8?q?=0ABcc:_x?=", "=0A", "%0A", strings.Repeat("x", 3000)} {
		opts := engine.Options{Type: detect.Message, Base: "http://h/d" + evil + "/"}
		if _, err := engine.New(opts); err == nil {
			checkFields(t, src, opts)
		}
		if !strings.Contains(evil, "\nB") {
			checkFields(t, "Base: <URL:http://h/d"+evil+"/>\n"+src, engine.Options{Type: detect.Message})
			checkFields(t, "Base: =?utf-8?q?=3CURL:http://h/d"+evil+"/=3E?=\n"+src, engine.Options{Type: detect.Message})
		}
	}
}

// checkFields checks that rewriting a header makes no new field, and changes
// none that has no references.
func checkFields(t *testing.T, src string, opts engine.Options) {
	r := promise.Check(t, []byte(src), opts)
	fields := func(text []byte) (all []string) {
		top := mimebase.Parse(text, nil, mimebase.Options{})
		for _, f := range top.Fields {
			all = append(all, f.Name)
		}
		return append(all, top.FieldValue("Subject"), top.FieldValue("Base"), top.MediaType, top.Params["access-type"])
	}
	require.Equal(t, fields([]byte(src)), fields(r.Output), "%q", r.Output)
}

// TestHeaderMutations checks the promises on headers with bytes changed, moved
// and cut.
func TestHeaderMutations(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 8288))
	bases := []string{pageURL, `http://h/"'<>\,;é/`, "http://h/=?utf-8?q?x?=/", "url:/x/", "http://h/" + strings.Repeat("x", 960) + "/"}
	for range 20 {
		for i, c := range headerCases {
			src := mutate(random, []byte(c.src))
			promise.Check(named{t, string(src)}, src, engine.Options{Type: detect.Message, Base: bases[(i+random.IntN(2))%len(bases)]})
		}
	}
}
