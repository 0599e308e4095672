// Package htmlscan finds the tags of HTML text, and their attributes, as byte
// spans. It changes nothing and decodes nothing: whoever edits the text needs
// to know where things are, and what a browser makes of them.
//
// # Terms
//
// A token is a piece of the text: text, a tag, a comment and so on. The spans
// of all tokens, one after the other, are the text. A start tag is ignored if
// a browser makes no element of it. Raw text is the content of elements like
// script, which holds no markup. Foreign elements are those of SVG and MathML.
// A fostered element stands inside a table in the text, but before it in the
// tree.
//
// # Specification
//
// The HTML Standard as of 2026: section 13.2.5 (tokenization) and 13.2.6 (tree
// construction), with scripting on. Of the tree there are only the stack of
// open elements, the list of active formatting elements and the insertion
// mode. They say of a start tag which namespace its element is in, whether it
// has one at all, whether that is in a template, and whether its content is
// raw text.
//
// For whoever looks for the first element of a kind, source order is not tree
// order: [Scanner.Place] orders elements as the tree does, and [Token.Dropped]
// tells which elements a frameset tag throws away. Inside templates places
// mean nothing.
//
// # Skimming
//
// [Scanner.Skim] is for whoever wants only tags with certain attributes, and the
// tree for BASE and frames alone. Such a scanner builds the tree later, up to the
// tag that needs it; skim.go tells why that comes to the same. No byte is read
// more than a few times. Where "<" and quotation marks are, internal/simd tells.
//
// Most tags have no attributes, and most attributes are in quotation marks: such are
// scanned by functions that do nothing else and call none (passBare in bare.go, plainAttrs
// in tag.go). What is unlike in any way is left to those that have the whole grammar.
//
// # Divergences
//
// Spans are over the text as it is: CR is white space, and NUL part of a name.
//
// A tag that the end of the text cuts off is text. "</>" is a comment.
//
// The content of noscript is raw text or markup, as the reader has scripts on
// or off. Here it ends where the raw text ends, and is markup up to there:
// comments and elements in it end with it.
//
// A document is in quirks mode if it has no DOCTYPE, whatever a DOCTYPE says.
// The mode only reports whether a table closes a p element.
//
// The end tags "</p>" and "</br>" may make elements; such have no start tag,
// and are not told.
//
// The list of active formatting elements compares attributes as written.
//
// # Limits
//
// Time is linear in the size of the text, and memory in the depth and in the
// attributes of a tag, of which 10,000 are kept, and of the others those that
// are wanted: the first of each name, 1,000 at most.
//
// The stack holds 512 elements, as deep as browsers nest them. When it is
// full, its older half loses those elements that bound nothing (span, div and
// the like, never table parts, templates or foreign elements), and if that is
// too little, all but html and body. A late end tag of a lost element has no
// effect.
//
// The list of active formatting elements holds 64 elements since the last
// marker, and 1024 in all; beyond that the oldest go.
package htmlscan
