// Package linklist writes references in the formats of the verb links.
//
// # Formats
//
//   - text: a line of columns for people, with why each link is as it is. Package pieces has it.
//   - json: an object a line. Its keys are stable.
//   - tsv: a line for each link that has a target: the URL of the document, the target, the element
//     and the attribute, separated by tabs. It is the fast one, for graphs of links.
//   - wat: a WARC file with a metadata record for each record of a web archive, as Common Crawl has
//     them, with the targets of the links. Each record is a gzip member.
//
// # Bytes
//
// A line of tsv has three tabs and one line feed, and is UTF-8, whatever the document contains:
// control characters, and bytes that are not UTF-8, are percent-encoded. Browsers and the engine
// remove tabs and line endings from URLs, but not from the URL that an archive gives to a document.
package linklist
