package linkcheck

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/detect"
)

// TestRules checks where the lines of files with redirects lead.
func TestRules(t *testing.T) {
	for _, c := range []struct{ name, line, url, want string }{
		// Netlify, Cloudflare Pages and GitLab Pages.
		{"_redirects", "/home /", "/home", "/"},
		{"_redirects", "/home / 301", "/home/", "/"},
		{"_redirects", "/home/ / 302 # comment", "/home", "/"},
		{"_redirects", "/home /", "/home/x", ""},
		{"_redirects", "/Home /", "/home", ""},
		{"_redirects", "/news/* /blog/:splat", "/news/2004/01/a.html", "/blog/2004/01/a.html"},
		{"_redirects", "/news/* /blog/:splat", "/news", "/blog/"},
		{"_redirects", "/news/* /blog/:splat", "/newsletter", ""},
		{"_redirects", "/news/* /blog/:splat", "/news/a%20b%2f?x=1", "/blog/a%20b/?x=1"},
		{"_redirects", "/*/index.php /:splat/ 301", "/a/b/index.php", "/a/b/"},
		{"_redirects", "/news/:year/:slug /:slug-:year.html?y#:year", "/news/2004/a", "/a-2004.html?y#2004"},
		{"_redirects", "/news/:year/:slug /:slug", "/news/2004/a/b", ""},
		{"_redirects", "/* /index.html 200", "/any/thing", "/index.html"},
		{"_redirects", "/api/* https://api.example:8080/v1/:splat 200!", "/api/x", "https://api.example:8080/v1/x"},
		{"_redirects", "/store id=:id tag=new /blog/:id 301", "/store?tag=new&id=5", "/blog/5"},
		{"_redirects", "/store id=:id /blog/:id 301", "/store?id=5&x=1", ""},
		{"_redirects", "/store id=:id /blog/:id 301", "/store", ""},
		{"_redirects", "/store id=1 /one", "/store?id=2", ""},
		{"_redirects", "/ /de 302 Language=de", "/", "/de"},
		{"_redirects", "/en/* /en/404.html 404", "/en/x", "error"},
		{"_redirects", "https://old.example/* https://new.example/:splat 301!", "https://old.example/a", "https://new.example/a"},
		{"_redirects", "https://old.example/* https://new.example/:splat 301!", "https://h.example/a", ""},
		{"_redirects", "/ü /a%20b", "/%C3%BC", "/a%20b"},
		{"_redirects", "/%2A /new.html", "/any", ""},
		{"_redirects", "/%2A/%3Aa/:b /:b.html", "/*/:a/c", "/c.html"},
		{"_redirects", "/%2A/%3Aa/:b /:b.html", "/d/e/c", ""},
		{"_redirects", "/%FF* /d", "/%FFe", "/d"},
		{"_redirects", "/a.b/:year-:month.html /:year/:month", "/a.b/2004-11.html", "/2004/11"},
		{"_redirects", "/a.b/:year-:month.html /:year/:month", "/a.b/2004-11xhtml", ""},
		// Apache.
		{".htaccess", "Redirect /one /two", "/one", "/two"},
		{".htaccess", "redirect 301 /one https://h.example/two", "/one/x%20y?z", "https://h.example/two/x%20y?z"},
		{".htaccess", "Redirect /one /two", "/ones", ""},
		{".htaccess", "Redirect temp /one/ /two/", "/one/x", "/two/x"},
		{".htaccess", "Redirect temp /one/ /two/", "/one", ""},
		{".htaccess", "Redirect / https://h.example/", "/a/b", "https://h.example/a/b"},
		{".htaccess", `RedirectPermanent "/a b" '/c'`, "/a%20b", "/c"},
		{".htaccess", "RedirectTemp /a /b", "/a", "/b"},
		{".htaccess", "Redirect gone /a", "/a/b", "error"},
		{".htaccess", "Redirect 404 /a", "/a", "error"},
		{".htaccess", `RedirectMatch "(.*)\.gif$" "http://h.example$1.jpg"`, "/i/x.gif", "http://h.example/i/x.jpg"},
		{".htaccess", `RedirectMatch 301 ^/blog/([0-9]+)/(.*)$ /$2/$1/$9`, "/blog/1/x", "/x/1/$9"},
		{".htaccess", `RedirectMatch gone ^/x`, "/xy", "error"},
		{".htaccess", "RewriteRule ^a$ b", "/a", ""},
		{".htaccess", "<IfModule mod_alias.c>", "/a", ""},
	} {
		url := c.url
		if strings.HasPrefix(url, "/") {
			url = "http://site" + url
		}
		m := newMemory(map[string]string{c.name: "# comment\n\n" + c.line + "\n"})
		checker := New(Options{})
		p := checker.Page(None, &Source{}, elsewhere{m, url})
		rule, to := checker.redirects.find(p, 0, url)
		switch {
		case c.want == "":
			require.Nil(t, rule, "%s: %s", c.line, c.url)
		case c.want == "error":
			require.NotNil(t, rule, "%s: %s", c.line, c.url)
			require.Empty(t, rule.to)
		default:
			require.NotNil(t, rule, "%s: %s", c.line, c.url)
			require.Equal(t, c.want, to, "%s: %s", c.line, c.url)
			require.Equal(t, "site/"+c.name+":3", rule.position())
		}
		require.Empty(t, checker.Messages(), c.line)
	}
}

