package htmlscan

import (
	"golang.org/x/net/html/atom"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/markup"
)

// packed is how many bytes of a name fit into a key.
const packed = 8

// fold converts the bytes of a tag name to lower case. Bytes that end a name become 0, and
// NUL becomes a byte that never occurs in UTF-8.
var fold = func() (f [256]uint8) {
	for i := range f {
		f[i] = uint8(i)
		if byteClass[i]&(isSpace|isSlash|isGreater) != 0 {
			f[i] = 0
		}
		if 'A' <= i && i <= 'Z' {
			f[i] = uint8(i) + 'a' - 'A'
		}
	}
	f[0] = 0xFF
	return f
}()

// nameEnd returns the end of the tag name that contains i.
func nameEnd(text []byte, i int) int {
	for i < len(text) && byteClass[text[i]]&(isSpace|isSlash|isGreater) == 0 {
		i++
	}
	return i
}

// keyOf returns the key of a name in any case: the name in lower case if it has at most 8 bytes, else a hash.
func keyOf(name []byte) (key uint64) {
	if len(name) > packed {
		return longKey(name)
	}
	for i, c := range name {
		key |= uint64(fold[c]) << (8 * i)
	}
	return key
}

// longKey returns a hash of a name of more than 8 bytes.
func longKey(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(fold[c])) * 1099511628211
	}
	return h
}

// shortKey returns the key of a lower-case name of at most 8 bytes.
func shortKey[S string | []byte](s S) (key uint64) {
	for i := range len(s) {
		key |= uint64(s[i]) << (8 * i)
	}
	return key
}

// sameName reports whether the name that begins at i equals the tag name at name. Both have the same key.
func sameName(text []byte, i int, name markup.Span) bool {
	n := name.End - name.Start
	if n <= packed {
		return true
	}
	if i+n > len(text) { // an implied element has no tag; its name has the same key by chance
		return false
	}
	for j := range n {
		if fold[text[i+j]] != fold[text[name.Start+j]] {
			return false
		}
	}
	return true
}

// A slot is an entry of the hash table of known names.
type slot struct {
	key  uint64
	atom atom.Atom
	id   name
}

const slotBits = 9

// slots is the hash table of known names, by key.
var slots = func() (table [1 << slotBits]slot) {
	put := func(s string, id name) {
		key := keyOf([]byte(s))
		i := slotOf(key)
		for table[i].key != 0 {
			i = (i + 1) % len(table)
		}
		table[i] = slot{key, atom.Lookup([]byte(s)), id}
	}
	for id := nOther + 1; id < nNames; id++ {
		put(names[id], id)
	}
	for _, s := range plainNames {
		put(s, nOther)
	}
	return table
}()

// plainNames are frequent names without a rule in tree construction. All have at most 8
// bytes.
var plainNames = []string{
	"abbr", "audio", "canvas", "circle", "cite", "data", "del", "g", "ins", "label",
	"legend", "map", "path", "picture", "q", "rect", "samp", "time", "use", "video",
}

func slotOf(key uint64) int {
	return int(key * 0x9E3779B97F4A7C15 >> (64 - slotBits))
}

// lookUp sets the fields of t that depend on its name.
func (t *Token) lookUp(text []byte, key uint64) {
	t.key = key
	for i := slotOf(key); slots[i].key != 0; i = (i + 1) % len(slots) {
		s := &slots[i]
		if s.key != key {
			continue
		}
		if t.Name.End-t.Name.Start <= packed || ascii.EqualFold(text[t.Name.Start:t.Name.End], names[s.id]) {
			t.Atom, t.id = s.atom, s.id
			return
		}
	}
	t.Atom, t.id = lookUpAtom(text[t.Name.Start:t.Name.End]), nOther
}

// lookUpAtom returns the atom of a name in any ASCII case.
func lookUpAtom(b []byte) atom.Atom {
	var lower [32]byte // longer than any name that has an atom
	if len(b) > len(lower) {
		return 0
	}
	return atom.Lookup(ascii.AppendLower(lower[:0], b))
}
