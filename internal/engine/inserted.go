package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/view"
)

// inserted stores the bytes that edits insert. Most references of a document get the same
// prefix: the base, its directory or its root. So the last few are stored only once.
type inserted struct {
	arena  view.Arena
	recent [4]keptBytes
	oldest int        // the index of the oldest entry of recent
	last   *keptBytes // the last result of keep
}

// keptBytes are bytes that an edit inserts.
type keptBytes struct {
	bytes   []byte
	literal bool   // the bytes need no escape in any value
	of      string // the argument of keepString, or "" if keep was called
}

// keepString is keep for a string. It is fast if the string is one of the last few strings.
func (in *inserted) keepString(s string) *keptBytes {
	for i := range in.recent {
		if in.last = &in.recent[i]; s == in.last.of {
			return in.last
		}
	}
	k := in.keep([]byte(s))
	k.of = s
	return k
}

// keep returns a copy of b. Its bytes are valid as long as the edits. The result itself is valid
// until the next call.
func (in *inserted) keep(b []byte) *keptBytes {
	for i := range in.recent {
		if in.last = &in.recent[i]; bytes.Equal(b, in.last.bytes) {
			return in.last
		}
	}
	in.last = &in.recent[in.oldest]
	in.oldest = (in.oldest + 1) % len(in.recent)
	*in.last = keptBytes{bytes: append(in.arena.Take(len(b)), b...), literal: view.NeedsNoEscape(b)}
	return in.last
}
