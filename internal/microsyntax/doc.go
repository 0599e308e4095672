// Package microsyntax finds the URLs in attribute values and script contents
// that hold several of them, or one among other things.
//
// It says where the URLs are, and nothing else: it neither resolves nor
// changes them, and it knows no elements.
//
// # Terms
//
// A value is the text of an attribute after its character references are
// decoded, or the content of a script element. A span is a half-open range of
// bytes of the value. Spans come in the order of the value, inside of it, and
// they do not overlap. White space is ASCII white space: tab, LF, FF, CR and
// space; other characters that look blank belong to the URL.
//
// A span is the string that the standard hands to the URL parser. That parser
// strips and drops some bytes (view.URL), and in JSON the span is the content
// of a string with its escapes (view.JSON): put these views on top of it. A
// span may be empty: an empty string is a URL, that of the document.
//
// # Grammars
//
//   - [Tokens]: HTML Standard 2.3.7, space-separated tokens (ping, profile,
//     attributionsrc, the archive of object).
//   - [CommaTokens]: the archive of applet, HTML 4.01 section 13.4.
//   - [Srcset]: HTML Standard 4.8.4.3, "parse a srcset attribute".
//   - [Refresh]: HTML Standard 4.2.5.3, "shared declarative refresh steps".
//   - [ImportMap]: HTML Standard 8.1.5, "parse an import map string".
//   - [SpeculationRules]: HTML Standard 7.6.1, "parse a speculation rule set
//     string".
//   - [JSONLD]: JSON-LD 1.1, by a list of keys.
//
// # Divergences
//
// What a parser finds and then ignores is told all the same where nobody can
// be hurt by it, since a later version of the grammar may read it: candidates
// with unknown descriptors (marked as dropped), rules with unknown keys, all
// but the last of equal keys in an object. A whole that a browser throws away,
// like JSON with a syntax error, has no URLs. The comment of each function says
// which is which.
//
// # Writing
//
// Whoever replaces a span has to keep to the grammar around it. The new text
// must not contain white space in [Tokens] and [Srcset], nor a comma in
// [CommaTokens], nor begin or end with a comma in [Srcset], nor contain the
// quote before a span of [Refresh], nor begin with a quote there. A space,
// a comma or a quote in a URL can be written as a percent-encoded byte. In
// JSON everything can be written, by view.JSON.
//
// # Limits
//
// Time is linear in the value, and nothing is allocated, but the stack grows
// with the depth of JSON-LD. No value makes a function panic. JSON deeper than
// 10,000 levels counts as invalid, as in encoding/json.
package microsyntax
