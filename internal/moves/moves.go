package moves

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/urltext"
	"github.com/hrefix/hrefix/resolve"
)

// A Move is a pair of URLs: what was below From is below To now.
type Move struct{ From, To string }

// A Table maps URLs by moves. It is immutable.
type Table struct {
	pairs   []pair // sorted by key
	longest int    // the length of the longest To
	maxKey  int    // the length of the longest key
}

// A pair is a Move that has been read.
type pair struct {
	Move
	key   string // From in the normal form
	site  int    // the length of its site, where the path begins
	query bool   // the URL has a query
	to    string
	bare  bool // a link without a path gets no slash at the end of to
	outer int  // the pair with the longest key that key begins with, or -1
}

// New returns the table of moves, in URLs of a dialect. An error names the URL that is wrong, and
// what to write instead.
func New(d resolve.Dialect, list []Move) (*Table, error) {
	if len(list) == 0 {
		return nil, errors.New("no moves: give at least one pair of URLs")
	}
	t := new(Table)
	for _, m := range list {
		p, err := newPair(d, m)
		if err != nil {
			return nil, err
		}
		t.pairs = append(t.pairs, p)
		t.longest, t.maxKey = max(t.longest, len(p.to)), max(t.maxKey, len(p.key))
	}
	return t, t.link()
}

// link sorts the pairs, drops duplicate pairs, and sets the outer pairs. It returns an error if two
// pairs have the same From, and different To.
func (t *Table) link() error {
	slices.SortStableFunc(t.pairs, func(a, b pair) int { return strings.Compare(a.key, b.key) })
	for i := 1; i < len(t.pairs); i++ {
		if a, b := &t.pairs[i-1], &t.pairs[i]; a.key == b.key && a.to != b.to {
			return fmt.Errorf("move from %q: it goes to %q and to %q: give one of them", b.From, a.To, b.To)
		}
	}
	t.pairs = slices.CompactFunc(t.pairs, func(a, b pair) bool { return a.key == b.key })
	for i := range t.pairs {
		p := &t.pairs[i]
		for p.outer = i - 1; p.outer >= 0 && !strings.HasPrefix(p.key, t.pairs[p.outer].key); {
			p.outer = t.pairs[p.outer].outer
		}
	}
	return nil
}

// newPair reads a pair.
func newPair(d resolve.Dialect, m Move) (p pair, err error) {
	from, err := read(d, "from", m.From)
	if err != nil {
		return p, err
	}
	to, err := read(d, "to", m.To)
	if err != nil {
		return p, err
	}
	if from == to {
		return p, fmt.Errorf("move from %q: it goes to the same URL: give another one", m.From)
	}
	key, path, _ := appendSite(nil, []byte(from))
	p = pair{Move: m, site: len(key), query: bytes.IndexByte(path, '?') >= 0}
	p.key = string(appendNormal(key, path, len(path)))
	if strings.Contains(to, "?") && !p.query {
		return p, fmt.Errorf("move to %q: it has a query, and %q has none: leave it out", m.To, m.From)
	}
	if d == resolve.WHATWG {
		to = d.Base(to).String()
	}
	_, path, _ = appendSite(nil, []byte(to))
	if p.bare = p.isDir() && string(path) == "/"; p.isDir() && !strings.HasSuffix(to, "/") {
		to, p.bare = to+"/", true
	}
	p.to = to
	return p, nil
}

// isDir reports whether From ends in "/".
func (p *pair) isDir() bool { return !p.query && strings.HasSuffix(p.key, "/") }

// read returns a URL of a move in ASCII. Its path is not empty.
func read(d resolve.Dialect, name, url string) (string, error) {
	if why := base.Unusable(d, url); why != "" {
		return "", fmt.Errorf("move %s %q: %s: give an absolute URL such as http://example.org/dir/", name, url, why)
	}
	if strings.Contains(url, "#") {
		return "", fmt.Errorf("move %s %q: it has a fragment: leave it out", name, url)
	}
	uri, ok := urltext.ToURI(url)
	_, rest, hier := urltext.AppendSite(nil, uri)
	site, path := uri[:len(uri)-len(rest)], "/"+strings.TrimPrefix(rest, "/")
	switch {
	case !ok:
		return "", fmt.Errorf("move %s %q: it is not UTF-8, or its host cannot be the name of a host: give the URL in ASCII", name, url)
	case !hier:
		return "", fmt.Errorf("move %s %q: it has no host: give a URL such as http://example.org/dir/", name, url)
	case strings.Contains(site, "*"):
		return "", fmt.Errorf("move %s %q: its host has a \"*\", which stands for nothing else: give each host", name, url)
	case hasDots([]byte(path)):
		return "", fmt.Errorf("move %s %q: it has dot segments: write it without", name, url)
	}
	return site + path, nil
}

