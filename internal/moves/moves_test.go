package moves_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/moves"
	"github.com/hrefix/hrefix/resolve"
)

// pairs returns moves from a list of URLs.
func pairs(urls ...string) (list []moves.Move) {
	for i := 0; i < len(urls); i += 2 {
		list = append(list, moves.Move{From: urls[i], To: urls[i+1]})
	}
	return list
}

func table(t testing.TB, urls ...string) *moves.Table {
	t.Helper()
	m, err := moves.New(resolve.RFC1808, pairs(urls...))
	require.NoError(t, err)
	return m
}

func TestMap(t *testing.T) {
	blog := table(t, "http://old.example/blog/", "https://new.example/")
	plain := table(t, "http://old.example/blog", "https://new.example/weblog")
	root := table(t, "http://old.example", "https://new.example")
	for _, c := range []struct {
		m         *moves.Table
		url, want string // want is empty if url stays
	}{
		{blog, "http://old.example/blog/", "https://new.example/"},
		{blog, "http://old.example/blog/a/b?c=/d#e", "https://new.example/a/b?c=/d#e"},
		{blog, "http://old.example/blog/?x", "https://new.example/?x"},
		{blog, "http://old.example/blog", ""},
		{blog, "http://old.example/blog?x", ""},
		{blog, "http://old.example/blogger/", ""},
		{blog, "http://old.example/Blog/", ""},
		{blog, "http://old.example/", ""},
		{blog, "http://old.example", ""},
		{blog, "https://old.example/blog/", ""},
		{blog, "http://www.old.example/blog/", ""},
		{blog, "http://old.example:8080/blog/", ""},
		{blog, "http://old.example.evil/blog/", ""},
		{blog, "http://old.example@evil/blog/", ""},
		{blog, "http://user@old.example/blog/", ""},
		{blog, "//old.example/blog/", ""},
		{blog, "http:/old.example/blog/", ""},
		{blog, "http:old", ""},
		{blog, "mailto:a@old.example", ""},
		{blog, "x?http://old.example/blog/", ""},
		{blog, "", ""},
		{blog, "HTTP://Old.Example/blog/X", "https://new.example/X"},
		{blog, "http://old.example:80/blog/x", "https://new.example/x"},
		{blog, "http://old.example:/blog/x", "https://new.example/x"},
		{blog, "http://old.example/%62log/%78", "https://new.example/%78"},
		{blog, "http://old.example/blog%2Fx", ""},
		{blog, "http://old.example/blog/a%2fb%", "https://new.example/a%2fb%"},
		// Dot segments.
		{blog, "http://old.example/x/../blog/a", "https://new.example/a"},
		{blog, "http://old.example/./blog/a", "https://new.example/a"},
		{blog, "http://old.example/blog/../a", ""},
		{blog, "http://old.example/blog/%2e%2E/a", ""},
		{blog, "http://old.example/blog/..", ""},
		{blog, "http://old.example/blog/.", "https://new.example/."},
		{blog, "http://old.example/blog/a/../b", "https://new.example/a/../b"},
		{blog, "http://old.example/blog/a/../../b", ""},
		{blog, "http://old.example/blog/a/../../blog/b", "https://new.example/b"},
		{blog, "http://old.example/blog/../blog/..a/...", "https://new.example/..a/..."},
		{blog, "http://old.example/../blog/x/..", "https://new.example/"},
		{blog, "http://old.example/blog/x?a/../..", "https://new.example/x?a/../.."},
		// A From without a slash at its end.
		{plain, "http://old.example/blog", "https://new.example/weblog"},
		{plain, "http://old.example/blog/", "https://new.example/weblog/"},
		{plain, "http://old.example/blog/x", "https://new.example/weblog/x"},
		{plain, "http://old.example/blog?x", "https://new.example/weblog?x"},
		{plain, "http://old.example/blog#x", "https://new.example/weblog#x"},
		{plain, "http://old.example/blog;x", "https://new.example/weblog;x"},
		{plain, "http://old.example/blogger", ""},
		{plain, "http://old.example/blog.html", ""},
		{table(t, "http://h/a", "http://n/"), "http://h/a/b", "http://n/b"},
		{table(t, "http://h/a", "http://n/"), "http://h/a?b", "http://n/?b"},
		{table(t, "http://h/a", "http://n/"), "http://h/a", "http://n/"},
		{table(t, "http://h/a/", "http://n"), "http://h/a/b", "http://n/b"},
		{table(t, "http://h/a/", "http://n/c"), "http://h/a/b", "http://n/c/b"},
		{root, "http://old.example", "https://new.example/"},
		{root, "http://old.example?x", "https://new.example/?x"},
		{root, "http://old.example#x", "https://new.example/#x"},
		{root, "http://old.example/x", "https://new.example/x"},
		// Queries: only that URL.
		{table(t, "http://h/?p=12", "http://n/post/"), "http://h/?p=12#c", "http://n/post/#c"},
		{table(t, "http://h/?p=12", "http://n/post/"), "http://h/?p=123", ""},
		{table(t, "http://h/?p=12", "http://n/post/"), "http://h?p=%312", "http://n/post/"},
		{table(t, "http://h/?p=1/", "http://n/post"), "http://h/?p=1/2", ""},
		{table(t, "http://h/?p=12", "http://n/?q=12"), "http://h/?p=12", "http://n/?q=12"},
		// User information, IPv6, other schemes.
		{table(t, "http://u:p@h/", "http://n/"), "http://u:p@H/x", "http://n/x"},
		{table(t, "http://u:p@h/", "http://n/"), "http://U:p@h/x", ""},
		{table(t, "http://[2001:DB8::1]:80/", "http://n/"), "http://[2001:db8::1]/x", "http://n/x"},
		{table(t, "file:///old/", "file:///new/"), "file:///old/x", "file:///new/x"},
		{table(t, "ftp://h/", "http://n/"), "FTP://h:21/x", "http://n/x"},
		// IRIs.
		{table(t, "http://bücher.example/é/", "http://nü.example/ö/"), "http://xn--bcher-kva.example/%c3%a9/ü", "http://xn--n-eha.example/%C3%B6/ü"},
		{table(t, "http://xn--bcher-kva.example/%C3%A9/", "http://n/"), "http://BÜCHER.example:80/é/x", "http://n/x"},
		{table(t, "http://h/a%20b/", "http://n/"), "http://h/a b/c d", "http://n/c d"},
		// The longest counts, once.
		{table(t, "http://h/", "http://n/", "http://h/a/", "http://m/", "http://h/a/b", "http://l/"), "http://h/a/b/c", "http://l/c"},
		{table(t, "http://h/", "http://n/", "http://h/a/", "http://m/", "http://h/a/b", "http://l/"), "http://h/a/bc", "http://m/bc"},
		{table(t, "http://h/", "http://n/", "http://h/a/", "http://m/", "http://h/a/b", "http://l/"), "http://h/ab", "http://n/ab"},
		{table(t, "http://h/a", "http://n/", "http://h/a-b", "http://m/", "http://h/", "http://l/"), "http://h/a/b", "http://n/b"},
		{table(t, "http://h/a", "http://n/", "http://h/a-b", "http://m/"), "http://h/a-c", ""},
		{table(t, "http://a/", "http://b/", "http://b/", "http://c/"), "http://a/x", "http://b/x"},
		{table(t, "http://a/", "http://b/", "http://b/", "http://a/"), "http://b/x", "http://a/x"},
		{table(t, "http://a/", "http://b/", "HTTP://A:80", "http://b"), "http://a/x", "http://b/x"},
	} {
		out, kept, ok := c.m.Append([]byte("-"), []byte(c.url))
		require.Equal(t, c.want != "", ok, c.url)
		require.Equal(t, "-"+c.want, string(out), c.url)
		require.True(t, kept <= len(c.url) && strings.HasSuffix(string(out), c.url[len(c.url)-kept:]), c.url)
		if ok {
			require.Equal(t, c.want, c.m.Map(c.url))
		} else {
			require.Equal(t, c.url, c.m.Map(c.url))
		}
	}
}

