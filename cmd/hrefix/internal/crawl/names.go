package crawl

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// The limits of names, in bytes. File systems have 255 for a name, and most programs 4096 for a
// path. A name may get a number, and a path is in the directory of the user.
const (
	maxName = 200
	maxDirs = 600 // the length of all directories in a path
)

// locate returns where the file of the URL with a key is, before names that collide get numbers: its directory, with
// a slash at its end, and its name.
func locate(key string, kind Kind) (dir, name string) {
	host, path, query := splitURL(key)
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	last := len(segments) - 1
	return dirName(host, segments[:last]), fileName(segments[last], query, kind)
}

// splitURL splits the key of a URL. The host is as wget writes it for Windows: "+" comes before
// the port. The user is left out.
func splitURL(key string) (host, path, query string) {
	_, rest, _ := strings.Cut(key, "//")
	rest, query, asked := strings.Cut(rest, "?")
	host, path, _ = strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	if colon := strings.LastIndexByte(host, ':'); colon > strings.LastIndexByte(host, ']') {
		host = host[:colon] + "+" + host[colon+1:]
	}
	if asked {
		query = "?" + query
	}
	return host, path, query
}

// dirName returns the path of the directory for the segments of a URL path. Empty segments have no
// directory. The part after the maximum length is replaced by its hash.
func dirName(host string, segments []string) string {
	dir := shorten(safe(host), "") + "/"
	for i, s := range segments {
		if s == "" {
			continue
		}
		name := shorten(safe(urltext.Decode(s)), "")
		if len(dir)+len(name) > maxDirs {
			return dir + "~" + hash(strings.Join(segments[i:], "/")) + "/"
		}
		dir += name + "/"
	}
	return dir
}

// fileName returns the name of a file by wget's rules for Windows: "@" comes before the query, and a
// slash in it is escaped.
func fileName(segment, query string, kind Kind) string {
	name := urltext.Decode(segment)
	if name == "" { // the URL ends in a slash
		if name = kind.extended("index"); kind == Other {
			name = "index.html"
		}
	}
	if query != "" {
		name += "@" + urltext.Decode(query[1:])
	}
	name = kind.extended(name)
	return shorten(safe(name), extension(name))
}

// safe returns name with some characters percent-encoded. The result is valid in the file systems of all
// systems, is not hidden, cannot be taken for a flag, and has no characters that are invisible or reorder text.
func safe(name string) string {
	if isPlain(name) && !isDevice(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		_, size := utf8.DecodeRuneInString(name[i:])
		if isSafe(r, size) && !((r == '.' || r == '-') && i == 0) && !((r == '.' || r == ' ') && i == len(name)-1) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(name[i : i+size]) {
			e := urltext.Escape(c)
			b.Write(e[:])
		}
	}
	out := b.String()
	switch {
	case out == "":
		return "~"
	case !isDevice(out):
		return out
	}
	e := urltext.Escape(out[0])
	return string(e[:]) + out[1:]
}

// isPlain reports whether a name has only letters, digits and some other characters of ASCII, and
// begins and ends with a letter or digit, as most names do.
func isPlain(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		inner := 0 < i && i < len(name)-1 && (c == '.' || c == '-')
		if !ascii.IsAlphanumeric(c) && !inner && c != '_' && c != '@' && c != '=' && c != '&' {
			return false
		}
	}
	return name != ""
}

// The format characters that spellings of some languages need.
const nonJoiner, joiner = '\u200c', '\u200d'

// isSafe reports whether names can have a character, which takes size bytes.
func isSafe(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size == 1, unicode.IsControl(r), r == '\u2028', r == '\u2029':
		return false
	case unicode.Is(unicode.Cf, r) && r != joiner && r != nonJoiner: // U+202E reverses what follows
		return false
	}
	return strings.IndexByte(`/\:*?"<>|`, byte(r)) < 0 || r >= utf8.RuneSelf
}

// isDevice reports whether a name is the name of a device on Windows, such as "con.html".
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	if len(stem) < len("CON") || len(stem) > 20 {
		return false
	}
	stem = strings.ToUpper(stem)
	switch stem = strings.TrimRight(stem, " "); stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$", "CONFIG$", "KEYBD$", "SCREEN$", "$IDLE$":
		return true
	}
	port, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		port, ok = strings.CutPrefix(stem, "LPT")
	}
	return ok && strings.Contains("0 1 2 3 4 5 6 7 8 9 ¹ ² ³", port) && port != "" && port != " "
}

// shorten cuts a name that is too long, and puts its hash and the extension at its end.
func shorten(name, extension string) string {
	if len(name) <= maxName {
		return name
	}
	end := "~" + hash(name) + extension
	n := maxName - len(end)
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n] + end
}

// hash returns the beginning of the SHA-256 of a text, in hex digits.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// extension returns the extension of a name, or "" if it has no extension that programs may know.
func extension(name string) string {
	ext := path.Ext(name)
	if len(ext) < 2 || len(ext) > 10 || len(ext) == len(name) {
		return ""
	}
	for _, c := range ext[1:] {
		if c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return ""
		}
	}
	return ext
}

// numbered returns the nth name of files that would have the same name. The first name has no
// number.
func numbered(name string, n uint32) string {
	if n < 2 {
		return name
	}
	ext := extension(name)
	return strings.TrimSuffix(name, ext) + "~" + strconv.FormatUint(uint64(n), 10) + ext
}

// A caseFolder folds paths: paths with the same folded form lead to one file on some systems.
type caseFolder struct{ cases.Caser }

// newCaseFolder returns a caseFolder. It must not be used by several goroutines.
func newCaseFolder() caseFolder { return caseFolder{cases.Fold()} }

// fold returns the form of a path that does not depend on case and on how accents are encoded.
func (f caseFolder) fold(path string) string {
	isASCII, upper := true, false
	for i := 0; i < len(path); i++ {
		isASCII = isASCII && path[i] < utf8.RuneSelf
		upper = upper || 'A' <= path[i] && path[i] <= 'Z'
	}
	switch {
	case isASCII && !upper:
		return path
	case isASCII:
		return strings.ToLower(path)
	}
	return norm.NFD.String(f.String(norm.NFD.String(path)))
}
