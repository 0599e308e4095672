package moves

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// cut returns the authority of a URL, and the rest from the path on. If there is no path, the
// rest is "/" with the query or fragment. ok is false if url has no authority.
func cut(url []byte) (authority, rest []byte, ok bool) {
	i := bytes.IndexByte(url, ':')
	if i <= 0 || !bytes.HasPrefix(url[i:], []byte("://")) || bytes.ContainsAny(url[:i], "/?#") {
		return nil, nil, false
	}
	authority = url[i+3:]
	if end := bytes.IndexAny(authority, "/?#"); end >= 0 {
		authority, rest = authority[:end], authority[end:]
	}
	if len(rest) == 0 || rest[0] != '/' {
		rest = append([]byte{'/'}, rest...)
	}
	return authority, rest, true
}

// hasPath reports whether a URL with an authority has a path.
func hasPath(url []byte) bool {
	_, rest, _ := bytes.Cut(url, []byte("://"))
	end := bytes.IndexAny(rest, "/?#")
	return end >= 0 && rest[end] == '/'
}

// appendSite appends the normal form of a URL's site: scheme, user information, host and port.
func appendSite(dst, url, authority []byte) []byte {
	scheme := url[:bytes.IndexByte(url, ':')]
	dst = append(ascii.AppendLower(dst, scheme), "://"...)
	if slices.ContainsFunc(authority, func(c byte) bool { return c >= utf8.RuneSelf }) {
		if uri, ok := urltext.ToURI(string(dst) + string(authority)); ok {
			authority = []byte(uri[len(dst):])
		}
	}
	at := bytes.LastIndexByte(authority, '@') + 1
	host := bytes.TrimSuffix(authority[at:], []byte(":"))
	port := urltext.DefaultPort(string(dst[:len(dst)-len("://")]))
	if i := bytes.LastIndexByte(host, ':'); i >= 0 && string(host[i+1:]) == port {
		host = host[:i]
	}
	return ascii.AppendLower(append(dst, authority[:at]...), host)
}
