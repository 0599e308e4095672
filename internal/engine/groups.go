package engine

import "github.com/hrefix/hrefix/internal/engine/places"

// Groups are places that are read only on request: only some readers treat them as
// links.
type Groups = places.Groups

// The groups: see package places.
const (
	Social      = places.Social
	Lazy        = places.Lazy
	JSONLD      = places.JSONLD
	RDFa        = places.RDFa
	Conditional = places.Conditional
	Param       = places.Param
	Templates   = places.Templates
	AllGroups   = places.AllGroups
)

// GroupNames returns the names that [ParseGroups] knows.
func GroupNames() []string { return places.GroupNames() }

// ParseGroups returns the groups with these names. The error lists the known names.
func ParseGroups(names []string) (Groups, error) { return places.ParseGroups(names) }
