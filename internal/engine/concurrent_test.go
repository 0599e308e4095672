package engine_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/resolve"
)

// A shared is a Rewriter, and a document of its type.
type shared struct {
	rw   *engine.Rewriter
	src  []byte
	want string
}

// all returns what every method of a Rewriter makes of the document.
func (s *shared) all() string {
	var b bytes.Buffer
	plan := s.rw.References(s.src, func(r *engine.Reference) {
		fmt.Fprintf(&b, "%s %d %v %s %s\n", sight(r, r.Text), r.Offset(), r.Status, r.Target, r.Base)
	})
	fmt.Fprintln(&b, plan.Type, plan.Notes)
	s.rw.Visit(s.src, engine.Visitor{Document: func(d *engine.Document) {
		fmt.Fprintln(&b, d.Part, d.MediaType, d.Base, d.Base.Candidates())
	}})
	out, err := s.rw.Bytes(s.src)
	fmt.Fprintf(&b, "%s %v\n", out, err)
	notes, err := s.rw.Copy(context.Background(), &b, bytes.NewReader(s.src), nil)
	fmt.Fprintln(&b, notes, err)
	_, err = plan.WriteTo(&b)
	fmt.Fprintln(&b, err)
	return b.String()
}

// documents returns documents of a type.
func documents(t *testing.T, typ detect.Type) (docs []string) {
	switch typ {
	case detect.HTML:
		for _, c := range htmlCases {
			docs = append(docs, c.src)
		}
	case detect.XML:
		for _, c := range xmlCases {
			docs = append(docs, c.src)
		}
	case detect.Message:
		for _, c := range messageCases {
			docs = append(docs, c.src)
		}
	case detect.Auto:
		nested, err := os.ReadFile("../../testdata/nested.eml")
		require.NoError(t, err)
		docs = append(docs, string(nested))
	}
	for _, s := range sources {
		if s.typ == typ || typ == detect.Auto {
			docs = append(docs, s.src)
		}
	}
	for _, a := range attacks("http://b/") {
		if a.typ == typ {
			docs = append(docs, a.src)
		}
	}
	return docs
}

// TestConcurrentLarge: the memory that large bodies are decoded into serves again, but what
// edits of one message insert is not overwritten by another as long as its plan is in use.
func TestConcurrentLarge(t *testing.T) {
	rw, err := engine.New(engine.Options{Type: detect.Message, Base: pageURL})
	require.NoError(t, err)
	var srcs [][]byte
	var wants []string
	for i := range 12 {
		html := strings.Repeat("text = text = text = text = text\r\n", 10_000+700*(i%5))
		html += strings.Repeat(fmt.Sprintf("<a href=%d.html>text</a>\r\n", i), 100) // few bytes are encoded again
		mediaType, encoding, body := "text/html", "quoted-printable", strings.ReplaceAll(html, "=", "=3D")
		if i%3 > 0 {
			encoding, body = "base64", base64.StdEncoding.EncodeToString([]byte(html))
		}
		if i%3 == 2 {
			html = "Content-Type: text/html\r\n\r\n" + html
			mediaType, body = "message/rfc822", base64.StdEncoding.EncodeToString([]byte(html))
		}
		sum := md5.Sum([]byte(html))
		src := "Content-Type: " + mediaType + "\r\nContent-MD5: " + base64.StdEncoding.EncodeToString(sum[:]) +
			"\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + body
		fresh, err := engine.New(engine.Options{Type: detect.Message, Base: pageURL})
		require.NoError(t, err)
		want, err := fresh.Bytes([]byte(src))
		require.NoError(t, err)
		require.NotEqual(t, src, string(want))
		srcs, wants = append(srcs, []byte(src)), append(wants, string(want))
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			var plans [3]*engine.Plan
			var of [3]int
			for i := range 12 {
				k := i % len(plans)
				if plans[k] != nil {
					out, err := plans[k].Bytes()
					if err != nil || string(out) != wants[of[k]] {
						t.Errorf("goroutine %d: message %d becomes another than alone", g, of[k])
					}
					plans[k].Release()
				}
				of[k] = (g*5 + i*7) % len(srcs)
				plans[k] = rw.Plan(srcs[of[k]])
			}
		})
	}
	wg.Wait()
}

// TestPlanKept: the next plan of a Rewriter does not change the bytes of the last.
func TestPlanKept(t *testing.T) {
	const srcdoc = "<iframe srcdoc=\"<a href='x'>&lt;a href=y&gt;\">"
	rw, err := engine.New(engine.Options{Type: detect.HTML, Base: pageURL})
	require.NoError(t, err)
	want, err := rw.Bytes([]byte(srcdoc))
	require.NoError(t, err)
	for range 4 {
		plan := rw.Plan([]byte(srcdoc))
		_, _ = rw.Bytes([]byte("<base href=http://b/>" + srcdoc))
		got, err := plan.Bytes()
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
}

// TestConcurrent shares Rewriters of all types and options between 64 goroutines,
// each of which begins elsewhere: what they find is what one alone finds.
func TestConcurrent(t *testing.T) {
	tree := aTree(t, "d/p.html", relativeFiles...)
	var all []shared
	for typ := detect.Auto; typ <= detect.Emlx; typ++ {
		for _, opts := range []engine.Options{
			{Base: pageURL}, {Base: pageURL, Dialect: resolve.WHATWG, Also: 63, DropBase: true, Signed: true},
			{Base: pageURL, Mode: engine.Pin}, {Tree: tree, Mode: engine.MakeRelative}, {Tree: tree, Dialect: resolve.RFC3986},
		} {
			opts.Type = typ
			rw, err := engine.New(opts)
			require.NoError(t, err)
			for _, src := range documents(t, typ) {
				s := shared{rw: rw, src: []byte(src)}
				s.want = s.all()
				all = append(all, s)
			}
		}
	}
	require.Greater(t, len(all), 500)
	const goroutines = 64
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := g; i < len(all); i += 19 { // so that each is met by three or four
				if s := &all[i]; s.all() != s.want {
					t.Errorf("goroutine %d: %q becomes another than alone", g, s.src)
				}
			}
		})
	}
	wg.Wait()
}
