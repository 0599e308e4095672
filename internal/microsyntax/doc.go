// Package microsyntax finds the URLs in attribute values and script contents that contain
// several URLs, or a URL among other things.
//
// It only finds URLs: it does not resolve or change them, and it knows no elements.
//
// # Terms
//
// A value is the text of an attribute with its character references decoded, or the content
// of a script element. A span is a half-open range of bytes of the value. Spans are in the
// order of the value and do not overlap. White space is ASCII whitespace: tab, LF, FF, CR
// and space. Other characters that look blank are part of a URL.
//
// A span is the string that the standard passes to the URL parser. That parser strips and
// drops some bytes (see view.URL), and in JSON the span is the content of a string with its
// escapes (see view.JSON). A span may be empty, since the empty string is a URL: the URL of
// the document.
//
// # Grammars
//
//   - [Tokens]: HTML Standard 2.3.7, space-separated tokens (ping, profile,
//     attributionsrc, the archive of object).
//   - [CommaTokens]: the archive of applet, HTML 4.01 section 13.4.
//   - [SemicolonTokens]: the values of an animation, SVG 1.1 section 19.2.9.
//   - [Srcset]: HTML Standard 4.8.4.3, "parse a srcset attribute".
//   - [Bgset]: the bgset plugin of lazysizes.
//   - [Refresh]: HTML Standard 4.2.5.3, "shared declarative refresh steps".
//   - [ImportMap]: HTML Standard 8.1.5, "parse an import map string".
//   - [SpeculationRules]: HTML Standard 7.6.1, "parse a speculation rule set
//     string".
//   - [JSONLD]: JSON-LD 1.1, by a list of keys.
//   - [BlockAttributes]: the block grammar of WordPress, by a list of keys.
//
// Each grammar has a file of its own, except that both kinds of tokens are in tokens.go. json.go moves through JSON for
// the last four.
//
// # Divergences
//
// A URL that a browser parses and then ignores is still found if that is harmless, since a
// later version of the grammar may use it: candidates with unknown descriptors (marked as
// dropped), rules with unknown keys, all of several equal keys in an object. If a browser
// ignores a whole value, such as JSON with a syntax error, no URLs are found. The comment
// of each function has the details.
//
// # Writing
//
// A caller that replaces a span must follow the grammar around it. The new text must not
// contain white space in [Tokens], [Srcset] and [Bgset], a comma in [CommaTokens], a semicolon in
// [SemicolonTokens], or a "|" in [Bgset]. It must not begin or end with a comma in [Srcset] and [Bgset], or begin with
// "[" in [Bgset]. In [Refresh] it must not begin with a quote, or
// contain the quote before the span. A space, a comma or a quote in a URL can be
// percent-encoded. In JSON any text can be written with view.JSON.
//
// # Limits
//
// Time is linear in the value, and nothing is allocated, except that the stack grows with
// the depth of JSON-LD. (Functions such as [Srcset] leave the work to another function, so that the
// compiler inlines them and need not allocate the sequence.) No value makes a function panic. JSON deeper than 10,000 levels
// counts as invalid, as in encoding/json.
package microsyntax
