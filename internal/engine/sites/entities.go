package sites

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/engine/reason"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/view"
	"github.com/hrefix/hrefix/internal/xmlscan"
)

// entities are the entities that the DOCTYPE of an XML document declares. They are not expanded, so
// a value that contains an entity cannot be read. The named character references of HTML stand for
// their characters, as in the document types of XHTML, unless the DOCTYPE declares an entity of
// that name.
type entities struct {
	declared map[string]bool
	any      bool // parameter entities may declare any entity
}

// declare adds the entities that a DOCTYPE declares.
func (e *entities) declare(text []byte, doctype markup.Span) {
	names, more := xmlscan.Entities(text, doctype)
	e.any = e.any || more
	for _, n := range names {
		if e.declared == nil {
			e.declared = make(map[string]bool)
		}
		e.declared[string(text[n.Start:n.End])] = true
	}
}

// declares reports whether the DOCTYPE may declare entities.
func (e *entities) declares() bool { return e.any || len(e.declared) > 0 }

// in returns the reason why a value must stay if it has an entity, or text that may be an entity.
func (e *entities) in(value []byte) reason.Reason {
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 {
			return none
		}
		text := value[i:]
		if value = text[1:]; !xmlscan.IsPredefined(value) && e.begins(text) {
			return reason.Entity
		}
	}
}

// longestEntity is the length of the longest name that is read. No name in HTML is longer.
const longestEntity = 64

// begins reports whether text, which begins with "&", may begin with a declared entity.
func (e *entities) begins(text []byte) bool {
	end := bytes.IndexFunc(text[1:min(len(text), longestEntity+2)], endsEntity) + 1
	switch {
	case end == 0:
		return len(text) > longestEntity
	case end == 1 || text[end] != ';':
		return false // the ampersand stands for itself
	}
	return e.any || e.declared[string(text[1:end])] || !view.IsCharRef(text[:end+1])
}

// endsEntity reports whether c ends the name of an entity, or cannot be in a name.
func endsEntity(c rune) bool {
	return c <= ' ' || bytes.ContainsRune([]byte("&<>\"'/?=#,();"), c)
}
