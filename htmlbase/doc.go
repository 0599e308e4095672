// Package htmlbase finds the base URL that an HTML document embeds in its own
// content: the BASE element, layer 3.1 of RFC 1808 section 3, as its section
// 10 describes it and as the HTML Standard section 4.2.3 has it today.
//
// # Rules
//
// The first base element of the HTML namespace that has an href counts, in
// tree order, anywhere in the document; it governs the whole document, links
// before it too. What a browser loads as soon as it meets it, such as an image, has
// been loaded by the base from outside if BASE comes after it: package rewrite knows
// which places these are, and resolves them so in every dialect. A dialect is about
// what a reference and a base give; which base a reference had is a fact, and no
// specification says another one: HTML 4.01 section 12.4 and the HTML Standard section
// 4.2.3 do not allow URLs before BASE. No later BASE element counts, whatever the first says: if no URL
// can be made of it, or it is a data: or javascript: URL, the next layer out
// gives the base; if it is another opaque URL ("mailto:"), the document has no
// base, as browsers have it.
//
// A base element does not count in a comment, in raw text (title, script and so
// on), in a template, in noscript, in SVG or MathML, or where the parser drops it,
// as in a frameset.
//
// # Divergences
//
// A document policy (Content-Security-Policy, base-uri) that forbids BASE is
// not looked at: it says what a page may do in a browser, not where its links
// point to. RFC 1808 section 10 puts BASE into the HEAD of the document only;
// readers have never insisted, and neither does this package.
//
// # Limits
//
// Of the BASE elements that do not count, the first 16 are told.
package htmlbase
