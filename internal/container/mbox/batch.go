package mbox

// A Batch holds consecutive messages in memory of its own. The zero value is ready
// for use.
type Batch struct {
	Messages []Message
	// Text holds the bytes of all of them.
	Text []byte

	memory []byte  // the memory of the batch itself
	shared []byte  // the memory of the reader, for text that does not fit into memory
	reader *Reader // the reader that owns shared
}

// Size returns the number of bytes that b keeps in memory.
func (b *Batch) Size() int { return len(b.memory) + len(b.shared) }

// Release lets the Reader use the memory of a large message in b for the next large message, in any
// batch, unless the memory is larger than 16 MiB, or much larger than that message. The messages of
// b must not be used after that. Calling Release is optional.
func (b *Batch) Release() {
	if shared := b.shared; shared != nil && len(shared) <= maxLarge {
		b.reader.large.Put(&shared)
	}
	clear(b.Messages)
	*b = Batch{Messages: b.Messages[:0], memory: b.memory}
}

// NextBatch reads the next messages into b: at least one, and no more once b has 256 KiB.
// The previous messages of b are no longer valid, and their memory is used again. After the
// last message, the error is io.EOF. The errors come from [Reader.Next]. NextBatch and
// Next must not be mixed.
func (r *Reader) NextBatch(b *Batch) error {
	b.Release()
	b.reader = r
	memory := b.memory
	if len(r.buf) > chunk && r.end-r.start < chunk && r.isIdle() {
		r.putBy()
	}
	if r.buf == nil {
		if len(memory) < chunk {
			memory = make([]byte, chunk)
		}
		r.buf, r.end, b.memory = memory[:chunk], copy(memory, r.rest), nil
	}
	for len(r.buf) == chunk && chunk-r.end >= minRead && r.err == nil {
		r.read()
	}
	for !r.complete() {
		r.fill(r.need)
		if r.start == r.end {
			return r.err
		}
	}
	from := r.start
	for more := true; more; more = r.start-from < chunk && r.complete() {
		r.use(max(len(r.buf)/8, 2*chunk-1)) // every batch has that much
		b.Messages = append(b.Messages, r.take())
	}
	b.Text = r.buf[from:r.start:r.start]
	if len(r.buf) > chunk {
		b.move() // the buffer held a large message, and will be used for the next message
		return nil
	}
	b.memory = r.buf
	r.putBy()
	return nil
}

// putBy saves the bytes that were read and not returned, which are less than a chunk, and
// drops the buffer.
func (r *Reader) putBy() {
	r.rest = append(r.rest[:0], r.buf[r.start:r.end]...)
	r.buf, r.start, r.end = nil, 0, 0
}

// move copies the text from the buffer of the [Reader] to the memory of b.
func (b *Batch) move() {
	memory := b.room(len(b.Text))
	n := copy(memory, b.Text)
	b.Text = memory[:n:n]
	pos := 0
	for i := range b.Messages {
		m := &b.Messages[i]
		end := pos + len(m.Bytes)
		m.Bytes, pos = b.Text[pos:end:end], end
	}
}

// room returns memory of b for n bytes.
func (b *Batch) room(n int) []byte {
	if n <= maxOwn {
		if len(b.memory) < n {
			b.memory = make([]byte, max(chunk, n))
		}
		return b.memory
	}
	if m, _ := b.reader.large.Get().(*[]byte); m != nil && n <= len(*m) && len(*m) <= 4*n {
		b.shared = *m
	} else {
		b.shared = make([]byte, n)
	}
	return b.shared
}
