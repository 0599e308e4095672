package mbox

import "iter"

// A Message is a message of a mailbox, with its separator.
type Message struct {
	Number int    // the number in the mailbox, from 1
	Offset int64  // the offset of Bytes[0] in the mailbox
	Bytes  []byte // up to the next From_ line: the Bytes of all messages are the mailbox

	// The message itself is Bytes[Start:End]. Before it comes its From_ line, with >From_ lines
	// after that line and, in the first message, the bytes before that line. After the message
	// comes the empty line that belongs to the mailbox, if any.
	Start, End int

	// Counted is whether the message ends where its Content-Length says. From_
	// lines within it are then no separators, and need no quoting. The bytes after
	// End may begin with the line ending that the last line of the message lacks.
	Counted bool

	// Part is whether Bytes are a part of a message that is larger than Reader.Max,
	// and Follows is whether they are not the first part. All parts have the Number
	// of the message. Start and End are not set.
	Part, Follows bool
}

// Messages yields the messages of a mailbox. Nothing is copied: their Bytes are parts of mailbox.
// An empty mailbox has no messages; any other mailbox has at least one message.
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
