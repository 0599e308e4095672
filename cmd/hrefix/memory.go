package main

import (
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/memsize"
)

// A document takes at most perByte times its size in memory, whatever it holds:
// PERFORMANCE.md has figures.
const perByte = 8

// A diff has the lines that change before and after, of which one may be the document.
const perByteOfDiff = 64

// perByte returns how many times its size a document takes at most.
func (f *flags) perByte() int64 {
	if f.diff != noDiff {
		return perByteOfDiff
	}
	return perByte
}

// A memoryShare is the memory that documents may take.
type memoryShare struct {
	total   int64 // 0 if it is not known
	limited bool  // the process gets no more than that
	budget  *memsize.Budget
}

// shareMemory returns three quarters of what there is: the rest is for all else, and for
// what is not used any more and not yet collected. Of an address space that is limited it
// is half: what the collector gives back to the system stays part of that.
func shareMemory() memoryShare {
	n, limited := memsize.Available()
	total := n / 4 * 3
	if limited {
		total = n / 2
	}
	if total > 0 {
		debug.SetMemoryLimit(total)
	}
	return memoryShare{total: total, limited: limited, budget: memsize.NewBudget(total)}
}

// leastDocument is how large documents may be by default however many jobs share the
// memory.
const leastDocument = 256 << 20

// maxBytes returns how many bytes a document may have: as many as the user says, or else
// its share if all jobs work at once.
func (f *flags) maxBytes() int64 {
	m, n, jobs := &f.memory, int64(f.maxDocument), int64(f.jobs)
	switch {
	case n > 0:
	case m.total == 0:
		n = 4 * leastDocument
	default:
		n = max(leastDocument, m.total/perByte/jobs)
	}
	if m.limited { // more would end the run
		n = min(n, m.total/f.perByte())
	}
	return max(n, 1)
}

// takeMemory waits until there is memory for the source, if it is not small.
func (s *source) takeMemory(c *command) {
	const small = 1 << 20
	most := c.flags.maxBytes()
	size := most
	if s.info != nil && s.info.Mode().IsRegular() {
		size = s.info.Size()
	}
	if s.gzip != nil && size < most {
		size *= maxRatio
	}
	if size > 16*small { // what is not used any more counts too until it is collected
		debug.SetGCPercent(50)
	}
	if size > small {
		s.giveBack = c.flags.memory.budget.Take(c.flags.perByte() * min(size, most))
	}
}

// maxRatio is how much deflate compresses at the most: some 1,032 to one.
const maxRatio = 1032

// A byteSize is a number of bytes as a flag: 1048576, 1024K, 1M.
type byteSize int64

// String implements [pflag.Value].
func (b *byteSize) String() string {
	if *b == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*b), 10)
}

// Set implements [pflag.Value].
func (b *byteSize) Set(s string) error {
	number, shift := strings.ToUpper(strings.TrimSpace(s)), 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, shift = rest, 10*(i+1)
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > (1<<62)>>shift {
		return fmt.Errorf("give a number of bytes, such as 500000, 800K, 64M or 2G")
	}
	*b = byteSize(n << shift)
	return nil
}

// Type implements [pflag.Value].
func (b *byteSize) Type() string { return "size" }
