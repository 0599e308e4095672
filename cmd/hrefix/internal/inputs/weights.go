package inputs

import (
	"cmp"
	"container/heap"
	"slices"
	"sync"
)

// A weights shares files by their sizes: the largest file first, to the shard that has the least so
// far. This is Graham's rule for scheduling: no shard gets more than 4/3 of what the largest shard
// would get if the files were shared in the best way. Every run has to see the same files and sizes.
type weights struct {
	once   sync.Once
	own    []uint64 // the hashes of the files in the shard, in order
	others []uint64 // those of the files in other shards
}

// perFile is added to the size of each file: to open a small file, and to write another one to a new
// tree, took about as long as that many bytes of a large one.
const perFile = 16 << 10

// A weight is what the files with one hash cost. A file may be given twice.
type weight struct {
	hash  uint64
	bytes int64
}

// weigh finds the files of a shard that is balanced by size. It does so once.
func (in *Inputs) weigh() {
	if in.Shard == nil || !in.Shard.BySize {
		return
	}
	in.Shard.once.Do(func() {
		look := *in
		look.Shard, look.Sweep = nil, false
		var all []weight
		for f := range look.All() { // the run itself reports errors
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

// take shares the files, and keeps which of them are in this shard.
func (sh *Shard) take(all []weight) {
	all = joined(all)
	slices.SortFunc(all, func(a, b weight) int {
		return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.hash, b.hash))
	})
	shards := make(loads, min(sh.Of, len(all))) // further ones have no file
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

// joined returns the weights with one for each hash, in the order of the hashes.
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

// find reports whether the file with that hash is in the shard. known is false if its size was not
// read.
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
