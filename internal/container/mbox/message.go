package mbox

import "iter"

// A Message is a message of a mailbox, with its separator.
type Message struct {
	Number int    // in the mailbox, from 1
	Offset int64  // of Bytes[0] in the mailbox
	Bytes  []byte // up to the next From_ line: the Bytes of all messages are the mailbox

	// The message itself is Bytes[Start:End]. Before Start stands its From_
	// line, with what stands before the first of a mailbox and with the >From_
	// lines behind it. After End stands the empty line that belongs to the
	// mailbox, if it is there.
	Start, End int

	// Counted says that the message ends where its Content-Length says: From_
	// lines within it are no separators, and need no quoting. What stands
	// after End may then begin with the line ending that the last line of the
	// message lacks.
	Counted bool

	// Part says that Bytes are part of a message that is larger than a Reader may
	// hold, and Follows that they are not the first part. All parts have the Number
	// of the message; Start and End say nothing.
	Part, Follows bool
}

// Messages returns the messages of a mailbox. Nothing is copied: their Bytes
// are parts of mailbox. A mailbox without a byte has no messages, all others
// have at least one.
func Messages(mailbox []byte) iter.Seq[Message] {
	return func(yield func(Message) bool) {
		for n, offset := 1, 0; offset < len(mailbox); n++ {
			s := splitter{separated: n > 1}
			s.split(mailbox[offset:], true)
			m := s.message(n, int64(offset))
			if !yield(m) {
				return
			}
			offset += len(m.Bytes)
		}
	}
}
