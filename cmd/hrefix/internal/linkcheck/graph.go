package linkcheck

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
)

// A graph finds the files that links lead to from the start pages, over any number of pages. It
// keeps the links only of pages that it has not reached yet. It is safe for concurrent use.
type graph struct {
	mu      sync.Mutex
	reached bitset
	links   map[addressbook.ID][]byte // of pages that are not reached: ascending files, as varints of the differences
}

// start reaches a start page.
func (g *graph) start(file addressbook.ID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.reach([]addressbook.ID{file})
}

// add adds the links of a page to other files. It sorts files.
func (g *graph) add(page addressbook.ID, files []addressbook.ID) {
	slices.Sort(files)
	files = slices.Compact(files)
	g.mu.Lock()
	defer g.mu.Unlock()
	files = slices.DeleteFunc(files, g.reached.has)
	if g.reached.has(page) {
		g.reach(files)
		return
	}
	if len(files) == 0 {
		return
	}
	var packed []byte
	last := addressbook.ID(0)
	for _, f := range files {
		packed = binary.AppendUvarint(packed, uint64(f-last))
		last = f
	}
	g.links[page] = packed
}

// reach marks files as reached, and the files that they lead to.
func (g *graph) reach(files []addressbook.ID) {
	for len(files) > 0 {
		f := files[len(files)-1]
		files = files[:len(files)-1]
		if g.reached.has(f) {
			continue
		}
		g.reached.add(f)
		packed := g.links[f]
		delete(g.links, f)
		for last := addressbook.ID(0); len(packed) > 0; {
			d, n := binary.Uvarint(packed)
			packed = packed[n:]
			last += addressbook.ID(d)
			if !g.reached.has(last) {
				files = append(files, last)
			}
		}
	}
}

// has reports whether a file is reached.
func (g *graph) has(file addressbook.ID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.reached.has(file)
}

// A bitset is a set of small numbers.
type bitset []uint64

func (b bitset) has(n addressbook.ID) bool { return int(n/64) < len(b) && b[n/64]&(1<<(n%64)) != 0 }

func (b *bitset) add(n addressbook.ID) {
	if grow := int(n/64) + 1 - len(*b); grow > 0 {
		*b = append(*b, make([]uint64, grow)...)
	}
	(*b)[n/64] |= 1 << (n % 64)
}
