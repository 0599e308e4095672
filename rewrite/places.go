package rewrite

import "strings"

// A place is where a URL can stand in an HTML document: an attribute of some
// elements, and how its value is to be read.
type place struct {
	elements string // space-separated; "*" is every HTML element
	attrs    string // space-separated
	syntax   syntax
	against  against
	empty    emptyRule
}

// A syntax is the grammar of an attribute value.
type syntax uint8

const (
	single syntax = iota // one URL
	tokens               // URLs separated by white space
)

// against says which base a place's references are resolved against.
type against uint8

const (
	document against = iota // the base of the document
	fallback                // its base but for BASE elements: BASE itself, and manifest
	codebase                // the document's, unless the element has a codebase attribute
)

// An emptyRule says what an empty value means.
type emptyRule uint8

const (
	emptyLeft     emptyRule = iota // the standard wants a URL that is not empty
	emptyResolves                  // the document itself
)

// places are the attributes that hold URLs, by element: HTML Standard section
// 4 (valid and obsolete attributes alike), HTML 4.01 and what browsers before
// it invented.
var places = []place{
	{"a area", "href", single, document, emptyResolves},
	{"link", "href", single, document, emptyLeft},
	{"base", "href", single, fallback, emptyResolves},
	{"img image", "src lowsrc", single, document, emptyLeft},
	{"img", "dynsrc", single, document, emptyLeft},
	{"script iframe frame embed source track", "src", single, document, emptyLeft},
	{"input", "src dynsrc", single, document, emptyLeft},
	{"audio video", "src poster", single, document, emptyLeft},
	{"form isindex", "action", single, document, emptyLeft},
	{"button input", "formaction", single, document, emptyLeft},
	{"blockquote q ins del", "cite", single, document, emptyResolves},
	{"object", "data", single, codebase, emptyLeft},
	{"body table thead tbody tfoot tr td th", "background", single, document, emptyLeft},
	{"img iframe frame", "longdesc", single, document, emptyResolves},
	{"head", "profile", tokens, document, emptyLeft},
	{"html", "manifest", single, fallback, emptyLeft},
	{"*", "itemid", single, document, emptyLeft},
	{"command menuitem", "icon", single, document, emptyLeft},
	{"bgsound fig overlay xml", "src", single, document, emptyLeft},
	{"layer ilayer", "src background", single, document, emptyLeft},
	{"embed", "pluginspage href", single, document, emptyLeft},
	{"model portal fencedframe", "src", single, document, emptyLeft},
	{"a img script", "attributionsrc", tokens, document, emptyLeft},
}

// A placeIndex finds the place of an attribute: by its name, then by the name
// of the element.
type placeIndex map[string]map[string]*place

var htmlPlaces = indexPlaces(places)

func indexPlaces(list []place) placeIndex {
	idx := make(placeIndex)
	for i := range list {
		for _, attr := range strings.Fields(list[i].attrs) {
			if idx[attr] == nil {
				idx[attr] = make(map[string]*place)
			}
			for _, element := range strings.Fields(list[i].elements) {
				idx[attr][element] = &list[i]
			}
		}
	}
	return idx
}

// longestName is the length of the longest attribute or element name that
// places knows of.
const longestName = len("attributionsrc")

// attr returns the element table of the attribute called name, and its name in
// lower case.
func (idx placeIndex) attr(name []byte) (elements map[string]*place, attr string) {
	var buf [longestName]byte
	if len(name) > longestName {
		return nil, ""
	}
	elements = idx[string(lower(buf[:0], name))]
	if elements == nil {
		return nil, ""
	}
	return elements, string(lower(buf[:0], name))
}

// lower appends s to dst, its ASCII letters in lower case.
func lower(dst, s []byte) []byte {
	for _, c := range s {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}
