package resolve

import (
	"fmt"
	"strings"
)

// A Dialect is a set of rules for resolution. The zero value is [RFC1808].
type Dialect uint8

// The dialects.
const (
	// RFC1808 is RFC 1808 sections 2.4 and 4 to the letter, with the
	// decisions listed in the package documentation where it is silent.
	RFC1808 Dialect = iota
)

var dialectNames = []string{RFC1808: "rfc1808"}

// String returns the name by which [ParseDialect] knows the dialect.
func (d Dialect) String() string { return dialectNames[d] }

// ParseDialect returns the dialect of that name. The error names those that
// there are.
func ParseDialect(name string) (Dialect, error) {
	for d, n := range dialectNames {
		if n == name {
			return Dialect(d), nil
		}
	}
	return 0, fmt.Errorf("unknown dialect %q: known is %s", name, strings.Join(dialectNames, ", "))
}
