// Package webarchive reads and writes the web archives of Safari (.webarchive): a page and its
// resources in a binary property list.
//
// # Terms
//
// A binary property list is a series of objects, a table with the offset of each object, and a
// trailer, which has the offset of the table. Objects refer to others by their numbers in the table.
//
// An archive is a dictionary: WebMainResource is a resource, WebSubresources an array of them, and
// WebSubframeArchives an array of archives, the frames of the page. A resource is a dictionary with
// its URL, its media type, its charset and its content (the keys are in reader.go).
//
// # Members
//
// Each resource that is a document by its media type is a [format.Member]: first the page,
// then its subresources, then the resources of its frames. The base is WebResourceURL. Safari finds the
// other resources by their absolute URLs, so absolute links lead to them, too.
//
// All objects stay, in their order, except for the content of resources that change. The table gets
// the new offsets. If nothing changes, the file is copied.
//
// # What is left
//
// A property list in XML is not read. Nor is a file whose objects overlap, or refer to an object that
// does not exist: programs may read it in different ways. If several resources have the same object
// as their content, it stays when a file is rewritten, since they may have different bases. Only the
// first of them is read.
//
// # Limits
//
// The file is held in memory, and again if it changes. A file of more than
// [format.Options].MaxMember bytes is not read. It may have 1,048,576 objects. Frames are read up to a
// depth of 64, and each one once, so that reading an archive which contains itself ends.
//
// # Specifications
//
// There is no published specification. CFBinaryPList.c in Apple's CoreFoundation, which is open
// source, reads and writes binary property lists. The keys are the keys of WebKit's
// LegacyWebArchive.cpp.
package webarchive
