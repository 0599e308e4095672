package addressbook

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/urltext"
)

// wgetNames are URLs, and the names that GNU Wget 1.21.3 gave their files: with -E, with -E
// --restrict-file-names=windows, and without either. They are what it wrote of a site on a
// loopback server.
var wgetNames = []struct{ url, plain, extended, windows string }{
	{"", "index.html", "index.html", "index.html"},
	{"?x=1", "index.html?x=1", "index.html?x=1.html", "index.html@x=1.html"},
	{"dir/", "dir/index.html", "dir/index.html", "dir/index.html"},
	{"dir/?x=1", "dir/index.html?x=1", "dir/index.html?x=1.html", "dir/index.html@x=1.html"},
	{"about", "about", "about.html", "about.html"},
	{"redir", "redir", "redir.html", "redir.html"}, // a redirect
	{"about.php?x=1", "about.php?x=1", "about.php?x=1.html", "about.php@x=1.html"},
	{"p.php?a=b/c", "p.php?a=b%2Fc", "p.php?a=b%2Fc.html", "p.php@a=b%2Fc.html"},
	{"p.php?q=a%20b", "p.php?q=a b", "p.php?q=a b.html", "p.php@q=a b.html"},
	{"p.php?u=%3F", "p.php?u=?", "p.php?u=?.html", "p.php@u=%3F.html"},
	{"p.php?", "p.php?", "p.php?.html", "p.php@.html"},
	{"p.php?l=a|b<c>", "p.php?l=a|b<c>", "p.php?l=a|b<c>.html", "p.php@l=a%7Cb%3Cc%3E.html"},
	{"p.php?e=\u00e9&f=%C3%80", "p.php?e=\u00e9&f=\u00c0", "p.php?e=\u00e9&f=\u00c0.html", "p.php@e=\u00e9&f=\u00c0.html"},
	{"r.php?a=%41%7a", "r.php?a=Az", "r.php?a=Az.html", "r.php@a=Az.html"},
	{"plus+p.php?a=1+2", "plus+p.php?a=1+2", "plus+p.php?a=1+2.html", "plus+p.php@a=1+2.html"},
	{"q.php?f=a.html", "q.php?f=a.html", "q.php?f=a.html", "q.php@f=a.html"},
	{"page.html?x=1", "page.html?x=1", "page.html?x=1.html", "page.html@x=1.html"},
	{"deep/er?x=1", "deep/er?x=1", "deep/er?x=1.html", "deep/er@x=1.html"},
	{"s.css?v=2", "s.css?v=2", "s.css?v=2.css", "s.css@v=2.css"},
	{"style", "style", "style.css", "style.css"},
	{"i.svg?x", "i.svg?x", "i.svg?x", "i.svg@x"},
	{"about.xhtml", "about.xhtml", "about.xhtml.html", "about.xhtml.html"},
	{"a%20b.html", "a b.html", "a b.html", "a b.html"},
	{"%C3%80.html", "\u00c0.html", "\u00c0.html", "\u00c0.html"},
	{"100%25.html", "100%.html", "100%.html", "100%.html"},
	{"a:b.html", "a:b.html", "a:b.html", "a%3Ab.html"},
	{"a@b.html", "a@b.html", "a@b.html", "a@b.html"},
	{"st%22ar*.html", "st\"ar*.html", "st\"ar*.html", "st%22ar%2A.html"},
	{"back%5Cslash.html", "back\\slash.html", "back\\slash.html", "back%5Cslash.html"},
	{"p%3Fx.html", "p?x.html", "p?x.html", "p%3Fx.html"},
	{"pipe%7Cx.html", "pipe|x.html", "pipe|x.html", "pipe%7Cx.html"},
	{"x%2Fy.html", "x%2Fy.html", "x%2Fy.html", "x%2Fy.html"},
	{"tab%09x.html", "tab%09x.html", "tab%09x.html", "tab%09x.html"},
	{"%7Fdel.html", "%7Fdel.html", "%7Fdel.html", "%7Fdel.html"},
	{"u%7Evw.html", "u~vw.html", "u~vw.html", "u~vw.html"},
	{"semi;v=1.html", "semi;v=1.html", "semi;v=1.html", "semi;v=1.html"},
}

