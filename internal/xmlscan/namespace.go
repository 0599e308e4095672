package xmlscan

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/hrefix/hrefix/internal/markup"
)

// xmlns is the attribute that declares the default namespace, and the prefix of attributes
// that declare a prefix.
const xmlns = "xmlns"

// declare binds the prefixes that a tag declares. unnamed is the default namespace outside the
// tag's element; declare returns the default namespace inside the element.
//
// Namespaces in XML 1.0 section 3 (Declaring Namespaces)
func (s *scope) declare(attrs []Attr, unnamed Namespace) Namespace {
	mark, seen := len(s.prefixes.list), false
	for i := range attrs {
		a := &attrs[i]
		head := s.text[a.Name.Start:a.Local.Start]
		plain := len(head) == 0 && string(s.text[a.Name.Start:a.Name.End]) == xmlns
		if !plain && string(head) != xmlns+":" {
			continue
		}
		space := s.uriSpace(s.text[a.Value.Start:a.Value.End])
		switch {
		case plain:
			if !seen && space != None {
				unnamed = space
			}
			seen = true
		case s.prefixes.find(s.text[a.Local.Start:a.Local.End]) >= mark:
			// A duplicate.
		case space != None:
			s.prefixes.push(named{name: a.Local, space: space})
		}
	}
	return unnamed
}

// unnamed returns the current default namespace, or None if there is no declaration.
func (s *scope) unnamed() Namespace {
	if e := s.top(); e != nil {
		return e.unnamed
	}
	return None
}

// element returns the namespace of an element. unnamed is the default namespace, or None if there is no
// declaration: then elements without a prefix have the namespace of the root.
//
// Namespaces in XML 1.0 section 6.2 (Namespace Defaulting)
func (s *scope) element(name, local markup.Span, unnamed Namespace) Namespace {
	switch {
	case name != local:
		return s.prefix(name, local)
	case unnamed != None:
		return unnamed
	case s.root != None:
		return s.root
	}
	return Other // an end tag before the root
}

// prefix returns the namespace of a name with a prefix.
//
// Namespaces in XML 1.0 section 5, namespace constraint "Prefix Declared" (section 3 for
// xml): an undeclared prefix is an error, which the scanner accepts.
func (s *scope) prefix(name, local markup.Span) Namespace {
	p := s.text[name.Start : local.Start-1]
	switch string(p) {
	case "xml":
		return XML
	case xmlns:
		return Other
	}
	if i := s.prefixes.find(p); i >= 0 {
		return s.prefixes.list[i].space
	}
	if string(p) == "xlink" {
		return XLink
	}
	return s.known.prefix(p)
}

// rootSpace returns the namespace of unprefixed elements without a declaration, in a
// document whose root has that name.
func (s *scope) rootSpace(name []byte) Namespace {
	switch string(name) {
	case "svg":
		return SVG
	case "html":
		return XHTML
	}
	return s.known.root(name)
}

// uriSpace returns the namespace that the value of a declaration names. It returns None if
// the value contains an entity of the document.
//
// Namespaces in XML 1.0 section 2.3 (Comparing URI References)
func (s *scope) uriSpace(value []byte) Namespace {
	if bytes.IndexByte(value, '&') < 0 {
		return s.spaceOf(value)
	}
	for rest := value; ; {
		_, after, found := bytes.Cut(rest, []byte("&"))
		if !found {
			return s.spaceOf([]byte(html.UnescapeString(string(value))))
		}
		if !IsPredefined(after) {
			return None
		}
		rest = after
	}
}

// IsPredefined reports whether b, the text after "&", begins with a reference that needs no
// declaration.
//
// XML 1.0 section 4.6 (Predefined Entities)
func IsPredefined(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	switch b[0] {
	case '#':
		return true
	case 'l':
		return hasPrefix(b, "lt;")
	case 'g':
		return hasPrefix(b, "gt;")
	case 'q':
		return hasPrefix(b, "quot;")
	case 'a':
		return hasPrefix(b, "amp;") || hasPrefix(b, "apos;")
	}
	return false
}

// spaceOf returns the namespace with a URI.
func (s *scope) spaceOf(uri []byte) Namespace {
	switch string(uri) {
	case "http://www.w3.org/1999/xhtml":
		return XHTML
	case "http://www.w3.org/2000/svg":
		return SVG
	case "http://www.w3.org/1998/Math/MathML":
		return MathML
	case "http://www.w3.org/1999/xlink":
		return XLink
	case "http://www.w3.org/XML/1998/namespace":
		return XML
	}
	return s.known.uri(uri)
}

// Spaces are namespaces that a [Scanner] distinguishes besides its own. Their values are greater
// than Other. Any field may be nil.
type Spaces struct {
	// URI returns the namespace with a URI, or Other.
	URI func(uri []byte) Namespace
	// Prefixes has the namespaces of prefixes that are not declared. XML requires a
	// declaration, but some writers forget it.
	Prefixes map[string]Namespace
	// Roots has the namespaces of elements without a prefix and without a declaration, by the
	// name of the root.
	Roots map[string]Namespace
}

// Know makes s distinguish the namespaces of known, in this text and in all later ones.
func (s *Scanner) Know(known *Spaces) { s.scope.known = known }

func (k *Spaces) uri(uri []byte) Namespace {
	if k == nil || k.URI == nil {
		return Other
	}
	return k.URI(uri)
}

func (k *Spaces) prefix(prefix []byte) Namespace {
	if k == nil {
		return Other
	}
	return lookUp(k.Prefixes, prefix)
}

func (k *Spaces) root(name []byte) Namespace {
	if k == nil {
		return Other
	}
	return lookUp(k.Roots, name)
}

// lookUp returns the namespace of a name, or Other.
func lookUp(spaces map[string]Namespace, name []byte) Namespace {
	if space, ok := spaces[string(name)]; ok {
		return space
	}
	return Other
}
