package xmlscan

import (
	"bytes"
	"hash/maphash"

	"github.com/hrefix/hrefix/internal/markup"
)

// A named is an entry of a stack of names: an open element, or the binding of a prefix.
type named struct {
	name  markup.Span
	space Namespace
	hash  uint64 // the hash of the name
	below int    // 1 + the index of the next lower entry in the same bucket, or 0

	// Only for an element:
	local   int       // the start of the local part of the name
	unnamed Namespace // the default namespace in the element; None if there is no declaration
	mark    int       // the number of prefixes that were bound before the start tag
}

// names is a stack that finds the topmost entry with a name in constant time. It is a hash
// table whose chains run down the stack, so that the top of the stack is always the head of
// its chain.
type names struct {
	text  []byte
	list  []named
	heads []int // 1 + the index of the topmost entry, by bucket, or 0; the length is a power of 2, or 0
}

// seed is random, so that no text can make all its names share a bucket.
var seed = maphash.MakeSeed()

func (n *names) reset(text []byte) {
	n.truncate(0)
	n.text = text
}

// push puts e on the stack.
func (n *names) push(e named) {
	e.hash = maphash.Bytes(seed, n.text[e.name.Start:e.name.End])
	if len(n.list) == len(n.heads) { // double the buckets
		n.heads = make([]int, max(16, 2*len(n.heads)))
		for i := range n.list {
			n.link(i)
		}
	}
	n.list = append(n.list, e)
	n.link(len(n.list) - 1)
}

// link makes entry i the head of its chain.
func (n *names) link(i int) {
	e := &n.list[i]
	head := &n.heads[e.hash&uint64(len(n.heads)-1)]
	e.below, *head = *head, i+1
}

// truncate removes all entries except the lowest size ones.
func (n *names) truncate(size int) {
	for i := len(n.list) - 1; i >= size; i-- {
		e := &n.list[i]
		n.heads[e.hash&uint64(len(n.heads)-1)] = e.below
	}
	n.list = n.list[:size]
}

// find returns the index of the topmost entry with a name, or -1.
func (n *names) find(name []byte) int {
	if last := len(n.list) - 1; last < 0 || n.is(last, name) {
		return last // mostly, an end tag closes the last element
	}
	bucket := maphash.Bytes(seed, name) & uint64(len(n.heads)-1)
	i := n.heads[bucket] - 1
	for i >= 0 && !n.is(i, name) {
		i = n.list[i].below - 1
	}
	return i
}

// is reports whether entry i has the given name.
func (n *names) is(i int, name []byte) bool {
	e := &n.list[i]
	return bytes.Equal(n.text[e.name.Start:e.name.End], name)
}