// TestWget checks that every URL finds the file that wget wrote for it, in a tree with all files
// of the run, without any flag.
func TestWget(t *testing.T) {
	var trees [3][]string
	for _, c := range wgetNames {
		for i, name := range []string{c.plain, c.extended, c.windows} {
			trees[i] = append(trees[i], name)
		}
	}
	for i, files := range trees {
		p := placeOf(t, "x", files...)
		for j, c := range wgetNames {
			_, location, ok := p.Find("http://h/r/" + c.url)
			require.True(t, ok, "%s as %s", c.url, files[j])
			require.Equal(t, top+encodePath(files[j]), location, "%d %s", i, c.url)
		}
		for _, name := range files {
			p := placeOf(t, name, files...)
			_, location, ok := p.Find(p.URL())
			require.True(t, ok, p.URL())
			require.Equal(t, p.Location(), location, p.URL())
		}
	}
}

// TestWgetURLs checks that --names gives the files the URLs that they were retrieved from, but
// for the spelling of escapes.
func TestWgetURLs(t *testing.T) {
	ambiguous := map[string]bool{"about": true, "redir": true, "style": true, "q.php?f=a.html": true, "p%3Fx.html": true, "a@b.html": true}
	for _, c := range wgetNames {
		if ambiguous[c.url] {
			continue
		}
		for _, run := range []struct {
			name  string
			rules []string
		}{{c.extended, []string{"adjust-extension", "escaped"}}, {c.windows, []string{"windows", "adjust-extension"}}} {
			b, err := NewBundle("http://h/r/", filesFS{run.name: true}, Options{Names: run.rules})
			require.NoError(t, err)
			require.Equal(t, urltext.Decode("http://h/r/"+c.url), urltext.Decode(b.Place(run.name).URL()), run.name)
		}
	}
	for _, c := range []struct{ name, url string }{
		{"about.html", "about"}, {"index.html", ""}, {"d/index.html", "d/"}, {"d/x.html", "d/x"}, {"x.html.html", "x.html"}, {".html", ".html"}, {"x.htm", "x.htm"},
	} {
		b, err := NewBundle("http://h/r/", filesFS{c.name: true}, Options{CleanURLs: true})
		require.NoError(t, err)
		require.Equal(t, "http://h/r/"+c.url, b.Place(c.name).URL())
	}
	b, err := NewBundle("http://h/r/", filesFS{"a%20b%3fx=1": true, "a/index.html": true, "a.html": true}, Options{Names: []string{"escaped"}, CleanURLs: true})
	require.NoError(t, err)
	require.Equal(t, "http://h/r/a%20b?x=1", b.Place("a%20b%3fx=1").URL())
	require.Equal(t, "http://h/r/a/", b.Place("a/index.html").URL())
	require.Equal(t, "http://h/r/a.html", b.Place("a.html").URL(), "a leads to a/")
}

// TestRules checks which rule finds a file, and that a file with exactly the URL comes first.
func TestRules(t *testing.T) {
	files := []string{"about.html", "both", "both.html", "d/index.html", "d.html", "p.php?x=1", "p.php?x=1.html", "w.php@x=1", "e%20f", "e f", "g%20h", "s.css", "q.html", "tab%09x", "none/x"}
	for url, want := range map[string]Target{
		"about":          {State: File, Path: "about.html", Rule: RuleClean},
		"both":           {State: File, Path: "both", Rule: RuleName},
		"d":              {State: File, Path: "d/index.html", Rule: RuleDirectory},
		"d/":             {State: File, Path: "d/index.html", Rule: RuleIndex},
		"p.php?x=1":      {State: File, Path: "p.php?x=1", Rule: RuleName},
		"p.php?x=1.html": {State: File, Path: "p.php?x=1.html", Rule: RuleName},
		"w.php?x=1":      {State: File, Path: "w.php@x=1", Rule: RuleWindows},
		"e%20f":          {State: File, Path: "e f", Rule: RuleName},
		"g%20h":          {State: File, Path: "g%20h", Rule: RuleEscaped},
		"tab%09x":        {State: File, Path: "tab%09x", Rule: RuleWget},
		"s.css?v=1":      {State: File, Path: "s.css", Rule: RuleQuery},
		"q.html?v=1":     {State: File, Path: "q.html", Rule: RuleQuery, Guess: true},
		"none/":          {State: Directory, Path: "none/", Rule: RuleIndex},
		"none":           {State: Directory, Path: "none/", Rule: RuleDirectory},
		"ABOUT.html":     {State: OtherCase, Path: "about.html"},
		"D/":             {State: OtherCase, Path: "d/index.html"},
		"gone":           {State: Missing, Path: "gone"},
		"../x":           {State: Missing},
	} {
		got := placeOf(t, "x", files...).Lookup("http://h/r/" + url)
		require.Equal(t, want, Target{State: got.State, Path: got.Path, Rule: got.Rule, Guess: got.Guess}, url)
	}
	require.Equal(t, Target{}, placeOf(t, "x", files...).Lookup("http://x/"))
}

