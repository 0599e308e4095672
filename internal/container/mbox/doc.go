// Package mbox splits mailboxes of the mbox family into messages, as spans of
// their bytes. Nothing is unescaped and nothing is lost: the bytes of the
// messages, one after the other, are the mailbox.
//
// [Messages] splits what is in memory, [Reader] what is read from elsewhere, message by
// message or a [Batch] of them at a time; for the same bytes they give the same
// messages, however the bytes come. The
// [Message.Bytes] of a message are a mailbox of their own, with that message
// and no other, and with the same Start, End and Counted.
//
// # Terms
//
// A mailbox is a series of messages. A From_ line, "From " with a sender and a
// date, stands before each, and an empty line belongs to the mailbox after
// each. A From_ line that separates messages is a separator. A line that begins
// with any number of ">" and "From " is a quoted one, and never a separator.
// The forms of the family differ in how they keep other lines from being taken
// for separators: mboxo and mboxrd quote them, mboxcl2 counts the bytes of the
// body in Content-Length, mboxcl does both.
//
// # Separators
//
// A line is a separator if it begins with "From " and holds a date with a time
// ([IsFrom]), wherever it stands: not all programs write the empty line. The
// date may have the form of asctime, with or without seconds, with a zone
// before or after the year, in digits, by name or both; or that of RFC 822, of
// ISO 8601, or of JavaScript. Names are English, in any case, and may be cut
// short. Before the date stands anything: an address, none, one in quotes, or
// "name at host"; behind it what follows by UUCP, "remote from host". Only a
// date in the form of asctime with a day of the week may be all that there is, or
// have other text behind it, since sentences begin like that: "From 1 May 2010
// 09:00 on".
//
// There are separators without a date, and a line is one if it reads
//
//   - "From -", and a header field stands in the next line;
//   - "From " with nothing behind it, as Thunderbird writes it, or with one word
//     that has an "@", and a header field stands in the next line, and before it
//     an empty line, or nothing.
//
// A separator cannot stand within a header. One there ends the message.
//
// # Content-Length
//
// A Content-Length is believed if it leads to where the message can end: to the
// end of the mailbox or to a separator, with no more between than an empty line
// and, if the body does not end with one, a line ending. Then the lines before
// are no separators (mboxcl2). In all other cases, also if there are two that
// differ, the first separator ends the message. So a wrong one can become a right
// one when messages behind it grow, and one that leads as far as the limit below can
// come to lead farther.
//
// # Specifications
//
// There is none. RFC 4155 appendix A describes a strict form, and mbox(5) of
// qmail the family as it is. The header of a message ends as in RFC 5322
// section 2.1.
//
// # Divergences
//
// Lines end with LF or CR LF, in any mixture. CR alone is an ordinary byte, so
// that a mailbox with such line endings is a single message.
//
// Before the first separator there may be a byte order mark and empty lines.
// They belong to the first message. With anything else there, all up to the
// first separator is a message without a From_ line.
//
// Two separators in a row stand for a message without a byte. Most readers see
// one there, too.
//
// MMDF and Babyl files are other formats.
//
// # Limits
//
// Time is linear in the mailbox. [Messages] takes no memory. The buffer of a
// [Reader] has up to twice the bytes of the largest message, but at least 256 KiB
// and, where a Content-Length leads far ahead, 64 MiB; while it grows, there
// is one of half the size beside it. A large one is given up when as many bytes
// were read without need of it. A [Batch] has a buffer of 256 KiB of its own, from which
// what was read ahead is copied to the next; out of a larger one, which stays with the
// Reader, the messages of the batch are copied.
//
//   - A Content-Length is believed if it leads no more than 16 MiB behind the
//     first separator that would end the message without.
//   - Of a From_ line the first KiB is looked at, and 128 bytes of the name of a
//     field behind it.
package mbox
