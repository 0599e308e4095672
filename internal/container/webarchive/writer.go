package webarchive

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A writer is the [format.MemberWriter] of a reader. It collects the changes of all members.
type writer struct {
	*reader
	to      io.Writer
	member  int                 // the number of the current member
	text    *format.ChangedText // of the current member; nil before the first one
	changes []change
}

// A change is an object and its new content.
type change struct {
	object
	text []byte
}

// Rewrite implements [format.Encoded].
func (r *reader) Rewrite(w io.Writer) format.MemberWriter {
	r.rewrite = true
	return &writer{reader: r, to: w}
}

// Next implements [format.MemberWriter].
func (w *writer) Next() error {
	w.finish()
	if w.member >= w.number {
		return errors.New("webarchive: no more members were read")
	}
	w.member++
	text := w.current()
	w.text = &text
	return nil
}

// current returns the text of the current member.
func (w *writer) current() format.ChangedText {
	if w.member > len(w.all) || w.all[w.member-1].shared {
		return format.FixedText(0)
	}
	return format.TextOf(w.content(&w.all[w.member-1]))
}

// Keep implements [format.Writer].
func (w *writer) Keep(n int) error { return w.text.Keep(n) }

// Replace implements [format.Writer].
func (w *writer) Replace(old int, p []byte) error { return w.text.Replace(old, p) }

// finish ends the current member.
func (w *writer) finish() {
	if w.text != nil && w.text.HasChanged() {
		w.changes = append(w.changes, change{w.list.get(w.all[w.member-1].data), w.text.All()})
	}
	w.text = nil
}

// Broken implements [format.Writer].
func (w *writer) Broken() error {
	if w.options.Back != nil {
		return w.options.Back.Broken()
	}
	return nil
}

// Close implements [format.Writer].
func (w *writer) Close() error {
	w.finish()
	out := w.options.Back
	if out == nil {
		out = &plain{w: w.to, text: w.reader.text, rest: w.file}
	}
	return errors.Join(w.apply(out), out.Close())
}

// apply writes the changes to out, which copies the rest of the file. The order of the objects stays.
func (w *writer) apply(out format.Writer) error {
	if len(w.changes) == 0 {
		return nil
	}
	slices.SortFunc(w.changes, func(x, y change) int { return cmp.Compare(x.start, y.start) })
	at := 0
	replace := func(start, end int, text []byte) error {
		err := out.Keep(start - at)
		if err == nil {
			err = out.Replace(end-start, text)
		}
		at = end
		return err
	}
	for _, c := range w.changes {
		if err := replace(c.start, c.end, append(marker(len(c.text)), c.text...)); err != nil {
			return err
		}
	}
	table, end := w.table()
	if err := replace(w.list.table, w.list.table+w.list.count*w.list.offsetSize, table); err != nil {
		return err
	}
	last := len(w.list.file)
	if err := replace(last-trailerSize, last, end); err != nil {
		return err
	}
	return nil
}

// table returns the table of offsets after the changes, and the trailer.
func (w *writer) table() (table, trailer []byte) {
	p := w.list
	shift := w.shifts()
	trailer = slices.Clone(p.file[len(p.file)-trailerSize:])
	at := uint64(p.table + shift(p.table))
	binary.BigEndian.PutUint64(trailer[24:], at)
	size := p.offsetSize
	for size < 8 && at>>(8*size) > 0 { // as CFBinaryPList.c demands
		size = nextSize(size)
	}
	trailer[6] = byte(size)
	table = make([]byte, 0, p.count*size)
	for i := range p.count {
		offset := int(p.offset(i))
		n := uint64(offset + shift(offset))
		for k := size - 1; k >= 0; k-- {
			table = append(table, byte(n>>(8*k)))
		}
	}
	return table, trailer
}

// nextSize returns the next larger size of a number: 1, 2, 4 or 8.
func nextSize(size int) int {
	for _, n := range [...]int{2, 4} {
		if size < n {
			return n
		}
	}
	return 8
}

// shifts returns a function that returns how many bytes the changes before an offset add.
func (w *writer) shifts() func(offset int) int {
	sums := make([]int, len(w.changes)+1)
	for i, c := range w.changes {
		sums[i+1] = sums[i] + len(marker(len(c.text))) + len(c.text) - (c.end - c.start)
	}
	return func(offset int) int {
		n, _ := slices.BinarySearchFunc(w.changes, offset, func(c change, at int) int { return cmp.Compare(c.start, at) })
		return sums[n]
	}
}

// A plain is the [format.Writer] of a file without a coding.
type plain struct {
	w    io.Writer
	text []byte
	rest io.Reader // what follows text
}

// Keep implements [format.Writer].
func (p *plain) Keep(n int) error {
	_, err := p.w.Write(p.text[:n])
	p.text = p.text[n:]
	return err
}

// Replace implements [format.Writer].
func (p *plain) Replace(old int, b []byte) error {
	p.text = p.text[old:]
	_, err := p.w.Write(b)
	return err
}

// Close implements [format.Writer].
func (p *plain) Close() error {
	if err := p.Keep(len(p.text)); err != nil {
		return err
	}
	_, err := io.Copy(p.w, p.rest)
	return err
}

// Broken implements [format.Writer].
func (p *plain) Broken() error { return nil }