// elsewhere is a tree whose files are also at the top of the site of a URL.
type elsewhere struct {
	*memory
	url string
}

func (e elsewhere) Lookup(url string) addressbook.Target {
	rest, ok := strings.CutPrefix(url, "https://"+hostOf([]byte(e.url))+"/")
	if ok {
		url = "http://site/" + rest
	}
	return e.memory.Lookup(url)
}

// TestRuleOrder checks that the first rule of a file counts, and that rules of inner directories come first.
func TestRuleOrder(t *testing.T) {
	m := newMemory(map[string]string{
		"_redirects": "/d/a /1\n/d/* /2\n", ".htaccess": "Redirect /d/b /3\n", "d/.htaccess": "Redirect /d/c /4\n",
	})
	c := New(Options{})
	p := c.Page(None, &Source{}, m)
	for url, want := range map[string]string{"a": "/1", "b": "/3", "c": "/4", "d": "/2", "e/f": "/2"} {
		_, to := c.redirects.find(p, 0, location+"d/"+url)
		require.Equal(t, want, to, url)
	}
}

// TestRulesWrong checks that lines that are not followed are reported, once.
func TestRulesWrong(t *testing.T) {
	m := newMemory(map[string]string{
		"_redirects": "/a\nb /c\n/*%FF /d\n/*/* /e\n" + strings.Repeat("/x /y\n", maxRuleCost+2),
		".htaccess":  "RedirectMatch (?!a) /b\nRedirect /a\n",
	})
	c := New(Options{})
	p := c.Page(None, &Source{}, m)
	for range 2 {
		rule, _ := c.redirects.find(p, 0, location+"a")
		require.Nil(t, rule)
	}
	require.Equal(t, []string{
		"site/.htaccess:1: not followed: \"RedirectMatch (?!a) /b\" has an expression that hrefix cannot read: error parsing regexp: invalid or unsupported Perl syntax: `(?!`",
		`site/.htaccess:2: not followed: "Redirect /a" has no path or no target`,
		`site/_redirects:1: not followed: "/a" has no path or no target: a rule is FROM TO, and both begin with "/" or are URLs`,
		fmt.Sprintf("site/_redirects:%d: not followed, nor are other rules that are read later: the site has too many", maxRuleCost+5),
		`site/_redirects:2: not followed: "b /c" has no path or no target: a rule is FROM TO, and both begin with "/" or are URLs`,
		"site/_redirects:3: not followed: \"/*%FF /d\" has a path that hrefix cannot read: error parsing regexp: invalid UTF-8: `\xff/?$`",
		`site/_redirects:4: not followed: "/*/* /e" has a path that hrefix cannot read: it may have one "*"`,
	}, c.Messages())
}

