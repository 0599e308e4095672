package xmlscan

import "github.com/hrefix/hrefix/internal/markup"

// maxDepth is the maximum number of open elements that are tracked.
const maxDepth = 10000

// A scope has the open elements and the declarations in effect at a place of the text.
type scope struct {
	text     []byte
	elements names     // the open elements
	deeper   int       // the number of untracked open elements inside the last tracked element
	prefixes names     // the prefixes bound in the open elements
	known    *Spaces   // see Know; may be nil
	root     Namespace // the namespace of unprefixed elements without a declaration; None before the root
}

func (s *scope) reset(text []byte) {
	s.text, s.deeper, s.root = text, 0, None
	s.elements.reset(text)
	s.prefixes.reset(text)
}

// depth returns how many elements are open.
func (s *scope) depth() int { return len(s.elements.list) + s.deeper }

// top returns the innermost tracked element.
func (s *scope) top() *named {
	if n := len(s.elements.list); n > 0 {
		return &s.elements.list[n-1]
	}
	return nil
}

// innermost returns the innermost open element, or the zero Element if it is not tracked or there is none.
func (s *scope) innermost() Element {
	e := s.top()
	if e == nil || s.deeper > 0 {
		return Element{}
	}
	return Element{markup.Span{Start: e.local, End: e.name.End}, e.space}
}

// open resolves the names of a start tag, and opens its element.
func (s *scope) open(t *Token) {
	t.Depth = s.depth()
	mark, tracked := len(s.prefixes.list), len(s.elements.list) < maxDepth
	unnamed := s.unnamed()
	if tracked {
		unnamed = s.declare(t.Attrs, unnamed)
	}
	if s.root == None {
		s.root = s.rootSpace(s.text[t.Name.Start:t.Name.End])
	}
	t.Space = s.element(t.Name, t.Local, unnamed)
	for i := range t.Attrs {
		if a := &t.Attrs[i]; a.Name != a.Local {
			a.Space = s.prefix(a.Name, a.Local)
		}
	}
	switch {
	case t.SelfClosing:
		s.prefixes.truncate(mark)
	case tracked:
		s.elements.push(named{name: t.Name, local: t.Local.Start, space: t.Space, unnamed: unnamed, mark: mark})
	default:
		s.deeper++
	}
}

// close closes the element of an end tag and all elements in it, and resolves the name of the tag.
//
// XML 1.0 section 3, well-formedness constraint "Element Type Match": it is an error if an end tag
// does not belong to the innermost element, but the scanner accepts it.
func (s *scope) close(t *Token) {
	i := -1
	if s.deeper > 0 {
		s.deeper--
	} else {
		i = s.elements.find(s.text[t.Name.Start:t.Name.End])
	}
	if i < 0 {
		t.Depth, t.Space = s.depth(), s.element(t.Name, t.Local, s.unnamed())
		return
	}
	e := &s.elements.list[i]
	t.Depth, t.Space = i, e.space
	s.prefixes.truncate(e.mark)
	s.elements.truncate(i)
}
