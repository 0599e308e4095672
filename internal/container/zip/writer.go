package zip

import (
	stdzip "archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"slices"

	"github.com/klauspost/compress/flate"

	"github.com/hrefix/hrefix/internal/container/format"
)

// A writer is the [format.MemberWriter] of a reader. It copies the file if nothing changes. Otherwise
// archive/zip writes it.
type writer struct {
	*reader
	*format.ChangedText // the text of the current member; nil before the first member
	e                   *entry
	members             []member // the members after the current member that were read
	to                  io.Writer
	out                 *bufio.Writer    // writes to the field to; archive/zip writes through out, too
	zip                 *stdzip.Writer   // nil before the first change
	written             int              // the number of entries that zip has
	packed              bytes.Buffer     // the data of a changed entry
	deflate             [4]*flate.Writer // writers by the levels that flags describe
	copies              []byte           // the buffer for copying the data of other entries
}

// A member is an entry that was read, and its text. The entry is nil if the file cannot be read.
type member struct {
	e    *entry
	text format.ChangedText
}

// Rewrite implements [format.Encoded].
func (r *reader) Rewrite(w io.Writer) format.MemberWriter {
	const size = 64 << 10
	r.back = &writer{reader: r, to: w, out: bufio.NewWriterSize(struct{ io.Writer }{w}, size)} // w may be a bufio.Writer
	return r.back
}

// Next implements [format.MemberWriter].
func (w *writer) Next() error {
	if err := w.finish(); err != nil {
		return err
	}
	if len(w.members) == 0 {
		return errors.New("zip: no more members were read")
	}
	m := w.members[0]
	w.members[0] = member{} // release the text
	w.members, w.e, w.ChangedText = w.members[1:], m.e, &m.text
	return nil
}

// finish ends the current member.
func (w *writer) finish() error {
	if w.ChangedText == nil || !w.HasChanged() {
		return nil
	}
	text, e := w.All(), w.e
	w.ChangedText = nil
	if err := w.pack(text); err != nil {
		return err
	}
	if err := w.copyUntil(e); err != nil {
		return err
	}
	e.CRC32, e.CompressedSize64, e.UncompressedSize64 = crc32.ChecksumIEEE(text), uint64(w.packed.Len()), uint64(len(text))
	return w.put(e, &w.packed)
}

// copyUntil writes the entries before e as they are, or all entries if e is nil. Before the first entry, it
// writes the bytes that precede it, such as a program that extracts the zip file.
func (w *writer) copyUntil(e *entry) error {
	all := w.directory.entries
	if w.zip == nil {
		if _, err := io.Copy(w.out, io.NewSectionReader(w.file, 0, all[0].header)); err != nil {
			return err
		}
		w.zip, w.copies = stdzip.NewWriter(w.out), make([]byte, 256<<10)
		w.zip.SetOffset(all[0].header - w.directory.shift)
		if err := w.zip.SetComment(w.directory.zip.Comment); err != nil {
			return err
		}
	}
	for w.written < len(all) && &all[w.written] != e {
		next := &all[w.written]
		if err := w.put(next, io.NewSectionReader(w.file, next.data, int64(next.CompressedSize64))); err != nil {
			return err
		}
	}
	return nil
}

// put writes an entry with its data. archive/zip writes the local header at once, with the extra fields that
// the entry has then, and the record of the directory at the end.
func (w *writer) put(e *entry, data io.Reader) error {
	changed := errors.New("the file has changed while it was read")
	local := w.file.read(e.header, e.data-e.header)
	if int64(len(local)) < e.data-e.header {
		return cmp.Or(w.file.err, changed)
	}
	if e.isFolder() { // there is no data
		e.Method, e.CRC32, e.CompressedSize64 = stdzip.Store, 0, 0
		e.Flags &^= flagDescriptor
	}
	extra, _ := withoutZip64(e.Extra)
	e.Extra, _ = withoutZip64(local[localSize+len(e.Name):])
	if e.isLarge() {
		field := binary.LittleEndian.AppendUint64([]byte("\x01\x00\x10\x00"), e.UncompressedSize64)
		e.Extra = append(binary.LittleEndian.AppendUint64(field, e.CompressedSize64), e.Extra...)
	}
	to, err := w.zip.CreateRaw(&e.FileHeader)
	e.Extra = extra
	w.written++
	if err != nil || e.isFolder() {
		return err
	}
	n, err := io.CopyBuffer(to, data, w.copies)
	if err == nil && uint64(n) != e.CompressedSize64 {
		err = cmp.Or(w.file.err, changed)
	}
	return err
}