// TestRedirected checks links whose targets lack, and that rules lead elsewhere.
func TestRedirected(t *testing.T) {
	m := newMemory(map[string]string{
		"_redirects": `/old /new.html
/chain /chain2
/chain2 /old#b
/gone /nowhere
/round /round2
/round2 /round
/away https://h.example/x
/mail mailto:a@b.example
/mail2 x://mailto
/dir /d
/app/* /new.html 200
/none /404.html 404
/There /new.html
/up //other.example/y
/same http://site/new.html
/same2 http://site/none.html
`,
		"new.html":  "<p id=a><p id=b>",
		"there":     "x",
		"zero.png":  "",
		"page.html": "",
	})
	for link, want := range map[string]string{
		`<a href=old>`:                     "",
		`<a href=old#a>`:                   "",
		`<a href=old#x>`:                   "no-anchor /old: nothing in the target has this id or name: site/_redirects:1 leads to /new.html",
		`<a href=chain#a>`:                 "",
		`<a href=gone>`:                    "missing-file /gone: no such file: site/_redirects:4 leads to /nowhere",
		`<a href=round>`:                   "redirect-loop /round: redirected in a circle: site/_redirects:6",
		`<a href=away>`:                    "",
		`<a href=mail2>`:                   "",
		`<a href=dir>`:                     "missing-file /dir: no such file: site/_redirects:10 leads to /d",
		`<a href=app/x>`:                   "",
		`<img src=app/x.png>`:              "missing-file /app/x.png: no such file: a page comes in its place: site/_redirects:11 leads to /new.html",
		`<a href=none>`:                    "missing-file /none: no such file",
		`<a href=There>`:                   "",
		`<a href=up>`:                      "",
		`<a href=same#a>`:                  "",
		`<a href=file:///home/tree/app/x>`: "missing-file /home/tree/app/x: no such file",
		`<a href=same2>`:                   "missing-file /same2: no such file: site/_redirects:16 leads to http://site/none.html",
		`<a href=other>`:                   "missing-file /other: no such file",
	} {
		c := New(Options{External: true})
		p := c.Page(m.id("page.html"), &Source{Anchors: func(func(*engine.Anchor)) {}}, m)
		rw, err := engine.New(engine.Options{Type: detect.HTML, Base: location + "page.html"})
		require.NoError(t, err)
		got := ""
		rw.VisitPiece(engine.Piece{Source: []byte(link)}, engine.Visitor{Document: p.Document, Reference: func(ref *engine.Reference) {
			if f := p.Check(ref); f != nil {
				got = f.Code + " " + f.URL + ": " + f.Text
			}
		}})
		require.Equal(t, want, got, link)
	}
}

// TestRulesBounded checks that a URL with many directories, and many directories, take bounded memory.
func TestRulesBounded(t *testing.T) {
	m := newMemory(map[string]string{"_redirects": "/x /y\n"})
	c := New(Options{})
	p := c.Page(None, &Source{}, m)
	c.redirects.find(p, 0, location+strings.Repeat("a/", 1000))
	require.Len(t, c.redirects.of, maxRuleDirs)
	rule, _ := c.redirects.find(p, 0, location+strings.Repeat("a/", 100_000)+"x")
	require.Nil(t, rule)
	for i := range 2 * maxKnownDirs {
		c.redirects.find(p, 0, fmt.Sprintf("%s%d/x", location, i))
	}
	require.LessOrEqual(t, len(c.redirects.of), maxKnownDirs)

	long := strings.Repeat("x", maxRuleLine)
	m = newMemory(map[string]string{
		".htaccess":  "Redirect /" + long + " /y\n" + strings.Repeat("RedirectMatch (.{900}){1} /y\n", 100),
		"_redirects": strings.Repeat("#"+long+"\n", maxRuleFile/maxRuleLine) + "/z /y\n",
	})
	c = New(Options{})
	rule, _ = c.redirects.find(c.Page(None, &Source{}, m), 0, location+"z")
	require.Nil(t, rule)
	require.Equal(t, []string{
		"site/.htaccess:13: not followed, nor are other rules that are read later: the site has too many",
		"site/.htaccess:1: not followed: the line is too long",
		"site/_redirects: only the first MiB is read",
	}, c.Messages())
}

// TestRulesHostile checks that rules that take long to match take bounded memory, in all directories together.
func TestRulesHostile(t *testing.T) {
	files := make(map[string]string)
	url := location
	for range 6 {
		files[strings.TrimPrefix(url, location)+"_redirects"] = strings.Repeat("/"+strings.Repeat(":a.", 20)+"N /y\n", 3)
		url += "d/"
	}
	m := newMemory(files)
	c := New(Options{})
	rule, _ := c.redirects.find(c.Page(None, &Source{}, m), 0, url+"x")
	require.Nil(t, rule)
	require.Equal(t, []string{"site/d/d/d/_redirects:3: not followed, nor are other rules that are read later: the site has too many"}, c.Messages())
	kept := 0
	for _, d := range c.redirects.of {
		kept += len(d.rules)
	}
	require.Equal(t, 8, kept)

	m = newMemory(map[string]string{"_redirects": strings.Repeat("/*a*b*c*d*e*fN /y\n", 5000)})
	c = New(Options{})
	rule, _ = c.redirects.find(c.Page(None, &Source{}, m), 0, location+strings.Repeat("abcdef", 250))
	require.Nil(t, rule)
	require.Empty(t, c.redirects.of[siteDir{0, location}].rules)
	require.Len(t, c.Messages(), 5000)
}

