// Package syntax knows the grammars of the values that contain URLs: how to find the URLs
// in a value, and which bytes may be written there.
//
// The grammars come from the HTML Standard and the standards it refers to; packages
// internal/cssscan, internal/jsscan and internal/microsyntax implement them. Package
// places says which values have which grammar.
package syntax

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/cssscan"
	"github.com/hrefix/hrefix/internal/jsscan"
	"github.com/hrefix/hrefix/internal/markup"
	"github.com/hrefix/hrefix/internal/microsyntax"
	"github.com/hrefix/hrefix/internal/view"
)

// A Kind is the grammar of a value that contains URLs.
type Kind uint8

// The kinds.
const (
	URL              Kind = iota // the value is one URL
	LocalURL                     // the value is one URL; a fragment alone refers to a part of the same document
	Link                         // the value is one URL if it looks like a reference: see IsLink
	Tokens                       // URLs separated by whitespace
	CommaTokens                  // URLs separated by commas
	LocalURLs                    // URLs separated by semicolons; a fragment alone refers to a part of the same document
	Srcset                       // image candidate strings
	Bgset                        // sets of image candidate strings, with "|" between them
	Refresh                      // a time, perhaps with a URL
	Task                         // "name=...;action-uri=...;icon-uri=..."
	CURIE                        // a URL, or a name with a prefix
	Declarations                 // CSS declarations, in a style attribute
	CSSValue                     // the CSS value of a presentation attribute
	StyleSheet                   // a CSS style sheet
	ImportMap                    // JSON: an import map
	SpeculationRules             // JSON: speculation rules
	JSONLD                       // JSON: linked data
	BlockAttributes              // JSON: the attributes of a block of WordPress
	Strings                      // JSON: strings that are URLs of a site, or HTML
	ModuleScript                 // JavaScript: a module script
	ClassicScript                // JavaScript: a classic script
	Document                     // an HTML document, in a srcdoc attribute
	Markup                       // HTML in a feed
)

// names are the names of kinds in a row of a place. The names css, html and script are those of several kinds, of which [Parse] picks one.
var names = [...]string{
	URL: "url", LocalURL: "url", Link: "link", Tokens: "urls", CommaTokens: "comma-urls", LocalURLs: "semicolon-urls", Srcset: "srcset", Bgset: "bgset", Refresh: "refresh", Task: "task",
	CURIE: "curie", Declarations: "css", CSSValue: "css", StyleSheet: "css", ImportMap: "import-map",
	SpeculationRules: "speculation-rules", JSONLD: "json-ld", BlockAttributes: "block", Strings: "json",
	ModuleScript: "script", ClassicScript: "script", Document: "html", Markup: "html",
}

// String returns the name of the kind in a row of a place.
func (k Kind) String() string { return names[k] }

// Names returns the names that [Parse] knows.
func Names() []string { return slices.Compact(slices.Clone(names[:])) }

// Parse returns the kind with a name, for the value of an attribute or for the content of an element.
func Parse(name string, ofAttr bool) (k Kind, ok bool) {
	switch {
	case !slices.Contains(names[:], name):
		return 0, false
	case name == "css" && ofAttr:
		return CSSValue, true
	case name == "css":
		return StyleSheet, true
	case name == "script":
		return ClassicScript, true
	case name == "html":
		return Markup, true
	}
	return Kind(slices.Index(names[:], name)), true
}

// A Wrapping is the token around a URL within a value. It decides how the URL is escaped.
type Wrapping uint8

// The wrappings.
const (
	Bare     Wrapping = iota // no token: the URL is written as it is
	InCSS                    // a CSS string or url()
	InJSON                   // a JSON string
	InScript                 // a JavaScript string
)

// A Match is a URL found in a value.
type Match struct {
	Start, End int
	Wrapping   Wrapping
	Imported   bool         // the URL belongs to an @import
	Markup     bool         // HTML, not a URL
	Form       view.CSSForm // the form of the URL if the wrapping is InCSS
	Quote      byte         // the quote if the wrapping is InScript
}

// CSS returns the context in which a CSS value is parsed. ok is false if the value is not CSS.
func (k Kind) CSS() (cssscan.Context, bool) {
	switch k {
	case Declarations:
		return cssscan.Declarations, true
	case CSSValue:
		return cssscan.Value, true
	case StyleSheet:
		return cssscan.Sheet, true
	}
	return 0, false
}

// Matches yields the URLs of a value that is neither CSS nor a script.
func (k Kind) Matches(value []byte) iter.Seq[Match] {
	switch k {
	case Tokens:
		return spans(microsyntax.Tokens(value), Bare)
	case CommaTokens:
		return spans(microsyntax.CommaTokens(value), Bare)
	case LocalURLs:
		return spans(microsyntax.SemicolonTokens(value), Bare)
	case Srcset:
		return candidates(value)
	case Bgset:
		return spans(microsyntax.Bgset(value), Bare)
	case Refresh:
		return one(microsyntax.Refresh(value))
	case Task:
		return spans(taskURIs(value), Bare)
	case CURIE:
		return one(0, len(value), !isName(value))
	case Link:
		return one(0, len(value), IsLink(value))
	case ImportMap:
		return spans(microsyntax.ImportMap(value), InJSON)
	case SpeculationRules:
		return spans(microsyntax.SpeculationRules(value), InJSON)
	case JSONLD:
		return spans(microsyntax.JSONLD(value), InJSON)
	case BlockAttributes:
		return spans(microsyntax.BlockAttributes(value), InJSON)
	case Strings:
		return func(yield func(Match) bool) {
			for s := range microsyntax.Strings(value) {
				if !yield(Match{Start: s.Start, End: s.End, Wrapping: InJSON, Markup: s.Markup}) {
					return
				}
			}
		}
	}
	return one(0, len(value), true)
}

