package zip

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A writer is the [format.MemberWriter] of a reader. It copies what does not change.
type writer struct {
	*reader
	to      io.Writer
	members []member // that are not finished
	begun   bool     // the first of them is the current member
	changes []change // in the order of the file
	done    int64    // the offset in the file up to which all was written
	deflate map[int]*flate.Writer
	data    buffer // of a changed entry
	left    int    // the number of changed entries that were too large to be written
	copies  []byte // the buffer of copyTo
	less    uint64 // in tests, reduces the numbers that fit into 32 bits
}

// A member is an entry that was read, and its text with the changes so far.
type member struct {
	e    *entry // nil if it has no document
	text format.ChangedText
}

// A change is an entry that was written with another text.
type change struct {
	start, after int64 // of the entry in the old file
	growth       int64 // of the file by this entry and all before it
	crc          uint32
	packed, size uint64
}

// Rewrite implements [format.Encoded].
func (r *reader) Rewrite(w io.Writer) format.MemberWriter {
	r.back = &writer{reader: r, to: w}
	return r.back
}

// add adds a member that was read.
func (w *writer) add(m *format.Member, e *entry) {
	next := member{}
	if len(m.Text) > 0 {
		e.record.raw, e.name = nil, nil // the buffer is used again
		next = member{e, format.TextOf(m.Text)}
	}
	w.members = append(w.members, next)
}

// Next implements [format.MemberWriter].
func (w *writer) Next() error {
	if err := w.finish(); err != nil {
		return err
	}
	if len(w.members) == 0 {
		return errors.New("zip: no more members were read")
	}
	w.begun = true
	return nil
}

// finish ends the current member.
func (w *writer) finish() error {
	if !w.begun {
		return nil
	}
	w.begun = false
	m := w.members[0]
	w.members[0] = member{} // release the text
	w.members = w.members[1:]
	if !m.text.HasChanged() {
		return nil
	}
	return w.change(m.e, m.text.All())
}

// change writes an entry with a new text, after everything before it.
func (w *writer) change(e *entry, text []byte) error {
	if err := w.pack(e, text); err != nil {
		return err
	}
	if int64(len(w.data)) >= full32 || int64(len(text)) >= full32 {
		w.left++
		return nil
	}
	c := change{start: e.start, after: e.after(), crc: crc32.ChecksumIEEE(text), packed: uint64(len(w.data)), size: uint64(len(text))}
	c.growth = w.growth() + int64(len(w.data)) - (e.end - e.data)
	e.patch(&c)
	if err := w.copyTo(e.start); err != nil {
		return err
	}
	for _, b := range [][]byte{e.local.raw, w.data, e.descriptor.raw} {
		if _, err := w.to.Write(b); err != nil {
			return err
		}
	}
	w.done = c.after
	w.changes = append(w.changes, c)
	return nil
}

// growth returns by how much the file has grown so far.
func (w *writer) growth() int64 {
	if n := len(w.changes); n > 0 {
		return w.changes[n-1].growth
	}
	return 0
}

// patch writes the new numbers over the old ones in the local header and in the data descriptor.
func (e *entry) patch(c *change) {
	l, d := &e.local, &e.descriptor
	if l.crc == e.crc {
		putCRC(l.raw, localCRC, c.crc)
	}
	if l.packed.n == e.packed.n {
		l.packed.put(l.raw, c.packed)
	}
	if l.size.n == e.size.n {
		l.size.put(l.raw, c.size)
	}
	if len(d.raw) > 0 {
		putCRC(d.raw, d.crc, c.crc)
		d.packed.put(d.raw, c.packed)
		d.size.put(d.raw, c.size)
	}
}

// A buffer is a writer to memory, which is used again.
type buffer []byte

func (b *buffer) Write(p []byte) (int, error) {
	*b = append(*b, p...)
	return len(p), nil
}

// pack sets w.data to text, compressed by the method of an entry.
func (w *writer) pack(e *entry, text []byte) error {
	const most = 4 << 20
	if cap(w.data) > most {
		w.data = nil
	}
	w.data = w.data[:0]
	if e.method == methodStored {
		w.data = append(w.data, text...)
		return nil
	}
	z, err := w.deflater(e.level())
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	return z.Close()
}

// level returns the level of compression that the flags of an entry describe (section 4.4.4).
func (e *entry) level() int {
	switch e.flags >> 1 & 3 {
	case 1: // maximum
		return flate.BestCompression
	case 2, 3: // fast, super fast
		return flate.BestSpeed
	}
	return flate.DefaultCompression
}

// deflater returns a compressor of a level that writes to w.data. The compressors are used again.
func (w *writer) deflater(level int) (*flate.Writer, error) {
	if z := w.deflate[level]; z != nil {
		z.Reset(&w.data)
		return z, nil
	}
	z, err := flate.NewWriter(&w.data, level)
	if w.deflate == nil {
		w.deflate = make(map[int]*flate.Writer)
	}
	w.deflate[level] = z
	return z, err
}

// copyTo copies the file up to the offset end.
func (w *writer) copyTo(end int64) error {
	const size = 256 << 10
	if w.copies == nil {
		w.copies = make([]byte, size)
	}
	for w.done < end {
		n, err := w.file.ReadAt(w.copies[:min(size, end-w.done)], w.done)
		if n == 0 {
			return noEOF(err)
		}
		if _, err := w.to.Write(w.copies[:n]); err != nil {
			return err
		}
		w.done += int64(n)
	}
	return nil
}

// Keep implements [format.Writer].
func (w *writer) Keep(n int) error { return w.current().Keep(n) }

// Replace implements [format.Writer].
func (w *writer) Replace(old int, p []byte) error { return w.current().Replace(old, p) }

// current returns the text of the current member, or nil.
func (w *writer) current() *format.ChangedText {
	if !w.begun {
		return nil
	}
	return &w.members[0].text
}

// Close implements [format.Writer].
func (w *writer) Close() error {
	err := w.finish()
	if err == nil {
		if w.open(); w.file == nil {
			err = w.reader.err
		}
	}
	if err == nil {
		err = w.end()
	}
	if w.file != nil {
		err = errors.Join(err, w.file.Close())
	}
	return err
}

// Report implements [format.Reporter].
func (w *writer) Report() (all []string) {
	if w.left > 0 {
		all = append(all, fmt.Sprintf("left: %d files that would have more than 4 GiB", w.left))
	}
	if len(w.changes) > 0 && w.directory.signed != "" {
		all = append(all, "a signed zip file is changed: "+w.directory.signed)
	}
	return all
}
