// Package origins collects the URLs that the files of a tree were retrieved from, according to
// the files themselves: the marks of browsers and other savers, and what is recorded beside files.
//
// # Terms
//
// An entry is a file with its URL. A file is in the folder of a saved page if it is in a
// directory such as "page_files".
//
// # Rules
//
//   - The files are the files in the given directories, at any depth, and the files beside a given
//     file. The first 64 KiB of each file are read.
//   - A URL that is recorded beside a file takes precedence over a URL in the file.
//   - If several files have the same URL, links to it lead to one of the files. A file that is not in
//     the folder of a saved page comes first, then the file that was changed last, then the first file
//     in the order of paths. The other files keep their URL. URLs are the same if they differ only in
//     the case of scheme and host, or in the default port.
//   - A URL counts only if it is an http, https or ftp URL with a host.
//
// The result does not depend on the number of goroutines.
package origins