// TestLinks checks that a link without a path gets no slash that nobody wrote.
func TestLinks(t *testing.T) {
	for _, c := range []struct{ from, to, url, want string }{
		{"http://old.example", "https://new.example/blog", "http://old.example", "https://new.example/blog"},
		{"http://old.example/", "https://new.example/blog", "http://old.example?x", "https://new.example/blog?x"},
		{"http://old.example/", "https://new.example/blog", "HTTP://old.example:80#x", "https://new.example/blog#x"},
		{"http://old.example/", "https://new.example/blog", "http://old.example/", "https://new.example/blog/"},
		{"http://old.example/", "https://new.example/blog", "http://old.example/#x", "https://new.example/blog/#x"},
		{"http://old.example/", "https://new.example/blog/", "http://old.example", "https://new.example/blog/"},
		{"http://old.example", "https://new.example", "http://old.example", "https://new.example"},
		{"http://old.example/", "https://new.example/", "http://old.example?x", "https://new.example?x"},
		{"http://old.example/?p=1", "https://new.example/p/", "http://old.example?p=1", "https://new.example/p/"},
		{"http://old.example/", "https://new.example/blog", "http://old.example/a", "https://new.example/blog/a"},
	} {
		out, kept, ok := table(t, c.from, c.to).AppendLink([]byte("-"), []byte(c.url))
		require.True(t, ok, c.url)
		require.Equal(t, "-"+c.want, string(out), c.url)
		require.True(t, strings.HasSuffix(string(out), c.url[len(c.url)-kept:]), c.url)
	}
	_, _, ok := table(t, "http://old.example", "https://new.example").AppendLink(nil, []byte("http://other.example"))
	require.False(t, ok)
}

