package places

import (
	"fmt"
	"slices"
	"strings"
)

// Groups are places that are read only on request, because only some readers treat them as links.
type Groups uint16

// The groups.
const (
	// Social is Open Graph, Twitter and Windows tiles in meta elements.
	Social Groups = 1 << iota
	// Lazy is data-src and similar attributes, which scripts turn into images.
	Lazy
	// JSONLD is JSON-LD in script elements, unless it has an @base.
	JSONLD
	// RDFa is the attributes about and resource.
	RDFa
	// Conditional is markup that only some readers parse: conditional comments of
	// Internet Explorer, and the content of iframe, noembed and noframes.
	Conditional
	// Param is param elements of objects, such as films.
	Param
	// Htmx is attributes whose URLs htmx, Turbo and Unpoly load into a page, such as hx-get.
	Htmx
	// Templates is references that begin with a placeholder of a template or a
	// newsletter, such as {{x}}, %%x%% and [x].
	Templates
)

// AllGroups are all places that are read only on request, by the name "all". They do not include Templates, which are
// no places.
const AllGroups = Templates - 1

var groupNames = []string{"social", "lazy", "jsonld", "rdfa", "conditional", "param", "htmx", "templates", "all"}

// GroupNames returns the names that [ParseGroups] knows.
func GroupNames() []string { return slices.Clone(groupNames) }

// names returns the names of the groups in g.
func (g Groups) names() (names []string) {
	for i, name := range groupNames {
		if g&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names of the groups in g, with commas between them.
func (g Groups) String() string { return strings.Join(g.names(), ",") }

// ParseGroups returns the groups with these names. The error lists the known names.
func ParseGroups(names []string) (Groups, error) {
	var all Groups
	for _, name := range names {
		i := slices.Index(groupNames, name)
		switch {
		case i < 0:
			return 0, fmt.Errorf("unknown group %q: known are %s", name, strings.Join(groupNames, ", "))
		case name == "all":
			all |= AllGroups
		default:
			all |= 1 << i
		}
	}
	return all, nil
}
