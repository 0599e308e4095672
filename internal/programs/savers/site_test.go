//go:build unix

package savers

import (
	"fmt"
	"html"
	"net/url"
	"path"
	"strings"
)

// The hosts of the site.
const (
	www  = "http://www.saved.example"
	cdn  = "http://cdn.saved.example"
	docs = "http://docs.saved.example:8080"
	bare = "http://saved.example" // redirects to www
)

// home is the page at which savers and crawls start.
const home = www + "/"

// A file is the body of an answer of the site.
type file struct {
	mediaType string
	body      []byte
}

// A page is a page of the site. Its number is in its data-page attribute.
type page struct {
	number   int
	url      string
	base     string   // the value of its BASE, or empty
	head     []string // elements of the head
	body     []string // elements of the body, without those for links
	mention  []string // URLs that the page links to, besides those that all pages do
	preamble string   // before the first element
}

// A site is a web site on several hosts.
type site struct {
	pages     []*page
	numbers   map[string]int // of pages, by URL without fragment
	files     map[string]file
	redirects map[string]string
	parts     int // resources so far
}

// newSite makes the site. The result is always the same.
func newSite() *site {
	s := &site{numbers: make(map[string]int), files: make(map[string]file), redirects: make(map[string]string)}
	s.addPages()
	s.addRedirects()
	s.addResources()
	for _, p := range s.pages {
		mediaType := "text/html; charset=utf-8"
		if strings.HasSuffix(p.url, ".xhtml") {
			mediaType = "application/xhtml+xml"
		}
		s.files[p.url] = file{mediaType, s.render(p)}
	}
	return s
}

// add adds a page.
func (s *site) add(url string) *page {
	p := &page{number: len(s.pages) + 1, url: url}
	s.pages = append(s.pages, p)
	s.numbers[url] = p.number
	return p
}

// addPages adds pages with the names that sites have: with and without endings, directories,
// queries, bytes that URLs must escape.
func (s *site) addPages() {
	s.add(home)
	for _, name := range []string{"/news/", "/news/2025/", "/news/2026/", "/wiki/", "/shop/", "/about", "/contact", "/team.htm", "/plain.xhtml"} {
		s.add(www + name)
	}
	for i := range 60 {
		s.add(fmt.Sprintf("%s/news/%d/%d.html", www, 2025+i%2, i))
	}
	for i := range 40 {
		s.add(fmt.Sprintf("%s/wiki/Name_%d", www, i))
	}
	for i := range 40 {
		s.add(fmt.Sprintf("%s/shop/show.php?id=%d", www, i))
	}
	for i := range 10 {
		s.add(fmt.Sprintf("%s/shop/show.php?id=%d&lang=en", www, i))
	}
	for i := 2; i < 6; i++ {
		s.add(fmt.Sprintf("%s/shop/?page=%d", www, i))
	}
	for i := range 20 {
		bases := []string{"/news/2026/", www + "/wiki/", "../shop/", docs + "/manual/", "//cdn.saved.example/lib/"}
		s.add(fmt.Sprintf("%s/base/%d.html", www, i)).base = bases[i%len(bases)]
	}
	s.add(docs + "/")
	for i := range 36 {
		s.add(fmt.Sprintf("%s/manual/part%%20%d/sec-%d.html", docs, i/10, i))
	}
	for _, name := range []string{"gr%C3%BC%C3%9Fe.html", "100%25.html", "a;b=1,c@d!.html", "deep/er/and/deeper/page.html"} {
		s.add(docs + "/manual/" + name)
	}
}

// addRedirects adds redirects: to another name, to a directory, to another host.
func (s *site) addRedirects() {
	for i := range 6 {
		s.redirects[fmt.Sprintf("%s/news/2025/old-%d", www, i)] = fmt.Sprintf("%s/news/2025/%d.html", www, 2*i)
	}
	s.redirects[www+"/wiki"] = www + "/wiki/"
	s.redirects[www+"/shop/latest"] = www + "/shop/show.php?id=7"
	s.redirects[bare+"/about"] = www + "/about"
}

// missing are URLs that pages link to and the site lacks.
var missing = []string{www + "/news/2026/gone.html", www + "/wiki/Nowhere", docs + "/manual/lost/", www + "/shop/show.php?id=999"}

// number returns the number of the page that a URL leads to, or 0.
func (s *site) number(target string) int {
	target, _, _ = strings.Cut(target, "#")
	if to, ok := s.redirects[target]; ok {
		target = to
	}
	return s.numbers[target]
}

