package engine_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/container/format"
	"github.com/hrefix/hrefix/internal/container/mbox"
	"github.com/hrefix/hrefix/internal/container/pack"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
)

// A seeder adds a document to what a target begins with. Its base and options depend on the document alone,
// so that a new seed changes no other.
func seeder(f *testing.F) func(src string) {
	f.Add([]byte("Content-Type: text/html\n\n<a href=x>"), pageURL, uint64(0))
	bases := []string{pageURL, "", `http://h/"'<>&/--></style></script>]]>`, "javascript:/x", "http://h/é/", " http://h?q "}
	return func(src string) {
		h := fnv.New64a()
		h.Write([]byte(src))
		n := h.Sum64()
		f.Add([]byte(src), bases[n%uint64(len(bases))], n/uint64(len(bases)))
	}
}

// small adds what is small in a folder of the corpus.
func small(f *testing.F, add func(string), folder ...string) {
	for _, src := range corpus.Seeds(f, 2000, folder...) {
		add(string(src))
	}
}

// fuzz checks documents of a type.
func fuzz(f *testing.F, typ detect.Type) {
	f.Fuzz(func(t *testing.T, src []byte, base string, l uint64) {
		check(t, src, drawn(t, typ, base, lots(l)))
	})
}

func FuzzDocumentHTML(f *testing.F) {
	add := seeder(f)
	add("<a href=x>")
	for _, c := range htmlCases {
		add(c.src)
	}
	for _, c := range groupCases {
		add(c.src)
	}
	for _, r := range rows {
		if r.typ == detect.Auto || r.typ == detect.HTML {
			add(strings.ReplaceAll(r.src, "%", "x"))
		}
	}
	for _, c := range pinCases {
		add(c.src)
	}
	for _, c := range scriptCases {
		add(c.src)
	}
	for _, c := range attacks("http://h/") {
		if c.typ == detect.HTML {
			add(c.src)
		}
	}
	small(f, add, "html", "html5lib-tests")
	fuzz(f, detect.HTML)
}

func FuzzDocumentXML(f *testing.F) {
	add := seeder(f)
	add(xhtml + `<a href="x"/></html>`)
	for _, c := range xmlCases {
		add(c.src)
	}
	for _, c := range attacks("http://h/") {
		if c.typ == detect.XML {
			add(c.src)
		}
	}
	fuzz(f, detect.XML)
}

// FuzzDocumentSVG reads images by themselves, and in a page.
func FuzzDocumentSVG(f *testing.F) {
	add := seeder(f)
	for _, c := range xmlCases {
		if strings.Contains(c.src, "<svg") {
			add(c.src)
		}
	}
	add(svg + `<a l:href="x"/><style>a{b:url(x)}</style><rect fill="url(x)"/><foreignObject><p style="a:url(x)"/></foreignObject></svg>`)
	f.Fuzz(func(t *testing.T, src []byte, base string, l uint64) {
		check(t, src, drawn(t, detect.XML, base, lots(l)))
		check(t, append([]byte("<!doctype html><p>"), src...), drawn(t, detect.HTML, base, lots(l)))
	})
}

// FuzzDocumentCSS reads style sheets by themselves, in a style element, and in a
// style attribute.
func FuzzDocumentCSS(f *testing.F) {
	add := seeder(f)
	for _, css := range []string{
		"@charset \"utf-8\"; @import 'x'; a { b: url( y ) } /* url(z) */", "a{b:url(x\\)y)}", "a:image-set('x' 1x, url(y) 2x)",
		"@import url(x) supports(a:url(y));@namespace url(z);", "a:url('", "a:url(\"x\\\ny\")", "a:src('x')", "</style>", "<!-- a{b:url(x)} -->", "a:url(#x)",
	} {
		add(css)
	}
	f.Fuzz(func(t *testing.T, src []byte, base string, l uint64) {
		check(t, src, drawn(t, detect.CSS, base, lots(l)))
		check(t, fmt.Appendf(nil, "<style>%s</style><p>", src), drawn(t, detect.HTML, base, lots(l)))
		check(t, fmt.Appendf(nil, "<p style=\"%s\"><p style='%[1]s'>", src), drawn(t, detect.HTML, base, lots(l)))
	})
}

