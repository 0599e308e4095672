package mbox

// A Batch is messages one after the other, in memory of its own. The zero value is
// ready.
type Batch struct {
	Messages []Message
	// Text holds the bytes of all of them.
	Text []byte

	memory []byte
}

// Size returns the number of bytes that b keeps in memory.
func (b *Batch) Size() int { return len(b.memory) }

// NextBatch reads the next message into b, and those behind it that stand in the same
// 256 KiB, or in as many as that message takes. What b held before is no longer valid, and its memory is used again. After the
// last message the error is io.EOF. Errors are those of [Reader.Next], with which
// NextBatch must not be mixed.
func (r *Reader) NextBatch(b *Batch) error {
	memory := b.memory
	*b = Batch{Messages: b.Messages[:0], memory: memory}
	if r.buf == nil {
		if n := len(r.rest); len(memory) < n+minRead {
			memory = make([]byte, max(chunk, 2*n))
		}
		r.buf, r.end, b.memory = memory, copy(memory, r.rest), nil
	}
	for len(r.buf)-r.end >= minRead && r.err == nil {
		r.read()
	}
	for !r.complete() {
		r.fill(r.need)
		if r.start == r.end {
			return r.err
		}
	}
	from := r.start
	for more := true; more; more = r.complete() {
		b.Messages = append(b.Messages, r.take())
	}
	b.Text = r.buf[from:r.start:r.start]
	if rest := r.buf[r.start:r.end]; len(rest) <= len(b.Text) {
		b.memory = r.buf
		r.rest = append(r.rest[:0], rest...)
		r.buf, r.start, r.end = nil, 0, 0
	} else {
		b.move()
	}
	return nil
}

// move moves the text, which is in the buffer of a [Reader], to the memory of b. What was
// read ahead is more: it stays where it is.
func (b *Batch) move() {
	if len(b.memory) < len(b.Text) {
		b.memory = make([]byte, max(chunk, len(b.Text)))
	}
	n := copy(b.memory, b.Text)
	b.Text = b.memory[:n:n]
	pos := 0
	for i := range b.Messages {
		m := &b.Messages[i]
		end := pos + len(m.Bytes)
		m.Bytes, pos = b.Text[pos:end:end], end
	}
}
