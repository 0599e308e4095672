package syntax

import (
	"bytes"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/microsyntax"
)

// MaxReference is the length in bytes of the longest text that is taken for a reference.
const MaxReference = 2048

// IsLink reports whether a value, which may have white space around it, looks like a reference: what IsReference and
// IsFile accept, and all URLs with "://" after their scheme.
func IsLink(value []byte) bool {
	text := bytes.Trim(value, ascii.Whitespace)
	scheme, _, hasScheme := bytes.Cut(text, []byte("://"))
	return hasScheme && !bytes.ContainsAny(scheme, "/?#") && microsyntax.IsURLString(text) || IsReference(text) || IsFile(text)
}

// endings are the endings of files that documents refer to.
var endings = map[string]bool{}

func init() {
	for _, ending := range bytes.Fields([]byte("html htm xhtml shtml php php3 asp aspx jsp jspx cfm jpg jpeg png gif webp avif svg ico bmp tif tiff " +
		"css js mjs json xml rss atom pdf doc docx xls xlsx ppt pptx odt epub zip gz tgz rar 7z mp4 webm m4v mov avi ogv mp3 m4a ogg oga " +
		"wav flac m3u8 mpd vtt swf woff woff2 ttf otf eot txt csv")) {
		endings[string(ending)] = true
	}
}

// IsReference reports whether text looks like a reference: a URL of the web, one that begins with "//", "/", "./" or
// "../", or the path of a file with an ending that documents refer to. It is no reference if it has white space, a
// placeholder, or other characters that no URL has, or if it is the name of a namespace or a vocabulary.
func IsReference(text []byte) bool {
	if len(text) < len("../") || len(text) > MaxReference || !isWritten(text) {
		return false
	}
	switch {
	case text[0] == '/' && text[1] == '/':
		return isHost(text[2:], false)
	case text[0] == '/':
		return isPath(text)
	case text[0] == '.':
		rest, ok := bytes.CutPrefix(text, []byte("../"))
		for up := ok; up; {
			rest, up = bytes.CutPrefix(rest, []byte("../"))
		}
		if !ok {
			if rest, ok = bytes.CutPrefix(text, []byte("./")); len(rest) == 0 {
				return false
			}
		}
		return ok && (len(rest) == 0 || isNameByte(rest[0]))
	}
	if host, ok := cutScheme(text); ok {
		return isHost(host, true)
	}
	slash := bytes.IndexByte(text, '/')
	return slash > 0 && isNameByte(text[0]) && !bytes.ContainsAny(text[:slash], ":,?#") && hasEnding(text)
}

// IsFile reports whether text looks like the name of a file in the folder of the document.
func IsFile(text []byte) bool {
	return len(text) <= MaxReference && len(text) > len("a.b") && isWritten(text) && isNameByte(text[0]) && hasEnding(text) &&
		!bytes.ContainsAny(text, "/:,")
}

// IsSiteFile reports whether text looks like the URL of a file with its host.
func IsSiteFile(text []byte) bool {
	host, ok := bytes.CutPrefix(text, []byte("//"))
	if !ok {
		host, ok = cutScheme(text)
	}
	return ok && bytes.IndexByte(host, '/') > 0 && hasEnding(host) && IsReference(text)
}

// isWritten reports whether a URL can be written as text: without white space, quotes, brackets and other characters
// of templates, patterns and code, and with "%" in escapes only.
func isWritten(text []byte) bool {
	for i, c := range text {
		switch {
		case c <= ' ', c == 0x7f:
			return false
		case c == '%':
			if i+2 >= len(text) || !ascii.IsHexDigit(text[i+1]) || !ascii.IsHexDigit(text[i+2]) {
				return false
			}
		case notWritten[c]:
			return false
		case c == 0xe2 && bytes.HasPrefix(text[i:], []byte("…")):
			return false
		}
	}
	return true
}

var notWritten [256]bool

func init() {
	for _, c := range []byte("\"'<>\\^`{|}[]*$") {
		notWritten[c] = true
	}
}