// FuzzDocumentScript reads scripts in the elements that they can be in.
func FuzzDocumentScript(f *testing.F) {
	add := seeder(f)
	for _, js := range []string{
		`import "./a.js"; export * from '../b.js'`, "import('./a.js'); import(`./b.js`); import(a)", `import ".\x2fa.js"; import '.\/b'`, "x = /'/ / import('./a.js')", "<!-- '\nimport('./a')",
		"`${import('/a')}`; import.meta.resolve('./b')", "//<![CDATA[\nimport('./a')//]]>", "'<\\/script>'; import('./a')",
	} {
		add(js)
	}
	f.Fuzz(func(t *testing.T, src []byte, base string, l uint64) {
		check(t, fmt.Appendf(nil, "<script type=module>%s</script><script>%[1]s</script>", src), drawn(t, detect.HTML, base, lots(l)))
		check(t, fmt.Appendf(nil, "<svg><script type=module>%s</script><script><![CDATA[%[1]s]]></script>", src), drawn(t, detect.HTML, base, lots(l)))
		check(t, fmt.Appendf(nil, xhtml+"<script type='module'>%s</script></html>", src), drawn(t, detect.XML, base, lots(l)))
	})
}

// messageSeeds adds the messages of all tables.
func messageSeeds(f *testing.F, add func(string)) {
	add("Base: <URL:http://b/>\nContent-Type: text/html\n\n<a href=x>")
	for _, c := range messageCases {
		add(c.src)
		add(crlf(c.src))
	}
	for _, c := range headerCases {
		add(c.src)
	}
	for _, c := range quotedPrintable {
		add(c.src)
	}
	for _, table := range [][]brokenMessage{brokenBoundaries, brokenHeaders, brokenLines} {
		for _, c := range table {
			add(c.src)
		}
	}
	for _, c := range pinMessages {
		add(c.src)
	}
	for _, c := range attacks("http://h/") {
		if c.typ == detect.Message {
			add(c.src)
		}
	}
	small(f, add, "mail")
}

func FuzzDocumentMessage(f *testing.F) {
	add := seeder(f)
	messageSeeds(f, add)
	fuzz(f, detect.Message)
}

// FuzzDocumentMHTML reads a page with what it embeds, each in an encoding that is
// drawn.
func FuzzDocumentMHTML(f *testing.F) {
	f.Add(`<img src="i.gif"><link href=s.css>`, "a{b:url(i.gif)}", "http://a/d/p.html", "i.gif", "", uint64(0))
	f.Add(`<base href=http://b/><img src=cid:i><frame src=cid:s>`, "@import 'x'", "", "../i.gif", "http://m/", uint64(5))
	f.Add(`<img src="i.gif#f">`, "", "p.html", "=?utf-8?q?i.gif?=", "x\ny", uint64(77))
	f.Fuzz(func(t *testing.T, page, sheet, location, other, base string, l uint64) {
		n := lots(l)
		line := strings.NewReplacer("\r", "", "\n", "", "\x00", "")
		src := "MIME-Version: 1.0\nContent-Base: " + line.Replace(base) + "\nContent-Type: multipart/related; boundary=\"b\"\n\n" +
			"--b\nContent-Location: " + line.Replace(location) + "\nContent-Type: text/html\n" + encoded(t, &n, page) +
			"\n--b\nContent-ID: <s>\nContent-Type: text/css\n" + encoded(t, &n, sheet) +
			"\n--b\nContent-Location: " + line.Replace(other) + "\nContent-Type: image/gif\n\n\n--b--\n"
		if n.toss() {
			src = crlf(src)
		}
		check(t, []byte(src), drawn(t, detect.Message, "", n))
		check(t, []byte(src), drawn(t, detect.Message, "http://h/d/", n))
	})
}

// encoded returns the rest of a header, and a body in an encoding that is drawn.
func encoded(t *testing.T, n *lots, body string) string {
	e := transferEncodings[n.draw(lots(len(transferEncodings)))]
	return e.field + "\n" + string(e.encode(t, []byte(body), []string{"\n"}, true))
}

func FuzzDocumentMbox(f *testing.F) {
	const from = "From a@b.example Thu Jan  1 00:00:00 2004\n"
	add := seeder(f)
	messageSeeds(f, func(src string) { add(from + src + "\n\n" + from + "Subject: x\n\n>From y") })
	f.Fuzz(func(t *testing.T, src []byte, base string, l uint64) {
		opts := drawn(t, detect.Mbox, base, lots(l))
		out, ok := check(t, src, opts)
		if !ok {
			return
		}
		require.Equal(t, boxed(src), boxed(out), "%q", out)
		copied(t, src, out, opts)
	})
}

// boxed returns how many messages a mailbox has, and the bytes before and
// after each.
func boxed(box []byte) (all []string) {
	for m := range mbox.Messages(box) {
		all = append(all, string(m.Text[:m.Start]), string(m.Text[m.End:]))
	}
	return all
}

