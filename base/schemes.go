package base

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/resolve"
)

// DefaultSchemes returns the schemes that a base from a header field may have
// by default: those for which RFC 1808 section 2.3 defines relative URLs,
// without file, and https (RFC 2818). Most mail readers ignore base fields. So
// a field must not turn a link into a link that no reader would follow, such as
// a link to a file or a program.
func DefaultSchemes() []string {
	return []string{"http", "https", "ftp", "gopher", "nntp", "prospero", "wais"}
}

// HasScheme reports whether url has one of the schemes. These are in lower
// case.
func HasScheme(url string, schemes []string) bool {
	r := resolve.Parse(url)
	return r.Has&resolve.HasScheme != 0 && slices.Contains(schemes, strings.ToLower(r.Scheme))
}
