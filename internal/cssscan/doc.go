// Package cssscan finds the URLs in CSS text, as byte spans. It changes nothing, and
// decodes only the names of functions and at-rules.
//
// # Terms
//
// A URL has one of three forms: raw, as in url(x), a string in double quotes, or a string
// in single quotes. Its span is the text of that token, without quotes and without the
// white space around a raw URL.
//
// At-rules are recognized only at the top of a style sheet, where a rule can begin. The
// prelude of an at-rule is the text before its block or semicolon.
//
// # Specification
//
// Tokens are the tokens of CSS Syntax Level 3 (of 24 December 2021) section 4. Of its grammar
// (section 5) only the nesting of blocks and functions and the starts of the top-level
// rules are read. URLs are:
//
//   - url() in both forms, everywhere, and the string that src() begins with (CSS Values Level 4
//     section 4.5). Modifiers after the string are not URLs.
//   - The string or url() that @import begins with (CSS Cascade Level 5 section 2).
//   - The string that a candidate of image-set() or -webkit-image-set() begins with (CSS Images
//     Level 4, "image-set()"). The string of type() is not a URL.
//
// Text in comments and other strings (content, format(), local(), attr(), url-prefix(), and
// src='x' in a filter of Internet Explorer) is not a URL. Nor is the prelude of @namespace,
// whose URL is only a name, or of @charset.
//
// # Divergences
//
// A URL is found even if a browser does not use it: in invalid declarations, in an @import
// after other rules, and in the conditions of @supports, @container and supports(), where
// nothing is loaded. A condition may compare a custom property with its value, so both have
// to change in the same way.
//
// The url() of @document is found too: it is a relative URL like any other, unlike the
// strings of url-prefix(), domain() and regexp().
//
// A url() may be empty, which refers to nothing, or a fragment only, which refers to a part
// of the document that the CSS is applied to, independent of the base (CSS Values Level 4
// section 4.5, "Empty URLs" and "Fragment URLs"). Both are found; the caller decides what
// to do with them.
//
// The strings of image() are not found, since no browser supports image().
//
// # Limits
//
// Time is linear in the size of the text, and memory does not depend on it. Only the outer
// 256 blocks and functions are tracked. Deeper inside, url() and src() are still found, but
// strings of image-set() are not. There, all closing brackets are taken to match, so that
// the depth of what follows may be wrong.
//
// The text is in UTF-8, or in another encoding in which ASCII bytes are always ASCII
// characters.
package cssscan
