package linkcheck

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
)

// A graph finds the files that links lead to from the start pages, over any number of pages. It
// stores the links of a page only if the page is not reached yet. It is safe for concurrent use.
// The zero graph is empty.
type graph struct {
	mu      sync.Mutex
	reached bitset
	first   []uint64 // for each page, the index of its first link in links, plus 1; 0 if the page has no links
	links   [][]byte // chunks of lists
}

// chunkSize is the size of a chunk of links. A list is in one chunk, which may be larger.
const chunkSize = 1 << 16

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
	switch {
	case g.reached.has(page):
		g.reach(files)
	case len(files) > 0:
		g.keep(page, files)
	}
}

// keep keeps the links of a page: their number, and the differences between the files, as varints.
func (g *graph) keep(page addressbook.ID, files []addressbook.ID) {
	if grow := int(page) + 1 - len(g.first); grow > 0 {
		g.first = append(g.first, make([]uint64, grow)...)
	}
	if g.first[page] != 0 {
		return // the page is checked again, because its output did not fit into a buffer
	}
	n := len(g.links)
	if n == 0 || len(g.links[n-1]) >= chunkSize {
		g.links = append(g.links, make([]byte, 0, chunkSize+chunkSize/4))
		n++
	}
	chunk := g.links[n-1]
	g.first[page] = uint64(n-1)<<32 | uint64(len(chunk)) + 1
	chunk = binary.AppendUvarint(chunk, uint64(len(files)))
	last := addressbook.ID(0)
	for _, f := range files {
		chunk = binary.AppendUvarint(chunk, uint64(f-last))
		last = f
	}
	g.links[n-1] = chunk
}

// kept calls yield for the links of a page.
func (g *graph) kept(page addressbook.ID, yield func(addressbook.ID)) {
	if int(page) >= len(g.first) || g.first[page] == 0 {
		return
	}
	at := g.first[page] - 1
	list := g.links[at>>32][at&(1<<32-1):]
	count, n := binary.Uvarint(list)
	list = list[n:]
	for last := addressbook.ID(0); count > 0; count-- {
		d, n := binary.Uvarint(list)
		list = list[n:]
		last += addressbook.ID(d)
		yield(last)
	}
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
		g.kept(f, func(to addressbook.ID) {
			if !g.reached.has(to) {
				files = append(files, to)
			}
		})
	}
}

// has reports whether a file is reached.
func (g *graph) has(file addressbook.ID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.reached.has(file)
}

// A bitset is a set of files.
type bitset []uint64

func (b bitset) has(n addressbook.ID) bool { return int(n/64) < len(b) && b[n/64]&(1<<(n%64)) != 0 }

func (b *bitset) add(n addressbook.ID) {
	if grow := int(n/64) + 1 - len(*b); grow > 0 {
		*b = append(*b, make([]uint64, grow)...)
	}
	(*b)[n/64] |= 1 << (n % 64)
}
