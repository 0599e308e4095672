package addressbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
	"github.com/hrefix/hrefix/internal/urltext"
)

// Characters that are not escaped in URLs (RFC 3986 sections 3.3 and 3.4).
const (
	pchars     = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@"
	queryChars = pchars + "/?"
)

// encode returns s with all bytes but the bytes of the set percent-encoded.
func encode(s, set string) string {
	return urltext.Encode(s, func(c byte) bool { return strings.IndexByte(set, c) < 0 })
}

// encodeName returns the name of a file as a segment of a URL.
func encodeName(name string) string { return encode(name, pchars) }

// encodePath returns a path in a tree as segments of a URL.
func encodePath(path string) string { return encode(path, pchars+"/") }

// encodeKeeping does what encode does, but keeps existing escapes.
func encodeKeeping(name, set string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(name, '%')
		if i < 0 {
			return b.String() + encode(name, set)
		}
		b.WriteString(encode(name[:i], set))
		if name = name[i:]; urltext.IsEscape(name) {
			b.WriteString(name[:3])
			name = name[3:]
		} else {
			b.WriteString("%25")
			name = name[1:]
		}
	}
}

// decodeNames decodes a path of URL segments. ok is false if a segment cannot be the name of a
// file, such as "..". Empty segments before the last segment are left out, as in walk.
func decodeNames(path string) (names string, ok bool) {
	segments := strings.Split(path, "/")
	last := len(segments) - 1
	all := segments[:0]
	for i, s := range segments {
		if s == "" && i < last {
			continue
		}
		if s = urltext.Decode(s); !isName(s) {
			return "", false
		}
		all = append(all, s)
	}
	return strings.Join(all, "/"), true
}

// isName reports whether s can be a single name of a file.
func isName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/\x00")
}

// unreserved are characters whose escapes mean the same as the characters: RFC 3986 section
// 6.2.2.2. The dot is left out, since "%2E." is not "..".
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~"

// Normal returns the normal form of a URL: see [AppendNormal]. It is "" if the URL has no net_loc.
func Normal(url string) (_ string, ok bool) {
	var room [256]byte
	normal, ok := AppendNormal(room[:0], url)
	if string(normal) == url {
		return url, ok // nothing is allocated
	}
	return string(normal), ok
}

// AppendNormal appends the form of a URL in which it is compared: RFC 3986 section 6.2.2, with the
// default port left out, and with escapes for all characters that a URL cannot have. A fragment gets the same form
// as a path. If the URL has no net_loc, ok is false, and nothing is appended.
func AppendNormal[T string | []byte](dst []byte, url T) (_ []byte, ok bool) {
	dst, rest, ok := urltext.AppendSite(dst, url)
	if !ok {
		return dst, false
	}
	if len(rest) == 0 || rest[0] != '/' {
		dst = append(dst, '/')
	}
	for inFragment := false; len(rest) > 0; {
		n := 0
		for n < len(rest) && isNormal[rest[n]] {
			n++
		}
		if dst, rest = append(dst, rest[:n]...), rest[n:]; len(rest) == 0 {
			break
		}
		c, taken := rest[0], 1
		if urltext.IsEscape(rest) {
			c, taken = ascii.HexByte(rest[1], rest[2]), 3
		}
		switch {
		case taken == 3 && strings.IndexByte(unreserved, c) >= 0:
			dst = append(dst, c)
		case taken == 1 && c == '#' && !inFragment:
			dst, inFragment = append(dst, c), true
		default:
			e := urltext.Escape(c)
			dst = append(dst, e[:]...)
		}
		rest = rest[taken:]
	}
	return dst, true
}

// isNormal has the bytes that the part of a URL after the net_loc has in its normal form, besides escapes and "#".
var isNormal = func() (set [256]bool) {
	for _, c := range []byte(queryChars) {
		set[c] = true
	}
	return set
}()

// The names of the rules that users can give. They say which program wrote the names of files.
const (
	AdjustExtension = "adjust-extension" // wget -E
	windowsNames    = "windows"          // wget --restrict-file-names=windows
	escapedNames    = "escaped"          // names with the escapes of the URL
	plainNames      = "none"             // no program changed names, though some look like it
)

// NameRules returns the rules of Options.Names.
func NameRules() []string { return []string{AdjustExtension, windowsNames, escapedNames, plainNames} }

// nameRules are the rules that give files their URLs, in addition to the rules that always count.
type nameRules struct{ clean, extension, windows, escaped, plain bool }

// parseNameRules returns the rules with these names.
func parseNameRules(names []string) (r nameRules, err error) {
	for _, name := range names {
		switch name {
		case AdjustExtension:
			r.extension = true
		case windowsNames:
			r.windows = true
		case escapedNames:
			r.escaped = true
		case plainNames:
			r.plain = true
		default:
			return r, fmt.Errorf("names: %q is not known: give %s", name, strings.Join(NameRules(), ", "))
		}
	}
	return r, nil
}

// A variant is a name that a file may have for a segment of a URL.
type variant struct {
	name string
	rule Rule
}

// variantList are variants with different names.
type variantList []variant

// add adds a name that no variant has, if a file can have it.
func (l *variantList) add(name string, rule Rule) {
	if isName(name) && !slices.ContainsFunc(*l, func(v variant) bool { return v.name == name }) {
		*l = append(*l, variant{name, rule})
	}
}

// variants returns the names for a segment: first the decoded segment, then the names that wget and
// other programs write. Names that no file can have are left out.
func variants(segment string) []variant {
	decoded := urltext.Decode(segment)
	all := make(variantList, 0, 4)
	all.add(decoded, RuleName)
	if decoded == "." || decoded == ".." || strings.IndexByte(decoded, 0) >= 0 {
		return nil
	}
	all.add(wgetName(decoded), RuleWget)
	all.add(oldWgetName(decoded), RuleWget)
	all.add(segment, RuleEscaped)
	all.add(windowsName(decoded), RuleWindows)
	return all
}

// queryVariants returns the names for a segment with a query.
func queryVariants(stem, query string) []variant {
	name, decoded := urltext.Decode(stem), urltext.Decode(query)
	if name == "." || name == ".." || strings.IndexByte(name+decoded, 0) >= 0 {
		return nil
	}
	all := make(variantList, 0, 8)
	all.add(name+"?"+strings.ReplaceAll(decoded, "/", "%2F"), RuleName)
	all.add(name+"?"+query, RuleName)
	all.add(wgetName(name+"?"+decoded), RuleWget)
	all.add(oldWgetName(name+"?"+decoded), RuleWget)
	all.add(windowsName(name)+"@"+windowsName(decoded), RuleWindows)
	for _, mark := range []string{"%3F", "%3f"} {
		all.add(name+mark+query, RuleEscaped)
		all.add(stem+mark+query, RuleEscaped)
		all.add(name+mark+decoded, RuleEscaped)
	}
	return all
}

// wgetName returns a name as wget writes it: append_uri_pathel in its url.c.
func wgetName(name string) string {
	return urltext.Encode(name, func(c byte) bool { return c == '/' || c < 0x20 || c == 0x7f })
}

// oldWgetName returns a name as wget writes it in a locale other than UTF-8.
func oldWgetName(name string) string {
	return urltext.Encode(name, func(c byte) bool { return c == '/' || c < 0x20 || 0x7f <= c && c < 0xa0 })
}

// windowsName returns a name as wget writes it for Windows.
func windowsName(name string) string {
	return urltext.Encode(name, func(c byte) bool {
		return c < 0x20 || c == 0x7f || strings.IndexByte(`/\|:?"*<>`, c) >= 0
	})
}
