// Package webarchive reads the web archives of Safari (.webarchive): a page and its resources in a
// binary property list.
//
// # Terms
//
// A binary property list is a series of objects, a table with the offset of each object, and a
// trailer, which has the place of the table. Objects refer to others by their numbers.
//
// An archive is a dictionary. WebMainResource is a resource, WebSubresources an array of them,
// and WebSubframeArchives an array of archives, which are the frames of the page. A resource is
// a dictionary with
//
//	WebResourceURL                 its URL
//	WebResourceMIMEType            its media type
//	WebResourceTextEncodingName    its charset
//	WebResourceData                its content
//
// # Members
//
// Each resource that is a document by its media type is a [format.Member]: first that of the page,
// then its subresources, then those of its frames. The base is WebResourceURL. Safari finds the
// other resources by their absolute URLs, so that absolute links still lead to them.
//
// # Writing
//
// All objects stay, in their order, except for the content of resources that change. The table has
// the new offsets. Its numbers become longer only if they have to. If nothing changes, the
// file is copied.
//
// # What is left
//
// A property list in XML is not read. Nor is a file with objects that overlap, or that have a
// reference to no object: programs may read it in different ways. A document whose content is shared
// with another resource stays when a file is rewritten, since the other one may have another base. It
// is read once.
//
// # Limits
//
// The file is held. One of more than [format.Options].MaxMember bytes is copied. It may have
// 1,048,576 objects. Frames are read up to a depth of 64, and each one once, so that an archive
// which contains itself ends.
//
// # Specifications
//
// There is no published specification. CFBinaryPList.c in Apple's CoreFoundation, which is open
// source, reads and writes binary property lists. The keys are those of WebKit's
// LegacyWebArchive.cpp.
package webarchive
