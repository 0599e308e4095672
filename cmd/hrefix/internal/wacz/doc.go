// Package wacz finds the web archives in WACZ files, and reads them.
//
// A WACZ file is a zip file. Its directory archive has the web archives of a crawl, as WARC files
// (Web Archive Collection Zipped 1.1.1, section 5.1). They should be stored without compression by
// the zip file, since they are compressed themselves, but web archives that the zip file compresses
// are read, too. Indexes and lists of pages are not read.
//
// # Hostile files
//
// Names are for messages only: no file gets its name from them. Two web archives that share bytes of
// the zip file are an error, since reading many of them could take any time. An archive of
// another size than the zip file says, or with another checksum, is an error at its end. The text of
// compressed archives is limited by [format.Limits].
//
// A file that can be read only once is copied to a temporary file first: the list of the files in a
// zip file is at its end, and the headers before the files may lack their sizes.
package wacz
