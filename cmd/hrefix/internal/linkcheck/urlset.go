package linkcheck

import (
	"bytes"
	"encoding/binary"
	"iter"
	"slices"
	"sync"
)

// A URLSet is a set of URLs. It keeps the URLs sorted. Each is stored without the beginning that it
// shares with the URL before it, which takes a fraction of the memory. It is safe for concurrent
// use. The zero set is empty.
type URLSet struct {
	mu     sync.Mutex
	recent map[string]bool // URLs that are not sorted yet
	size   int             // the size of recent in bytes
	runs   [][]byte        // sorted runs, each at least twice as long as the next
}

// recentSize is the size from which on recent is sorted.
const recentSize = 1 << 20

// Add adds a URL.
func (s *URLSet) Add(url []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.recent[string(url)] {
		return
	}
	if s.recent == nil {
		s.recent = make(map[string]bool)
	}
	s.recent[string(url)] = true
	if s.size += len(url) + 32; s.size >= recentSize { // a map entry takes about 32 bytes
		s.settle()
	}
}

// settle makes a run of the recent URLs, and merges runs of similar length.
func (s *URLSet) settle() {
	urls := make([]string, 0, len(s.recent))
	for url := range s.recent {
		urls = append(urls, url)
	}
	slices.Sort(urls)
	var w runWriter
	for _, url := range urls {
		w.add([]byte(url))
	}
	s.recent, s.size = nil, 0
	s.runs = append(s.runs, w.run)
	for n := len(s.runs); n > 1 && len(s.runs[n-2]) < 2*len(s.runs[n-1]); n-- {
		s.runs = append(s.runs[:n-2], merge(s.runs[n-2], s.runs[n-1]))
	}
}

// All yields the URLs, sorted. No URL may be added after that. A URL is valid until the next URL is
// yielded.
func (s *URLSet) All() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s.settle()
		for len(s.runs) > 1 {
			n := len(s.runs)
			s.runs = append(s.runs[:n-2], merge(s.runs[n-2], s.runs[n-1]))
		}
		r := runReader{run: s.runs[0]}
		for r.next() {
			if !yield(r.url) {
				return
			}
		}
	}
}

// merge returns the run of the URLs in two runs.
func merge(a, b []byte) []byte {
	w := runWriter{run: make([]byte, 0, len(a)+len(b))}
	x, y := runReader{run: a}, runReader{run: b}
	moreX, moreY := x.next(), y.next()
	for moreX || moreY {
		if !moreY || moreX && bytes.Compare(x.url, y.url) <= 0 {
			w.add(x.url)
			moreX = x.next()
		} else {
			w.add(y.url)
			moreY = y.next()
		}
	}
	return slices.Clip(w.run)
}

// A runWriter writes a run. Each URL is written as the length of the beginning that it shares with
// the URL before it, the length of the rest, and the rest.
type runWriter struct {
	run, last []byte
}

// add adds a URL that is not less than the URL before it. It adds an equal URL only once.
func (w *runWriter) add(url []byte) {
	if len(w.run) > 0 && bytes.Equal(url, w.last) {
		return
	}
	n := 0
	for n < len(url) && n < len(w.last) && url[n] == w.last[n] {
		n++
	}
	w.run = binary.AppendUvarint(w.run, uint64(n))
	w.run = binary.AppendUvarint(w.run, uint64(len(url)-n))
	w.run = append(w.run, url[n:]...)
	w.last = append(w.last[:n], url[n:]...)
}

// A runReader reads a run.
type runReader struct{ run, url []byte }

// next reads the next URL. It returns false at the end.
func (r *runReader) next() bool {
	if len(r.run) == 0 {
		return false
	}
	same, n := binary.Uvarint(r.run)
	size, m := binary.Uvarint(r.run[n:])
	rest := r.run[n+m:]
	r.url = append(r.url[:same], rest[:size]...)
	r.run = rest[size:]
	return true
}
