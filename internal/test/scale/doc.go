// Package scale makes large sets of web archives and mailboxes, for tests.
//
// The same [Set] gives the same bytes in every run. All of it is generated: words that are no
// words of a language, pages that link to each other, and images of random bytes.
//
// # Web archives
//
// [WARC] writes files as crawlers do. Most are compressed record by record, by gzip, and some by
// zstd; some are plain. They have requests, pages of many sizes, redirects, style sheets, scripts,
// revisits, messages in quoted-printable and base64, and images, which are no documents. Bodies
// may be in chunks, or compressed by gzip. Pages have relative and absolute links, and some a BASE
// element.
//
// # Mailboxes
//
// [Mailboxes] writes files in the form mbox, some with CRLF as line ending, and some compressed by
// gzip. The messages have HTML in quoted-printable, base64 and 8bit, a Base or Content-Base in
// some headers, and attachments.
//
// # Sizes
//
// The sizes of files differ as those of real sets do: their logarithms have a normal distribution.
// The largest of 100 files is some 10 times as large as the mean. The same holds for pages and
// messages.
package scale
