// Package cssscan finds the URLs in the text of CSS, as byte spans. It changes
// nothing and decodes nothing but the names that it has to know.
//
// # Terms
//
// A URL stands in one of three forms: raw, as in url(x), or in a string of
// double or single quotes. Its span is the text of that token, without quotes
// and without the white space around a raw one.
//
// An at-rule is one only at the top of a style sheet, where a rule can begin.
// What comes before its block or semicolon is its prelude.
//
// # Specification
//
// Tokens are those of CSS Syntax Level 3 (of 24 December 2021) section 4. Of
// the structure (section 5) there are the nesting of blocks and functions and
// where the rules at the top begin. URLs are:
//
//   - url() in both forms, wherever it stands, and the string that src()
//     begins with (CSS Values Level 4 section 4.5). Modifiers after the string
//     are none.
//   - The string or url() that @import begins with (CSS Cascade Level 5
//     section 2).
//   - The string that a candidate of image-set() or -webkit-image-set() begins
//     with (CSS Images Level 4, "image-set()"). That of type() is none.
//
// There are none in comments, in other strings (content, format(), local(),
// attr(), url-prefix(), and src='x' in a filter of Internet Explorer), and in
// the preludes of @namespace, whose URL is a name, and of @charset.
//
// # Divergences
//
// A URL is found whether or not a browser goes on to use it: in declarations
// that are invalid, in an @import after other rules, and in the conditions of
// @supports, @container and supports(), where nothing is loaded. A condition
// may compare a custom property with what it says, so both have to change
// alike.
//
// The url() of @document is found too: it is a relative URL like any other,
// unlike the strings of its url-prefix(), domain() and regexp().
//
// A url() may be empty, which names nothing, or a mere fragment, which names a
// part of the document that the CSS is applied to, whatever the base (CSS
// Values Level 4 section 4.5, "Empty URLs" and "Fragment URLs"). Both are
// found, and left to whoever resolves them.
//
// The strings of image() are not found: no browser knows it.
//
// # Limits
//
// Time is linear in the size of the text, and memory does not depend on it.
// Of blocks and functions the outer 256 are known. Beyond that url() and src()
// are found as ever, but no string of image-set() is; and brackets that do not
// match are taken to match, so that what follows may be thought to be at
// another depth.
//
// The text has to be a superset of ASCII in which no byte of a longer
// character is one of ASCII. URLs of text in another charset are found in a
// copy of the same length where such characters are blanked.
package cssscan
