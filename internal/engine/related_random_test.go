package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
)

// namesParts returns for each link of a message, and each Content-Location after that, whether
// the one names the part of the other: to a reader that knows no URL of the message, and
// to one that compares what is written.
func namesParts(t promise.T, src []byte) (resolved, written []bool) {
	type url struct{ text, target string }
	var links, locations []url
	rw, err := engine.New(engine.Options{Type: detect.Message, Base: "http://reader.example/"})
	require.NoError(t, err)
	rw.References(src, func(r *engine.Reference) {
		u := url{text: string(r.Text)}
		u.target, _ = r.Base.Resolve(u.text)
		switch {
		case r.Element == "img":
			links = append(links, u)
		case r.Attr == "Content-Location":
			locations = append(locations, u)
		}
	})
	for _, link := range links {
		for _, location := range locations {
			resolved = append(resolved, link.target == location.target)
			written = append(written, link.text == location.text)
		}
	}
	return resolved, written
}

// TestRelatedRandom: what named a part still does, to both kinds of readers, in random
// messages with relative and absolute bases.
func TestRelatedRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 2557))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	urls := []string{"a.gif", "d/a.gif", "./a.gif", "../a.gif", "b.gif", "d/../a.gif", "/a.gif", "http://b/d/a.gif", "http://r/a.gif"}
	bases := []string{"", "", "d/", "../", "/d/", "http://b/d/", "http://r/"}
	n := 0
	rounds := corpus.Rounds(800)
	for range rounds {
		var parts []string
		for range 1 + random.IntN(2) {
			html := "Content-Type: text/html\n"
			if url := pick(bases...); url != "" {
				html += pick("Content-Location: ", "Content-Base: ") + url + "\n"
			}
			html += "\n"
			if url := pick(bases...); url != "" {
				html += "<base href=" + url + ">"
			}
			for range 1 + random.IntN(3) {
				html += "<img src=" + pick(urls...) + ">"
			}
			if random.IntN(5) == 0 {
				html = signed(html)
			}
			parts = append(parts, html)
		}
		for range 1 + random.IntN(3) {
			parts = append(parts, "Content-Type: image/gif\nContent-Location: "+pick(urls...)+"\n\nGIF89a")
		}
		src := related(pick("", "", "Content-Base: d/\n", "Content-Base: http://b/\n"), parts...)
		r := promise.Check(t, []byte(src), engine.Options{Type: detect.Message, Base: "http://r/"})
		wasResolved, wasWritten := namesParts(t, []byte(src))
		isResolved, isWritten := namesParts(t, r.Output)
		for i := range wasResolved {
			if wasResolved[i] {
				n++
				require.True(t, isResolved[i], "%d, to a reader that resolves: %s\n%s", i, src, r.Output)
			}
			if wasWritten[i] && !strings.Contains(src, "signed") {
				require.True(t, isWritten[i], "%d, to a reader that compares: %s\n%s", i, src, r.Output)
			}
		}
	}
	require.Greater(t, n, rounds/2)
}
