package engine

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/view"
)

// inserted holds the bytes that edits insert, as long as the edits live. Most
// references get the same in front: the directory of the base, its root or the whole
// of it.
type inserted struct {
	arena  view.Arena
	recent [4]keptBytes
	oldest int        // of recent
	last   *keptBytes // what keep returned
}

// keptBytes are bytes that an edit inserts, and whether every value has them as
// they are.
type keptBytes struct {
	bytes   []byte
	literal bool
	of      string // what keepString was given, if it was
}

// keepString is keep for a string that is mostly the same.
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

// keep returns a copy of b that lives as long as the edits do. It is valid itself
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
