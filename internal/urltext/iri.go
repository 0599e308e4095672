package urltext

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// hosts is the profile for names of hosts. It omits checks that would reject names in use: an
// underscore, or a hyphen in the third and fourth place.
var hosts = idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false), idna.Transitional(false))

// IsASCII reports whether url has no character beyond ASCII, so that it is the same in every
// encoding that is compatible with ASCII.
func IsASCII(url string) bool {
	for i := 0; i < len(url); i++ {
		if url[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// ToURI returns the URI that an IRI maps to (RFC 3987 section 3.1). Characters that are not ASCII become
// the percent-encoded bytes of UTF-8. In the host of a scheme that uses the DNS, each label becomes an
// ASCII label instead (RFC 5891). ok is false if url is not valid UTF-8, or has a
// host that the DNS cannot have. A relative reference is mapped, too.
func ToURI(url string) (uri string, ok bool) {
	if IsASCII(url) {
		return url, true
	}
	if !utf8.ValidString(url) {
		return "", false
	}
	start, end := host(url)
	name := url[start:end]
	if !IsASCII(name) && usesDNS(url) {
		if len(name) > maxHost {
			return "", false
		}
		ascii, err := hosts.ToASCII(name)
		if err != nil || ascii == "" || !IsASCII(ascii) || strings.Contains(name, "%") {
			return "", false // readers decode "%" before they map
		}
		name = ascii
	}
	isHigh := func(c byte) bool { return c >= utf8.RuneSelf }
	return Encode(url[:start], isHigh) + Encode(name, isHigh) + Encode(url[end:], isHigh), true
}

// maxHost is the length in bytes of the longest host that is mapped. A name of the DNS has 253 bytes in ASCII, and mapping
// takes time that grows with the square of the length.
const maxHost = 1024

// host returns the offsets of the host of url, without user information and port. The host is empty
// if url has no authority.
func host(url string) (start, end int) {
	scheme, rest, ok := strings.Cut(url, "//")
	if !ok || strings.ContainsAny(scheme, "/?#") || scheme != "" && !strings.HasSuffix(scheme, ":") {
		return 0, 0
	}
	start, end = len(scheme)+len("//"), len(url)
	if n := strings.IndexAny(rest, "/?#"); n >= 0 {
		end = start + n
	}
	start += strings.LastIndexByte(url[start:end], '@') + 1
	if n := strings.LastIndexByte(url[start:end], ':'); n >= 0 && url[start] != '[' {
		end = start + n
	}
	return start, end
}

// usesDNS reports whether the host of url is a name of the DNS.
func usesDNS(url string) bool {
	scheme, _, _ := strings.Cut(url, ":")
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "ws", "wss":
		return true
	}
	return false
}
