package moves

import (
	"strings"

	"github.com/hrefix/hrefix/resolve"
)

// A Suggester suggests further moves. It finds URLs that lie below no From of a table, but below a
// similar one: with https instead of http or the reverse, with or without "www.", or without the
// slash at the end of From. Such a URL often leads to the same site, but nothing shows that.
type Suggester struct{ own, similar, back *Table }

// Suggester returns the Suggester of the table.
func (t *Table) Suggester() *Suggester {
	similar := new(Table)
	for i := range t.pairs {
		for _, p := range t.pairs[i].similar() {
			similar.pairs = append(similar.pairs, p)
			similar.maxKey = max(similar.maxKey, len(p.key))
		}
	}
	_ = similar.link() // link cannot fail, since the pairs have no To
	return &Suggester{t, similar, t.inverse()}
}

// inverse returns the table of the moves back: of several moves to one URL only the first, and no moves that
// [New] would not accept.
func (t *Table) inverse() *Table {
	back, has := new(Table), make(map[string]bool)
	for i := range t.pairs {
		p, err := newPair(resolve.RFC1808, Move{From: t.pairs[i].to, To: t.pairs[i].From})
		if err == nil && !has[p.key] {
			has[p.key] = true
			back.pairs = append(back.pairs, p)
			back.maxKey = max(back.maxKey, len(p.key))
		}
	}
	_ = back.link() // link cannot fail, since the keys differ
	return back
}

// Before returns the URL that is mapped to url, or "".
func (s *Suggester) Before(url []byte) string {
	old, _, ok := s.back.Append(nil, url)
	if !ok || s.own.Map(string(old)) != string(url) {
		return ""
	}
	return string(old)
}

// similar returns the pairs with a similar From, in the normal form.
func (p *pair) similar() (all []pair) {
	site, path := p.key[:p.site], p.key[p.site:]
	sites, paths := []string{site}, []string{path}
	if scheme, host, _ := strings.Cut(site, "://"); scheme == "http" || scheme == "https" {
		other, isWWW := strings.CutPrefix(host, "www.")
		if !isWWW {
			other = "www." + host
		}
		sites = []string{"http://" + host, "https://" + host, "http://" + other, "https://" + other}
	}
	if p.isDir() && path != "/" {
		paths = append(paths, strings.TrimSuffix(path, "/"))
	}
	for _, site := range sites {
		for _, path := range paths {
			if from := site + path; from != p.key {
				all = append(all, pair{Move: Move{From: from}, key: from, site: len(site), query: p.query})
			}
		}
	}
	return all
}

// From returns the similar From that url lies below, or "".
func (s *Suggester) From(url []byte) string {
	if p, _, _ := s.similar.find(url); p != nil {
		if own, _, _ := s.own.find(url); own == nil {
			return p.From
		}
	}
	return ""
}
