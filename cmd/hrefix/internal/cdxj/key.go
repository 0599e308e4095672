package cdxj

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

var (
	www     = regexp.MustCompile(`^www\d*\.`)
	session = regexp.MustCompile(`(^|&)(?:(?:jsessionid|phpsessid|sid)=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}|cfid=[^&]+&cftoken=[^&]+)(&|$)`)
	inPath  = regexp.MustCompile(`;jsessionid=[0-9a-z]{32}$`)
)

// Key returns the key of a URL.
func Key(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	scheme = strings.ToLower(scheme)
	if !ok || scheme != "http" && scheme != "https" {
		return strings.ToLower(escapeSpaces(url))
	}
	rest, _, _ = strings.Cut(rest, "#")
	end := strings.IndexAny(rest, "/?\\")
	if end < 0 {
		end = len(rest)
	}
	path, query, _ := strings.Cut(rest[end:], "?")
	return strings.ToLower(escapeSpaces(host(scheme, rest[:end]))+")"+pathKey(path)) + queryKey(query)
}

// host returns the key of a net_loc: com,example or com,example:81.
func host(scheme, netLoc string) string {
	netLoc = strings.ToLower(netLoc[strings.LastIndexByte(netLoc, '@')+1:])
	name, port, _ := strings.Cut(netLoc, ":")
	if strings.HasPrefix(netLoc, "[") {
		name, port = netLoc, "" // an IPv6 address stays as it is
	}
	name = www.ReplaceAllString(strings.TrimSuffix(name, "."), "")
	if strings.Trim(name, "0123456789.") != "" && !strings.HasPrefix(name, "[") {
		labels := strings.Split(name, ".")
		slices.Reverse(labels)
		name = strings.Join(labels, ",")
	}
	if port == "" || scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		return name
	}
	return name + ":" + port
}

// pathKey returns the key of a path, which begins with a slash and does not end with one.
func pathKey(path string) string {
	path = inPath.ReplaceAllString(strings.ToLower(path), "")
	var segments []string
	for segment := range strings.SplitSeq(escape(unescape(path)), "/") {
		switch segment {
		case "", ".":
		case "..":
			segments = segments[:max(0, len(segments)-1)]
		default:
			segments = append(segments, segment)
		}
	}
	return "/" + strings.Join(segments, "/")
}

// queryKey returns the key of a query with its question mark, or an empty string.
func queryKey(query string) string {
	query = session.ReplaceAllString(strings.ToLower(query), "$1")
	query = strings.ToLower(escape(unescape(strings.TrimSuffix(query, "&"))))
	if query == "" {
		return ""
	}
	parts := strings.Split(query, "&")
	slices.Sort(parts)
	return "?" + strings.Join(parts, "&")
}

// unescape decodes percent-encoding, again and again until nothing is encoded any more.
func unescape(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		out = append(out, s[i])
		for n := len(out) - 3; n >= 0 && out[n] == '%' && ascii.IsHexDigit(out[n+1]) && ascii.IsHexDigit(out[n+2]); n = len(out) - 3 {
			out = append(out[:n], ascii.HexByte(out[n+1], out[n+2]))
		}
	}
	return string(out)
}

// escape percent-encodes "#", "%", and all bytes that are not visible ASCII.
func escape(s string) string {
	return urltext.Encode(s, func(c byte) bool { return c <= ' ' || c >= 0x7f || c == '#' || c == '%' })
}

// escapeSpaces percent-encodes spaces and control characters, which would end a key.
func escapeSpaces(s string) string {
	return urltext.Encode(s, func(c byte) bool { return c <= ' ' || c == 0x7f })
}
