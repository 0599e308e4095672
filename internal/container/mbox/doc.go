// Package mbox splits mailboxes of the mbox family into messages. A message is a
// span of the mailbox. No byte is unescaped or dropped: the bytes of all
// messages, one after the other, are the mailbox.
//
// [Messages] splits a mailbox in memory. [Reader] reads a mailbox from a stream, message by message. For the same
// bytes, both give the same messages, whatever the sizes of the reads are.
//
// # Members
//
// A message is a [format.Member]. Its Text goes up to the next From_ line. The Text is itself a mailbox with only that
// message: read as a mailbox, it gives the same Start, End and Counted. The bytes before Start are the From_ line, any
// >From_ lines after it, and in the first message what comes before its From_ line. The bytes after End are the empty
// line that belongs to the mailbox, if there is one.
//
// Counted is whether the message ends where its Content-Length says. Lines in it that look like separators are then no
// separators, and need no quoting. If the last line of the message lacks a line ending, the bytes after End begin with
// a line ending.
//
// # Terms
//
// A mailbox is a series of messages. Before each message is a From_ line: "From
// ", a sender and a date. After each message is an empty line, which belongs to
// the mailbox. A separator is a From_ line that separates messages. A quoted
// line begins with any number of ">" and "From "; it is never a separator.
// The forms of the family differ in how they keep other lines from being read
// as separators: mboxo and mboxrd quote them, mboxcl2 counts the bytes of the
// body in Content-Length, mboxcl does both.
//
// # Files
//
// split.go finds where a message ends: by a separator (from.go, date.go), or by its
// Content-Length (length.go). reader.go reads a stream, quote.go quotes lines in edits, and format.go is
// the row of package container.
//
// # Separators
//
// A line is a separator if it begins with "From " and has a date with a time
// ([IsFrom]), even if no empty line comes before it: not all programs write one.
// The date has the form of asctime, with or without seconds, with a zone before
// or after the year, as digits, as a name or both; or the form of RFC 822, of ISO
// 8601, or of JavaScript. Names are English, in any case, and may be
// abbreviated. Before the date there may be any text: an address, no address,
// one in quotes, or "name at host". After it there may be what UUCP adds,
// "remote from host". Only a date in the form of asctime with a day of the week
// may be the whole line, or have other text after it, because sentences begin
// like the other forms: "From 1 May 2010 09:00 on".
//
// A line without a date is a separator if it is
//
//   - "From -", and the next line has a header field;
//   - "From " without more, as Thunderbird writes it, or with one word that has
//     an "@", and the next line has a header field, and the line before is empty
//     or does not exist.
//
// A separator within a header ends the message.
//
// # Content-Length
//
// A Content-Length is used if the message can end where it says. After that place
// there must be a separator or the end of the mailbox, or first an empty line and,
// if the body lacks one, a line ending. Then no line before that place is a
// separator (mboxcl2). In all other cases, and if there are two fields that
// differ, the message ends at the first separator.
//
// So an edit may change how a mailbox is split: if later messages grow, a length
// that was wrong may become right.
//
// # Specifications
//
// No standard describes the family. RFC 4155 appendix A describes a strict form,
// and mbox(5) of qmail the forms in use. RFC 5322 section 2.1
// says where a header ends.
//
// # Divergences
//
// Lines end with LF or CR LF, in any mixture. CR alone is an ordinary byte, so a
// mailbox with such line endings is a single message.
//
// A byte order mark and empty lines before the first separator belong to the
// first message. If there is other text, all bytes up to the first separator are
// a message without a From_ line.
//
// Between two separators in a row is an empty message, as in most readers.
//
// MMDF and Babyl files are other formats.
//
// # Limits
//
// Time is linear in the mailbox. [Messages] takes no memory. The buffer of a
// [Reader] is up to twice as large as the largest message, but at least 256 KiB
// and, if a Content-Length points far ahead, 64 MiB. While it grows, the old
// buffer of half the size exists, too. A large buffer is dropped after as many
// bytes were read without needing it.
//
//   - A Content-Length is used if it points no more than 16 MiB past the first
//     separator that would otherwise end the message.
//   - Only the first KiB of a From_ line is read, and the first 128 bytes of the
//     name of a field after it.
package mbox
