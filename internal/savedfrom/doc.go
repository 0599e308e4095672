// Package savedfrom finds the URL that a saved file was retrieved from, if the file itself
// has it. This is layer 3.3 of RFC 1808 section 3; a URL that the caller gives takes
// precedence.
//
// # Terms
//
// A hint is a URL that a tool wrote into or beside a file when it saved it. A mark is the
// place of a hint: a comment, an attribute, a meta element. A hint is ignored if it is
// recognised but does not count. The folder of a saved page contains the files that were
// saved with it; a link into it is one of the page's own.
//
// # In the document
//
// A [Finder] reads, in HTML:
//
//	Mark of the Web   <!-- saved from url=(NNNN)URL -->   Internet Explorer, Chrome, Edge
//	Firefox           <!-- base href="URL" -->            the BASE that it took out
//	SingleFile        <!-- Page saved with SingleFile url: URL saved date: ... -->
//	                  or "Archive processed by SingleFile"; Zotero's snapshots too
//	monolith          <!-- Saved from URL at TIME using monolith vN -->
//	HTTrack           <!-- Mirrored from URL by HTTrack Website Copier/N ... -->
//	MaoXian           <!-- OriginalSrc: URL -->
//	Lynx              <!-- X-URL: URL -->
//	WebScrapBook      <html data-scrapbook-source="URL">
//	Save Page WE      <meta name="savepage-url" content="URL">
//	Wayback Machine   a script that it adds to the page: __wm.wombat("URL", ...), or
//	                  formerly var wbCurrentUrl = "URL"; OpenWayback, too
//	pywb              a script that it adds to the page: wbinfo.url = "URL"
//	Wayback Machine   comments without a URL: <!-- FILE ARCHIVED ON ... -->
//
// The last three say that the page is one of an archive, which has rewritten its links:
// [Finder.Archived]. The script may be anywhere in the document, since only the page itself has
// scripts. [Page] returns the URL of a page from its start, for callers that need nothing else.
//
// # Beside the document
//
// [ZoneIdentifier] reads the stream that Windows keeps with a file, and [IndexRDF] the
// index of the Mozilla Archive Format. [Hint] checks a URL from any other place: an
// extended attribute, a header field.
//
// # Rules
//
// A hint is an http, https or ftp URL with a host, of at most 8 KiB, without white space,
// control characters, quotation marks or angle brackets. Its fragment is dropped. A mark
// with the name of a zone of Internet Explorer instead of the URL of a page
// ("about:internet", "http://localhost", "http://internet.e-mail") is ignored.
//
// A mark counts only before the content of the body begins: before the first text, and
// before the first tag of an element that the parser does not keep in the head (HTML
// Standard section 13.2.6.4.4). Anything later may be text that somebody wrote. No mark
// counts in template and noscript elements, and raw text and foreign elements contain no
// marks.
//
// If there are several marks, the first usable one counts, since the tool that saved the
// page last writes its mark before the others. The script of an archive comes after all marks: who
// saves a page of an archive marks it with the URL there.
//
// The number in a Mark of the Web is the length of the URL in characters. If the text after
// it is longer, only that many characters count; if it is shorter, the mark is ignored.
// Chrome writes the second of two hyphens as "%2D".
//
// For a long time HTTrack wrote URLs without a scheme; "http" is assumed.
//
// # Divergences
//
// Internet Explorer reads a Mark of the Web only in the first 2,048 bytes. Here it only has
// to be before the content of the body: other browsers write the mark before the html
// element, and the text before it may be of any length.
//
// Internet Explorer counts the bytes of a URL in a mark, others count characters or UTF-16
// code units. A number between these means the whole URL.
//
// # Not read
//
// <base href="."> of old versions of Chrome is an ordinary BASE, not a hint. The canonical
// link, og:url and the like give the URL that a page should be found at, not the one that
// it was retrieved from, so they are not hints: [Canonical] is for advice. The URL of the
// referring page never counts.
// tppabs of Teleport is the absolute form of a single link: [TeleportAttr]. Callers read
// header fields and extended attributes themselves. Binary property lists
// (kMDItemWhereFroms, .webarchive), WARC and ENEX are containers and are not read.
//
// # Limits
//
// At most 16 hints are returned, and at most 16 ignored ones. Time is linear in the size of
// the input.
//
// WebScrapBook makes all links absolute but those to files that it saved: [Finder.OwnsLinks].
//
// A mirror made by HTTrack links to its own files, whose names may differ from those on the
// server. A frame that was saved into a page's folder links to its neighbours there without
// the folder's name. Nothing in the document distinguishes such links from those that the
// tool did not change.
package savedfrom
