package addressbook

import (
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldAt returns the path of a file or directory whose path differs from names only in upper and lower
// case, or in its Unicode normal form. It returns "" if there is no such file.
func (t *tree) foldAt(names []string) (string, node) {
	n := node{directory, t.topDir(), -1}
	path := ""
	for i, name := range names {
		if n.kind != directory {
			return "", node{}
		}
		next, as := t.child(n.dir, name), name
		if next.kind == nothing {
			if as = t.foldFind(n.dir, name); as == "" {
				return "", node{}
			}
			next = t.child(n.dir, as)
		}
		if path += as; i < len(names)-1 {
			path += "/"
		}
		n = next
	}
	return path, n
}

// foldFind returns the first name of d that equals name without regard to case and normal form, or "".
func (t *tree) foldFind(d *dir, name string) string {
	t.mu.Lock()
	if d.folded == nil {
		d.folded = make([]int32, len(d.ends))
		for i := range d.folded {
			d.folded[i] = int32(i)
		}
		slices.SortStableFunc(d.folded, func(i, j int32) int { return compareFold(d.name(i), d.name(j)) })
	}
	t.mu.Unlock()
	if i, ok := sort.Find(len(d.folded), func(i int) int { return compareFold(name, d.name(d.folded[i])) }); ok {
		return d.name(d.folded[i])
	}
	return ""
}

// compareFold compares two strings without regard to case and Unicode normal form. Bytes that are not
// UTF-8 come last.
func compareFold(a, b string) int {
	a, b = norm.NFC.String(a), norm.NFC.String(b) // NFC allocates nothing for most names
	for a != "" && b != "" {
		c, n := nextFold(a)
		d, m := nextFold(b)
		if c != d {
			return int(c) - int(d)
		}
		a, b = a[n:], b[m:]
	}
	return len(a) - len(b)
}

// nextFold returns the first character of s without its case, and its length.
func nextFold(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 {
		return utf8.MaxRune + 1 + rune(s[0]), 1
	}
	return fold(r), n
}

// fold returns the least of the characters that differ from r in case only.
func fold(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case r < utf8.RuneSelf:
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}