// TestQuery checks that a query that is left out is part of the URL and the location.
func TestQuery(t *testing.T) {
	p := placeOf(t, "x", "s.css", "t.css", "t.css?v=1")
	own, location, ok := p.Find("http://h/r/s.css?v=1")
	require.True(t, ok)
	require.Equal(t, []string{"http://h/r/s.css?v=1", "file:///s.css?v=1"}, []string{own, location})
	url, ok := p.At(location)
	require.True(t, ok)
	require.Equal(t, own, url)
	_, ok = p.At("file:///t.css?v=1")
	require.False(t, ok, "the URL names another file")
}

// FuzzAppendNormal: the normal form of a normal form is the same, and a fragment changes nothing before it.
func FuzzAppendNormal(f *testing.F) {
	for _, url := range []string{
		"http://h/a", "https://h.example/a/b?c=d&e", "http://h", "http://h?x", "HTTP://H:80/A", "http://u@h/", "http://h:8080/",
		"http://h/%7e%c3%bc", "http://h/%C3%BC%", "http://h/p q\xff", "http://b\u00fccher.example/", "ftp://h:21/", "mailto:a@b", "/a", "https:/x", "http://h/|",
		"x://h\xedT/",
	} {
		f.Add(url, "")
		f.Add(url, "a b%7e#c")
	}
	f.Fuzz(func(t *testing.T, url, fragment string) {
		if strings.Contains(url, "#") {
			return
		}
		want, ok := Normal(url)
		got, whole := AppendNormal([]byte("x"), []byte(url+"#"+fragment))
		require.Equal(t, ok, whole)
		if !ok {
			require.Empty(t, want)
			require.Equal(t, "x", string(got))
			return
		}
		require.True(t, strings.HasPrefix(string(got), "x"+want+"#"), "%q %q", url, fragment)
		again, ok := Normal(want)
		require.True(t, ok)
		require.Equal(t, want, again)
	})
}

func TestNormal(t *testing.T) {
	for url, want := range map[string]string{
		"http://h/a?b": "http://h/a?b", "HTTP://u:P@H:80:/A": "http://u:P@h/A", "http://h?x": "http://h/?x", "https://h:80": "https://h:80/",
		"http://h/%7e%c3%bc%": "http://h/~%C3%BC%25", "http://h/p q\xff|#": "http://h/p%20q%FF%7C#", "http://b\u00fccher.example/": "http://xn--bcher-kva.example/",
		"http://h/#a#b c": "http://h/#a%23b%20c", "x://H/%2e": "x://h/%2E", "mailto:a@b": "", "/a": "", "https:/x": "",
	} {
		got, _ := Normal(url)
		require.Equal(t, want, got, url)
	}
}

func TestAppendNormalAllocs(t *testing.T) {
	buf := make([]byte, 0, 100)
	for _, url := range []string{"http://h/a?b#c", "https://a.example/%C3%BC"} {
		require.Zero(t, testing.AllocsPerRun(10, func() { buf, _ = AppendNormal(buf[:0], url) }), url)
	}
}
