package source

import (
	"runtime/debug"
	"sync"
)

// A document takes at most perByte times its size in memory, whatever it holds:
// PERFORMANCE.md has figures.
const perByte = 8

// perByteOfDiff is perByte for a diff, which has each changed line before and after the change. A
// single line may be the whole document.
const perByteOfDiff = 64

// leastDocument is the size up to which documents are read by default, even if many jobs share the
// memory.
const leastDocument = 256 << 20

// Memory is the memory that the documents of a run may take. Goroutines share it.
type Memory struct {
	total   int64 // 0 if it is not known
	limited bool  // total comes from a limit of the process itself

	mu    sync.Mutex
	freed sync.Cond
	taken int64

	perByte int64 // see [perByte]
	most    int64 // the maximum size of a document in bytes
}

// ShareMemory returns a Memory of three quarters of the available memory: the rest is for other uses, and
// for uncollected garbage. If the address space is limited, it takes half, since memory that the
// collector gives back to the system still counts as address space.
func ShareMemory() *Memory {
	n, limited := available()
	total := n / 4 * 3
	if limited {
		total = n / 2
	}
	if total > 0 {
		debug.SetMemoryLimit(total)
	}
	m := &Memory{total: total, limited: limited}
	m.freed.L = &m.mu
	return m
}

// reserve waits until n bytes are free, or until no other goroutine has reserved memory. Then it
// reserves n bytes. giveBack frees them. A goroutine must free its memory before it reserves more.
func (m *Memory) reserve(n int64) (giveBack func()) {
	if m.total <= 0 || n <= 0 {
		return func() {}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.taken > 0 && m.taken+n > m.total {
		m.freed.Wait()
	}
	m.taken += n
	return sync.OnceFunc(func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.taken -= n
		m.freed.Broadcast()
	})
}

// Divide sets the memory for a document, and returns the maximum size of a document in bytes: given
// or, if that is 0, the share of one job if all jobs work at once.
func (m *Memory) Divide(given int64, jobs int, diff bool) int64 {
	m.perByte = perByte
	if diff {
		m.perByte = perByteOfDiff
	}
	n := given
	switch {
	case n > 0:
	case m.total == 0:
		n = 4 * leastDocument
	default:
		n = max(leastDocument, m.total/perByte/int64(jobs))
	}
	if m.limited { // the system would end a run that takes more memory
		n = min(n, m.total/m.perByte)
	}
	m.most = max(n, 1)
	return m.most
}

// take waits until there is memory for the source, unless it is small.
func (m *Memory) take(s *Source) {
	const small = 1 << 20
	size := m.most
	if s.Info != nil && s.Info.Mode().IsRegular() {
		size = s.Info.Size()
	}
	if s.Coded != nil && size < m.most {
		size *= maxRatio
	}
	if size > 16*small { // garbage also counts until it is collected
		debug.SetGCPercent(50)
	}
	if size > small {
		s.release = m.reserve(m.perByte * min(size, m.most))
	}
}

// maxRatio is the highest compression ratio of deflate, about 1,032.
const maxRatio = 1032