// pack sets w.packed to a text, compressed by the method of the current entry, at the level that its flags
// describe (section 4.4.4).
func (w *writer) pack(text []byte) error {
	w.packed.Reset()
	if w.e.Method == stdzip.Store {
		_, err := w.packed.Write(text)
		return err
	}
	levels := [...]int{flate.DefaultCompression, flate.BestCompression, flate.BestSpeed, flate.BestSpeed}
	z := &w.deflate[w.e.Flags>>1&3]
	if *z == nil {
		*z, _ = flate.NewWriter(nil, levels[w.e.Flags>>1&3]) // these levels are valid
	}
	(*z).Reset(&w.packed)
	_, err := (*z).Write(text)
	return cmp.Or(err, (*z).Close())
}

// Close implements [format.Writer]. It writes the other entries, the directory, and the bytes after
// the zip file.
func (w *writer) Close() (err error) {
	if w.file == nil && w.reader.err == nil {
		w.file, w.reader.err = open(w.from)
	}
	if w.file == nil {
		return w.reader.err
	}
	defer func() { err = errors.Join(err, w.file.Close()) }()
	if err := w.finish(); err != nil {
		return err
	}
	rest := int64(0)
	if w.zip != nil {
		if err := cmp.Or(w.copyUntil(nil), w.zip.Flush()); err != nil {
			return err
		}
		if err := w.writeDirectory(); err != nil {
			return err
		}
		rest = w.directory.after
	}
	_, err = io.Copy(w.out, io.NewSectionReader(w.file, rest, w.file.size-rest))
	return cmp.Or(err, w.file.err, w.out.Flush())
}

// writeDirectory writes the directory by archive/zip. It puts the records in their old order, and the internal
// attributes into them, which archive/zip does not know.
func (w *writer) writeDirectory() error {
	const internal = 36 // the offset of the internal attributes in a record
	var to bytes.Buffer
	w.out.Reset(&to)
	err := w.zip.Close()
	w.out.Reset(w.to)
	if err != nil {
		return err
	}
	at, raw, entries, n16 := 0, to.Bytes(), w.directory.entries, binary.LittleEndian.Uint16
	if last := &entries[len(entries)-1]; last.Flags&flagDescriptor != 0 && !last.isFolder() {
		at = 16 // the data descriptor of the last entry comes before the records
		if last.isLarge() {
			at = 24
		}
	}
	first := w.directory.start
	old := w.file.read(first, w.directory.after-first)
	if w.file.err != nil {
		return w.file.err
	}
	records := make(map[int64][]byte) // records by their offsets in the old file
	all := slices.Clone(raw[:at])
	for i := range entries {
		record := raw[at:]
		copy(record[internal:], old[entries[i].record-first+internal:][:2])
		n := recordSize + int(n16(record[28:])) + int(n16(record[30:])) + int(n16(record[32:]))
		records[entries[i].record] = record[:n]
		at += n
	}
	for _, at := range slices.Sorted(maps.Keys(records)) {
		all = append(all, records[at]...)
	}
	_, err = w.out.Write(append(all, raw[at:]...))
	return err
}

// Report implements [format.Reporter].
func (w *writer) Report() []string {
	if w.zip != nil && w.directory.signed != "" {
		return []string{"a signed zip file is changed: " + w.directory.signed}
	}
	return nil
}
