// Package engine rewrites the links of documents and messages: it finds references, decides
// what becomes of each, and collects the edits of the source. Package rewrite is its API for
// users. The command uses it directly, for batches of messages and decoded texts.
//
// # The way of a byte
//
//	source      the bytes of a file, if the file is a document       detect, internal/filekind
//	piece       a member of a container, or the whole source         pieces.go, source.go, container.go
//	            or a file in a bundle, such as a zip archive         bundle.go
//	entity      a part of a message, as a span of the source         message.go, messages, mimebase
//	string      a string of JSON text, as a span of the source       json*.go, internal/jsonfield
//	view        the decoded text of a span, which carries edits
//	            of the text back to the span                         messages, internal/view
//	            of text in another encoding, in UTF-8                content.go, internal/charenc
//	site        a value that may hold URLs: an attribute, or the
//	            content of an element                                sites
//	place       which values these are                               places
//	syntax      where the URLs are in a value                        syntax, script.go
//	base        the base of the document, by RFC 1808 section 3      base, htmlbase
//	            and of what loads before BASE                        scope.go
//	            and of a feed                                        feeds.go
//	hint        the URL that a saved file names as its origin        hints.go, internal/savedfrom
//	reference   the text of a URL, with its base                     references.go
//	target      what a Policy makes of the reference                 decide
//	edit        the smallest change of the text that gives the
//	            target, carried back to the source                   link.go
//	output      the source with its edits                            internal/edit
//
// A document of 1 MiB or more that has many references is walked twice, and its references
// are decided in batches. Its sites and edits then take less memory than the document
// (large.go).
//
// Three walks take the source apart, and each calls the next: the walk over the source and its
// containers (source.go, container.go), the walk over the entities of a message (message.go),
// and the walk over a document (walk.go). The walk over JSON text (json.go) works like the walk over a
// message: it calls the walk over a document for each string that is a document. A link decides
// one reference, of a document, of JSON text, or of the header of a message (link.go). No walk, and no
// link, knows its callers.
//
// The walk over a document finds references, passes each with its base to a [Policy], and
// collects the edits for the targets that the policy returns. It does not pass references that
// must stay in any case, for example because of their text (keep.go). Each [Mode] is a policy of
// package decide; the decision of [Options].Decide comes after it (decide.go). In two cases the walk makes edits
// without a policy: [Pin] adds the base to a document, and links that become absolute by a
// prefix alone get that prefix (prefix.go).
//
// # Files
//
// The other files, by what they do:
//
//	options.go, mode.go         the options, and what is wrong with them; the policy of each mode
//	rewriter.go                 a Rewriter, the plans that it makes, and their memory
//	copy.go, whole.go           rewriting from a reader to a writer; reading a source as a whole
//	visit.go, anchors.go,       what callers ask for besides a plan: the references, documents and texts
//	redirect.go                 of a source, the anchors in it, and where it redirects its readers
//	unread.go                   values that look like references and are not read (candidates)
//	documents.go                the walk over HTML, XML and style sheets: their sites, the documents
//	                            in them, and local files that browsers refuse to load
//	scope.go                    the bases in a document, and what else its references share
//	baseelement.go, pin.go      dropping BASE elements, and writing the base into a document
//	movebase.go                 what moves only if the elements and fields that give bases move
//	header.go, http.go          references in the headers of messages and of HTTP responses
//	invitation.go               the HTML in invitations, which are iCalendar objects
//	related.go                  parts of a multipart/related, and the documents that embed them
//	linestart.go                chosen URLs that could end a part or a message
//	declare.go, foreign.go      the declared encoding, and bases that the encoding cannot hold
//	growth.go                   the limit of the output
//	notes.go                    the notes, and their codes
//
// # Pinning
//
// The mode [Pin] changes nearly no link. It writes the base of a document into the document, as RFC 1808
// section 3.4 asks distributors of documents to do. Readers who have only the document then find the
// same base, and all references keep their targets without the retrieval URL.
//
//   - HTML and XHTML get a BASE element at the start of the head: before every element with a
//     URL, but after a declaration of the encoding that comes first.
//   - Other XML gets an xml:base attribute of the root element. Browsers ignore it, and a note
//     says so for SVG, MathML and XHTML.
//   - A message gets a Base field at the end of its header, which its parts inherit.
//   - JSON stays as it is, and so do the documents in it. A note says so.
//   - If a relative BASE, or a relative xml:base of the root, gives the base, its URL becomes
//     absolute instead.
//
// No base is written into a document that has an absolute one already, or in which the base cannot be
// written, such as a style sheet, or would not count for all references. A note says so.
//
// No BASE element counts for an empty action, which means the URL of the document, and one would lead
// elsewhere the links that an archive has rewritten. Both become absolute.
//
// A BASE element counts for all other references of a document except the manifest attribute and the
// places of [Social]: these stay relative to the URL of the document. So do references that load at
// once before the BASE element that the document has (scope.go), and a note says so. Links to a
// fragment lead to the base from then on.
//
// # Trees of files
//
// The mode [MakeRelative] is for documents that are distributed as a tree of files. A [Tree] knows
// the URL of each file, and its location: its path in the tree. A link to a file of the tree
// becomes the reference from the location of the document to the location of the file, so that it works
// wherever the tree is (decide/relative.go). This includes absolute links, links that begin with "/", and
// links to a directory, which lead to its index.
//
// Options.Missing decides about links to files that the tree lacks (decide/missing.go). Relative links
// that lead out of the tree become absolute.
//
// A relative link can be read by URL, or by location, as links to files are (decide/files.go).
// The URL comes first, unless Options.Converted is set. A link that leads to no file by these is read as
// browsers read it (decide/reading.go), and then without regard to case and Unicode normal form; the name of the
// file is written. [MakeAbsolute] with that option and the
// same tree undoes MakeRelative: a link becomes the URL of the file that it leads to, unless it stays
// because it leads to a part of its own document (Options.Fragments). If that URL is
// spelled in another way than the link was, the reason OtherSpelling reports it. [Rewriter.In]
// returns the Rewriter for another document of the tree.
//
// A relative link with a query stays if it leads to a file without it, because no query counts
// on a disk. The bytes of a name are escaped if the document declares no charset.
//
// A BASE element that leads into the tree becomes relative, too, and links are made relative to
// it. One that leads out of the tree becomes "./", and each link becomes relative to its document
// or absolute, unless a link that needs BASE cannot change (decide/basetree.go). Links stay if they are
// below an xml:base or codebase attribute, because a reader would not look for them in the tree.
// Links in scripts and in messages stay, because no reader opens these from where their files are.
//
// Browsers refuse to load some local files, for example files of elements with an integrity
// attribute. Notes report that, and Options.DropIntegrity removes the attributes (documents.go).
//
// # Sites that move
//
// The mode [MoveLinks] is for documents that link to a site whose URLs have changed, or that are
// part of it (decide/move.go). The target of each link is mapped by the moves (package internal/moves), and
// so is the base of its document: the URL of the document, BASE elements, xml:base and codebase
// attributes, and the header fields Base, Content-Base and Content-Location. Absolute links become
// the mapped URL, in which the rest of the link is as it was written. Relative links stay if they
// lead from the new base to the mapped target. Otherwise they are relative to the new base, or
// begin with "/" or "//" as before; they become absolute if that does not lead there, and if the
// base stays: the URL of a record of a web archive, or the hint of a saved file.
//
// Without a base, relative links stay, and absolute ones move. If an element or field that gives
// a base must stay, links below it become absolute (movebase.go). In a tree, links that lead to files
// by location stay (decide/move.go). A second run with the same moves changes nothing if no document
// has a URL below a From then: its URL must be the new one, and no To may lie below a From.
//
// # Specifications
//
//   - Base and target: RFC 1808 sections 3 and 4, or another dialect of package resolve.
//   - Places of URLs: the HTML Standard, HTML 4.01, SVG 2, MathML 3, CSS Syntax Level 3, XML
//     Base and XLink 1.1; RFC 4287, RSS 0.90 to 2.0, OPML 2.0 and the protocol of sitemaps.
//   - Messages: RFC 2045 for transfer encodings, RFC 2557, RFC 8288 and RFC 2017 for references
//     in header fields (internal/fieldref).
//   - HTTP responses in web archives: RFC 9110, RFC 8288 and RFC 2068 (http.go).
//
// # Feeds
//
// RSS, Atom, OPML, sitemaps and exports of WordPress are XML with places of their own: URLs in
// attributes and as the content of elements, and HTML as the content of elements. That HTML is a
// document in a document, like the HTML in a srcdoc attribute. Its base is the base of its element,
// with xml:base (RFC 4287 section 2). Without xml:base, and if no other base is known, the link
// of the feed gives the base of the feed (feeds.go).
//
// A fragment alone stays in that HTML, because it names a part of the item, unless xml:base or
// BASE gives the base. A fragment alone also stays in a string of JSON, unless another string gives
// the base. A BASE element in XHTML in a feed does not count: it is the base of an item. Identifiers
// stay: the id of Atom (RFC 4287 section 4.2.6), and when links move the guid of RSS.
//
// # JSON
//
// In JSON text, the strings at the paths in Options.JSONFields are documents, URLs, or the base of
// the strings around them (json.go). JSON Feeds and manifests of web applications have known fields (jsonfields.go). A document in a
// string is walked like a part of a message, and a message in a string like a file
// (jsonmessage.go). All other bytes of the text stay, and so does a text that is not valid JSON.
// In another encoding than UTF-8 and UTF-16, new characters beyond ASCII are written as escapes.
//
// # Bundles
//
// A bundle is a file that is a tree of files, such as a zip or tar archive. Its members are the
// files. A caller takes the document in a member as a source of its own ([Rewriter.Content]),
// rewrites it with the Rewriter for its path, and carries the result back ([Rewriter.Carry]). With
// Options.InnerLinks, links between the files of a bundle stay, as in EPUB (bundle.go).
//
// # Divergences
//
// URLs are also rewritten in tags for which a browser creates no element, such as a table cell
// outside a table: the source may be a fragment that belongs in a table. The contents of
// template and noscript elements have the base of the document.
//
// A fragment alone stays in CSS and in SVG elements other than links, where it names a part of
// the same document whatever the base is (CSS Values 4 section 4.5.1, SVG 2 section 16.1.6).
//
// A link that is only a fragment stays if it leads to a part of its document, or to the top, so that a
// table of contents does not leave the page or the message (keep.go). RFC 1808 section 5 resolves it:
// Options.Fragments. It does not stay if a BASE element of the document makes it lead elsewhere, as in
// browsers; xml:base does not count. It does not stay in a srcdoc document, which has the base of the
// document around it. The action of a form does not stay: form data is sent to the URL of the document.
//
// In a multipart/related, a style sheet or HTML document without a URL other than cid: has the
// base of the document before it that embeds it. RFC 2557 has no such parts, but Chromium writes
// them for style elements.
//
// The codebase attribute of an object or applet counts (HTML 4.01 section 13.3), although
// browsers ignore it today. It does not count in the dialect of browsers. It does not count for
// an ActiveX control (a classid that begins with "clsid:") either: there it is the URL of the
// code, and data is relative to the document. Below an xml:base attribute, codebase is resolved
// against that.
//
// A BASE element counts for the whole document (RFC 1808 section 10), except for what a browser
// loads before it reads the element: images, scripts, style sheets, frames, CSS, refresh, import
// maps. These have the base from outside the document, if there is one, in every dialect.
// [MakeAbsolute] notes it if that makes a difference (scope.go).
//
// An empty action or formaction means the URL of the document, whatever its BASE (HTML Standard
// section 4.10.22.3), and becomes that. In CSS, and in SVG use and feImage elements, a URL that
// is only white space means the base, as in browsers.
//
// No group of places has the src of Internet Explorer's filters, href of img, or href and src of elements that
// neither HTML nor a row defines.
//
// In XML, a base that is written with an entity of the document type is not known, and the
// references that depend on it are [Unresolved]. The entities of HTML are characters, unless the
// DOCTYPE declares them itself. A processing instruction xml-stylesheet has the base from
// outside: neither BASE nor xml:base counts for it.
//
// In a tree, the names of directories may have ";", which RFC 1808 takes for the start of params
// (section 2.4.5): it would not find the directory of such a document. So its references are
// resolved by RFC 3986, unless the dialect is whatwg (mode.go).
//
// A base from outside that is not ASCII is mapped to a URI (RFC 3987 section 3.1) if the document
// has another encoding than UTF-8, or declares none. A note says so (foreign.go). In such a document
// the same happens to characters that BASE or a reference has only as escapes ("&eacute;"), and to
// those that its encoding lacks (link.go). Characters that are its own are written as it has them.
//
// # Scripts
//
// The specifiers of modules in script elements are references if they are like URLs: the specifiers in
// import and export statements of modules, and strings in import() and import.meta.resolve(), in
// modules and in classic scripts, because frameworks write import() into these. A script resolves
// them against the base of its document (HTML Standard section 8.1.5.2), so they fail if the
// document is opened elsewhere. A specifier that becomes absolute is the same key of an import
// map. Package internal/jsscan says how they are found.
//
// If a script computes what it imports, or uses import.meta.url, one note for the document says
// so, unless the document keeps an absolute BASE. Other notes are on the place from which on a
// script cannot be read, and on an import map with a scope that contains the document: its
// scripts are in that scope only at its own URL.
//
// Other strings of a script are not read (fetch, new Worker, new URL), and neither are event
// handlers and javascript: URLs: nothing says which of their strings are URLs. Files of scripts
// are not documents: they resolve their imports against their own URLs.
//
// # What stays as it is
//
// A source of type [detect.Auto] that is not a document: it has the magic of an archive, an image, a
// program or the like (package internal/filekind), or its bytes are not text. [detect.TypeOf] has
// the rule, and a note names the kind.
//
// Parts of messages that are signed or encrypted (multipart/signed, multipart/encrypted,
// application/pkcs7-mime, inline PGP), message/partial, and entities that readers may read
// differently: with an unknown transfer encoding, with two different Content-Type fields, without
// an empty line after the header, or with other characters in base64. A message whose lines all
// end with CR alone, and what is beyond the limits of a message. Their references are reported as
// [Left], as far as they can be read. Options.Signed, Options.SkipDKIM and
// Options.SkipAttachments change what stays.
//
// Text in encodings that cannot be decoded (UTF-7, UTF-32, ISO-2022-KR and others), and in those that
// are not known to be supersets of ASCII, with a note. So does text that cannot be in UTF-16 although
// it is declared so, or that is in UTF-16 or UTF-32 and not declared so.
//
// An HTML document whose encoding readers would no longer find (declare.go).
//
// References whose targets cannot be written, such as one with a space in a list of URLs, or one
// that would change directly after bytes that are malformed in the encoding of the document.
//
// References that cannot be read for certain: in XML with an entity of the document type, or
// without quotes; and those that are in quoted-printable twice (href=3D"x", or
// href="3D&quot;x&quot;" after a program has parsed and written that).
//
// References in header fields that have an encoded word that cannot be decoded, or a line break
// that only some readers see, such as a CR alone; and those in a second field where only one may
// be. Targets in header fields are written in ASCII, in lines that are not too long; where that is
// not possible the reference stays. All other header fields stay.
//
// References that begin with a placeholder of a template, such as {{x}}, %x% or ##x##, or with a token
// that an importer replaces, such as $X$/a.png, unless [Templates] are read (package syntax). Those
// that depend on such a base are [Unresolved]. Files on a Windows network, such as \\server\share\a,
// unless the dialect is whatwg. An attribute without a value (<a href>) gets none.
//
// In a multipart/related, a link and a Content-Location that are written alike stay if they have
// different bases, and so do references that have the same target as one that stays (package
// messages). In a saved page, links into its own folder of files stay, whatever gives the base, and so
// does a relative BASE; so do links into a folder of that name beside any page (hints.go). All links of
// a page of WebScrapBook that name files stay.
//
// # Corrections and notes
//
// Content-Length, Lines, Content-MD5 and the size of Content-Disposition are corrected if they
// were right and a change makes them wrong. In a mailbox, the Content-Length of a changed message
// is corrected even if it was wrong, because it could by chance lead to the end of another
// message.
//
// A DKIM-Signature or ARC-Message-Signature over a changed body is noted. The body changes all the
// same: such a signature is for the hosts on the way (RFC 6376 section 1.5), and nearly all mail
// has one. Lines of a body in 7bit or 8bit that become longer than 998 bytes are noted. A base in
// a header field whose scheme is not in Options.BaseSchemes is ignored and noted.
//
// # Containers
//
// The members of a container, such as the messages of an mbox, are rewritten one by one. The bytes
// between them stay, except for lengths and the like that describe a document that changes. In a
// mailbox, no edit makes a line of a message begin with "From ". Package internal/container has the
// table of formats and explains the terms.
//
// # Limits
//
// The limits are the limits of mimebase and internal/htmlscan. A document and its decoded text are held
// in memory, but not its result. Of a mailbox, a [Reader] and [Rewriter.Copy] hold one message, or one
// batch of messages. Options.MaxDocument limits the
// size of a document, and Options.MaxGrowth the size of its result (growth.go). [Plan.Edits] takes
// some 50 bytes for each edit; [Plan.All] and [Plan.WriteTo] take none.
package engine
