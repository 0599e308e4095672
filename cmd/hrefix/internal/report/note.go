package report

import (
	"cmp"
	"maps"
	"slices"
)

// A Note says what was left alone in a document, or what is damaged there.
type Note struct {
	Part   string // the entity of a message, or ""
	Offset int64  // the offset in the file
	Kind   string // the kind of the note
	Text   string
	State  State // what becomes of the part that the note describes
}

// A State is what becomes of the part that a note describes.
type State string

// The states.
const (
	Left    State = "left"    // the part is left as it is
	Sealed  State = "sealed"  // the part has a signature that a change breaks
	Damaged State = "damaged" // the part is damaged, but is read
)

// maxKinds is the number of kinds of notes that are counted separately, and maxOfKind is the number of notes of each
// kind that browsers without scripts show.
const (
	maxKinds  = 100
	maxOfKind = 10
)

// otherNotes is the kind of all other notes.
const otherNotes = "other notes"

// A kind is the notes of one kind.
type kind struct {
	kindKey
	N     int
	First []placedNote
}

// A kindKey distinguishes kinds.
type kindKey struct {
	Kind  string
	State State
}

// A placedNote is a note and where it is.
type placedNote struct {
	place
	Offset int64
	Text   string
}

// note counts a note. If there are too many kinds, it changes the kind of the note to otherNotes.
func (s *summary) note(at place, n *Note) {
	if s.notes[kindKey{n.Kind, n.State}] == nil && len(s.notes) >= maxKinds {
		n.Kind = otherNotes
	}
	key := kindKey{n.Kind, n.State}
	k := s.notes[key]
	if k == nil {
		k = &kind{kindKey: key}
		s.notes[key] = k
	}
	if k.N++; k.N <= maxOfKind {
		k.First = append(k.First, placedNote{at, n.Offset, n.Text})
	}
}

// Notes returns the kinds of notes except Sealed, which Seals returns. Kinds with the state Left come first, then
// frequent kinds.
func (s *summary) Notes() []*kind {
	return slices.DeleteFunc(s.kinds(), func(k *kind) bool { return k.State == Sealed })
}

// Seals returns the kinds of notes on signatures that a change breaks.
func (s *summary) Seals() []*kind {
	return slices.DeleteFunc(s.kinds(), func(k *kind) bool { return k.State != Sealed })
}

func (s *summary) kinds() []*kind {
	rank := func(k *kind) int {
		if k.State == Left {
			return 0
		}
		return 1
	}
	return slices.SortedFunc(maps.Values(s.notes), func(a, b *kind) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(b.N, a.N), cmp.Compare(a.Kind, b.Kind))
	})
}
