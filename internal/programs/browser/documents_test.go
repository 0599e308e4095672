//go:build unix

package browser

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"mime"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/mimebase"
	"github.com/hrefix/hrefix/resolve"
)

// A document is a document to compare.
type document struct {
	name    string
	url     string // its own URL
	charset string // if known from outside
	source  []byte
	torture bool // it is one of our own
}

// mediaType returns the document's Content-Type.
func (d *document) mediaType() string {
	if d.charset == "" {
		return "text/html"
	}
	return mime.FormatMediaType("text/html", map[string]string{"charset": d.charset})
}

// hasNoscript reports whether the document, or a document inside it, may have noscript
// elements.
func (d *document) hasNoscript() bool {
	text := bytes.ToLower(bytes.ReplaceAll(d.source, []byte{0}, nil)) // NULs may come from UTF-16
	return bytes.Contains(text, []byte("noscript")) || bytes.Contains(text, []byte("srcdoc"))
}

// rewritten returns the document with its links made absolute in a dialect. So are those within the document, which
// the tests compare, too.
func (d *document) rewritten(t testing.TB, in resolve.Dialect) []byte {
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: d.url, Dialect: in, Fragments: engine.FragmentsAbsolute})
	require.NoError(t, err, d.name)
	out, err := rw.Plan(d.source).Bytes()
	require.NoError(t, err, d.name)
	return out
}

// documents returns all documents. Without a corpus these are our own.
func documents(t testing.TB) []document {
	docs := tortures(t)
	if !hasCorpus() {
		t.Log(corpus.Variable + " is not set: only our own documents are compared")
		return docs
	}
	docs = append(docs, baseCases(t)...)
	docs = append(docs, trees(t)...)
	docs = append(docs, pages(t)...)
	docs = append(docs, mail(t)...)
	for i := range docs {
		if docs[i].url == "" {
			docs[i].url = fmt.Sprintf("http://doc.example/dir/%d/page.html", i)
		}
	}
	return docs
}

// hasCorpus reports whether the corpus is available.
func hasCorpus() bool { return os.Getenv(corpus.Variable) != "" }

// tortures returns our own documents: with BASE first, last and without it, and at a URL
// with all possible components.
func tortures(t testing.TB) []document {
	var docs []document
	for _, name := range []string{"torture.html", "frames.html"} {
		source, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		based := bytes.Replace(source, []byte("<title>"), []byte("<base href=\"../sub/x?y\"><title>"), 1)
		require.NotEqual(t, source, based)
		end := bytes.Index(source, []byte("<plaintext>")) // after which nothing is an element
		if end < 0 {
			end = len(source)
		}
		late := slices.Concat(source[:end], []byte("<base href=../later/>"), source[end:])
		docs = append(docs,
			document{name: name, url: "http://doc.example/dir/" + name, source: source, torture: true},
			document{name: name + " with BASE", url: "http://doc.example/dir/base/" + name, source: based, torture: true},
			document{name: name + " with late BASE", url: "http://doc.example/dir/late/" + name, source: late, torture: true},
			document{name: name + " with params", url: "http://doc.example:81/b/c/" + name + ";p?q=/r", source: source, torture: true},
		)
	}
	return docs
}

// baseCases returns the documents of the corpus that test BASE.
func baseCases(t testing.TB) []document {
	var suite struct {
		Cases []struct{ ID, HTML string }
	}
	corpus.ReadJSON(t, &suite, "html", "base-cases.json")
	require.NotEmpty(t, suite.Cases)
	var docs []document
	for _, c := range suite.Cases {
		docs = append(docs, document{name: "base: " + c.ID, source: []byte(c.HTML)})
	}
	return docs
}

// trees returns the inputs of the tree construction tests, once with a link added at the
// end, and once with a link added in the middle.
func trees(t testing.TB) []document {
	var docs []document
	for _, f := range corpus.TreeInputs(t) {
		docs = append(docs, planted("tree: "+f.Name, f.Data, len(f.Data)))
		docs = append(docs, planted("tree, middle: "+f.Name, f.Data, len(f.Data)/2))
	}
	return docs
}

// planted returns a document with a link added at offset at.
func planted(name string, source []byte, at int) document {
	with := slices.Concat(source[:at], []byte("<a href=../planted>"), source[at:])
	return document{name: name, charset: "utf-8", source: with}
}

// pages returns the pages of the corpus.
func pages(t testing.TB) []document {
	var docs []document
	for _, f := range corpus.Files(t, "pages") {
		if strings.HasSuffix(f.Name, ".gz") {
			zr, err := gzip.NewReader(bytes.NewReader(f.Data))
			require.NoError(t, err)
			f.Data, err = io.ReadAll(zr)
			require.NoError(t, err)
		}
		docs = append(docs, document{name: f.Name, source: f.Data})
	}
	return docs
}

// mail returns the HTML parts of the mail in the corpus, decoded, without duplicates.
func mail(t testing.TB) []document {
	var docs []document
	seen := make(map[string]bool)
	for _, f := range corpus.Files(t, "mail") {
		mimebase.Parse(f.Data, nil, mimebase.Options{}).Walk(func(e *mimebase.Entity) {
			if e.MediaType != "text/html" || !e.IsLeaf() {
				return
			}
			if text, _ := e.Decode(); !seen[string(text)] {
				seen[string(text)] = true
				docs = append(docs, document{
					name: f.Name + " part " + e.Part, charset: e.Params["charset"], source: bytes.Clone(text),
				})
			}
		})
	}
	require.NotEmpty(t, docs)
	return docs
}
