// Package engine makes the relative links of HTML documents and of messages
// absolute, and changes no other byte. It is where the other packages meet.
//
// # The way of a byte
//
//	source      the bytes of a file, if they are a document           detect.go, internal/filekind
//	piece       a message of a mailbox, or else the whole           pieces.go, mailbox.go
//	entity      mimebase finds the parts of a message as spans    message.go
//	view        transfer encoding, UTF-16, character references,
//	            escapes and white space come off, and can be put
//	            back on                                           internal/view
//	mask        bytes of multibyte characters that look like
//	            markup are hidden from the scanners               internal/charenc
//	site        a value that holds URLs is found among tags:
//	            an attribute, or the content of an element        sites
//	place       the table of places says which values those are   places
//	syntax      the grammar of the value finds its URLs           syntax, script.go
//	base        the layers of RFC 1808 section 3 decide           base, htmlbase
//	            and which had what loads before BASE              early.go
//	hint        the last of them: what a saved file tells         hints.go, internal/savedfrom
//	reference   the text of a URL, with its base                  references.go, reference.go
//	target      a Policy says what becomes of it                  reference.go
//	edit        the smallest change of the text, carried back
//	            through the views to the source                   walk.go
//	output      the source with the edits spliced in              internal/edit
//
// The references of a document of 1 MiB or more are decided in batches, for which it
// is walked twice if it has many: what is kept of its sites and edits takes less memory
// than the document (large.go).
//
// The engine (walk.go) knows no policy: it finds references, hands each with
// its base to a [Policy], and collects the edits of what that gives back.
//
// # Use
//
// [Bytes] and [Rewriter.Copy] rewrite. [Rewriter.References] tells the
// references and what becomes of them, [Rewriter.Documents] the base of each
// document, and why. [Rewriter.Visit] tells both in one walk, and the texts that
// change, decoded, for people to read. All return a [Plan], which has the edits.
//
// Options.Mode says what they make of the references. [MakeAbsolute] is the
// default.
//
// # Pinning
//
// [Pin] touches no link. It writes the base that is established into the document,
// so that whoever has nothing but the document establishes the same: the duty of
// those who distribute documents (RFC 1808 section 3.4). All references have the
// same targets then, without the retrieval URL.
//
// Into HTML and XHTML goes a BASE element: at the start of the head, before every
// element with a URL, but behind the declaration of the encoding if that comes
// first. Into other XML goes an xml:base attribute of the root element; into a
// message, at the end of its header, a Base field, which its parts inherit. Of a
// relative BASE that counts, or a relative xml:base of the root, the URL becomes
// absolute instead. Browsers take no notice of xml:base: a note says so of SVG, MathML and
// XHTML.
//
// A document that tells its base already is left, and so is one in which the base
// cannot be written, or would not hold for all references. A note says so. Style
// sheets are among them.
//
// BASE governs all references of a document but the manifest attribute, an empty action
// and what [Social] adds: those stay relative to where the document is, and so does what
// loads at once before a BASE that the document has (early.go); a note says so of that. It governs links to
// a fragment, which lead to the base from then on.
//
// # Trees of files
//
// [MakeRelative] is for documents that are handed on as a tree of files: links whose
// target is in the tree ([Tree]) become relative, absolute ones and those that begin
// with "/" alike, so that they work wherever the tree is. A directory is linked by
// its index. All else stays as it is.
//
// [MakeAbsolute] with the same tree gives back what it would have given before: each
// link that becomes relative is tried, and left if another URL would come back, but
// for the spelling of scheme, host and default port, which is that of the tree.
// [Rewriter.In] goes from one document of a tree to the next.
//
// BASE that leads into the tree becomes relative, too, and the links are relative to
// it. Below one that leads out of it, and below an xml:base or codebase attribute,
// links stay, for a reader would not look into the tree; so do those of scripts and
// those of messages, which no reader reads from where they lie.
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
// RFC 1808 sections 3 and 4 for base and target, or one of the other dialects of
// package resolve; the HTML Standard, HTML 4.01,
// SVG 2, MathML 3, CSS Syntax Level 3, XML Base and XLink 1.1 for where URLs stand
// (see [github.com/hrefix/hrefix/htmlbase] for BASE); RFC 2045 for transfer
// encodings; RFC 2557, RFC 8288 and RFC 2017 for references in header fields
// (see internal/fieldref).
//
// # Divergences
//
// URLs are also rewritten in tags of which a browser makes no element, like a
// table cell outside of a table: the fragment may stand in one later. The
// content of template and noscript elements is rewritten as the document is,
// by its base.
//
// A fragment alone, in CSS and in SVG elements other than links, names a part of
// the document that it stands in whatever the base (CSS Values 4 section 4.5.1,
// SVG 2 section 16.1.6): it stays. In links it is resolved as RFC 1808 section 5
// has it, unless Options.KeepFragments says otherwise.
//
// A style sheet or HTML document in a multipart/related that has no URL but cid:
// stands in the document before it that embeds it, and has the base of that:
// RFC 2557 knows no such parts, but Chromium writes them for style elements.
//
// The codebase of an object or applet counts (HTML 4.01 section 13.3), though browsers
// have dropped it; not in the dialect of browsers, and not that of an ActiveX control (a
// classid that begins with "clsid:"), which is the URL of its code: data is relative to
// the document there. Below an xml:base attribute a codebase builds on that.
//
// BASE governs the whole document (RFC 1808 section 10), but for what a browser loads at
// once when it meets it before BASE: images, scripts, style sheets, frames, CSS, refresh,
// import maps. That has the base from outside, if there is one, in every dialect, and
// [MakeAbsolute] notes it where BASE would make a difference: early.go says why and which.
//
// An empty action or formaction sends the form to the document's own URL, whatever
// its BASE (HTML Standard section 4.10.22.3): it becomes that. Where CSS or an SVG use or
// feImage element has white space alone for a URL, that is the base, as in browsers.
//
// The values that SVG animates href by, the src of Internet Explorer's filters, href of img,
// and href and src of elements that are not HTML's own are no places of any group.
//
// In XML, nobody can tell the base that a BASE, xml:base or codebase gives with an
// entity of the document type in it: what it governs is [Unresolved]. The entities of
// HTML are characters, unless the DOCTYPE declares them itself. A processing instruction
// xml-stylesheet knows no BASE, and no xml:base.
//
// # Scripts
//
// The specifiers of modules in script elements are references if they are URL-like: those
// of import and export statements in modules, and those of import() and
// import.meta.resolve() with a string, in modules and classic scripts alike, since
// frameworks write import() into classic ones. The scripts of a document resolve them
// against its base (HTML Standard section 8.1.5.2), so they break where it is opened
// elsewhere. A specifier that becomes absolute is the same key to an import map.
// Package internal/jsscan says how they are found.
//
// A script that computes what it imports, or asks for import.meta.url, is noted once for a
// document, unless an absolute BASE stays in that. So is the place from which on a script
// cannot be read, and an import map with a scope that the document itself is in: its
// scripts are in that scope only at its own URL.
//
// No other string of a script is read (fetch, new Worker, new URL), nor are event handlers
// and javascript: URLs: nothing says which of their strings are URLs, and import() in an
// event handler is not met in practice. Files of scripts resolve their imports against
// their own URLs, and are no documents.
//
// # Left alone
//
// A source of type [Auto] that is no document: it has the magic of an archive, an image, a
// program or the like (package internal/filekind), or its bytes are not text.
// [DetectType] has the rule. A note names the kind. The links of RSS and Atom feeds
// themselves are not known yet, which is noted too.
//
// What is signed or encrypted (multipart/signed and multipart/encrypted,
// application/pkcs7-mime, inline PGP), message/partial, an entity with an unknown
// transfer encoding, with two differing Content-Type fields, without an empty line
// after its header, or with base64 that holds other characters, a message whose lines
// all end with CR alone, and what lies
// beyond the limits of a message. References in there are told, with status
// [Left], as far as they can be read: in an unknown transfer encoding, as the body
// stands. Text in encodings that cannot be scanned
// (UTF-7, UTF-32, ISO-2022-KR and the like) is noted. An HTML document is left whose
// encoding readers would no longer find: prescan.go tells when.
//
// A reference is left, too, where its target cannot be written: one with a space
// in a list of URLs, one with characters of a base from outside in an encoding
// other than UTF-8. So is one that cannot be read for sure: with multibyte
// characters in ISO-2022-JP, or in JSON with those of Shift_JIS, GBK and Big5 that have
// the byte of a backslash (in CSS, such of a BASE cannot be written), with an entity of the document type in XML or
// without quotes there, or one that is in quoted-printable twice (href=3D"x", or
// href="3D&quot;x&quot;" once a program has written that anew). In
// header fields, those are left with an encoded word that cannot be decoded,
// in a second field of a name of which one counts, or in a field with a line break that
// only some readers see, such as a CR alone. They are written in ASCII, and
// in lines that are not too long; where that cannot be, they are left, too. All
// other header fields are left alone.
//
// Content-Length, Lines, Content-MD5 and the size of Content-Disposition that were right
// before and would be wrong are corrected; in a mailbox, so is a Content-Length of a message that
// changes even if it was wrong, since by chance it could lead to where a message
// ends now. A DKIM-Signature or ARC-Message-Signature over a body that changes is
// noted, and the body changes all the same: such a signature is for the hosts on the way
// (RFC 6376 section 1.5), and nearly all mail has one.
//
// Options.Signed, Options.SkipDKIM and Options.SkipAttachments decide otherwise.
//
// An attribute without a value (<a href>) gets none. A reference that begins with a
// placeholder of a template, such as {{x}}, %%x%% or [x], is left unless [Templates] are
// read: package syntax lists the kinds. A line of a body in 7bit or 8bit that gets longer
// than 998 bytes is noted.
//
// A base in a header field whose scheme is not among Options.BaseSchemes is passed over,
// and noted.
//
// In a multipart/related, a link and a Content-Location that are written alike
// both stay if they have different bases, and so does what has the same target as one
// that stays: package messages says why. Of a saved page,
// links into its own folder of files stay, and so does a relative BASE.
//
// # Mailboxes
//
// The messages of an mbox are rewritten one by one; what stands between them
// stays, and so does quoting (">From "). No line of a message begins with "From "
// that did not before. Package internal/container/mbox says where a message ends.
//
// # Limits
//
// Those of mimebase and internal/htmlscan. A document is held in memory as a
// whole, and so is what is decoded of it, but not what becomes of it; of a mailbox,
// one message is, if it comes from [Pieces] or [Rewriter.Copy], or one batch of
// them from a [BatchReader]. Options.MaxDocument bounds that, and Options.MaxGrowth
// what becomes of a document (growth.go). [Plan.Edits] takes some 50 bytes for each
// edit; [Plan.All] and [Plan.WriteTo] do without.
package engine
