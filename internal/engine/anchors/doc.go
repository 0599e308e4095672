// Package anchors finds the names in a document that the fragment of a URL can lead to.
//
// # Terms
//
// An anchor is an element with an id, or an A element with a name. With [Maps] and [Marks], a [Finder] finds
// other things instead.
//
// # Specification
//
// The HTML Standard, section 7.4.6.4 (the indicated part of a document), and the DOM Standard,
// section 4.9 (the id of an element of any namespace). In doubt, the package does what Chromium does:
//
//   - The id attribute has no namespace. xml:id (xml:id Version 1.0) is an id only on elements of
//     namespaces that browsers do not know.
//   - Only A elements of HTML and XHTML have names that count. In a document in quirks mode, the
//     name matches in any case of ASCII letters, the id does not.
//   - What the parser makes no element of has no anchor, nor has the content of a template. The
//     content of noscript has no anchors in HTML, but may have some in XHTML.
//   - White space in a value counts.
//
// # Divergences
//
// Elements that a script adds or removes are not known, and neither are those that a frameset
// tag removes. A form within a form counts as an element, and so does what HTML does not allow in
// a select element. An anchor in a document within the document (srcdoc) is none of the document.
//
// # Limits
//
// Time is linear in the size of the text. The scanners need the most memory. A [Set]
// takes at most 100 bytes for each name.
package anchors
