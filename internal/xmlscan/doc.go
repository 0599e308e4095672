// Package xmlscan finds the tags of XML text with their attributes and namespaces, as byte spans.
// It changes nothing and decodes nothing. It handles XHTML, SVG and other XML, and package htmlscan
// handles HTML.
//
// # Terms
//
// A token is a piece of the text: character data, a tag, a comment and so on. The spans of
// all tokens, one after the other, are the text. A name is a prefix, a colon and a local
// part, or a local part alone. A declaration is an xmlns attribute; it binds a prefix, or
// the default namespace, to a URI. The root is the first start tag. The depth of a token is
// the number of elements that are open around it.
//
// # Files
//
// scanner.go has the loop over the tokens, which token.go describes. markup.go, doctype.go and
// tag.go scan what "<" may begin. scope.go keeps the open elements and the prefixes, on the stacks of
// names.go, and namespace.go resolves names.
//
// # Specification
//
// XML 1.0 (fifth edition), Namespaces in XML 1.0 (third edition), and
// Associating Style Sheets with XML documents 1.0 (second edition).
//
// For XML Base, a caller can keep a stack of bases. A start tag that is not self-closing
// puts the base of its element at index [Token.Depth], and an end tag removes all bases
// from its own Depth on. An end tag that closes nothing has the depth of its place, and so
// removes nothing.
//
// # Divergences
//
// XML readers stop at the first error; this scanner continues:
//
// A "<" that begins no markup is text. So is a tag that is cut off by another "<" outside a
// quoted value, and markup that is cut off at the end of the text.
//
// Attributes may lack quotes, a value, or white space between them. A quoted value may
// contain "<", and any "&". An unquoted value ends before "/>". Of attributes or
// declarations with the same name the first counts.
//
// An end tag closes the innermost open element with its name, and all elements in it. If no
// such element is open, it is ignored.
//
// A name may contain any byte above 0x7F, and after its first byte any byte except white
// space and "/", "<", "=" and ">". A name with several colons has its prefix before the
// first. A processing instruction may lack a target. "DOCTYPE" may be in any case. Markup
// may be anywhere; there may be a second root.
//
// If no default namespace is in scope, unprefixed elements are in the namespace of the
// root, which depends on the root's name: SVG for svg, XHTML for html, and Other for any
// other name. (For an XML reader they are in no namespace.) An undeclared prefix xlink is
// bound to XLink, any other undeclared prefix to Other.
//
// Entities are not expanded, and default values of attributes are not taken from the
// DOCTYPE. A declaration is ignored if its value contains an entity that XML does not
// predefine (Adobe Illustrator writes xmlns="&ns_svg;").
//
// The text is in UTF-8, or in another encoding in which ASCII bytes are always ASCII
// characters. White space is not normalized.
//
// # Limits
//
// Time is linear in the size of the text, and memory in the depth, in the
// declarations in scope and in the attributes of a tag.
//
// At most 10,000 open elements are tracked. Deeper elements are only counted: their
// declarations have no effect, any end tag closes the innermost of them, and inside them
// [Token.In] is empty.
package xmlscan
