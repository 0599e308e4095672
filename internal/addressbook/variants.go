package addressbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/urltext"
)

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
