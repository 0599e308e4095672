package engine_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/test/corpus"
	"github.com/hrefix/hrefix/internal/test/promise"
	"github.com/hrefix/hrefix/resolve"
)

// The parts of random URLs, references and moves.
var (
	moveSites = []string{"http://h", "https://h", "http://h:80", "http://i", "HTTP://H"}
	movePaths = []string{"/", "/a/", "/a", "/a/b/", "/a/b", "/ab", "/c/d/e/", "/a/%62/", "/a/../c/d/", "", "/a/b/x.html?q", "/é/", "/%C3%A9/", "/a//b/", "//a/"}
	moveRefs  = []string{"x", "./x", "../x", "../../x", "../a/b/x?y#z", "../../../c/x", "", "#f", "?q", "/a/b/x", "/", "/a", "/ab", "//h/a/x", "//i/a/", "a/b/", "b/", ".", "..", "x:y", "./x:y", ";p", "b", "a"}
)

func pick(random *rand.Rand, list []string) string { return list[random.IntN(len(list))] }

// randomMoves returns up to four moves. None goes to a From.
func randomMoves(random *rand.Rand) (list []engine.Move) {
	seen := make(map[string]bool)
	for range 1 + random.IntN(4) {
		from := pick(random, []string{"http://h", "http://i", "https://h"}) + pick(random, []string{"/", "/a/", "/a", "/a/b/", "/c/d", "/%C3%A9/", "/a/b/x.html", ""})
		if !seen[strings.TrimSuffix(from, "/")] {
			seen[strings.TrimSuffix(from, "/")] = true
			list = append(list, engine.Move{From: from, To: pick(random, []string{"http://n", "https://n"}) + pick(random, []string{"/", "/m/", "/m", "", "/a/b/"})})
		}
	}
	return list
}

// randomPage returns a page of random links, with BASE, xml:base or neither.
func randomPage(random *rand.Rand) string {
	link := func() string {
		if random.IntN(2) == 0 {
			return html.EscapeString(pick(random, moveSites) + pick(random, movePaths) + pick(random, []string{"", "x", "./x/../y", "?a&b", "#f"}))
		}
		return html.EscapeString(pick(random, moveRefs))
	}
	var page strings.Builder
	if random.IntN(2) == 0 {
		fmt.Fprintf(&page, "<img src=\"%s\"><base href=\"%s\">", link(), link())
	}
	for range 6 {
		fmt.Fprintf(&page, []string{
			`<a href="%s">`, `<img srcset="%s 1x">`, `<p style="background:url('%s')">`, `<meta http-equiv=refresh content="0;url=%s">`,
			`<iframe srcdoc="&lt;base href=a/&gt;&lt;a href='%s'&gt;"></iframe>`, `<object codebase="%s" data=d></object>`,
			`<form action="%s">`, `<script type=module>import "./%s"</script>`, `<svg><a xlink:href="%s"/></svg>`,
		}[random.IntN(9)], link())
	}
	return page.String()
}

// TestMoveRandom moves the links of random pages. The targets are those that the moves give, by
// the URL Standard.
func TestMoveRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 4))
	rounds, n := corpus.Rounds(1600), 0
	for range rounds {
		page := randomPage(random)
		opts := engine.Options{Type: detect.HTML, Moves: randomMoves(random), RootRelative: random.IntN(3) == 0, Fragments: engine.Fragments(random.IntN(3))}
		opts.Dialect = []resolve.Dialect{resolve.RFC1808, resolve.RFC3986, resolve.WHATWG}[random.IntN(3)]
		if random.IntN(4) > 0 {
			opts.Base = pick(random, moveSites) + pick(random, []string{"/", "/a/", "/a/b/p.html", "/c/d/e", "/x"})
		}
		_, moved := promise.CheckMoved(t, []byte(page), opts)
		n += moved
		if t.Failed() {
			return
		}
	}
	require.Greater(t, n, rounds)
}

// FuzzMove moves the links of any document, and checks what [promise.CheckMoved] promises.
func FuzzMove(f *testing.F) {
	f.Add([]byte(`<base href=/b/><a href=../a/x><img srcset="http://h/a/y 1x, ,z"><style>a{b:url(//h/a/)}</style>`), "http://h/c/d", "http://h/a", "https://n/m/", uint8(0))
	for i, c := range attacks("http://h/a/b") {
		f.Add([]byte(c.src), "http://h/x/", "http://h/a/", "https://n/", uint8(i)<<2|uint8(c.typ)&3)
	}
	f.Fuzz(func(t *testing.T, src []byte, at, from, to string, n uint8) {
		opts := engine.Options{
			Type: []detect.Type{detect.HTML, detect.XML, detect.Message, detect.CSS}[n&3], Base: at,
			Dialect: resolve.Dialect((n >> 2) % 3), Moves: []engine.Move{{From: from, To: to}}, RootRelative: n>>5&1 > 0,
		}
		opts.Mode = engine.MoveLinks
		if _, err := engine.New(opts); err != nil || !isPlainASCII(at+from+to) {
			return
		}
		promise.CheckMoved(t, src, opts)
	})
}

// isPlainASCII reports whether all dialects read URLs alike.
func isPlainASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`{|}@", r) }) < 0
}
