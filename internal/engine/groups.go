package engine

import (
	"fmt"
	"slices"
	"strings"
)

var groupNames = []string{"social", "lazy", "jsonld", "rdfa", "conditional", "param", "templates"}

// GroupNames returns the names that [ParseGroups] knows.
func GroupNames() []string { return slices.Clone(groupNames) }

// ParseGroups returns the groups of those names. The error names those that
// there are.
func ParseGroups(names []string) (Groups, error) {
	var all Groups
	for _, name := range names {
		g := groupOf(name)
		if g == 0 {
			return 0, fmt.Errorf("unknown group %q: known are %s", name, strings.Join(groupNames, ", "))
		}
		all |= g
	}
	return all, nil
}

// groupOf returns the group of that name, 0 if there is none.
func groupOf(name string) Groups {
	for i, n := range groupNames {
		if n == name {
			return 1 << i
		}
	}
	return 0
}
