//go:build unix

package peers

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/programs/chromium"
	"github.com/hrefix/hrefix/internal/test/breakout"
)

// decodeAll decodes texts in an encoding, and resolveAll resolves lists of URLs in the encoding of the
// page, as judge.mjs does.
const (
	decodeAll = `(function (encoding, all) {
		const bytes = (s) => Uint8Array.from(atob(s), (c) => c.charCodeAt(0));
		return JSON.stringify(all.map((s) => new TextDecoder(encoding).decode(bytes(s))));
	})(%s, %s)`
	resolveAll = `(function (all) {
		const base = document.querySelector("base");
		const a = document.querySelector("a");
		return JSON.stringify(all.map((pair) => pair.map((urls) => {
			let at = null;
			for (const url of urls) {
				if (at === null) base.removeAttribute("href"); else base.href = at;
				a.setAttribute("href", url);
				if (a.protocol === ":" || (at === null && a.href.startsWith("data:"))) return null;
				at = a.href;
			}
			return at;
		})));
	})(%s)`
)

// TestPeerBreakOutChromium checks that Chromium decodes the documents of TestPeerBreakOut, and resolves
// their URLs, as the judge does.
func TestPeerBreakOutChromium(t *testing.T) {
	j := startJudge(t)
	tab := chromium.Start(t, chromium.Options{Proxy: "http://127.0.0.1:9"}).OpenBlank(t)
	r := rand.New(rand.NewPCG(uint64(numberOf(t, "HREFIX_BREAKOUT_SEED", 1)), 32))
	var cases []*breakout.Case
	for range min(numberOf(t, "HREFIX_BREAKOUT", 3000), 10_000) {
		cases = append(cases, breakout.Random(r))
	}
	texts := make(map[string][][]byte)
	pairs := make(map[string][][2][]string)
	for _, x := range j.try(t, cases) {
		if x.refused {
			continue
		}
		name := x.question().Encoding
		texts[name] = append(texts[name], x.a, x.b)
		pairs[name] = append(pairs[name], x.pairs()...)
	}
	compared := 0
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		var decoded []string
		require.NoError(t, tab.EvaluateJSON(nil, fmt.Sprintf(decodeAll, quoted(t, name), quoted(t, texts[name])), &decoded))
		var questions []*question
		ours := name
		if name == "big5" {
			ours = "big5 of Chromium"
		}
		for _, text := range texts[name] {
			questions = append(questions, &question{Encoding: ours, Decode: text}, &question{Encoding: name, Decode: text})
		}
		for i, v := range j.ask(t, questions...) {
			if text := texts[name][i/2]; i%2 == 0 {
				require.Equal(t, comparable(name, decoded[i/2]), comparable(name, v.Text), "%s: %q", name, text)
			} else {
				require.Equal(t, known(v.Text), known(string(breakout.Decode(name, text))), "%s: %q", name, text)
			}
		}
		if len(pairs[name]) == 0 {
			continue
		}
		openIn(t, tab, name)
		var resolved [][2]*string
		require.NoError(t, tab.EvaluateJSON(nil, fmt.Sprintf(resolveAll, quoted(t, pairs[name])), &resolved))
		v := j.ask(t, &question{Encoding: name, Pairs: pairs[name]})[0]
		for i, got := range resolved {
			for k := range got {
				if urls := pairs[name][i][k]; strings.HasPrefix(urls[0], "file:") && strings.Contains(urls[len(urls)-1], "|") {
					continue // a drive letter, except for Chromium on other systems than Windows
				}
				require.Equal(t, canonical(got[k]), canonical(v.Same[i][k]), "%s: %q", name, pairs[name][i][k])
			}
		}
		compared += len(resolved)
	}
	t.Logf("Chromium decodes the documents, and resolves %d pairs of URLs, as the judge does", compared)
}

// comparable returns text without what Chromium decodes otherwise than the Encoding Standard: it has
// more or fewer U+FFFD in EUC-JP and ISO-2022-JP, and takes other characters after an error in EUC-JP.
func comparable(encoding, text string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || encoding == "euc-jp" && r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, text)
}

// known returns text with the same character for all that golang.org/x/text may lack.
func known(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x9fa6 && r != utf8.RuneError {
			return 0xf0000
		}
		return r
	}, text)
}

// openIn opens an empty page in an encoding.
func openIn(t *testing.T, tab *chromium.Tab, encoding string) {
	if encoding == "utf-16le" || encoding == "utf-16be" {
		encoding = "utf-8" // in which pages in UTF-16 have their URLs
	}
	page := "data:text/html;charset=" + encoding + ",<base><a>a</a><!--" + encoding + "-->"
	require.NoError(t, tab.Call("Page.navigate", map[string]any{"url": page}, nil))
	require.Eventually(t, func() bool {
		var at string
		return tab.Evaluate("document.readyState + location", &at) == nil && at == "complete"+page
	}, 10*time.Second, 10*time.Millisecond)
}

// quoted returns v as JSON.
func quoted(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
