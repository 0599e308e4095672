package pack

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/hrefix/hrefix/internal/container/format"
)

const (
	zstdMagic      = "\x28\xb5\x2f\xfd" // RFC 8878 section 3.1.1
	skippableMagic = "\x2a\x4d\x18"     // section 3.1.2, after a byte from 0x50 to 0x5f
	dictionaryID   = 0xd                // a skippable frame with a dictionary

	maxWindow     = 128 << 20
	maxDictionary = 8 << 20
	frameText     = 8 << 20 // the maximum size of the text of a new frame
)

// Zstd is the row of Zstandard in the table of package container.
var Zstd = format.Coding{
	Name:      "zstd",
	Extension: ".zst",
	Short:     map[string]string{".tzst": ".tar"},
	Magic:     func(head []byte) bool { return len(head) >= 4 && beginsFrame(head[:4]) },
	Open: func(file io.Reader, o format.Options) format.Decoder {
		return newReader(file, o.Limits, newZstdForm())
	},
	UnitMagic: zstdMagic,
}

// newZstdForm returns the form of one file, whose decoders and encoders share its dictionary.
func newZstdForm() *form {
	d := new(dictionary)
	return &form{
		name:    "zstd",
		unit:    "frame",
		advice:  "get a whole copy, or take what zstd -dc gets out of it",
		decoder: func(c *cursor) decoder { return &unzstder{dictionary: d, frame: frame{in: c}} },
		encoder: func(w io.Writer) encoder { return &zstder{dictionary: d, out: w} },
	}
}

// beginsFrame reports whether p, of 4 bytes at most, is the beginning of a magic number.
func beginsFrame(p []byte) bool {
	if len(p) > 0 && p[0]>>4 == 5 {
		return strings.HasPrefix(skippableMagic, string(p[1:]))
	}
	return strings.HasPrefix(zstdMagic, string(p))
}

// A dictionary is the dictionary that a file begins with, or empty. The decoders of parts of the
// file share it.
type dictionary struct {
	begun bool // the first frame was read: no later frame can be the dictionary
	data  []byte
	id    uint32
}

// load takes the dictionary from the content of a frame. Content that is no dictionary is ignored.
func (d *dictionary) load(content []byte) {
	if bytes.HasPrefix(content, []byte(zstdMagic)) {
		r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDictionary))
		if err != nil {
			return
		}
		defer r.Close()
		if content, err = r.DecodeAll(content, nil); err != nil {
			return
		}
	}
	if info, err := zstd.InspectDictionary(content); err == nil {
		d.data, d.id = content, info.ID()
	}
}

// A frame reads the bytes of one frame, and no byte after it.
type frame struct {
	in   *cursor
	left int  // the remaining bytes of the header, block or checksum
	last bool // the block is the last block
	sum  bool // a checksum follows the last block
	err  error
}

