package urltext

import (
	"bytes"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
)

// AppendSite appends the normal form of the site of a URL: its scheme, user information, host and port. Scheme and
// host are in lower case, and the default port is left out (RFC 3986 sections 6.2.2.1 and 6.2.3). A host that is not
// ASCII becomes the host of the corresponding URI. rest is the part of url after its net_loc. If url has none, ok is
// false, and nothing is appended.
func AppendSite[T string | []byte](dst []byte, url T) (_ []byte, rest T, ok bool) {
	scheme := 0
	for scheme < len(url) && isSchemeByte(url[scheme]) {
		scheme++
	}
	start := scheme + len("://")
	if scheme == 0 || len(url) < start || string(url[scheme:start]) != "://" {
		return dst, rest, false
	}
	end, high := start, false
	for ; end < len(url) && url[end] != '/' && url[end] != '?' && url[end] != '#'; end++ {
		high = high || url[end] >= utf8.RuneSelf
	}
	at := len(dst)
	dst = append(dst, url[:end]...)
	lower(dst[at : at+scheme])
	if high {
		if uri, ok := ToURI(string(dst[at:])); ok {
			dst = append(dst[:at], uri...)
		}
	}
	host := dst[at+start:]
	host = host[bytes.LastIndexByte(host, '@')+1:]
	lower(host)
	colon := bytes.LastIndexByte(host, ':')
	for colon >= 0 && (colon == len(host)-1 || string(host[colon+1:]) == defaultPort(string(dst[at:at+scheme]))) {
		dst, host = dst[:len(dst)-len(host)+colon], host[:colon] // the port is empty, or the default port
		colon = bytes.LastIndexByte(host, ':')
	}
	return dst, url[end:], true
}

// lower changes letters of ASCII to lower case.
func lower(s []byte) {
	for i, c := range s {
		s[i] = ascii.Lower(c)
	}
}

// isSchemeByte reports whether a scheme can have c (RFC 1808 section 2.2).
func isSchemeByte(c byte) bool { return ascii.IsAlphanumeric(c) || c == '+' || c == '-' || c == '.' }

// defaultPort returns the default port of a scheme in lower case, or "": RFC 1738 sections 3.2 and
// 3.3, and RFC 9110 section 4.2.2.
func defaultPort(scheme string) string {
	switch scheme {
	case "http":
		return "80"
	case "https":
		return "443"
	case "ftp":
		return "21"
	}
	return ""
}
