package savedfrom

import (
	"strings"
	"unicode"

	"github.com/hrefix/hrefix/base"
	"github.com/hrefix/hrefix/internal/basereason"
	"github.com/hrefix/hrefix/resolve"
)

// Hint returns the source of the retrieval layer for a URL that a saved file has. By the rules
// of this package, the source lacks the fragment of the URL, and is ignored if no page could
// have been retrieved from the URL. from describes the place of the URL, for people.
func Hint(from, url string) base.Source {
	url, _, _ = strings.Cut(url, "#")
	s := base.Source{Layer: base.Retrieval, From: from, Value: url, Ignored: unusable(url), Hint: true}
	if len(url) > base.MaxURL {
		s.Value = strings.ToValidUTF8(url[:100], "") + "..."
	}
	return s
}

// usable returns the URL that [Hint] makes of url. ok is false if Hint ignores it.
func usable(url string) (value string, ok bool) {
	s := Hint("", url)
	if s.Ignored != "" {
		return "", false
	}
	return s.Value, true
}

// unusable returns the reason why no page could have been retrieved from url, or "".
func unusable(url string) base.Reason {
	switch {
	case len(url) > base.MaxURL:
		return basereason.TooLong
	case isGeneric(url):
		return basereason.ZoneMark
	case strings.IndexFunc(url, unicode.IsControl) >= 0:
		return basereason.Control
	case strings.IndexFunc(url, unicode.IsSpace) >= 0:
		return basereason.WhiteSpace
	case strings.ContainsAny(url, `"<>`):
		return basereason.Delimiter
	}
	return notWeb(url)
}

// notWeb returns the reason why url is not an http, https or ftp URL with a host, or "".
func notWeb(url string) base.Reason {
	if reason := base.Unusable(resolve.RFC1808, url); reason != "" {
		return reason
	}
	r := resolve.Parse(url)
	switch strings.ToLower(r.Scheme) {
	case "http", "https", "ftp":
		return badHost(r.NetLoc)
	}
	return basereason.NotWeb
}

// isGeneric reports whether programs write url into every file, to have the file treated as a file
// from the Internet or the intranet.
func isGeneric(url string) bool {
	switch strings.ToLower(url) {
	case "about:internet", "http://localhost", "http://localhost/", "http://internet.e-mail":
		return true
	}
	return false
}

// badHost returns the reason why the host or the port of a net_loc is invalid (RFC 1738
// section 3.1), or "".
func badHost(netLoc string) base.Reason {
	if i := strings.IndexAny(netLoc, "?;"); i >= 0 {
		netLoc = netLoc[:i] // the "/" is missing: see resolve.Base
	}
	host := netLoc[strings.LastIndexByte(netLoc, '@')+1:]
	port := ""
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host, port = host[:i], host[i+1:]
	}
	switch {
	case host == "":
		return basereason.NoHost
	case strings.Trim(port, "0123456789") != "":
		return basereason.BadPort
	}
	return ""
}
