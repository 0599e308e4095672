// Package rewrite makes the relative links of HTML documents and of messages absolute, by RFC
// 1808, and changes no other byte. It also lists links, makes them relative again, and writes
// the base of a document into it.
//
// # Which function
//
//	bytes in, bytes out                          Bytes, or New and Rewriter.Bytes for many
//	a reader to a writer, or a large mailbox     Rewriter.Copy
//	the edits, and the notes                     Rewriter.Plan
//	the links, without changing them             Rewriter.Links, Rewriter.ReadLinks
//	the base of each document, and why           Rewriter.Documents
//	decide for each link what becomes of it      Options.Decide
//	the links, while they are rewritten          Options.Visit
//	another file of the same tree                Rewriter.In
//	the type of a file                           DetectType
//	one reference and a base, without a document resolve.Dialect.Base, resolve.Base.Resolve
//	the base of a part that others have parsed   mimebase.HeaderContext, for Options.Context
//
// # Terms
//
// A source is what is rewritten: a document, a message or a mailbox. A document is a part of a
// source that has a base of its own: an HTML page, a style sheet, a message, a part of one.
//
// A reference is the text of a link as it is in the source, relative or absolute. Its target is
// the absolute URL that it stands for. The base is the URL that references are resolved
// against. RFC 1808 section 3 has four layers that can give it; the innermost that does counts:
//
//	embedded       a BASE element, or xml:base
//	encapsulating  header fields of the message or part around the document
//	retrieval      the URL that the source was retrieved from: Options.Base
//	default        no base: relative links stay as they are
//
// [Options].Context has the layers outside of the source, as packages base and mimebase give them.
//
// # What is rewritten
//
// Links are found in the attributes of HTML, SVG and MathML that hold URLs, in style sheets, in
// refresh, srcset and srcdoc attributes, in import maps and speculation rules, in the import
// statements of scripts, and in the header fields of messages. [Options].Also adds more places.
// Messages are taken apart at any depth; transfer encodings and charsets are kept as they are.
//
// Some links stay relative. [Link].Reason says why, with a code:
//
//	no-base            no base URL is known
//	unknown-base       the base is not known, for example for an entity of XML
//	opaque-base        the base is a URL such as mailto:
//	rejected           the dialect cannot resolve the reference
//	empty              a URL is wanted here
//	local-fragment     refers to a part of the same document in CSS or SVG, or of the item of a
//	                   feed or the string of JSON that it is in
//	own-anchor         leads to a part of the same document, or to its top: Options.Fragments
//	kept-fragment      kept for Options.Fragments
//	no-value           the attribute has no value
//	placeholder        begins with a placeholder of a template
//	network-path       names a file on a Windows network
//	kept               kept by Options.Decide
//	bad-url            Options.Decide gave text that is not a URL
//	relative-url       Options.Decide gave a relative URL, which is written
//	unwritable         the place cannot hold the target
//	misread            the target would be read as something else in its place
//	unwritable-field   the header field cannot hold the target
//	no-conversion      in the header of an HTTP response in a web archive
//	base-encoding      the encoding of the document does not have characters of the base, or the
//	                   base is not valid UTF-8
//	target-encoding    the target cannot be written in the encoding of the document
//	twice-encoded      in quoted-printable twice
//	entity             has an entity of an XML document type
//	not-well-formed    an XML attribute without quotes
//	bad-escape         a malformed escape in a script
//	unquoted-document  a document in an attribute without quotes, in a comment
//	prescan            browsers would no longer find the declaration of the encoding
//	growth             the result would exceed Options.MaxGrowth
//	in-bundle          leads from one file of an EPUB to another
//	own-file           a file that was saved with the page, or whose URL is not known
//	own-base           a relative BASE of a saved page, on which links to files may depend
//	by-name            gets a URL by the name of a file, which HTTrack may have changed
//	sibling-part       names another part of the message
//	field              the header field cannot be read for certain
//	part-signed        the part is signed; so part-encrypted, part-sealed (DKIM), part-attachment,
//	                   part-partial, part-ambiguous, part-transfer-encoding, part-limit, part-defect
//	inline-pgp         the part has a PGP signature or encryption in its text
//	transfer-encoding  the transfer encoding of the part has errors
//	other-file         the part has the bytes of another kind of file
//	read-only          the file around the document allows no change, such as a signed zip file
//
// [Pin] adds the reason
//
//	pinned             the base is written into the document instead
//
// and [MakeRelative] adds these:
//
//	no-scheme          it seems to be the URL of another site without its scheme
//	not-in-tree        the tree does not have the file: Options.Missing decides what becomes of
//	                   the link
//	outside            the target is outside of the tree; a relative link becomes absolute
//	other-spelling     the URL of the file is spelled in another way
//	other-name         the link becomes relative; it differs from the name of its file in case, or in
//	                   its Unicode normal form
//	already-relative   the reference is relative already, and right
//	no-relative-form   no relative reference has this target
//	gives-base         other references are relative to this one
//	script             scripts do not load from files
//	inner-base         the base applies to a part of the document only
//	message            in a message: mail programs do not look for files beside it
//	json               in JSON: its readers do not look for files beside it
//	base-outside       BASE leads out of the tree: it becomes "./", or stays if a link needs it
//
// [MoveLinks] adds the reason
//
//	feed               the reference is in a feed, whose readers need absolute URLs
//	identifier         readers of a feed know the item by the reference
//	leads-there        the reference is relative, and leads to its target from the new base too
//
// # Notes
//
// Content never makes a function fail. Defects, and changes that need attention, are reported as
// a [Note]. Its code says why something is left, or is one of these:
//
//	message-defect       the message does not follow the standards of messages
//	nested-archive       a file of an archive is an archive, which stays as it is
//	record-defect        a record of a web archive, or a file in an archive, is against its standard
//	broken-seal          a DKIM or ARC signature covers what changes
//	changed-signed       a signed part changes, which Options.AllowSigned allows
//	refused-base         the base of a header field has a scheme not in Options.BaseSchemes
//	mapped-base          the base is written as a URI, in ASCII (RFC 3987 section 3.1), since the
//	                     document may not have its characters
//	late-base            elements that load at once come before BASE, and have another base
//	file-base            BASE in a part of a message leads to files of a computer
//	base-policy          a Content-Security-Policy restricts BASE
//	kept-base            BASE is kept although Options.DropBase is set
//	not-pinned           the base is not written into the document
//	blocked-integrity    an integrity or crossorigin attribute keeps browsers from loading a
//	                     local file; Options.DropIntegrity removes it
//	blocked-file         browsers do not load a file of that kind from a disk, such as a module
//	ignored-xml-base     browsers ignore the xml:base that gives the base
//	unread-script        a script cannot be read to its end
//	computed-import      a script computes what it imports
//	import-scope         an import map has a scope for the URL of the document
//	unreadable-encoding  the encoding of the document cannot be read, or is not the declared encoding,
//	                     so links are not found
//	broken-json          JSON text is broken, and all of it is left
//	no-json-field        JSON text, other than a line of NDJSON, has no string at the paths of Options.JSONFields
//	unread-html          XML text has HTML in a place that is not read
//	too-large            the document exceeds Options.MaxDocument
//	too-many             more elements or levels than are read
//	long-line            a line of a message becomes longer than RFC 5322 allows
//
// # Promises
//
//   - Identity: if there is nothing to rewrite, the output is the source.
//   - Locality: the output differs from the source only in the edits, which are as small as
//     they can be.
//   - Idempotence: a second run changes nothing.
//   - Meaning: the links of the output have the targets that they have in the source.
//   - Honesty: every link that is relative in the output is reported with the reason.
//   - No surprise: no content makes a function fail, panic, or take more than linear time.
//
// Nothing is fetched. URLs that [Options].Decide gives may break idempotence and meaning, but no
// other promise: they are escaped as their place needs it, and never add an element, an
// attribute or a header field.
//
// # Limits
//
// A document is held in memory, and of a mailbox one message. Options.MaxDocument limits their
// size, Options.MaxGrowth the size of the output, and Options.Limits what is taken apart of a message.
//
// # Specifications
//
// RFC 1808 for bases and targets, or another dialect of package resolve; the HTML Standard, HTML
// 4.01, SVG 2, MathML 3, CSS Syntax Level 3, XML Base, XLink 1.1, RFC 4287 (Atom) and RSS 2.0 for
// the places of URLs; RFC 2045, RFC 2557 and RFC 8288 for messages; RFC 8259 and RFC 6901 for JSON;
// RFC 3987 for bases that are not ASCII. The engine's documentation (internal/engine/doc.go) lists
// divergences, and has the details of every rule.
package rewrite
