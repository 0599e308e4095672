package anchors

import (
	"slices"
	"strings"

	"github.com/hrefix/hrefix/internal/ascii"
)

// isQuirks reports whether an HTML document is in quirks mode because of its DOCTYPE (HTML
// Standard sections 13.2.5.53 to 13.2.5.68, and 13.2.6.4.1).
func isQuirks(doctype []byte) bool {
	d, ok := parseDoctype(string(ascii.AppendLower(nil, doctype)))
	switch {
	case !ok || d.name != "html":
		return true
	case d.system == ibmDTD || slices.Contains(quirksIDs, d.public):
		return true
	case !d.hasSystem && (strings.HasPrefix(d.public, "-//w3c//dtd html 4.01 frameset//") || strings.HasPrefix(d.public, "-//w3c//dtd html 4.01 transitional//")):
		return true
	}
	return slices.ContainsFunc(quirksPrefixes, func(p string) bool { return strings.HasPrefix(d.public, p) })
}

// A doctype is the content of a DOCTYPE in lower case.
type doctype struct {
	name, public, system string
	hasSystem            bool
}

// parseDoctype parses a DOCTYPE in lower case, from "<!doctype" to its ">". ok is false if it
// is malformed in a way that forces quirks mode.
func parseDoctype(s string) (d doctype, ok bool) {
	s, closed := strings.CutSuffix(strings.TrimPrefix(s, "<!doctype"), ">")
	s = strings.Trim(s, ascii.Whitespace)
	end := strings.IndexAny(s, ascii.Whitespace)
	if end < 0 {
		return doctype{name: s}, closed
	}
	d.name, s = s[:end], strings.TrimLeft(s[end:], ascii.Whitespace)
	keyword, rest := s[:min(len(s), len("public"))], s[min(len(s), len("public")):]
	switch keyword {
	case "public":
		if d.public, rest, ok = quoted(rest); !ok {
			return d, false
		}
		if rest == "" {
			return d, closed
		}
	case "system":
	default:
		return d, false
	}
	d.system, _, ok = quoted(rest) // the text after the system identifier does not force quirks mode
	d.hasSystem = ok
	return d, ok && closed
}

// quoted returns the text in quotation marks at the start of s, and what follows it.
func quoted(s string) (text, rest string, ok bool) {
	s = strings.TrimLeft(s, ascii.Whitespace)
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", "", false
	}
	text, rest, ok = strings.Cut(s[1:], s[:1])
	return text, strings.TrimLeft(rest, ascii.Whitespace), ok
}

const ibmDTD = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"

// quirksIDs are public identifiers that mean quirks mode.
var quirksIDs = []string{"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"}

// quirksPrefixes are the beginnings of public identifiers that mean quirks mode.
var quirksPrefixes = []string{
	"+//silmaril//dtd html pro v0r11 19970101//",
	"-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
	"-//as//dtd html 3.0 aswedit + extensions//",
	"-//ietf//dtd html 2.0 level 1//",
	"-//ietf//dtd html 2.0 level 2//",
	"-//ietf//dtd html 2.0 strict level 1//",
	"-//ietf//dtd html 2.0 strict level 2//",
	"-//ietf//dtd html 2.0 strict//",
	"-//ietf//dtd html 2.0//",
	"-//ietf//dtd html 2.1e//",
	"-//ietf//dtd html 3.0//",
	"-//ietf//dtd html 3.2 final//",
	"-//ietf//dtd html 3.2//",
	"-//ietf//dtd html 3//",
	"-//ietf//dtd html level 0//",
	"-//ietf//dtd html level 1//",
	"-//ietf//dtd html level 2//",
	"-//ietf//dtd html level 3//",
	"-//ietf//dtd html strict level 0//",
	"-//ietf//dtd html strict level 1//",
	"-//ietf//dtd html strict level 2//",
	"-//ietf//dtd html strict level 3//",
	"-//ietf//dtd html strict//",
	"-//ietf//dtd html//",
	"-//metrius//dtd metrius presentational//",
	"-//microsoft//dtd internet explorer 2.0 html strict//",
	"-//microsoft//dtd internet explorer 2.0 html//",
	"-//microsoft//dtd internet explorer 2.0 tables//",
	"-//microsoft//dtd internet explorer 3.0 html strict//",
	"-//microsoft//dtd internet explorer 3.0 html//",
	"-//microsoft//dtd internet explorer 3.0 tables//",
	"-//netscape comm. corp.//dtd html//",
	"-//netscape comm. corp.//dtd strict html//",
	"-//o'reilly and associates//dtd html 2.0//",
	"-//o'reilly and associates//dtd html extended 1.0//",
	"-//o'reilly and associates//dtd html extended relaxed 1.0//",
	"-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
	"-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
	"-//spyglass//dtd html 2.0 extended//",
	"-//sq//dtd html 2.0 hotmetal + extensions//",
	"-//sun microsystems corp.//dtd hotjava html//",
	"-//sun microsystems corp.//dtd hotjava strict html//",
	"-//w3c//dtd html 3 1995-03-24//",
	"-//w3c//dtd html 3.2 draft//",
	"-//w3c//dtd html 3.2 final//",
	"-//w3c//dtd html 3.2//",
	"-//w3c//dtd html 3.2s draft//",
	"-//w3c//dtd html 4.0 frameset//",
	"-//w3c//dtd html 4.0 transitional//",
	"-//w3c//dtd html experimental 19960712//",
	"-//w3c//dtd html experimental 970421//",
	"-//w3c//dtd w3 html//",
	"-//w3o//dtd w3 html 3.0//",
	"-//webtechs//dtd mozilla html 2.0//",
	"-//webtechs//dtd mozilla html//",
}
