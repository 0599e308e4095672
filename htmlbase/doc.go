// Package htmlbase finds the base URL in the content of an HTML document: the
// BASE element. This is layer 3.1 of RFC 1808 section 3, described in its section
// 10 and in the HTML Standard section 4.2.3.
//
// [Find] scans a document. A program that parses HTML itself gives the BASE
// elements to a [Finder], which decides which one counts.
//
// # Rules
//
// The first base element of the HTML namespace with an href attribute counts, in
// tree order, anywhere in the document. It applies to the whole document, also to
// links before it. The base that it gives is decided by package base:
//
//   - If its URL is not valid, or is a data: or javascript: URL, the next outer
//     layer gives the base.
//   - If its URL is opaque, such as "mailto:a@b", the document has no base.
//
// Later BASE elements do not count in any case.
//
// A base element does not count in a comment, in raw text such as title and
// script, in a template, in noscript, in SVG or MathML, or where the HTML parser
// drops it, as in a frameset.
//
// Browsers load some references, such as images, when they parse them. If a BASE
// element follows, they have loaded them by the outer base. The package rewrite
// resolves these references by the outer base too, in every dialect. HTML 4.01
// section 12.4 and the HTML Standard section 4.2.3 do not allow URLs before BASE.
//
// # Divergences
//
// A Content-Security-Policy that forbids BASE (base-uri) is ignored. It restricts
// what a page may do in a browser, not what its links mean. RFC 1808 section 10
// allows BASE only in the HEAD of a document. Browsers accept it anywhere, and so
// does this package.
//
// # Limits
//
// Of the BASE elements that do not count, the first 16 are reported.
package htmlbase