// copied checks that a source is rewritten the same if it comes byte by byte.
func copied(t *testing.T, src, want []byte, opts engine.Options) {
	rw, err := engine.New(opts)
	require.NoError(t, err)
	var out bytes.Buffer
	_, err = rw.Copy(context.Background(), &out, bytewise(src), nil)
	require.NoError(t, err)
	require.Equal(t, string(want), out.String())
}

func FuzzDocumentEmlx(f *testing.F) {
	add := seeder(f)
	messageSeeds(f, add)
	f.Fuzz(func(t *testing.T, message []byte, base string, l uint64) {
		n := lots(l)
		head := fmt.Sprintf("%d%s", len(message), []string{"\n", "  \n", "      \r\n"}[n.draw(3)])
		const tail = "<?xml version=\"1.0\"?><plist/>"
		out, ok := check(t, []byte(head+string(message)+tail), drawn(t, detect.Emlx, base, n))
		if ok {
			requireEmlx(t, out, tail)
		}
		check(t, message, drawn(t, detect.Emlx, base, n))
	})
}

// requireEmlx checks that the first line of a file says where its tail begins.
func requireEmlx(t *testing.T, file []byte, tail string) {
	var length int
	line, rest, _ := bytes.Cut(file, []byte("\n"))
	_, err := fmt.Sscan(string(line), &length)
	require.NoError(t, err)
	require.LessOrEqual(t, length, len(rest))
	require.Equal(t, tail, string(rest[length:]))
}

// FuzzDocumentAuto leaves it to the content what a document is.
func FuzzDocumentAuto(f *testing.F) {
	add := seeder(f)
	for _, src := range []string{"<a href=x>", svg + `<a href="x"/></svg>`, "Subject: x\n\n", "From a@b.example Thu Jan  1 00:00:00 2004\n\n", "13\nSubject: x\n\ny<plist/>", "\ufeff<!doctype html>"} {
		add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte, base string, l uint64) {
		opts := drawn(t, detect.Auto, base, lots(l))
		if out, ok := check(t, src, opts); ok {
			copied(t, src, out, opts)
		}
	})
}

// FuzzDocumentGzip rewrites the text of a compressed file.
func FuzzDocumentGzip(f *testing.F) {
	for _, texts := range [][]string{{"<a href=x>"}, {"<a hr", "ef=x>", ""}, {"Content-Type: text/html\n\n<a href=x>"}} {
		f.Add(compressed(f, texts...), pageURL, uint64(0))
	}
	f.Add(compressed(f, "<a href=x>")[:20], pageURL, uint64(0))
	f.Fuzz(func(t *testing.T, file []byte, base string, l uint64) {
		open := func(file io.Reader, most int64) format.Decoder {
			return pack.Gzip.Open(file, format.Options{Limits: format.Limits{Size: most}})
		}
		r := open(bytes.NewReader(file), 1<<20)
		var rewritten bytes.Buffer
		w := r.Rewrite(&rewritten)
		text, readErr := io.ReadAll(r)
		rw, err := engine.New(drawn(t, detect.HTML, base, lots(l)))
		if err != nil {
			require.NoError(t, w.Close())
			require.Equal(t, string(file), rewritten.String())
			return
		}
		plan := rw.Plan(text)
		want, err := plan.Bytes()
		require.NoError(t, err)
		if err := splice(t, w, plan); err != nil {
			require.ErrorAs(t, err, new(format.Broken))
			require.Error(t, pack.Gzip.Check(bytes.NewReader(file)))
			return
		}
		got, err := io.ReadAll(open(&rewritten, 4<<20))
		require.True(t, bytes.HasPrefix(got, want), "%q, want %q", got, want)
		if len(text) < 1<<20 {
			require.Equal(t, readErr == nil, err == nil, "%v became %v", readErr, err)
		}
	})
}

// splice writes what a plan makes of the text of a compressed file.
func splice(t *testing.T, w format.Writer, plan *engine.Plan) error {
	at := 0
	for _, e := range plan.Edits() {
		require.NoError(t, w.Keep(e.Start-at))
		require.NoError(t, w.Replace(e.End-e.Start, e.New))
		at = e.End
	}
	return w.Close()
}

// compressed returns a file with a member for each text.
func compressed(t testing.TB, texts ...string) []byte {
	var file bytes.Buffer
	for _, text := range texts {
		w := gzip.NewWriter(&file)
		_, err := io.WriteString(w, text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
	}
	return file.Bytes()
}