// slow is a tree in which the file a/_redirects is read only when a link elsewhere has been found.
type slow struct {
	*memory
	reading, found chan struct{}
}

func (s slow) Text(t addressbook.Target, most int64) (string, []byte) {
	if t.Path == "a/_redirects" {
		close(s.reading)
		<-s.found
	}
	return s.memory.Text(t, most)
}

// TestRulesParallel checks that no link waits for a file of another directory.
func TestRulesParallel(t *testing.T) {
	m := slow{newMemory(map[string]string{"a/_redirects": "/a/x /y", "b/_redirects": "/b/x /y"}), make(chan struct{}), make(chan struct{})}
	c := New(Options{})
	p := c.Page(None, &Source{}, m)
	go func() {
		<-m.reading
		c.redirects.find(p, 0, location+"b/x")
		close(m.found)
	}()
	_, to := c.redirects.find(p, 0, location+"a/x")
	require.Equal(t, "/y", to)
}

// TestRound checks pages that redirect in a circle by themselves: without a delay that is a fault of each of them.
func TestRound(t *testing.T) {
	refresh := func(seconds, to string) string {
		return "<meta http-equiv=refresh content='" + seconds + "url=" + to + "'>"
	}
	m := newMemory(map[string]string{
		"a.html": refresh("0;", "b.html"), "b.html": refresh(" 0.0, ", "a.html"), "in.html": refresh("0; ", "a.html"),
		"less.html":  "<meta title='a<b' http-equiv=refresh content=\"0;URL = 'less2.html'\">",
		"less2.html": "<meta content='0;url=&quot;less.html' title='<' http-equiv=refresh>",
		"other.html": "<meta title='content=0;' content='1; url=other2.html' http-equiv=refresh>", "other2.html": refresh("0;", "other.html"),
		"slow.html": refresh("5;", "slow2.html"), "slow2.html": refresh("0;", "slow.html"),
		"self.html": refresh("0;", "self.html"), "end.html": refresh("0;", "slow.html"), "link.html": "<a href=a.html>",
	})
	var got []string
	for _, name := range m.names {
		faults, _ := checkPage(t, New(Options{}), m, name, location+name)
		got = append(got, faults...)
	}
	require.Equal(t, []string{"redirect-loop: b.html", "redirect-loop: a.html", "redirect-loop: a.html", "redirect-loop: less2.html", "redirect-loop: less.html"}, got)
}

// TestRulesRandom checks that no text of a file is a panic, and that what is no rule is reported.
func TestRulesRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"/", "/a", "*", ":x", "/:x/*", "301", "200!", "404", "gone", "#", "Redirect", "RedirectMatch", "redirecttemp", `"`, "'", "(", ")", "[", "\\", "$1", "=", "a=:b", "//", "://", "http://h/", "%", "%FF", "\x00", "\xff", "?", " ", "  ", "\t", "\v", "\n", "\r\n", "\ufeff"}
	for range 5000 {
		var text strings.Builder
		for range r.IntN(20) {
			text.WriteString(words[r.IntN(len(words))])
		}
		m := newMemory(map[string]string{"_redirects": text.String(), ".htaccess": text.String()})
		c := New(Options{})
		c.redirects.find(c.Page(None, &Source{}, m), 0, location+"a/b?a=1")
		for _, wrong := range c.Messages() {
			require.Regexp(t, `^site/(_redirects|\.htaccess):[0-9]+: not followed: `, wrong)
		}
	}
}

// TestScriptAfterRound checks that a fault does not depend on whether another page redirects to the page of the link.
func TestScriptAfterRound(t *testing.T) {
	m := newMemory(map[string]string{
		"in.html": "<meta http-equiv=refresh content='0;url=old.html'>", "link.html": "<a href=old.html#s>",
		"old.html": `<script>location = "new.html"</script>`, "new.html": "<p id=s>",
	})
	c := New(Options{})
	faults, _ := checkPage(t, c, m, "in.html", location+"in.html")
	require.Empty(t, faults)
	p := c.Page(None, &Source{}, m)
	f := p.toFragment(m.LookupAt(location+"old.html"), []byte("/old.html"), []byte("s"))
	require.Equal(t, "the page redirects to new.html, and the fragment is lost", f.Text)
}
