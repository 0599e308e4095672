// Package bundle reads bundles, such as zip and tar archives, as trees of files.
//
// # Terms
//
// A bundle is a file of a format with [format.Format].List, which may be compressed. A member is a
// file, directory or link in it. The name of a member is what the bundle has. Its path is the name
// as a path of package fs: without "./" at the start and "/" at the end.
//
// # The tree
//
// A [Tree] is the file system of a bundle: its members by their paths. Package addressbook takes it
// for a directory, so that documents in a bundle have URLs, and their links lead to other members.
//
// Some members have no path: their names are absolute, have "..", or are not valid; or a file has a
// directory in its path that is a file, too. A path that several files have is that of none of their
// documents, since programs that extract the bundle differ in which one they keep. Links may lead to it.
//
// The names of members are read once, from the list that a zip archive has at its end, or from the
// headers in a tar archive; a compressed file is decompressed for that. What files contain is read when
// it is asked for: all pages at once, into a temporary file. Nothing is written by the names of
// members.
//
// # Limits
//
// A member takes about 60 bytes and its name. [format.Limits] bound what is decompressed, and the
// temporary file takes no more than maxTexts bytes.
package bundle
