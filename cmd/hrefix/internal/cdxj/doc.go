// Package cdxj writes the index of web archives that pywb and other programs read: CDXJ.
//
// A line has the key of a URL, the date in 14 digits, and a JSON object:
//
//	org,example)/a 20240102030405 {"url": "http://example.org/a", "mime": "text/html", "status": "200", "digest": "…", "length": "522", "offset": "3321", "filename": "crawl.warc.gz"}
//
// The lines are sorted by their bytes. The keys of the object are the keys of pywb, in its order. A
// revisit has the media type "warc/revisit", and no status. The digest is the value of
// WARC-Payload-Digest, without the name of its algorithm. Requests,
// "warcinfo" records, and fields of the crawler (application/warc-fields) are not indexed, as in
// warcio, nor are records without a URL, and records that do not begin where a gzip member or a
// zstd frame does.
//
// # Keys
//
// [Key] follows the rules of the packages surt of Python and warcio: the host is reversed; the
// scheme, a user name, the prefix www, the default port, the fragment, a slash at the end of the
// path and ids of sessions are left out; all is in lower case; and the parts of a query are sorted.
//
// # Memory
//
// The lines are sorted in temporary files if they take more than 64 MiB (package targets).
package cdxj
