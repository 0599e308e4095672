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
// Some members have no path: their names are absolute, have "..", or are not valid, or a directory in
// their path is a file, too. If several files have one path, links may lead to it, but none of these
// documents gets it: programs that extract the bundle differ in which file they keep.
//
// The names of members are read once, from the list that a zip archive has at its end, or from the
// headers in a tar archive; a compressed file is decompressed for that. The first time that a page is
// read, all pages are copied to one temporary file. No file gets the name of a member.
//
// # Limits
//
// A member takes about 60 bytes and its name. [format.Limits] bound what is decompressed, and the
// temporary file takes no more than maxTexts bytes.
package bundle
