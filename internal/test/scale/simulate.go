package scale

import (
	"cmp"
	"container/heap"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// A Model computes how long shards take that run at once, each on a processor of its own. A shard
// takes
//
//	Start + Listed for each file of the work + (its time + Recorded) for each file of the shard
//
// Reading and writing files is not a limit: the times are those of the processor.
type Model struct {
	Files    []time.Duration // the time for each file
	Start    time.Duration   // until the command begins to read the list
	Listed   time.Duration   // for a file of the list, whatever shard it is in
	Recorded time.Duration   // for the lines of a file in the manifest
}

// A Prediction is what a [Model] computes for a number of shards.
type Prediction struct {
	Shards  int
	Slowest time.Duration // the time until all shards are done
	Mean    time.Duration
	Speedup float64 // the time of one shard, divided by Slowest
}

// Drawn returns n files with the times of measured ones. A measured file may occur several times.
func Drawn(measured []time.Duration, n int, seed uint64) []time.Duration {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	files := make([]time.Duration, n)
	for i := range files {
		files[i] = measured[r.IntN(len(measured))]
	}
	return files
}

// ByHash predicts shards that are chosen by a hash of the names of files (--shard-by hash).
func (m Model) ByHash(shards int) Prediction {
	sums := make([]time.Duration, shards)
	for i, t := range m.Files {
		hash := sha256.Sum256(fmt.Appendf(nil, "segment/crawl-%05d.warc.gz", i))
		sums[binary.BigEndian.Uint64(hash[:])%uint64(shards)] += t + m.Recorded
	}
	return m.predict(sums)
}

// BySize predicts shards that are balanced by the sizes of files (--shard-by size): the largest
// file goes first, to the shard with the least work. The size of a file is taken to be its time.
func (m Model) BySize(shards int) Prediction {
	files := slices.Clone(m.Files)
	slices.SortFunc(files, func(a, b time.Duration) int { return cmp.Compare(b, a) })
	sums := make(loads, shards)
	for _, t := range files {
		sums[0] += t + m.Recorded
		heap.Fix(&sums, 0)
	}
	return m.predict(sums)
}

// predict returns the prediction for shards whose files take these times.
func (m Model) predict(sums []time.Duration) Prediction {
	fixed := m.Start + time.Duration(len(m.Files))*m.Listed
	all := time.Duration(0)
	for _, s := range sums {
		all += s
	}
	p := Prediction{Shards: len(sums), Slowest: fixed + slices.Max(sums), Mean: fixed + all/time.Duration(len(sums))}
	p.Speedup = float64(fixed+all) / float64(p.Slowest)
	return p
}

// loads are the times of shards, as a heap with the least first.
type loads []time.Duration

func (l loads) Len() int           { return len(l) }
func (l loads) Less(i, j int) bool { return l[i] < l[j] }
func (l loads) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *loads) Push(x any)        { *l = append(*l, x.(time.Duration)) }
func (l *loads) Pop() any          { panic("loads has a fixed size") }
