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
// Package internal/linktext writes the lines of json and tsv.
package linklist
