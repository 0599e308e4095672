package jsonfield

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A Set is a list of fields whose paths are parsed. It is safe for concurrent use. Methods return sets
// of fields as words with a bit for each field.
type Set struct {
	fields []Field
	paths  [][]segment
	bases  uint64 // a bit for each field with the role Base
}

// NewSet returns the Set of fields. If two fields name a string, the first field counts.
func NewSet(fields ...Field) (*Set, error) {
	if len(fields) > MaxFields {
		return nil, fmt.Errorf("%d fields: give at most %d", len(fields), MaxFields)
	}
	s := &Set{fields: slices.Clone(fields)}
	for i, f := range fields {
		path, err := segments(f.Path)
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", f.Path, err)
		}
		if s.paths = append(s.paths, path); f.Role == Base {
			s.bases |= 1 << i
		}
	}
	return s, nil
}

// Fields returns the fields.
func (s *Set) Fields() []Field { return s.fields }

// named returns the fields of live whose segment at depth matches the name of a member, or the index of an element in
// decimal digits.
func (s *Set) named(live uint64, depth int, name []byte) (found uint64) {
	for rest := live; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if seg := &s.paths[i][depth]; seg.any || seg.name == string(name) {
			found |= 1 << i
		}
	}
	return found
}

// ending returns the fields of live whose path has n segments.
func (s *Set) ending(live uint64, n int) (found uint64) {
	for rest := live; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros64(rest); len(s.paths[i]) == n {
			found |= 1 << i
		}
	}
	return found
}

// String returns the paths of the fields.
func (s *Set) String() string {
	var paths []string
	for _, f := range s.fields {
		paths = append(paths, f.Path)
	}
	return strings.Join(paths, ", ")
}
