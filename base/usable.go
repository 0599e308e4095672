package base

import (
	"strings"

	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/resolve"
)

// notBase has the schemes whose URLs cannot be a base: the schemes that RFC
// 1808 section 2.3 lists, and later schemes without a hierarchy. "thismessage"
// names the message itself (RFC 2557 section 5) and must never be written.
var notBase = map[string]bool{
	"mailto": true, "news": true, "telnet": true,
	"about": true, "blob": true, "cid": true, "data": true, "javascript": true,
	"mid": true, "sms": true, "tel": true, "thismessage": true, "urn": true,
	"vbscript": true,
	// Netscape ran URLs of these schemes as scripts.
	"livescript": true,
	"mocha":      true,
}

// needsHost has the schemes whose URLs must have a host: RFC 1738 sections 3.2
// and 3.3, RFC 6455 section 3.
var needsHost = map[string]bool{"http": true, "https": true, "ftp": true, "ws": true, "wss": true}

// MaxURL is the greatest length of a base in bytes. It limits the size of the
// output, to which every reference may add the base.
const MaxURL = 8 << 10

// Unusable returns the reason why url cannot be a base in the dialect d, or ""
// if it can. A usable URL
//
//   - has a scheme that allows relative references,
//   - has a net_loc, or a path that begins with "/",
//   - has a valid net_loc, which in [resolve.WHATWG] the URL Standard decides,
//   - has no control characters, and
//   - has at most [MaxURL] bytes.
func Unusable(d resolve.Dialect, url string) Reason {
	if d != resolve.WHATWG {
		return unusable(url, true)
	}
	b := d.Base(url)
	reason := unusable(b.String(), false)
	if reason == "" && !b.Resolves() {
		return basereason.InvalidURL
	}
	return reason
}

// unusable implements Unusable. It checks the net_loc only if host is true.
func unusable(url string, host bool) Reason {
	r := resolve.Parse(url)
	switch {
	case url == "":
		return basereason.Empty
	case r.Has&resolve.HasScheme == 0:
		return basereason.Relative
	case notBase[strings.ToLower(r.Scheme)]:
		return basereason.Scheme
	case r.Has&resolve.HasNetLoc == 0 && !strings.HasPrefix(r.Path, "/"):
		return basereason.NotHierarchical
	case strings.IndexFunc(url, func(c rune) bool { return c < ' ' || c == 0x7f }) >= 0:
		return basereason.Control
	case host && needsHost[strings.ToLower(r.Scheme)] && (r.NetLoc == "" || strings.IndexByte("?;", r.NetLoc[0]) >= 0):
		return basereason.NoHost
	case host && !netLocOK(r.NetLoc):
		return basereason.BadHost
	case len(url) > MaxURL:
		return basereason.TooLong
	}
	return ""
}

// IsOpaque reports whether browsers and mail readers use url as the base of a
// document although no relative reference can be resolved against it. Such a
// URL has no hierarchy, or it is a thismessage: URL, which names a part of the
// message and must not be written (RFC 2557 section 5). Browsers ignore data:
// and javascript: URLs as a base, and URLs of schemes with a host are never
// opaque (HTML Standard section 4.2.3, URL Standard section 4.3).
func IsOpaque(url string) bool {
	r := resolve.Parse(url)
	if strings.EqualFold(r.Scheme, "thismessage") {
		return true
	}
	if r.Has&resolve.HasScheme == 0 || r.Has&resolve.HasNetLoc != 0 || strings.HasPrefix(r.Path, "/") {
		return false
	}
	switch strings.ToLower(r.Scheme) {
	case "data", "javascript", "http", "https", "ftp", "file", "ws", "wss":
		return false
	}
	return true
}

// netLocOK reports whether s is a valid net_loc. It must not have the
// characters that RFC 1738 section 2.2 calls unsafe, and it may have "[" and
// "]" only around an address (RFC 2732).
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

// addressOK reports whether s has only characters of an IP address literal (RFC
// 2732). It does not parse the address.
func addressOK(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if !('0' <= s[i] && s[i] <= '9' || 'a' <= c && c <= 'z' || strings.IndexByte(":.%-_~", s[i]) >= 0) {
			return false
		}
	}
	return s != ""
}
