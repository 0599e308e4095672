package mbox

import "github.com/hrefix/hrefix/internal/container/format"

// A Batch is a [format.Batch] of messages. The zero value is ready for use.
type Batch struct {
	members []format.Member
	text    []byte
	memory  []byte  // the memory of the batch itself
	shared  []byte  // the memory of the reader, for text that does not fit into memory
	reader  *Reader // the reader that owns shared
}

// NewBatch implements [format.BatchReader].
func (r *Reader) NewBatch() format.Batch { return new(Batch) }

// Members implements [format.Batch].
func (b *Batch) Members() []format.Member { return b.members }

// Text implements [format.Batch].
func (b *Batch) Text() []byte { return b.text }

// Size implements [format.Batch].
func (b *Batch) Size() int { return len(b.memory) + len(b.shared) }

// Release lets the Reader use the memory of a large message in b for the next large message, in any
// batch, unless the memory is larger than 16 MiB, or much larger than that message. The messages of
// b must not be used after that. Calling Release is optional.
func (b *Batch) Release() {
	if shared := b.shared; shared != nil && len(shared) <= maxLarge {
		b.reader.large.Put(&shared)
	}
	clear(b.members)
	*b = Batch{members: b.members[:0], memory: b.memory}
}

// NextBatch implements [format.BatchReader]. to is a [Batch]. The errors come from [Reader.Next].
func (r *Reader) NextBatch(to format.Batch) error {
	b := to.(*Batch)
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
		r.use(max(len(r.buf)/8, 2*chunk-1)) // a batch of this size is usual, and needs no large buffer
		b.members = append(b.members, format.Member{})
		r.take(&b.members[len(b.members)-1])
	}
	b.text = r.buf[from:r.start:r.start]
	if len(r.buf) > chunk {
		b.move() // the buffer held a large message, and will be used for the next message
		return nil
	}
	b.memory = r.buf
	r.putBy()
	return nil
}

// putBy copies the bytes that were read but not returned to r.rest, and drops the buffer. They are
// less than a chunk.
func (r *Reader) putBy() {
	r.rest = append(r.rest[:0], r.buf[r.start:r.end]...)
	r.buf, r.start, r.end = nil, 0, 0
}

// move copies the text from the buffer of the [Reader] to the memory of b, or to the memory of the Reader.
func (b *Batch) move() {
	n := len(b.text)
	memory := b.memory
	if n > maxOwn {
		if m, _ := b.reader.large.Get().(*[]byte); m != nil && n <= len(*m) && len(*m) <= 4*n {
			b.shared = *m
		} else {
			b.shared = make([]byte, n)
		}
		memory = b.shared
	} else if len(memory) < n {
		b.memory = make([]byte, max(chunk, n))
		memory = b.memory
	}
	copy(memory, b.text)
	b.text = memory[:n:n]
	pos := 0
	for i := range b.members {
		m := &b.members[i]
		end := pos + len(m.Text)
		m.Text, pos = b.text[pos:end:end], end
	}
}
