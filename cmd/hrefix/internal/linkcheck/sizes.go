package linkcheck

import (
	"sync"

	"github.com/hrefix/hrefix/internal/addressbook"
)

// sizes remembers which files are empty. It is safe for concurrent use.
type sizes struct {
	mu           sync.Mutex
	known, empty bitset
}

// isEmpty reports whether a file is empty.
func (s *sizes) isEmpty(files Files, t addressbook.Target) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known.has(t.ID) {
		s.known.add(t.ID)
		if files.Size(t) == 0 {
			s.empty.add(t.ID)
		}
	}
	return s.empty.has(t.ID)
}
