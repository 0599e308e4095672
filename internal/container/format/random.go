package format

import (
	"io"
	"os"
)

// A RandomReader is a Reader of a file that can also be read at any offset.
type RandomReader interface {
	io.Reader
	io.ReaderAt
	// Size returns the size of the file in bytes. Offsets of ReadAt count from the start of the
	// file, not from the position of Read.
	Size() int64
}

// Random returns the content of file from its current position on as a reader at any offset. ok is
// false if file can be read only once, such as a pipe. It can be read at any offset if it is a
// [RandomReader] or a regular [os.File]. The current position comes from Seek if file is an
// [io.Seeker], and is 0 otherwise.
func Random(file io.Reader) (r *io.SectionReader, ok bool) {
	at, size := io.ReaderAt(nil), int64(0)
	switch f := file.(type) {
	case *os.File:
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return nil, false
		}
		at, size = f, info.Size()
	case RandomReader:
		at, size = f, f.Size()
	default:
		return nil, false
	}
	start := int64(0)
	if s, ok := file.(io.Seeker); ok {
		var err error
		if start, err = s.Seek(0, io.SeekCurrent); err != nil {
			return nil, false
		}
	}
	return io.NewSectionReader(at, start, max(0, size-start)), true
}
