package base

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/resolve"
)

// Schemes returns the schemes that a base from a header field may have: those of RFC
// 1808 section 2.3 that go with relative references, without file, and https
// (RFC 2818). Most readers of mail do not read such fields, so that they must not make
// of a link what it would be nowhere else: a file on a server, or what starts a program.
func Schemes() []string {
	return []string{"http", "https", "ftp", "gopher", "nntp", "prospero", "wais"}
}

// HasScheme reports whether url has one of the schemes, which are in lower case.
func HasScheme(url string, schemes []string) bool {
	r := resolve.Parse(url)
	return r.Has&resolve.HasScheme != 0 && slices.Contains(schemes, strings.ToLower(r.Scheme))
}

// refusedScheme is the reason why a URL is passed over for its scheme.
func refusedScheme(url string) string {
	return "a header field may not give a base of the scheme " + strings.ToLower(resolve.Parse(url).Scheme)
}
