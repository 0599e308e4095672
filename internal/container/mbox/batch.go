package mbox

// A Batch is messages one after the other, in memory of its own. The zero value is
// ready.
type Batch struct {
	Messages []Message
	// Text holds the bytes of all of them.
	Text []byte

	memory []byte  // of its own
	shared []byte  // of the reader, for text for which that is too small
	reader *Reader // that lent it
}

// Size returns the number of bytes that b keeps in memory.
func (b *Batch) Size() int { return len(b.memory) + len(b.shared) }

// Release says that what b holds is not in use any more. It need not be called: with it, the
// memory of a large message serves for the next one of the same Reader, in whichever batch,
// unless it is much larger than that or larger than 16 MiB.
func (b *Batch) Release() {
	if shared := b.shared; shared != nil && len(shared) <= maxLarge {
		b.reader.large.Put(&shared)
	}
	clear(b.Messages)
	*b = Batch{Messages: b.Messages[:0], memory: b.memory}
}

// NextBatch reads the next message into b, and those behind it up to where it has
// 256 KiB, or the message in which that is. What b held before is no longer valid, and its
// memory is used again. After the last message the error is io.EOF. Errors are those of
// [Reader.Next], with which NextBatch must not be mixed.
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
		r.use(max(len(r.buf)/8, 2*chunk-1)) // what is read at once does not tell
		b.Messages = append(b.Messages, r.take())
	}
	b.Text = r.buf[from:r.start:r.start]
	if len(r.buf) > chunk {
		b.move() // the buffer is that of a large message, and wanted for the next
		return nil
	}
	b.memory = r.buf
	r.putBy()
	return nil
}

// putBy puts what was read and not returned by, of which there is less than a chunk, and
// gives up the buffer.
func (r *Reader) putBy() {
	r.rest = append(r.rest[:0], r.buf[r.start:r.end]...)
	r.buf, r.start, r.end = nil, 0, 0
}

// move moves the text, which is in the buffer of a [Reader], to the memory of b.
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

// room returns memory of b for so many bytes.
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