// Read returns bytes of the frame, and io.EOF at its end.
func (f *frame) Read(p []byte) (int, error) {
	if f.left == 0 {
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	n, err := f.in.Read(p[:min(len(p), f.left)])
	f.left -= n
	if err != nil {
		f.err = noEOF(err)
	}
	return n, f.err
}

// next finds out the size of the next block (section 3.1.1.2), or of the checksum.
func (f *frame) next() error {
	switch {
	case !f.last:
		b, err := f.in.Peek(3)
		if len(b) < 3 {
			f.err = noEOF(err)
			return f.err
		}
		header := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
		f.last, f.left = header&1 != 0, 3+header>>3
		const runLength = 1
		if header>>1&3 == runLength {
			f.left = 3 + 1
		}
	case f.sum:
		f.left, f.sum = 4, false
	default:
		return io.EOF
	}
	return nil
}

// An unzstder decodes frames.
type unzstder struct {
	*dictionary
	frame frame
	lib   *zstd.Decoder
}

func (u *unzstder) start() (hasText bool, err error) {
	const maxHeader = 4 + 1 + 1 + 4 + 8 // section 3.1.1
	in := u.frame.in
	head, err := in.Peek(maxHeader)
	switch {
	case len(head) == 0:
		return false, err
	case !beginsFrame(head[:min(4, len(head))]):
		return false, errOther
	}
	isFirst := !u.begun
	if isFirst {
		u.begun = true
	}
	var h zstd.Header
	switch fault := h.Decode(head); {
	case fault == io.ErrUnexpectedEOF:
		_, _ = in.Discard(len(head)) // the head was peeked
		return false, noEOF(err)
	case fault != nil:
		return false, errHeader
	case h.Skippable:
		return false, u.skip(&h, isFirst)
	}
	u.frame = frame{in: in, left: h.HeaderSize, sum: h.HasCheckSum}
	switch {
	case h.WindowSize > maxWindow || h.SingleSegment && h.FrameContentSize > maxWindow:
		return true, errWindow
	case h.DictionaryID != 0 && (u.data == nil || h.DictionaryID != u.id):
		return true, errDictionary
	}
	return true, u.reset()
}

// skip reads a skippable frame (section 3.1.2). It loads the dictionary that the file begins with.
func (u *unzstder) skip(h *zstd.Header, isFirst bool) error {
	in := u.frame.in
	isDictionary := isFirst && h.SkippableID == dictionaryID && h.SkippableSize <= maxDictionary
	_, _ = in.Discard(h.HeaderSize) // the header was peeked
	if !isDictionary {
		_, err := io.CopyN(io.Discard, in, int64(h.SkippableSize))
		return noEOF(err)
	}
	content := make([]byte, h.SkippableSize)
	_, err := io.ReadFull(in, content)
	if err == nil {
		u.load(content)
	}
	return noEOF(err)
}

// reset makes the library read the frame.
func (u *unzstder) reset() (err error) {
	if u.lib != nil {
		return u.lib.Reset(&u.frame)
	}
	options := []zstd.DOption{
		zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow),
	}
	if u.data != nil {
		options = append(options, zstd.WithDecoderDicts(u.data))
	}
	u.lib, err = zstd.NewReader(&u.frame, options...)
	return err
}

func (u *unzstder) Read(p []byte) (int, error) {
	n, err := u.lib.Read(p)
	switch {
	case n > 0:
		return n, nil // the next call returns the error
	case u.frame.err != nil:
		return 0, u.frame.err
	case err == nil || err == io.EOF:
		return 0, err
	case errors.Is(err, zstd.ErrCRCMismatch):
		return 0, errChecksum
	}
	return 0, errCorrupt
}

// level returns 0: a frame does not say by which level it was compressed.
func (*unzstder) level() byte { return 0 }

// A zstder encodes frames. They have a checksum and the size of the text, as the specification for web
// archives requires. So text of more than frameText bytes becomes several frames.
type zstder struct {
	*dictionary
	out    io.Writer
	lib    *zstd.Encoder
	text   []byte // text that is not encoded yet
	buf    []byte // the buffer for a frame
	frames int    // the number of frames written since begin
}

func (z *zstder) begin(decoder, byte) (err error) {
	z.text, z.frames = z.text[:0], 0
	if z.lib != nil {
		return nil
	}
	options := []zstd.EOption{
		zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true),
		zstd.WithSingleSegment(true), // a single segment makes the frame store the size of its text
	}
	if z.data != nil {
		options = append(options, zstd.WithEncoderDict(z.data))
	}
	z.lib, err = zstd.NewWriter(nil, options...)
	return err
}

func (z *zstder) Write(p []byte) (int, error) {
	written := len(p)
	for len(z.text)+len(p) > frameText {
		n := frameText - len(z.text)
		z.text = append(z.text, p[:n]...)
		if err := z.Close(); err != nil {
			return 0, err
		}
		p = p[n:]
	}
	z.text = append(z.text, p...)
	return written, nil
}

// Close writes the last frame. If all text is in earlier frames, it writes nothing; without any text, it writes an
// empty frame.
func (z *zstder) Close() error {
	if len(z.text) == 0 && z.frames > 0 {
		return nil
	}
	z.frames++
	z.buf = z.lib.EncodeAll(z.text, z.buf[:0])
	z.text = z.text[:0]
	_, err := z.out.Write(z.buf)
	return err
}
