package cssscan

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/test/corpus"
)

// explained are the cases of css.json with another result, by number, with the reason.
var explained = map[int]string{
	17: "a comment with the original URL is added, which is an option there",
	27: "a comment with the original URL is added",
	40: "a comment with the original URL is added",
	41: "a comment with the original URL is added",
}

// quotes matches placeholders in quotes. The cases write all URLs in double quotes.
var quotes = regexp.MustCompile(`"«»"|'«»'`)

// skeleton returns css with a placeholder for every URL, and the URLs.
func skeleton(css []byte) (string, []string) {
	var out []byte
	var urls []string
	pos := 0
	for ref := range Refs(css, Sheet) {
		out = append(append(out, css[pos:ref.Start]...), "«»"...)
		urls = append(urls, decoded(css, ref))
		pos = ref.End
	}
	out = append(out, css[pos:]...)
	return string(quotes.ReplaceAll(out, []byte("«»"))), urls
}

// Refs finds the URLs that other programs rewrite, and no others.
func TestCorpus(t *testing.T) {
	var suite struct {
		Cases []struct {
			Input  string
			Marked string `json:"expected_marked"`
		}
	}
	corpus.ReadJSON(t, &suite, "html", "css.json")
	require.NotEmpty(t, suite.Cases)
	var differ []int
	for i, c := range suite.Cases {
		got, urls := skeleton([]byte(c.Input))
		want, absolute := skeleton([]byte(c.Marked))
		for i := range urls {
			urls[i] = "http://example.com/" + urls[i]
		}
		if got != want || !slices.Equal(urls, absolute) {
			differ = append(differ, i)
			require.Contains(t, explained, i, "%s\n%s", c.Input, c.Marked)
		}
		checkRefs(t, []byte(c.Input))
	}
	require.Equal(t, slices.Sorted(maps.Keys(explained)), differ, "explained, but no different")
}

// The pages of the corpus serve as broken CSS.
func TestCorpusPages(t *testing.T) {
	for _, f := range corpus.Files(t, "pages") {
		data := f.Data[:min(len(f.Data), 50_000)]
		checkRefs(t, data)
	}
}

func TestNames(t *testing.T) {
	for _, ident := range []string{"url", "URL", `\url`, `u\72l`, `\75\72\6c`, `\000075rl`, "ur\\6C\n"} {
		require.True(t, isNamed([]byte(ident), "url"), ident)
	}
	for _, ident := range []string{"", "u", "ur", "urlx", `url\`, `\`, `ur\`, `u\72lx`, "\u00fcrl", `\fcrl`, `\175rl`, "ur\\\x00", "\x15rl", "ur\x4c\\\x7f"} {
		require.False(t, isNamed([]byte(ident), "url"), ident)
	}
	require.True(t, isNamed([]byte(`-webkit-image-set`), "-webkit-image-set"))
	require.False(t, isNamed([]byte("\rwebkit-image-set"), "-webkit-image-set"), "only letters have a case")
}

// Beyond the limit url() is still found. Once blocks are closed, everything is found again.
func TestDepth(t *testing.T) {
	for _, depth := range []int{0, maxDepth - 2, maxDepth - 1, maxDepth, 100_000} {
		open, end := strings.Repeat("(", depth), strings.Repeat(")", depth)
		css, want := unmark("a{" + open + "url(«x»)url('«y»')src('«z»')" + end + "}@import '‹x›';")
		require.Equal(t, want, slices.Collect(Refs(css, Sheet)), "%d", depth)
		css, _ = unmark("a{" + open + "image-set('x','y')" + end + "}")
		found := 0
		if depth <= maxDepth-2 {
			found = 2
		}
		require.Len(t, slices.Collect(Refs(css, Sheet)), found, "%d", depth)
	}
	// Up to the limit, a bracket that does not match is ignored.
	for depth, found := range map[int]int{maxDepth - 2: 1, maxDepth - 1: 0} {
		css := "a{" + strings.Repeat("(", depth) + "]image-set('x')"
		require.Len(t, slices.Collect(Refs([]byte(css), Sheet)), found, "%d", depth)
	}
}

// long returns texts that take more than linear time in a scanner that reads them
// repeatedly.
func long() []string {
	var out []string
	for _, part := range []string{
		"/", "/*", "*/", "\"", "'\n", "(", ")", "{", "}", "(]", "url(", "url( ", "url('", "url(\"\n", "url(x ", "url(\\", "\\", "\\a", "\\\n", "-", "--", "@", "#",
		"<!", "<!--", "1", "1e", "1e+", ".", "+", "@import ", "@import '", "image-set(", "image-set('x',", ",", ";", "u", "\\u", " ", "a{b:url(x)}", "\x00", "\xff", "a#.",
	} {
		out = append(out, strings.Repeat(part, 100_000/len(part)))
	}
	return out
}

// All of them are read to the end, with their URLs in order.
func TestLong(t *testing.T) {
	for _, css := range long() {
		for _, ctx := range []Context{Sheet, Declarations} {
			last := 0
			for ref := range Refs([]byte(css), ctx) {
				require.True(t, last <= ref.Start && ref.Start <= ref.End && ref.End <= len(css))
				last = ref.End
			}
		}
	}
}

func TestAllocs(t *testing.T) {
	css := bytes.Repeat([]byte(`a{b:url(x) u\72l("y") image-set('z' 1x)}`), 100)
	allocs := testing.AllocsPerRun(20, func() {
		n := 0
		for range Refs(css, Sheet) {
			n++
		}
		if n != 300 {
			t.Error(n)
		}
	})
	require.LessOrEqual(t, allocs, 3.0, "a few for the scan, none for a URL")
}

func BenchmarkRefs(b *testing.B) {
	rules := "/* The head of the page */\n.header > .logo:hover, #menu li a {\n\tmargin: 0 auto 1.5em -2px;\n" +
		"\tcolor: #ff00aa;\n\tbackground: transparent url(../img/logo.png) no-repeat 0 50%;\n\tfont-family: \"Open Sans\", sans-serif;\n}\n" +
		"@media screen and (max-width: 600px) { .x { width: calc(100% - 10px); content: \"\\201c\" } }\n"
	for name, css := range map[string]string{
		"sheet":   strings.Repeat(rules, 1000),
		"plain":   strings.Repeat(".header > .logo:hover, #menu li a { margin: 0 auto 1.5em -2px; color: #ff00aa }\n", 3000),
		"data":    "a{b:url(data:image/png;base64," + strings.Repeat("iVBORw0KGgo", 20_000) + ")}",
		"comment": "/*" + strings.Repeat(" text * text /", 20_000) + "*/",
	} {
		b.Run(name, func(b *testing.B) {
			src := []byte(css)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				for range Refs(src, Sheet) {
				}
			}
		})
	}
}

func FuzzRefs(f *testing.F) {
	for _, marked := range slices.Concat(sheets, declarations) {
		css, _ := unmark(marked)
		f.Add(css)
	}
	f.Fuzz(func(t *testing.T, css []byte) { checkRefs(t, css) })
}
