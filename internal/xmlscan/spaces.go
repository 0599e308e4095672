package xmlscan

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
	return spaceOf(k.Prefixes, prefix)
}

func (k *Spaces) root(name []byte) Namespace {
	if k == nil {
		return Other
	}
	return spaceOf(k.Roots, name)
}

// spaceOf returns the namespace of a name, or Other.
func spaceOf(spaces map[string]Namespace, name []byte) Namespace {
	if space, ok := spaces[string(name)]; ok {
		return space
	}
	return Other
}