// MayHold reports whether the value of an attribute in text can contain URLs. CSS in an attribute
// has URLs only in functions, so the value must have a "(", or a character reference that may stand
// for a "(".
func (k Kind) MayHold(text []byte, value markup.Span) bool {
	return k != Declarations && k != CSSValue ||
		bytes.IndexByte(text[value.Start:value.End], '(') >= 0 || bytes.IndexByte(text[value.Start:value.End], '&') >= 0
}

// IsImageCSS reports whether a value is CSS. Scripts read some values either as a URL or as CSS: they are CSS if they have
// a CSS function that gives an image.
func IsImageCSS(value []byte) bool {
	for from := 0; ; {
		n := bytes.IndexByte(value[from:], '(')
		if n < 0 {
			return false
		}
		end := from + n
		start := end
		for start > from && (isLetter(rune(value[start-1])) || value[start-1] == '-') {
			start--
		}
		if isImageFunction(value[start:end]) && (start == 0 || bytes.IndexByte([]byte(" \t\r\n\f,:;("), value[start-1]) >= 0) {
			return true
		}
		from = end + 1
	}
}

// isImageFunction reports whether name is the name of a function that gives an image: CSS Images
// Level 4 section 2, with the prefixes of browsers.
func isImageFunction(name []byte) bool {
	lower := string(bytes.TrimPrefix(bytes.ToLower(name), []byte("-webkit-")))
	switch lower {
	case "url", "src", "image", "image-set", "cross-fade", "element", "paint":
		return true
	}
	return strings.HasSuffix(lower, "-gradient")
}

func one(start, end int, ok bool) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		if ok {
			yield(Match{Start: start, End: end})
		}
	}
}

func spans(all iter.Seq2[int, int], w Wrapping) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for start, end := range all {
			if !yield(Match{Start: start, End: end, Wrapping: w}) {
				return
			}
		}
	}
}

func candidates(value []byte) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for c := range microsyntax.Srcset(value) {
			if !yield(Match{Start: c.Start, End: c.End}) {
				return
			}
		}
	}
}

// taskURIs yields the values of action-uri and icon-uri in a list such as
// "name=x;action-uri=y;icon-uri=z".
func taskURIs(value []byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for pos := 0; pos < len(value); {
			end := pos
			for end < len(value) && value[end] != ';' {
				end++
			}
			key, _, ok := bytes.Cut(value[pos:end], []byte("="))
			name := string(bytes.ToLower(bytes.TrimSpace(key)))
			if ok && (name == "action-uri" || name == "icon-uri") && !yield(pos+len(key)+1, end) {
				return
			}
			pos = end + 1
		}
	}
}

// Reads reports whether readers interpret target as a URL in a value of this kind. In an
// import map, for example, they interpret some strings as names. target is not escaped.
func (k Kind) Reads(target []byte) bool {
	switch k {
	case CURIE:
		return !isName(target)
	case Link:
		return IsLink(target)
	case ImportMap, ModuleScript, ClassicScript:
		return microsyntax.IsSpecifierText(target)
	case JSONLD:
		return microsyntax.IsJSONLDText(target)
	case Strings:
		return microsyntax.IsURLString(target)
	}
	return true
}

// isName reports whether the value of an RDFa attribute is a name: a safe
// CURIE or a blank node (RDFa Core 1.1 section 7.4).
func isName(value []byte) bool {
	value = bytes.TrimLeft(value, " \t\r\n\f")
	return bytes.HasPrefix(value, []byte("[")) || bytes.HasPrefix(value, []byte("_:"))
}

// Misreads reports whether url, at its place in a value, would begin with what the grammar reads as a separator, a quote
// or a keyword. An absolute URL never does.
func (k Kind) Misreads(url []byte) bool {
	switch {
	case k == Refresh:
		return strings.IndexByte("\"',;", url[0]) >= 0 || len(url) >= 3 && strings.EqualFold(string(url[:3]), "url")
	case k == Bgset:
		return url[0] == ',' || url[0] == '['
	case k.Splits():
		return url[0] == ','
	}
	return false
}

// IsURL reports whether a value is one URL.
func (k Kind) IsURL() bool { return k == URL || k == LocalURL }

// IsLocal reports whether a fragment alone refers to a part of the document that contains
// it, whatever the base is: CSS Values 4 section 4.5.1, SVG 2 section 16.1.6.
func (k Kind) IsLocal() bool {
	switch k {
	case LocalURL, LocalURLs, Declarations, CSSValue, StyleSheet:
		return true
	}
	return false
}

// Splits reports whether a value is a list, which is split at white space, commas, semicolons or bars.
func (k Kind) Splits() bool {
	return k == Tokens || k == CommaTokens || k == LocalURLs || k == Srcset || k == Bgset
}

// OfScripts reports whether the value is a script, or controls what scripts load.
func (k Kind) OfScripts() bool {
	switch k {
	case ImportMap, SpeculationRules, ModuleScript, ClassicScript:
		return true
	}
	return false
}

// MaxMatches returns the maximum number of URLs in a value of n bytes, without the URLs of a
// document in a feed.
func (k Kind) MaxMatches(n int) int {
	switch k {
	case Markup: // markup is a document of its own, whose sites are counted there
		return 0
	case URL, LocalURL, Link, CURIE, Refresh:
		return 1
	case Declarations, CSSValue, StyleSheet:
		return n/4 + 1
	}
	return n/2 + 1
}

// Goal returns the goal symbol by which a script is parsed. ok is false if the value is not a
// script.
func (k Kind) Goal() (goal jsscan.Goal, ok bool) {
	switch k {
	case ModuleScript:
		return jsscan.Module, true
	case ClassicScript:
		return jsscan.Script, true
	}
	return 0, false
}
