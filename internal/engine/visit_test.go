package engine_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/mimebase"
)

// TestVisitHead: the head of each document comes after the document, with offsets in the source.
func TestVisitHead(t *testing.T) {
	page := "<title>t</title><meta name=a content=b><link href=l><script src=s></script><template><title>u</title></template><a href=x>"
	for src, o := range map[string]engine.Options{
		page:                                 {Type: detect.HTML},
		"Content-Type: text/html\n\n" + page: {Type: detect.Message},
		page + strings.Repeat(" ", 1<<20):    {Type: detect.HTML}, // is walked twice
		`{"m":"\u0043ontent-Type: text/html\n\n` + page + `"}`: jsonOptions(t, "m=message"),
	} {
		rw, err := engine.New(o)
		require.NoError(t, err)
		var got []string
		rw.Visit([]byte(src), engine.Visitor{
			Document: func(d *engine.Document) { got = append(got, "document") },
			Head: func(h *engine.HeadTag) {
				if h.Element == "title" {
					require.Equal(t, src[h.Start:h.End], h.Title())
				}
				name, ok := h.Attr("name")
				require.Equal(t, h.Element == "meta", ok)
				got = append(got, h.Element+" "+src[h.Start:h.End]+" "+string(name))
			},
			Reference: func(r *engine.Reference) { got = append(got, string(r.Text)) },
		}).Release()
		want := []string{"document", "title t ", "meta <meta name=a content=b> a", "link <link href=l> ", "script <script src=s> ", "l", "s", "x"}
		require.Equal(t, want, got[len(got)-len(want):], src[:60])
	}
}

// TestVisit: documents, their references and the texts that change come in one walk,
// each text when its references are done.
func TestVisit(t *testing.T) {
	inner := "Content-Location: l\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3Dx>\n"
	wide := strings.Join(strings.Split("<a href=x>y", ""), "\x00") + "\x00"
	src := "Content-Type: multipart/mixed; boundary=b\nContent-Location: m\n\n" +
		"--b\nContent-Type: text/html\n\n<a href=p>\n" +
		"--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3Dq>=3D\n" +
		"--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(inner)) + "\n" +
		"--b\nContent-Type: text/html; charset=utf-16le\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(wide)) + "\n" +
		"--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte("<p>")) + "\n" +
		"--b--\n"
	rw, err := engine.New(engine.Options{Type: detect.Message, Base: "http://h/"})
	require.NoError(t, err)
	var got []string
	said := func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }
	plan := rw.Visit([]byte(src), engine.Visitor{
		Document:  func(d *engine.Document) { said("%s %s", d.Part, d.MediaType) },
		Reference: func(r *engine.Reference) { said("%s %s", r.Part, r.Target) },
		Text: func(x *engine.Text) {
			out, err := edit.Apply(x.Content, x.Edits)
			require.NoError(t, err)
			if x.Encoding == "" {
				require.Equal(t, src, string(x.Content))
				require.Zero(t, x.Offset)
				out = fmt.Append(nil, len(x.Edits), " edits")
			} else {
				require.True(t, x.Offset > 0)
			}
			said("%s [%s] %s", x.Part, x.Encoding, out)
		},
	})
	require.Len(t, plan.Edits(), 5)
	require.Equal(t, []string{
		" http://h/m", " multipart/mixed",
		"1 text/html", "1 http://h/p",
		"2 text/html", "2 http://h/q", "2 [quoted-printable] <a href=http://h/q>=",
		"3 message/rfc822", "3.1 http://h/l", "3.1 text/html", "3.1 http://h/x",
		"3.1 [base64, quoted-printable] <a href=http://h/x>\n",
		"3 [base64] " + strings.Replace(inner, " l\n", " http://h/l\n", 1),
		"4 text/html", "4 http://h/x", "4 [base64, utf-16le] <a href=http://h/x>y",
		"5 text/html",
		" [] 2 edits",
	}, got)
}

