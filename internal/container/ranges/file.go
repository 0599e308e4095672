package ranges

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/hrefix/hrefix/internal/container"
	"github.com/hrefix/hrefix/internal/container/format"
)

// ErrWhole is the error of [Open] for a file that has to be read as a whole.
var ErrWhole = errors.New("the file cannot be cut into parts")

// A File is a file that can be cut into parts. Its methods may be called by several goroutines.
type File struct {
	src     io.ReaderAt
	size    int64
	format  *format.Format
	coding  *format.Coding // nil if the file has no coding
	options format.Options
	start   []byte         // the start of the text: enough for [format.Cuts].Begins
	first   format.Decoder // has read the start; nil if the file has no coding
}

// Open returns the file in src, which has size bytes and the format f. If the file has a coding, which Open
// finds by the content, f is the format of the decoded text. The parts have to be read with the same
// MaxMember and Limits. The error is [ErrWhole], or comes from reading.
func Open(src io.ReaderAt, size int64, f *format.Format, o format.Options) (*File, error) {
	z := &File{src: src, size: size, format: f, options: format.Options{MaxMember: o.MaxMember, Limits: o.Limits}}
	if f == nil || f.Cuts == nil {
		return nil, ErrWhole
	}
	head, err := z.raw(0, container.CodingMagicSize)
	if err != nil {
		return nil, err
	}
	z.coding = container.Coding(head)
	if z.coding == nil {
		z.start, err = z.raw(0, f.Cuts.Head)
		return z, err
	}
	if !f.Cuts.Units {
		return nil, ErrWhole
	}
	text := z.text(0)
	defer text.close()
	text.readTo(f.Cuts.Head)
	z.start, z.first = text.bytes, text.decoder
	return z, nil
}

// Size returns the size of the file.
func (f *File) Size() int64 { return f.size }

// section returns a reader of the file from an offset on.
func (f *File) section(from int64) *io.SectionReader {
	return io.NewSectionReader(f.src, from, f.size-from)
}

// raw reads up to n bytes of the file.
func (f *File) raw(at int64, n int) ([]byte, error) {
	b := make([]byte, min(int64(n), f.size-at))
	k, err := io.ReadFull(f.section(at), b)
	if err != nil && k < len(b) {
		return nil, fmt.Errorf("reading at offset %d: %w", at, err)
	}
	return b, nil
}

// decoder returns a Decoder of raw, which has the file from an offset on.
func (f *File) decoder(at int64, raw io.Reader) format.Decoder {
	if at == 0 {
		return f.coding.Open(raw, f.options)
	}
	return f.first.Part(raw)
}

// begins reports whether a part can begin at an offset, at which a unit begins.
func (f *File) begins(at int64) bool {
	text := f.text(at)
	defer text.close()
	cuts := f.format.Cuts
	for n := 16; ; n *= 4 {
		n = min(n, cuts.Head)
		text.readTo(n)
		ok, more := cuts.Begins(f.start, text.bytes)
		if ok || !more || len(text.bytes) < n || n == cuts.Head {
			return ok
		}
	}
}

const (
	// windowSize is how many bytes are searched at once.
	windowSize = 256 << 10
	// context is how many bytes before a place matter for whether a part can begin there.
	context = 16
	// maxCandidates is the maximum number of offsets that Next tries and that look like the start of a
	// part. Trying an offset costs more than searching a byte, and a hostile file has many.
	maxCandidates = 1024
	// overlap is how many bytes at the end of a window are searched again in the next window: whether a
	// place is there may depend on the bytes after it.
	overlap = 32 << 10
)

// Next returns the first place at or after an offset at which a part probably begins, or the size of the
// file. The start of the file counts. The result depends only on the bytes of the file.
func (f *File) Next(offset int64) (start int64, err error) {
	if offset <= 0 {
		return 0, nil
	}
	for candidates := 0; offset < f.size && candidates < maxCandidates; {
		before := min(offset, context)
		window, err := f.raw(offset-before, windowSize)
		if err != nil {
			return 0, err
		}
		n, begin := f.find(window, int(before)), offset-before
		ended := begin+int64(len(window)) == f.size
		switch {
		case n < 0 && ended:
			return f.size, nil
		case n < 0 || !ended && n > windowSize-overlap:
			offset = begin + windowSize - overlap
			continue
		case f.begins(begin + int64(n)):
			return begin + int64(n), nil
		}
		candidates++
		offset = begin + int64(n) + 1
	}
	return f.size, nil
}

// find returns the first offset in a window, at or after from, at which a part may begin, or -1.
func (f *File) find(window []byte, from int) int {
	if f.coding == nil {
		return f.format.Cuts.Find(f.start, window, from)
	}
	if n := bytes.Index(window[from:], []byte(f.coding.UnitMagic)); n >= 0 {
		return from + n
	}
	return -1
}

// maxUnits is how many units are read for the text at the start of a part.
const maxUnits = 64

// A head is the beginning of the text from an offset of the file on. It ends at the first read error.
type head struct {
	text    io.Reader
	decoder format.Decoder // nil if the file has no coding
	bytes   []byte         // the bytes that were read
	units   int            // the number of units that were read
}

// text returns the head of the text from the unit at an offset of the file on. If that unit has no text, the
// head is empty, so that no part begins there: the offset of a record is the offset of a unit with text.
func (f *File) text(at int64) *head {
	if f.coding == nil {
		return &head{text: f.section(at)}
	}
	h := &head{decoder: f.decoder(at, f.section(at))}
	h.text = h.decoder
	if at > 0 {
		h.decoder.StopAt(func(int64) bool {
			h.units++
			return len(h.bytes) == 0 || h.units > maxUnits
		})
	}
	return h
}

// readTo reads until there are n bytes, or to the end.
func (h *head) readTo(n int) {
	h.bytes = slices.Grow(h.bytes, n-len(h.bytes))
	for err := error(nil); err == nil && len(h.bytes) < n; {
		var k int
		k, err = h.text.Read(h.bytes[len(h.bytes):n])
		h.bytes = h.bytes[:len(h.bytes)+k]
	}
}

// close closes the decoder.
func (h *head) close() {
	if h.decoder != nil {
		h.decoder.Close() // this decoder holds no resources
	}
}
