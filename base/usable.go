package base

import (
	"strings"

	"github.com/hrefix/hrefix/resolve"
)

// notBase holds the schemes whose URLs cannot be the base of relative
// references: those of RFC 1808 section 2.3, and later ones that name no
// place in a hierarchy. "thismessage" names the message itself (RFC 2557
// section 5) and must never be written out.
var notBase = map[string]bool{
	"mailto": true, "news": true, "telnet": true,
	"about": true, "blob": true, "cid": true, "data": true, "javascript": true,
	"mid": true, "sms": true, "tel": true, "thismessage": true, "urn": true,
	"vbscript": true,
}

// Unusable says why url cannot be a base, or returns "" when it can: it is
// absolute, its scheme goes with relative references, it has a net_loc or a
// path that begins with "/", and its net_loc could be one.
func Unusable(url string) string {
	r := resolve.Parse(url)
	switch {
	case url == "":
		return "empty"
	case r.Has&resolve.HasScheme == 0:
		return "relative, and no layer further out gives a base"
	case notBase[strings.ToLower(r.Scheme)]:
		return strings.ToLower(r.Scheme) + ": URLs cannot be a base"
	case r.Has&resolve.HasNetLoc == 0 && !strings.HasPrefix(r.Path, "/"):
		return "not hierarchical"
	case !netLocOK(r.NetLoc):
		return "no host has such a name"
	}
	return ""
}

// netLocOK reports whether s can be a net_loc: none of the characters that
// RFC 1738 section 2.2 calls unsafe, and "[" and "]" only around an address
// (RFC 2732).
func netLocOK(s string) bool {
	host := s[strings.LastIndexByte(s, '@')+1:]
	if strings.HasPrefix(host, "[") {
		end := strings.IndexByte(host, ']')
		if end < 0 || !addressOK(host[1:end]) {
			return false
		}
		s = s[:len(s)-len(host)] + host[end+1:]
	}
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' || s[i] == 0x7f || strings.IndexByte("\"<>\\^`{|}[]", s[i]) >= 0 {
			return false
		}
	}
	return true
}

// addressOK reports whether s looks like the inside of an address literal.
func addressOK(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if !('0' <= s[i] && s[i] <= '9' || 'a' <= c && c <= 'z' || strings.IndexByte(":.%-_~", s[i]) >= 0) {
			return false
		}
	}
	return s != ""
}
