package resolve

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Dialect is a set of rules for resolving references. The zero value is
// [RFC1808]. Values that are not dialects resolve as RFC1808 does.
type Dialect uint8

// The dialects are RFC 1808, RFC 3986 and the URL Standard.
const (
	// RFC1808 is RFC 1808 sections 2.4 and 4 to the letter. The package
	// documentation lists the decisions where that RFC is silent.
	RFC1808 Dialect = iota
	// RFC3986 is RFC 3986 section 5.2, strict and to the letter.
	RFC3986
	// WHATWG is the dialect of browsers: the URL parser and serializer of the
	// URL Standard, sections 4.4 and 4.5.
	WHATWG
)

var dialectNames = []string{RFC1808: "rfc1808", RFC3986: "rfc3986", WHATWG: "whatwg"}

// String returns the name of the dialect, as [ParseDialect] accepts it.
func (d Dialect) String() string {
	if int(d) < len(dialectNames) {
		return dialectNames[d]
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// DialectNames returns the names that [ParseDialect] accepts.
func DialectNames() []string { return slices.Clone(dialectNames) }

// ErrDialect is the error that [ParseDialect] wraps for an unknown name.
var ErrDialect = errors.New("unknown dialect")

// ParseDialect returns the dialect called name. Its error wraps [ErrDialect]
// and lists the known names.
func ParseDialect(name string) (Dialect, error) {
	for d, n := range dialectNames {
		if n == name {
			return Dialect(d), nil
		}
	}
	return 0, fmt.Errorf("%w %q: known are %s", ErrDialect, name, strings.Join(dialectNames, ", "))
}