// TestErrors checks that wrong moves are refused, and that the error says what to write.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		urls []string
		says string
	}{
		{nil, "give at least one pair"},
		{[]string{"old.example", "http://n/"}, "move from \"old.example\": relative: give an absolute URL"},
		{[]string{"http://h/", "/x"}, "move to \"/x\""},
		{[]string{"http://h/#x", "http://n/"}, "a fragment: leave it out"},
		{[]string{"http://h/", "http://n/#"}, "a fragment: leave it out"},
		{[]string{"http://h/", "http://n/?x"}, "it has a query"},
		{[]string{"http://h/../a/", "http://n/"}, "dot segments"},
		{[]string{"http://h/a/", "http://h/a/"}, "it goes to the same URL"},
		{[]string{"https://*.com/", "http://n/"}, `its host has a "*"`},
		{[]string{"http://h/", "http://n/%2e%2E/"}, "dot segments"},
		{[]string{"mailto:x", "http://n/"}, "move from"},
		{[]string{"http:/x", "http://n/"}, "move from"},
		{[]string{"http://h/\xff", "http://n/"}, "not UTF-8"},
		{[]string{"http://h/", "http://n/", "HTTP://h:80/", "http://m/"}, "it goes to \"http://n/\" and to \"http://m/\": give one of them"},
	} {
		_, err := moves.New(resolve.RFC1808, pairs(c.urls...))
		require.ErrorContains(t, err, c.says)
	}
}

// TestNested finds moves that a second run would repeat.
func TestNested(t *testing.T) {
	m, from, ok := table(t, "http://x/", "http://y/", "http://h/", "http://h/new/").Nested()
	require.True(t, ok)
	require.Equal(t, moves.Move{From: "http://h/", To: "http://h/new/"}, m)
	require.Equal(t, "http://h/", from)
	_, _, ok = table(t, "http://a/", "http://b/", "http://b/", "http://a/").Nested()
	require.True(t, ok)
	_, _, ok = table(t, "http://h/a/", "http://h/b/", "http://h/b/c/", "http://n/").Nested()
	require.False(t, ok)
}

// TestNear finds the From that a URL would be below.
func TestSuggester(t *testing.T) {
	n := table(t, "http://old.example/blog/", "https://new.example/", "http://u@h:8080/x", "http://n/", "ftp://f/a/", "http://n/").Suggester()
	for url, want := range map[string]string{
		"http://old.example/blog/x":         "",
		"https://OLD.example:443/blog/x":    "https://old.example/blog/",
		"http://www.old.example/%62log/x?y": "http://www.old.example/blog/",
		"https://www.old.example/blog":      "https://www.old.example/blog",
		"http://old.example/blog":           "http://old.example/blog",
		"http://old.example/blog#x":         "http://old.example/blog",
		"http://old.example/blogger":        "",
		"https://u@h:8080/x":                "https://u@h:8080/x",
		"ftp://f/a":                         "ftp://f/a",
		"ftps://f/a/":                       "",
		"mailto:x":                          "",
	} {
		require.Equal(t, want, n.From([]byte(url)), url)
	}
}

