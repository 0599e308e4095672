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

// Group returns the group that was requested so that the reference is found, or 0 if it is always found.
func (r *Reference) Group() Groups {
	if r.rules.place == nil {
		return 0
	}
	return r.rules.place.Group
}

// GroupNames returns the names that [ParseGroups] knows.
func GroupNames() []string { return places.GroupNames() }

// ParseGroups returns the groups with these names. The error lists the known names.
func ParseGroups(names []string) (Groups, error) { return places.ParseGroups(names) }
