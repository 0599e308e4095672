// Package rewrite makes the relative links of HTML documents and of messages
// absolute, and changes no other byte. It is where the other packages meet.
//
// # The way of a byte
//
//	source      the bytes of a file
//	entity      mimebase finds the parts of a message as spans   message.go
//	view        transfer encoding, character references and
//	            white space come off, and can be put back on     internal/view
//	site        an attribute that holds URLs (places.go) is
//	            found among the tags of the scanner              html.go
//	base        the layers of RFC 1808 section 3 decide          base, htmlbase
//	reference   the text of a URL, with its base                 reference.go
//	target      a Policy says what becomes of it                 reference.go
//	edit        the smallest change of the text, carried back
//	            through the views to the source                  walk.go
//	output      the source with the edits spliced in             internal/edit
//
// The engine (walk.go) knows no policy: it finds references, hands each with
// its base to a [Policy], and collects the edits of what that gives back.
//
// # Use
//
// [Bytes] and [Rewriter.Copy] rewrite. [Rewriter.References] tells the
// references and what becomes of them, [Rewriter.Documents] the base of each
// document, and why. All return a [Plan], which has the edits.
//
// # For mail tools
//
// Rewrite an HTML fragment that is decoded already with Options{Type: HTML,
// Base: url}; a whole message with Options{Type: Message}, where Base is the
// URL that the message was retrieved from, if any. Both take bytes and return
// bytes. Nothing fails for what a document holds, and nothing in it is ever
// fetched.
//
// # Promises
//
// Identity: nothing to rewrite, and the output is the source. Locality: the
// output differs only inside the edits of the plan. Idempotence: a second run
// changes nothing. Meaning: the output's links are the targets of the
// source's. Honesty: a reference that stays relative is told with the reason.
// No surprise: no content makes a function of this package fail, panic, or
// take more than linear time.
//
// # Specifications
//
// RFC 1808 sections 3 and 4 for base and target; the HTML Standard for tags
// and attributes (see [github.com/hrefix/hrefix/htmlbase] for BASE); RFC 2045
// for transfer encodings, RFC 2557 for Content-Location.
//
// # Divergences
//
// URLs are also rewritten in tags of which a browser makes no element, like a
// table cell outside of a table: the fragment may stand in one later. The
// content of template and noscript elements is rewritten as the document is,
// by its base.
//
// # Left alone
//
// What is signed or encrypted (multipart/signed and multipart/encrypted,
// application/pkcs7-mime), message/partial, an entity with an unknown transfer
// encoding, with two differing Content-Type fields or with base64 that holds
// other characters, and what lies beyond the limits of a message. References
// in there are told, with status [Left], as far as they can be read.
//
// Not looked at yet: URLs in CSS, srcset and the other lists with a grammar of
// their own, in SVG and MathML, and in XML; charsets that are not compatible
// with ASCII, where nothing is found.
//
// # Limits
//
// Those of mimebase and internal/htmlscan. A document is held in memory as a
// whole, and so is what is decoded of it.
package rewrite
