package messages

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/edit"
	"github.com/hrefix/hrefix/internal/simd"
	"github.com/hrefix/hrefix/mimebase"
)

// A Seal is a header field that signs the body of a message, and fields of its header.
type Seal struct {
	Name   string
	Offset int // the offset of the field body in the text of the entity
	value  string
}

// Seals returns the seals in the header of e: the first field of each name. An ARC-Seal does not
// count: it signs only fields of ARC (RFC 8617 section 4.1.3).
func Seals(e *mimebase.Entity) (seals []Seal) {
	for _, f := range e.Fields {
		of := func(s Seal) bool { return strings.EqualFold(s.Name, f.Name) }
		if mimebase.IsSeal(f.Name) && !strings.EqualFold(f.Name, "ARC-Seal") && !slices.ContainsFunc(seals, of) {
			seals = append(seals, Seal{f.Name, f.Body.Start, e.FieldValue(f.Name)})
		}
	}
	return seals
}

// Covers returns the first field that s signs, by the tag h of its value, and for which is returns true. is
// gets names in lower case.
func (s *Seal) Covers(is func(name string) bool) (name string, ok bool) {
	for tag := range strings.SplitSeq(s.value, ";") {
		tag, fields, _ := strings.Cut(tag, "=")
		if strings.TrimSpace(tag) != "h" {
			continue
		}
		for field := range strings.SplitSeq(fields, ":") {
			if field = strings.TrimSpace(field); is(strings.ToLower(field)) {
				return field, true
			}
		}
		break
	}
	return "", false
}

// ChangedFields returns the names, in lower case, of the fields of e that the edits are
// in. Both are in the order of the text.
func ChangedFields(e *mimebase.Entity, edits []edit.Edit) map[string]bool {
	names := make(map[string]bool)
	for _, f := range e.Fields {
		for len(edits) > 0 && edits[0].Start < f.Body.Start {
			edits = edits[1:]
		}
		if len(edits) > 0 && edits[0].End <= f.Body.End {
			names[strings.ToLower(f.Name)] = true
		}
	}
	return names
}

// PGP reports whether text contains an armored message, and whether it contains
// a signed message: RFC 9580 section 6.2.
func PGP(text []byte) (armored, signed bool) {
	const begin, name = "-----BEGIN ", "PGP "
	for pos := 0; ; pos++ {
		n := simd.IndexPair(text[pos:], name[0], name[1])
		if n < 0 {
			return armored, signed
		}
		pos += n
		if after, ok := bytes.CutPrefix(text[pos:], []byte(name)); ok && bytes.HasSuffix(text[:pos], []byte(begin)) {
			armored = armored || bytes.HasPrefix(after, []byte("MESSAGE-----"))
			signed = signed || bytes.HasPrefix(after, []byte("SIGNED MESSAGE-----"))
		}
	}
}
