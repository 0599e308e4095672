package base

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/resolve"
)

// DefaultSchemes returns the schemes that a base from a header field may have by default: those
// of RFC 1808 section 2.3 for which relative URLs are defined, except file, and https (RFC
// 2818). Most mail readers ignore such fields, so a field must not turn a link into one that
// no reader would make of it, such as to a file on a server or to a program.
func DefaultSchemes() []string {
	return []string{"http", "https", "ftp", "gopher", "nntp", "prospero", "wais"}
}

// HasScheme reports whether url has one of the schemes, which are in lower case.
func HasScheme(url string, schemes []string) bool {
	r := resolve.Parse(url)
	return r.Has&resolve.HasScheme != 0 && slices.Contains(schemes, strings.ToLower(r.Scheme))
}
