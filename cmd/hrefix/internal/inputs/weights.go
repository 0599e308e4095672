package inputs

import (
	"cmp"
	"container/heap"
	"slices"
	"sync"
)

// A weights shares files by their sizes: the largest file first, to the shard that has the least so
// far, as Graham's rule for scheduling does. No shard then has more than 4/3 of what the best way
// would give the largest shard. Every run has to see the same files and the same sizes.
type weights struct {
	once   sync.Once
	own    []uint64 // the hashes of the files in the shard, in order
	others []uint64 // those of the files in other shards
}

// perFile is what a file costs besides its size: about as much as so many more bytes, as measured
// with small files that are written to a new tree.
const perFile = 16 << 10

// A weight is what the files with one hash cost. A file may be given twice.
type weight struct {
	hash  uint64
	bytes int64
}

// weigh finds the files of the shard, unless that was done.
func (in *Inputs) weigh() {
	if in.Shard == nil || !in.Shard.BySize {
		return
	}
	in.Shard.once.Do(func() {
		look := *in
		look.Shard, look.Sweep = nil, false
		var all []weight
		for f := range look.All() { // the run meets errors again, and reports them
			if f == nil {
				continue
			}
			if f.Folder.Release(); f.IsRead() {
				all = append(all, weight{hash(f.Key()), f.Size + perFile})
			}
		}
		in.Shard.take(all)
	})
}

// take sets the files of the shard.
func (sh *Shard) take(all []weight) {
	all = joined(all)
	slices.SortFunc(all, func(a, b weight) int {
		return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.hash, b.hash))
	})
	shards := make(loads, sh.Of)
	for i := range shards {
		shards[i].number = i + 1 // in order, which is a heap
	}
	for _, w := range all {
		if shards[0].number == sh.Number {
			sh.own = append(sh.own, w.hash)
		} else {
			sh.others = append(sh.others, w.hash)
		}
		shards[0].bytes += w.bytes
		heap.Fix(&shards, 0)
	}
	slices.Sort(sh.own)
	slices.Sort(sh.others)
}

// joined returns weights in which no hash comes twice, in the order of the hashes.
func joined(all []weight) []weight {
	slices.SortFunc(all, func(a, b weight) int { return cmp.Compare(a.hash, b.hash) })
	n := 0
	for _, w := range all {
		if n > 0 && all[n-1].hash == w.hash {
			all[n-1].bytes += w.bytes
			continue
		}
		all[n] = w
		n++
	}
	return all[:n]
}

// find reports whether files are in the shard by their sizes, and whether their sizes are known.
func (s *weights) find(hash uint64) (own, known bool) {
	if _, own = slices.BinarySearch(s.own, hash); own {
		return true, true
	}
	_, known = slices.BinarySearch(s.others, hash)
	return false, known
}

// A load is a shard with the bytes that it has so far.
type load struct {
	bytes  int64
	number int
}

// loads is a heap, with the shard that has the least first.
type loads []load

func (l loads) Len() int { return len(l) }
func (l loads) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(l[i].bytes, l[j].bytes), cmp.Compare(l[i].number, l[j].number)) < 0
}
func (l loads) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l loads) Push(any)      { panic("the number of shards does not change") }
func (l loads) Pop() any      { panic("the number of shards does not change") }