// isNameByte reports whether the name of a file may begin with c.
func isNameByte(c byte) bool {
	return ascii.IsAlphanumeric(c) || c >= 0x80 || c == '_' || c == '-' || c == '.' || c == '%' || c == '~' || c == '@'
}

// cutScheme returns what follows the scheme and the slashes of a URL of the web.
func cutScheme(text []byte) (rest []byte, ok bool) {
	for _, scheme := range []string{"http://", "https://"} {
		if len(text) > len(scheme) && ascii.EqualFold(text[:len(scheme)], scheme) {
			return text[len(scheme):], true
		}
	}
	return nil, false
}

// vocabularies are hosts whose URLs are names of namespaces, types and properties, which nothing loads.
var vocabularies = []string{
	"www.w3.org", "w3.org", "schema.org", "www.schema.org", "ogp.me", "purl.org", "xmlns.com", "rdfs.org", "rdf.data-vocabulary.org", "data-vocabulary.org", "ns.adobe.com",
	"schemas.microsoft.com", "schemas.google.com", "gmpg.org", "json-schema.org", "www.ogp.me", "example.com", "www.example.com",
}

// isHost reports whether text begins with the name of a host, and a path, a query or nothing after it. After a scheme, the
// host may be one of a local network: a name without a dot, or an address.
func isHost(text []byte, afterScheme bool) bool {
	n := HostLen(text)
	host := text[:n]
	for n < len(text) && (text[n] == ':' || ascii.IsDigit(text[n])) {
		n++
	}
	if n < len(text) && text[n] != '/' && text[n] != '?' && text[n] != '#' {
		return false
	}
	dot := bytes.LastIndexByte(host, '.')
	for _, name := range vocabularies {
		if ascii.EqualFold(host, name) {
			return false
		}
	}
	if len(host) == 0 || host[0] == '.' || bytes.Contains(host, []byte("..")) {
		return false
	}
	if afterScheme && (dot > 0 || len(text) > len(host) && bytes.IndexByte([]byte(":/"), text[len(host)]) >= 0) { // scripts add the rest to "http://www"
		return true
	}
	return dot > 0 && len(host)-dot > len(".a") || string(host) == "localhost"
}

// isPath reports whether text, which begins with a slash, looks like a path of a site, and not like a regular
// expression, the name of an ad slot, an end tag or base64.
func isPath(text []byte) bool {
	if !isNameByte(text[1]) && text[1] != '?' || bytes.Contains(text, []byte("/:")) || bytes.Contains(text, []byte("//")) && bytes.IndexByte(text, ':') < 0 {
		return false
	}
	if hasEnding(text) {
		return true
	}
	path := text
	if i := bytes.IndexAny(text, "?#"); i >= 0 {
		path = text[:i]
	}
	digits := 1
	for digits < len(path) && ascii.IsDigit(path[digits]) {
		digits++
	}
	letters := 0
	for _, c := range path {
		if c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z' {
			letters++
		}
	}
	last := path[bytes.LastIndexByte(path, '/')+1:]
	isExpression := bytes.Count(path, []byte("/")) == 2 && len(last) > 0 && len(bytes.Trim(last, "gimsuy")) == 0
	return letters > 1 && digits < len("/12345") && !isExpression && !bytes.ContainsAny(path, "+=,;()!&")
}

// hasEnding reports whether the path of a reference ends like the name of a file that documents refer to.
func hasEnding(text []byte) bool {
	if i := bytes.IndexAny(text, "?#"); i >= 0 {
		text = text[:i]
	}
	dot := bytes.LastIndexByte(text, '.')
	if dot <= 0 || len(text)-dot > len(".xhtml") || text[dot-1] == '/' {
		return false
	}
	var lower [8]byte
	return endings[string(ascii.AppendLower(lower[:0], text[dot+1:]))]
}

// maxHost is the length in bytes of the longest name of a host. The names of the DNS are shorter.
const maxHost = 1024

// HostLen returns the length of the name of a host that text begins with.
func HostLen(text []byte) int {
	n := 0
	for n < min(len(text), maxHost) && (ascii.IsAlphanumeric(text[n]) || text[n] == '-' || text[n] == '.' || text[n] == '_' || text[n] >= 0x80) {
		n++
	}
	return n
}