// targets returns the URLs that a page links to: the pages before and after it, some at fixed
// distances, and what is particular to it.
func (s *site) targets(p *page) []string {
	n := len(s.pages)
	var all []string
	for _, step := range []int{1, n - 1, 7, 31, 64, 97} {
		all = append(all, s.pages[(p.number-1+step)%n].url)
	}
	all = append(all, home, home+"#s2", www+"/news/", www+"/wiki/#s1", docs+"/", www+"/about", p.url+"#s2")
	if p.number%9 == 0 {
		all = append(all, missing[p.number/9%len(missing)])
	}
	if p.number%8 == 0 {
		redirects := []string{www + "/news/2025/old-0", www + "/news/2025/old-3#s2", www + "/wiki", www + "/shop/latest", bare + "/about", www + "/news/2025/old-5"}
		all = append(all, redirects[p.number/8%len(redirects)])
	}
	return append(all, p.mention...)
}

// render returns the source of a page.
func (s *site) render(p *page) []byte {
	base := p.url
	var b strings.Builder
	closing, root := "", "<!DOCTYPE html><html"
	if strings.HasSuffix(p.url, ".xhtml") {
		closing, root = "/", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"`
	}
	fmt.Fprintf(&b, "%s%s data-page=\"%d\">\n<head><title>Page %d</title>\n", p.preamble, root, p.number, p.number)
	if p.base != "" {
		fmt.Fprintf(&b, "<base href=\"%s\">\n", p.base)
		base = resolve(base, p.base)
	}
	for _, element := range p.head {
		b.WriteString(s.place(base, element, closing) + "\n")
	}
	b.WriteString("</head>\n<body>\n")
	fmt.Fprintf(&b, "<h1 id=\"s1\">Page %d</h1>\n", p.number)
	for i, target := range s.targets(p) {
		to := s.number(target)
		if target == p.url+"#s2" && p.base == "" {
			fmt.Fprintf(&b, "<p><a href=\"#s2\" data-to=\"%d\">below</a></p>\n", to)
			continue
		}
		spelled := spell(base, target, (p.number+i)%5)
		fmt.Fprintf(&b, "<p><a href=\"%s\" data-to=\"%d\">%d</a></p>\n", html.EscapeString(spelled), to, to)
	}
	b.WriteString("<h2 id=\"s2\">More</h2>\n")
	for _, element := range p.body {
		b.WriteString(s.place(base, element, closing) + "\n")
	}
	b.WriteString("</body></html>\n")
	return []byte(b.String())
}

// place returns an element with its URLs, which are written as «URL» in it, spelled in various
// ways.
func (s *site) place(base, element, closing string) string {
	for i := 0; ; i++ {
		before, rest, ok := strings.Cut(element, "«")
		if !ok {
			return strings.ReplaceAll(element, "/>", closing+">")
		}
		target, after, _ := strings.Cut(rest, "»")
		element = before + html.EscapeString(spell(base, target, len(before)+len(target))) + after
	}
}

// spell returns a reference from base to a target, in one of five spellings.
func spell(base, target string, how int) string {
	b, t := parse(base), parse(target)
	switch how % 5 {
	case 0:
		return target
	case 1:
		if b.Scheme == t.Scheme {
			return strings.TrimPrefix(target, t.Scheme+":")
		}
	case 2:
		if b.Host == t.Host {
			return rooted(t)
		}
	default:
		if b.Host == t.Host {
			return relative(b, t)
		}
	}
	return target
}

// rooted returns a reference that begins with "/".
func rooted(t *url.URL) string {
	return strings.TrimPrefix(t.String(), t.Scheme+"://"+t.Host)
}

// relative returns a reference by the directory of a base.
func relative(b, t *url.URL) string {
	from, to := path.Dir(b.EscapedPath()+"x"), t.EscapedPath()
	dir, name := to[:strings.LastIndexByte(to, '/')+1], to[strings.LastIndexByte(to, '/')+1:]
	up := ""
	for from != "/" && !strings.HasPrefix(dir, from+"/") {
		from, up = path.Dir(from), up+"../"
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(dir, from), "/") + name
	if rest == "" && up == "" || up == "" && strings.Contains(rest, ":") {
		rest = "./" + rest
	}
	if t.RawQuery != "" {
		rest += "?" + t.RawQuery
	}
	if t.Fragment != "" {
		rest += "#" + t.EscapedFragment()
	}
	return up + rest
}

// resolve resolves a reference with net/url.
func resolve(base, ref string) string { return parse(base).ResolveReference(parse(ref)).String() }

// parse parses a URL of the site.
func parse(s string) *url.URL {
	u, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}
