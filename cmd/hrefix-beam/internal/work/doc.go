// Package work does what hrefix does with one file, or with a part of one: it lists links, makes them
// absolute, or counts the edges of the graph of links. It knows nothing of pipelines.
//
// # Terms
//
// A source is the text of a file or of a part of it, with its coding, such as gzip, removed. What is written for
// the parts of a file, one after the other, is what is written for the whole file. Package
// internal/container/ranges has what a part is.
//
// # Same bytes
//
// For the same file and options, the output is the output of the command: of links --format tsv, of links --json, and
// of abs. These files are treated in other ways, and a [Report] says so:
//
//   - Archives of files (zip, tar, EPUB, WACZ) are not taken apart.
//   - Attributes in which a file system stores the URL of a saved page are not read, because object stores
//     have none.
package work
