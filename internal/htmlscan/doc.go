// Package htmlscan finds the tags of HTML text and their attributes, as byte spans,
// together with the elements that a browser would make of them. It changes nothing and
// decodes nothing.
//
// # Terms
//
// A token is a piece of the text: character data, a tag, a comment and so on. The spans of
// all tokens, one after the other, are the text. A start tag is ignored if a browser makes
// no element of it. Raw text is the content of elements such as script, which contains no
// markup. Foreign elements belong to SVG and MathML. A fostered element is inside a
// table in the text, but before it in the tree.
//
// # Specification
//
// The HTML Standard as of 2026: section 13.2.5 (tokenization) and 13.2.6 (tree
// construction), with scripting on. Of the tree, the scanner keeps only the stack of open
// elements, the list of active formatting elements and the insertion mode. They determine
// for each start tag whether it makes an element, the element's namespace, whether it is in
// a template, and whether its content is raw text.
//
// Source order is not tree order. Callers that look for the first element of a kind compare
// elements by [Scanner.Place], which follows the tree, and use [Token.Dropped] for the
// elements that a frameset tag removes. Inside templates places have no meaning.
//
// # Skimming
//
// [Scanner.Skim] is for callers that want only tags with certain attributes, and need the
// tree only for BASE elements and frames. Such a scanner builds the tree later, up to the
// tag that needs it; skim.go explains why the result is the same. No byte is read more than
// a few times. internal/simd finds "<" and quotation marks.
//
// Most tags have no attributes, and most attribute values are in quotation marks. Functions
// that do nothing else and make no calls scan those (passBare in bare.go, plainAttrs in
// tag.go). They leave everything else to the functions that have the full grammar.
//
// # Divergences
//
// Spans refer to the text as it is: CR is white space, and NUL is part of a name.
//
// A tag that is cut off at the end of the text is text. "</>" is a comment.
//
// The content of noscript is raw text or markup, depending on whether the reader runs
// scripts. Here it ends where the raw text ends, and is read as markup up to there.
// Comments and elements inside it end with it.
//
// A document is in quirks mode if it has no DOCTYPE; the content of a DOCTYPE is not
// checked. The mode matters only for whether a table closes a p element.
//
// The end tags "</p>" and "</br>" may make elements. Such elements have no start tag, and
// are not reported.
//
// The list of active formatting elements compares attributes as written.
//
// # Limits
//
// Time is linear in the size of the text. Memory is linear in the depth and in the
// attributes of a tag. Of those 10,000 are kept; of the rest only wanted ones, the first of
// each name and at most 1,000.
//
// The stack holds 512 elements, as many as browsers nest. When it is full, the elements in
// its older half that bound no scope (span, div and the like, but never table parts,
// templates or foreign elements) are dropped. If that is not enough, all but html and body
// are. An end tag of a dropped element has no effect.
//
// The list of active formatting elements holds 64 elements since the last marker, and 1024
// in all. Beyond that the oldest are dropped.
package htmlscan
