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
// # Parts
//
// A [Scanner] has three parts. All follow the HTML Standard as of 2026, with scripting on.
//
// The tokenizer (section 13.2.5) splits the text: scanner.go has the loop, token.go the
// result, markup.go what may follow "<", tag.go attributes, tagname.go and names.go the names
// of tags, rawtext.go content that is not markup, and noscript.
//
// The scanner passes each tag and each text to the tree (section 13.2.6). It keeps no nodes, only
// the stack of open elements (treestack.go), the list of active formatting elements
// (treeformatting.go) and the insertion mode. They determine for each start tag whether it
// makes an element, in which namespace and place, whether it is in a template, and
// whether raw text follows. tree.go chooses the rules of the mode: treehead.go,
// treebody.go, treetable.go and, for character data, treetext.go. In SVG and MathML
// the rules of treeforeign.go come first.
//
// The skimmer replaces the tree for callers that want only certain attributes: skim.go has
// its loop and its rules for tags, skimrules.go its tables, skimbare.go the tags that it skips
// without a call.
//
// # How the parts work together
//
// The tokenizer asks two questions whose answers depend on the tags before: is the content of this
// element raw text, and is this "<![CDATA[" in foreign content? Without skimming, the tree
// answers both.
//
// Callers ask the tree one more question: which BASE element is the first? Source order is
// not tree order, since elements can be fostered, and a frameset tag can remove the body with all
// its elements. So callers compare elements by [Scanner.Place], which follows the tree, and
// use [Token.Dropped] for the elements that are removed. Inside templates places have no meaning.
//
// For other elements the tree hardly matters: a browser may ignore a tag or move its element,
// but it loads what the attributes name. So [Scanner.Skim] leaves the tree behind where it is,
// and the skimmer answers the two questions:
//
//   - Raw text: outside foreign content, framesets and the columns of templates, the name of a tag
//     is enough, because there every insertion mode uses the rules of "in head" or "in
//     body" for the elements with raw text (section 13.2.6.4).
//   - Foreign content: a small stack of the open foreign elements is enough as long as none of them
//     may contain HTML.
//
// At a tag for which that is not enough, and at BASE and frameset, the scanner goes back to the offset where
// the tree is (buildTree), and passes all tokens up to the tag to the tree. Then it leaves the
// tree behind again, unless a frameset, a template or foreign content is open (canLeave). The tree advances
// with each such tag, so that no byte is read more than a few times. A test compares
// the tokens of two scanners, of which one skims.
//
// Most tags have no attributes, and most attribute values are in quotation marks. Functions
// that do nothing else and make no calls scan them (skimBare, and plainAttrs in tag.go).
// They leave everything else to the functions that have the full grammar. internal/simd finds
// "<" and quotation marks.
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
// attributes of a tag. A token has the first 10,000 attributes of its tag. Of the attributes after
// these, it has only wanted attributes, only the first of each name, and at most 1,000.
//
// The stack holds 512 elements, as many as browsers nest. When it is full, the elements in
// its older half that bound no scope (span, div and the like, but never table parts,
// templates or foreign elements) are dropped. If that is not enough, the oldest of the
// others are dropped, too, but not html and body. An end tag of a dropped element has no effect.
//
// The list of active formatting elements holds 64 elements since the last marker, and 1024
// in all. Beyond that the oldest are dropped.
package htmlscan