// TestVisitWide checks that the text of a part in UTF-16 without a transfer encoding is apart
// from the source around it, wherever the part begins there, and the edits around it are
// not.
func TestVisitWide(t *testing.T) {
	wide := func(text string) string { return "\xff\xfe" + strings.Join(strings.Split(text, ""), "\x00") + "\x00" }
	head := "Content-Location: l\nContent-Type: text/html\n"
	part := head + "\n" + wide("<a href=x>")
	multipart := "Content-Location: m\nContent-Type: multipart/mixed; boundary=b\n\n--b\n" + part + "\n--b\n" + head + "\n<a href=y>\n--b--\n"
	for _, c := range []struct {
		name, source string
		t            detect.Type
		texts        []string // part, encoding, and the lines of the edits
	}{
		{"document", wide("<a href=x>"), detect.HTML, []string{"|utf-16le|1"}},
		{"message", part, detect.Message, []string{"1|utf-16le|1", "||1"}},
		{"between others", multipart, detect.Message, []string{"1|utf-16le|1", "||1 5 10 13"}},
		{"nested", "Content-Type: message/rfc822\n\n" + part, detect.Message, []string{"1.1|utf-16le|1", "||3"}},
		{"emlx", fmt.Sprintf("%d\n%s<plist>", len(part), part), detect.Emlx, []string{"1|utf-16le|1", "||1 2"}},
		{"mailbox", strings.Repeat("From a@b.example Thu Jan  1 00:00:00 2004\n"+part+"\n\n", 2), detect.Mbox,
			[]string{"1|utf-16le|1", "1|utf-16le|1", "||2 8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rw, err := engine.New(engine.Options{Type: c.t, Base: "http://h/"})
			require.NoError(t, err)
			var got []string
			rw.Visit([]byte(c.source), engine.Visitor{Text: func(x *engine.Text) {
				var at []string
				for _, e := range x.Edits {
					line := bytes.Count(x.Content[:e.Start], []byte("\n")) + 1
					at = append(at, strconv.Itoa(line))
				}
				got = append(got, fmt.Sprintf("%s|%s|%s", x.Part, x.Encoding, strings.Join(at, " ")))
			}})
			require.Equal(t, c.texts, got)
		})
	}
}

// TestVisitNothing: without changes there are no texts, and a survey that looks
// ahead (related.go) reports nothing.
func TestVisitNothing(t *testing.T) {
	rw, err := engine.New(engine.Options{Type: detect.Message})
	require.NoError(t, err)
	const src = "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Location: x\nContent-Type: text/html\n" +
		"Content-Transfer-Encoding: quoted-printable\n\n<a href=3Dx>\n--b--\n"
	references := 0
	plan := rw.Visit([]byte(src), engine.Visitor{
		Reference: func(*engine.Reference) { references++ },
		Text:      func(*engine.Text) { t.Error("a text") },
	})
	require.Equal(t, 2, references)
	require.Empty(t, plan.Edits())
	require.Empty(t, rw.Visit([]byte(src), engine.Visitor{}).Edits())
}

// TestVisitCorpus: what the edits make of a decoded text is what the part decodes to
// that is written.
func TestVisitCorpus(t *testing.T) {
	texts := 0
	for _, f := range corpus.Files(t, "mail") {
		rw, err := engine.New(engine.Options{Type: detect.Message, Base: corpusBase})
		require.NoError(t, err)
		want := make(map[string]string) // by part
		plan := rw.Visit(f.Data, engine.Visitor{Text: func(x *engine.Text) {
			if x.Encoding == "quoted-printable" || x.Encoding == "base64" {
				out, err := edit.Apply(x.Content, x.Edits)
				require.NoError(t, err)
				want[x.Part] = string(out)
			}
		}})
		out, err := plan.Bytes()
		require.NoError(t, err)
		mimebase.Parse(out, nil, mimebase.Options{}).Walk(func(e *mimebase.Entity) {
			if text, ok := want[e.Part]; ok && e.IsLeaf() && &e.Text[0] == &out[0] {
				v, err := e.Decode()
				require.NoError(t, err)
				require.Equal(t, text, string(v), "%s: part %s", f.Name, e.Part)
				delete(want, e.Part)
				texts++
			}
		})
		require.Empty(t, want, f.Name)
	}
	require.Greater(t, texts, 20)
	t.Logf("%d texts", texts)
}
