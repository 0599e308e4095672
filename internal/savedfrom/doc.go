// Package savedfrom reads what a saved file itself tells of the URL that it was
// retrieved from: layer 3.3 of RFC 1808 section 3, below the URL that the caller
// gives.
//
// # Terms
//
// A hint is a URL that a tool wrote into or beside a file when it saved it. A
// mark is where it stands: a comment, an attribute, a meta element. A hint is
// void if it is recognised and does not count. The folder of a saved page holds
// what was saved with it; a link into it is the page's own.
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
//	Wayback Machine   a comment without a URL: see [Archived]
//
// # Beside the document
//
// [ZoneIdentifier] reads the stream that Windows keeps with a file, [IndexRDF]
// the index of the Mozilla Archive Format. [Hint] judges a URL from anywhere
// else: an extended attribute, a header field.
//
// # Rules
//
// A hint is an http, https or ftp URL with a host, of at most 8 KiB, without white
// space, control characters, quotation marks or angle brackets. Its fragment is
// dropped. The marks that stand for a zone of Internet Explorer and not for a
// page ("about:internet", "http://localhost", "http://internet.e-mail") are void.
//
// A mark counts before the content of the body begins: before the first text,
// and before the first tag of an element that the parser does not keep in the
// head (HTML Standard section 13.2.6.4.4). What stands further down may be
// somebody's text. In template and noscript elements no mark counts; in raw text
// and foreign elements there is none.
//
// Of several marks the first usable one counts: the tool that saved last wrote
// first.
//
// The number of a Mark of the Web is the length of the URL in characters. If it
// is less than what follows, only so much counts; if it is more, the mark is
// void. Chrome writes the second of two hyphens as "%2D".
//
// HTTrack wrote its comment without a scheme for long; "http" is assumed.
//
// # Divergences
//
// Internet Explorer reads a Mark of the Web in the first 2,048 bytes only. Here
// there is no limit but the beginning of the content: other browsers write the
// mark in front of the html element, however long what precedes it is.
//
// Internet Explorer counts the bytes of a mark, others characters or UTF-16 code
// units. A number between the two is the length of the whole URL.
//
// # Not read
//
// <base href="."> of old versions of Chrome is a BASE like any other, and no
// hint. The canonical link, og:url and the like name the place where a page
// wants to be found: no hints. The URL that referred to a page never counts.
// tppabs of Teleport is the absolute form of a single link: [TeleportAttr].
// Header fields and extended attributes are for whoever reads these. Binary
// property lists (kMDItemWhereFroms, .webarchive), WARC and ENEX are containers,
// and not read.
//
// # Limits
//
// 16 hints are told, and 16 that are void. Time is linear in the size of what is
// read.
//
// A mirror made by HTTrack links its own files, whose names may differ from those
// on the server. A frame that was saved into a page's folder links its neighbours
// there without the folder's name. Nothing in the document tells such links from
// those that were left as they were.
package savedfrom
