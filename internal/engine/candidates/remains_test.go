package candidates

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/engine/places"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/mediatype"
	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/resolve"
)

func remains(t testing.TB, from ...string) *Remains {
	var list []moves.Move
	for _, url := range from {
		list = append(list, moves.Move{From: url, To: "http://new.example/"})
	}
	table, err := moves.New(resolve.RFC1808, list)
	require.NoError(t, err)
	return OfMoves(list, table)
}

func TestFind(t *testing.T) {
	blog := remains(t, "http://old.example/blog/", "https://bücher.example")
	for text, want := range map[string][]string{
		"see http://old.example/blog/a, //old.example/blog/b":    {"http://old.example/blog/a", "//old.example/blog/b"},
		`"http:\/\/old.example\/blog\/a"`:                        {`http:\/\/old.example\/blog\/a`},
		"u=http%3A%2F%2Fold.example%2fblog%2Fa":                  {"http%3A%2F%2Fold.example%2fblog%2Fa"},
		"u=http%253A%252F%252Fold.example%252Fblog%252Fa":        {"http%253A%252F%252Fold.example%252Fblog%252Fa"},
		`'http\u003a\u002F\u002fold.example\u002fblog\u002f'`:    {`http\u003a\u002F\u002fold.example\u002fblog\u002f`},
		"http&#58;&#x2F;&#x2f;OLD.example&#x2f;blog&#x2F;a":      {"http&#58;&#x2F;&#x2f;OLD.example&#x2f;blog&#x2F;a"},
		"http://old.example:80/blog/":                            {"http://old.example:80/blog/"},
		"https://BÜCHER.example https://xn--bcher-kva.example/x": {"https://BÜCHER.example", "https://xn--bcher-kva.example/x"},
		"http://h/http://old.example/blog/a":                     {"http://old.example/blog/a"},
		`{&quot;u&quot;:&quot;http://old.example/blog/&quot;}`:   {"http://old.example/blog/"},
		"f(&#39;http://old.example/blog/a&amp;b&#39;)":           {"http://old.example/blog/a&amp;b"},
		`"{\"u\":\"http:\/\/old.example\/blog\/\"}"`:             {`http:\/\/old.example\/blog\/`},
		`'\u0022http:\/\/old.example\/blog\/\u0022'`:             {`http:\/\/old.example\/blog\/`},
		"u=%20http%3A%2F%2Fold.example%2Fblog%2F%22&b=%2Fblog":   {"http%3A%2F%2Fold.example%2Fblog%2F"},
		"http://old.example/ http://old.example/blogs https://old.example/blog/ http://x.old.example/blog/ http://old.example.x/blog/ ": nil,
		"http://h//old.example/blog/ old.example/blog/ a@old.example http:old.example/blog/ //":                                         nil,
	} {
		var got []string
		for at := range blog.Find([]byte(text)) {
			got = append(got, text[at.Start:at.End])
		}
		require.ElementsMatch(t, want, got, text)
	}
}

// TestFindInTree: the tree is asked for URLs in places that are not read.
func TestFindInTree(t *testing.T) {
	var asked []string
	r := InTree(func(url string) bool {
		asked = append(asked, url)
		return url == "https://h.example/a/b"
	})
	const text = `<p data-x="https:\/\/H.example\/a\/b" data-y="//h.example/c?d">http://x.example/e`
	spans := Unedited(slices.Collect(r.Find([]byte(text))), slices.Values([]edit.Edit(nil)))
	require.Len(t, spans, 3)
	var f Finder
	for in, at := range f.Places(r, []byte(text), mediatype.HTML, spans, places.For(0, nil), nil, 0) {
		require.Equal(t, "data-x", in)
		require.Equal(t, `https:\/\/H.example\/a\/b`, text[at.Start:at.End])
	}
	require.Equal(t, []string{"https://h.example/a/b", "http://h.example/c?d", "https://h.example/c?d"}, asked) // not for the text
}

func TestUnedited(t *testing.T) {
	found := func(start, end int) Found { return Found{Span: markup.Span{Start: start, End: end}} }
	spans := []Found{found(20, 30), found(0, 5), found(24, 30), found(40, 50)}
	edits := []edit.Edit{{Start: 4, End: 4}, {Start: 10, End: 12}, {Start: 20, End: 23}}
	require.Equal(t, []Found{found(24, 30), found(40, 50)}, Unedited(spans, slices.Values(edits)))
}

// FuzzFind: a span that is found has a host, and time is linear.
func FuzzFind(f *testing.F) {
	f.Add("http://old.example/blog/a %2F%2Fold.example%2Fblog%2F")
	r := remains(f, "http://old.example/blog/")
	f.Fuzz(func(t *testing.T, text string) {
		for at := range r.Find([]byte(text)) {
			require.Less(t, at.Start, at.End)
			require.LessOrEqual(t, at.End, len(text))
		}
	})
}

// TestPlacesOfLargeXML: a text too large for its places to be known is searched, also after a small one.
func TestPlacesOfLargeXML(t *testing.T) {
	r := InTree(func(string) bool { return true })
	var f Finder
	for _, c := range []struct {
		text string
		want []string
	}{
		{`<svg xmlns="http://www.w3.org/2000/svg"><a href="http://h.example/a"/><g data-x="http://h.example/b"/></svg>`, []string{"data-x"}},
		{`<svg xmlns="http://www.w3.org/2000/svg"><a href="http://h.example/a"/><g data-x="http://h.example/b"/>` + strings.Repeat(" ", maxXML) + `</svg>`, []string{"href", "data-x"}},
		{`<svg xmlns="http://www.w3.org/2000/svg"><a href="http://h.example/a"/></svg>`, nil},
	} {
		text := []byte(c.text)
		text = append(text, "<!-- http://h.example/c -->"...)
		var got []string
		found := slices.DeleteFunc(slices.Collect(r.Find(text)), func(f Found) bool { return strings.HasPrefix(string(text[f.Start:]), "http://www.w3.org") })
		for in := range f.Places(r, text, mediatype.XML, Unedited(found, slices.Values([]edit.Edit(nil))), nil, nil, 0) {
			got = append(got, in)
		}
		require.Equal(t, c.want, got)
	}
}
