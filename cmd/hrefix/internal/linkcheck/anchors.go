package linkcheck

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/engine/anchors"
	"github.com/hrefix/hrefix/internal/urltext"
)

// anchorSets has the anchors of the files that links with a fragment lead to. The anchors of a file
// are read once. Its methods are safe for concurrent use.
type anchorSets struct {
	seed maphash.Seed
	mu   sync.Mutex
	of   []*fileAnchors // by file; nil for a file that was not asked for
}

// fileAnchors are the anchors of a file, which are read once.
type fileAnchors struct {
	once sync.Once
	set  anchorSet
}

// An anchorSet has the anchors of a file, as sorted hashes of 8 bytes. If two names have the same
// hash, a wrong fragment may be missed.
type anchorSet struct {
	hashes []uint64
	known  bool // the file was read
	all    bool // every fragment is accepted, because files of this kind may have unknown anchors
}

// get returns the anchors of a file. The first call for a file calls read to find them.
func (s *anchorSets) get(file addressbook.ID, read anchorReader) anchorSet {
	s.mu.Lock()
	if n := int(file) + 1 - len(s.of); n > 0 {
		s.of = append(s.of, make([]*fileAnchors, n)...)
	}
	if s.of[file] == nil {
		s.of[file] = new(fileAnchors)
	}
	f := s.of[file]
	s.mu.Unlock()
	f.once.Do(func() { f.set.read(s.seed, read) })
	return f.set
}

// An anchorReader calls visit for the anchors of a file. It returns false if the anchors of the
// file cannot be known.
type anchorReader func(visit func(*engine.Anchor)) bool

// read reads the anchors of the file.
func (a *anchorSet) read(seed maphash.Seed, read anchorReader) {
	a.known = true
	a.all = !read(func(anchor *engine.Anchor) { a.add(seed, anchor) })
	a.sort()
}

// add adds an anchor. The set must be sorted before it is used.
func (a *anchorSet) add(seed maphash.Seed, anchor *engine.Anchor) {
	a.hashes = append(a.hashes, maphash.Bytes(seed, anchor.Name))
	if anchor.AnyCase {
		a.hashes = append(a.hashes, foldedHash(seed, anchor.Name))
	}
}

// sort sorts the hashes. It releases the memory that is not needed.
func (a *anchorSet) sort() {
	slices.Sort(a.hashes)
	a.hashes = slices.Clone(slices.Compact(a.hashes))
}

// foldedHash returns the hash of a name that matches in any case.
func foldedHash(seed maphash.Seed, name []byte) uint64 {
	return ^maphash.Bytes(seed, ascii.AppendLower(nil, name))
}

// has reports whether a fragment leads to something in the file, by [anchors.Leads], or by the known rules of scripts.
func (a anchorSet) has(seed maphash.Seed, fragment []byte) bool {
	hasName := func(name []byte) bool {
		return a.hasHash(maphash.Bytes(seed, name)) || a.hasHash(foldedHash(seed, name))
	}
	if a.all || anchors.Leads(fragment, hasName) {
		return true
	}
	decoded := urltext.Decode(anchors.WithoutDirective(fragment))
	if slices.ContainsFunc(freePrefixes, func(prefix string) bool { return strings.HasPrefix(string(decoded), prefix) }) {
		return true
	}
	found := false
	otherNames(decoded, func(names ...[]byte) bool {
		found = !slices.ContainsFunc(names, func(name []byte) bool { return !hasName(name) })
		return !found
	})
	return found
}

func (a anchorSet) hasHash(h uint64) bool {
	_, ok := slices.BinarySearch(a.hashes, h)
	return ok
}

// freePrefixes begin fragments that always lead somewhere: routes that scripts read, such as "#/page" and "#!page";
// views of an SVG image; parts of a medium (Media Fragments URI 1.0); and places in a book (EPUB Canonical Fragment
// Identifiers 1.1). No generator writes ids that begin in this way.
var freePrefixes = []string{"/", "!", "svgView(", "xywh=", "t=", "epubcfi("}
