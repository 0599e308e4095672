// Package httrack reads the cache that HTTrack keeps with a mirror: which file of the mirror
// has which URL. Only the cache knows that for files without the comment of HTTrack, such as
// images, and for names such as "page4f3a.html" and "index-2.html".
//
// # Terms
//
// A mirror is the directory with what HTTrack saved. The cache is in its directory hts-cache. A
// record says which URL a file was retrieved from.
//
// # Formats
//
// [Archive] reads hts-cache/new.zip. Each member is named by a URL, and the extra field of its
// local header has lines like those of a header of HTTP:
//
//	HTTP/1.1 200 OK
//	X-StatusCode: 200
//	X-Save: www.example.org/page4f3a.html
//
// [Log] reads hts-cache/new.txt, the log of the last run. The fields of a line are separated by
// tabs. The eighth is the URL, and the ninth the path of the file:
//
//	date size flags statuscode status MIME Etag|Date URL localfile (from URL)
//
// Both were read as version 3.49 writes them. In the archive, paths are relative to the mirror.
// Older versions, and the log, write them as HTTrack was started: absolute, or relative to the
// directory where it ran. [Records.Files] finds out how many directories to cut off.
//
// # Rules
//
// Records without a file are skipped, except for redirects, whose target Location gives.
//
// HTTrack saves what a server answers instead of a page that it lacks, as the file of the page,
// and often does not record the name of that file. It is then the name that HTTrack gives the URL
// by default, if there is such a file.
//
// The URL is an
// http, https or ftp URL without a fragment. Characters that a URL cannot have are escaped: the
// archive has spaces and UTF-8 as they are.
//
// # Limits
//
// Archive reads only the local headers of members, so it decompresses nothing. It ends at
// the first one that it cannot read, or whose size the header does not give. A line of the log
// that is longer than 64 KiB is skipped. Time is linear in the size of the file, or in the
// number of members.
package httrack
