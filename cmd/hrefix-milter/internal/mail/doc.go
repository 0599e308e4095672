// Package mail puts together the messages that a mail server hands to a filter, and finds what the
// filter must ask the server to change.
//
// # Terms
//
// A [Message] has the fields of the header and the body as the server sends them. Its text is what
// package rewrite reads: each field with its colon and CR LF, an empty line, and the body. The
// offsets of the text lead back to the fields, so that an edit of the text becomes a new value for
// one field, or a new body.
//
// # What stays as it is
//
// A change must be faithful: the server must be able to store exactly the bytes that package rewrite
// gives. So a message stays as it is if
//
//   - a field is not one line with folded lines after it, so that the text would have other fields
//     than the server has;
//   - an edit is not within the value of one field, or the value cannot be sent;
//   - the body changes, and some of its lines end with CR LF and others with LF: servers store both
//     as the same.
//
// A message with a signature stays as it is, too, as a whole: see [Options].
package mail