// TestBefore finds the URLs that are mapped to others.
func TestBefore(t *testing.T) {
	n := table(t, "http://old.example/blog/", "https://new.example/", "http://old.example/blog/a/", "http://a.example/", "http://x.example/", "http://a.example/").Suggester()
	for url, want := range map[string]string{
		"https://new.example/x?y#z": "http://old.example/blog/x?y#z",
		"https://new.example/":      "http://old.example/blog/",
		"https://new.example/a/b":   "", // it would go to a.example
		"http://a.example/b":        "http://old.example/blog/a/b",
		"http://old.example/blog/x": "",
		"mailto:x":                  "",
	} {
		require.Equal(t, want, n.Before([]byte(url)), url)
	}
}

// TestMany maps by many moves, each of which is found.
func TestMany(t *testing.T) {
	var urls []string
	for i := range 2000 {
		urls = append(urls, fmt.Sprintf("http://h/%d", i), fmt.Sprintf("http://n/x%d", i))
	}
	m := table(t, urls...)
	for i := range 2000 {
		require.Equal(t, fmt.Sprintf("http://n/x%d/y", i), m.Map(fmt.Sprintf("http://h/%d/y", i)))
	}
	require.Equal(t, "http://h/2000/y", m.Map("http://h/2000/y"))
}

// TestAllocations: an ordinary URL is mapped without allocation.
func TestAllocations(t *testing.T) {
	m := table(t, "http://old.example/blog/", "https://new.example/", "http://old.example/", "https://new.example/old/")
	buf := make([]byte, 0, 100)
	for _, u := range []string{"http://old.example/blog/2010/a%20b.html?x#y", "HTTP://old.example:80/%62log/.x", "http://other.example/blog/"} {
		in := []byte(u)
		require.Zero(t, testing.AllocsPerRun(100, func() { _, _, _ = m.Append(buf, in) }), u)
	}
}

// FuzzMap compares the table with the URL parser of Go: a URL is mapped if and only if its path
// without dot segments begins with that of From, and the mapped URL has the same rest.
func FuzzMap(f *testing.F) {
	for _, u := range []string{"http://h/b/x", "http://h/x/../b/y", "HTTP://H:80/%62/%2e%2e/b/z?q#f", "http://h/b", "http://h", "http://u@h/b/", "http://h/b/./x/..", "http://h//b/"} {
		f.Add(u, "http://h/b/", "https://n/c/")
		f.Add(u, "http://h/b", "https://n/c")
	}
	f.Fuzz(func(t *testing.T, link, from, to string) {
		m, err := moves.New(resolve.RFC3986, pairs(from, to))
		if err != nil {
			return
		}
		out, kept, ok := m.Append(nil, []byte(link))
		if !ok {
			require.Empty(t, out)
			return
		}
		require.True(t, strings.HasSuffix(string(out), link[len(link)-kept:]))
		u, err1 := url.Parse(link)
		mapped, err2 := url.Parse(string(out))
		target, err3 := url.Parse(m.Map(from))
		source, err4 := url.Parse(from)
		if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
			return
		}
		if strings.Contains(u.Path, "/..//") {
			return // the parser of Go drops one slash of "/x/..//b", and RFC 3986 section 5.2.4 none
		}
		require.True(t, strings.EqualFold(u.Hostname(), source.Hostname()) || len(u.Host) != len(u.Hostname()) || strings.ContainsAny(link+from, "%") || !isASCII(link+from), "%q from %q", link, from)
		require.Equal(t, target.Host, mapped.Host)
		require.Equal(t, u.RawFragment, mapped.RawFragment)
		if source.RawQuery == "" && !source.ForceQuery {
			require.Equal(t, u.RawQuery, mapped.RawQuery)
		}
		below, ok := strings.CutPrefix(clean(u), strings.TrimSuffix(clean(source), "/"))
		require.True(t, ok, "%q from %q", link, from)
		after, ok := strings.CutPrefix(clean(mapped), strings.TrimSuffix(clean(target), "/"))
		require.True(t, ok, "%q to %q", out, to)
		require.Equal(t, strings.TrimPrefix(below, "/"), strings.TrimPrefix(after, "/"), "%q became %q", link, out)
	})
}

// clean returns the decoded path of a URL without dot segments.
func clean(u *url.URL) string {
	path := (&url.URL{Scheme: "x", Host: "y", Path: "/"}).ResolveReference(&url.URL{Path: u.Path}).Path
	if path == "" {
		return "/"
	}
	return path
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
