package addressbook

import (
	"io"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/resolve"
)

// The name of a page does not always show its URL. If a link leads to /dev, and the server redirects to /dev/,
// wget -E writes the page to dev.html, and once more to dev/index.html if another link leads to /dev/. It writes
// the pages of /list and /list?page=2 to list.html and list?page=2.html. The relative links of such a page show its
// URL: resolved against that URL, more of them lead to files than if they are resolved against the URL that the name
// shows.

// lastShown returns the last segment of the URL that the relative links of a page show, or "" if that is the URL that
// its name shows. It reads a page only if there is a directory, or a file with a query, of the same name beside the
// page. It reads each page once: later the links may have changed. A page that cannot be read shows nothing.
func (b *Book) lastShown(r *root, file, dir, name string) string {
	stem, isPage := strings.CutSuffix(name, ".html")
	if b.links == nil || !isPage || stem == "" || slices.Contains(b.index, name) {
		return ""
	}
	in := r.tree.at(strings.TrimSuffix(file[:len(file)-len(name)], "/"))
	if in.kind != directory || r.tree.child(in.dir, stem).kind != directory && !in.dir.hasPrefix(stem+"?") {
		return ""
	}
	key := filePath{r.tree.number, file}
	last, known := b.shown.Load(key)
	if !known {
		last, _ = b.shown.LoadOrStore(key, b.showLast(r, key, dir, stem))
	}
	return last.(string)
}

// showLast tries the URLs that a page may have, and returns the last segment of the URL with which the most links of the
// page lead to files, or "" if that is the URL that the name shows.
func (b *Book) showLast(r *root, page filePath, dir, stem string) (last string) {
	f, err := b.Open(Target{Tree: int(page.tree), Path: page.path})
	if err != nil {
		return ""
	}
	defer f.Close()
	links := b.links(f)
	if len(links) == 0 {
		return ""
	}
	most := b.leads(r, page.path, dir+encodeName(stem+".html"), links)
	stem = encodeName(stem)
	for _, other := range []string{stem + "/", stem} {
		s := b.lookup(r.url+dir+other, r)
		if s.state != File || s.root.first != r || s.path != page.path && s.rule != RuleIndex {
			continue // another root or entry has the URL
		}
		if n := b.leads(r, page.path, dir+other, links); n > most {
			last, most = other, n
		}
	}
	return last
}

// leads returns how many links of a page lead to other files if the page has the URL url in the root.
func (b *Book) leads(r *root, file, url string, links []string) (n int) {
	from := resolve.RFC3986.Base(r.url + url)
	for _, link := range links {
		out, outcome := from.AppendReplacement(nil, []byte(link))
		if outcome != resolve.Resolved {
			continue
		}
		to, _, _ := strings.Cut(string(out), "#")
		if s := b.lookup(to, r); s.state == File && !s.guess && (s.root.tree != r.tree || s.path != file) {
			n++
		}
	}
	return n
}

// hasPrefix reports whether a file of the directory has a name with this prefix.
func (d *dir) hasPrefix(prefix string) bool {
	i, _ := d.search(len(d.subs), len(d.ends), prefix)
	return int(i) < len(d.ends) && strings.HasPrefix(d.name(i), prefix)
}

// IsShown reports whether the document has the URL that its links show, and not the URL that its name shows: see
// lastShown.
func (p *Place) IsShown() bool {
	last, ok := p.book.shown.Load(filePath{p.tree.number, p.path})
	return ok && last != ""
}

// A LinkReader returns the relative links in a page that depend on the URL of the page.
type LinkReader func(page io.Reader) []string