// Longest returns the length of the longest To.
func (t *Table) Longest() int { return t.longest }

// Append appends the URL that url is mapped to. If url lies below no From, ok is false, and nothing
// is appended. kept is the number of bytes at the end of url that the result has unchanged.
func (t *Table) Append(dst, url []byte) (_ []byte, kept int, ok bool) {
	dst, kept, p := t.append(dst, url)
	return dst, kept, p != nil
}

// AppendLink is Append for a link, to which nothing is relative: if it has no path, as "http://h?x", the
// result has no slash that To does not have.
func (t *Table) AppendLink(dst, url []byte) (_ []byte, kept int, ok bool) {
	dst, kept, p := t.append(dst, url)
	if p != nil && p.bare && !hasPath(url) {
		end := len(dst) - kept
		dst = slices.Delete(dst, end-1, end)
	}
	return dst, kept, p != nil
}

// append is Append. It also returns the pair that was used, or nil.
func (t *Table) append(dst, url []byte) (_ []byte, kept int, used *pair) {
	p, rest, clean := t.find(url)
	if p == nil {
		return dst, 0, nil
	}
	after, _ := p.cut(clean)
	kept = len(after)
	if written, ok := p.cut(rest); ok && !climbs(written) {
		after, kept = written, len(written)
	} else if &clean[0] != &rest[0] {
		kept = 0
	}
	to := p.to
	if len(after) > 0 && after[0] == '/' && !p.isDir() {
		to = strings.TrimSuffix(to, "/")
	}
	return append(append(dst, to...), after...), kept, p
}

// find returns the pair whose From url lies below, or nil. rest is the part of url from its path
// on, and clean is rest without dot segments.
func (t *Table) find(url []byte) (p *pair, rest, clean []byte) {
	var buf [256]byte
	key, rest, ok := appendSite(buf[:0], url)
	if !ok {
		return nil, nil, nil
	}
	if i := t.search(key); i == len(t.pairs) || len(t.pairs[i].key) < len(key) || t.pairs[i].key[:len(key)] != string(key) {
		return nil, nil, nil // no From has this site
	}
	clean = withoutDots(rest)
	key = appendNormal(key, clean, t.maxKey+1-len(key))
	i := t.search(key)
	if i == len(t.pairs) || t.pairs[i].key != string(key) {
		i--
	}
	for ; i >= 0; i = t.pairs[i].outer {
		p = &t.pairs[i]
		if len(key) < len(p.key) || string(key[:len(p.key)]) != p.key {
			continue
		}
		if _, ok = p.cut(clean); ok {
			return p, rest, clean
		}
	}
	return nil, nil, nil
}

// search returns the index of the first pair whose key is not less than key.
func (t *Table) search(key []byte) int {
	return sort.Search(len(t.pairs), func(i int) bool { return t.pairs[i].key >= string(key) })
}

// Map returns the URL that url is mapped to, or url itself if it lies below no From.
func (t *Table) Map(url string) string {
	if out, _, ok := t.Append(nil, []byte(url)); ok {
		return string(out)
	}
	return url
}

// cut returns the part of path after the path of From. path begins with "/".
func (p *pair) cut(path []byte) (rest []byte, ok bool) {
	rest, ok = cutNormal(path, p.key[p.site:])
	switch {
	case !ok, p.isDir(), len(rest) == 0, rest[0] == '#':
		return rest, ok
	case p.query:
		return nil, false
	}
	return rest, rest[0] == '/' || rest[0] == '?' || rest[0] == ';'
}

// Nested returns a move whose To lies below a From of the table, and that From. A second run
// would move such URLs again.
func (t *Table) Nested() (m Move, from string, ok bool) {
	for i := range t.pairs {
		if p, _, _ := t.find([]byte(t.pairs[i].to)); p != nil {
			return t.pairs[i].Move, p.From, true
		}
	}
	return Move{}, "", false
}
