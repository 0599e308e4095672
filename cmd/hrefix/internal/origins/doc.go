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
//   - The files are those in the directories that are given, at any depth, and those beside a
//     file that is given. Of each, the first 64 KiB are read.
//   - What is recorded beside a file counts before what the file contains.
//   - If several files have the same URL, links to it lead to one of them: to one that is not in the
//     folder of a saved page, then to the one that was changed last, then to the first in the order
//     of paths. The others keep their URL. URLs are the same if they differ only in the case of
//     scheme and host, or in the default port.
//   - A URL counts only if it is an http, https or ftp URL with a host.
//
// The result does not depend on the number of goroutines.
package origins
