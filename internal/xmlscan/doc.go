// Package xmlscan finds the tags of XML text, their attributes and their
// namespaces, as byte spans. It changes nothing and decodes nothing: whoever
// edits the text needs to know where things are. It is for XHTML, SVG and
// other XML, as package htmlscan is for HTML.
//
// # Terms
//
// A token is a piece of the text: text, a tag, a comment and so on. The spans
// of all tokens, one after the other, are the text. A name is a prefix, a
// colon and a local part, or a local part alone. A declaration is an xmlns
// attribute; it binds a prefix, or the default namespace, to a URI. The root
// is the first start tag. The depth of a token is how many elements are open
// around it.
//
// # Specification
//
// XML 1.0 (fifth edition), Namespaces in XML 1.0 (third edition), and
// Associating Style Sheets with XML documents 1.0 (second edition).
//
// For XML Base, a consumer keeps a stack of bases: the element of a start tag
// that is not self-closing has its base at index [Token.Depth], and an end tag
// drops all from its own Depth on. An end tag that closes nothing has the
// depth of its place, and so drops nothing.
//
// # Divergences
//
// XML readers stop at the first error; this one goes on:
//
// A "<" that begins no markup is text. So is a tag that another "<" cuts off
// outside of a quoted value, and whatever the end of the text cuts off.
//
// Attributes may lack quotes, a value, or white space between them. A quoted
// value may hold "<", and any "&". An unquoted value ends before "/>". Of
// attributes with one name the first counts; declarations too.
//
// An end tag closes the innermost open element of its name, and all elements
// in it. It is ignored if there is none.
//
// Any byte above 0x7F may be in a name, and after its first byte all but white
// space and "/", "<", "=" and ">". A name with several colons has its prefix
// before the first. A processing instruction may lack a target. "DOCTYPE" is
// known in any case. Markup may stand anywhere, a second root too.
//
// Where no default namespace is in scope, unprefixed elements are in that of
// the root, by its name: SVG if it is svg, XHTML if it is html, and else
// Other. To a reader they are in no namespace. The prefix xlink, not declared,
// is that of XLink. Other prefixes that are not declared are Other.
//
// Entities are not expanded, nor are default values of attributes taken from
// the DOCTYPE. A declaration whose value holds an entity that XML does not
// predefine counts as not there (Adobe Illustrator writes xmlns="&ns_svg;").
//
// The text is in UTF-8, or another encoding in which the bytes of ASCII mean
// nothing but ASCII. White space is not normalized.
//
// # Limits
//
// Time is linear in the size of the text, and memory in the depth, in the
// declarations in scope and in the attributes of a tag.
//
// 10,000 open elements are remembered. Those beyond are counted, but their
// declarations have no effect, any end tag closes the innermost of them, and
// [Token.In] is empty in them.
package xmlscan
