package zip

import "io"

// A window reads parts of a file through a buffer. Parts that follow each other, or are near, take
// one read together.
type window struct {
	file *file
	at   int64  // the offset of text in the file
	text []byte // what the buffer holds
	buf  []byte

	next, end int64 // the rest of the section that Read returns
	err       error // of reading the file
}

// windowSize is the size of the buffer of a window.
const windowSize = 64 << 10

func newWindow(f *file) *window { return &window{file: f} }

// view returns n bytes at the offset at of the file. They are valid until the next call. The error is
// that of reading the file.
func (w *window) view(at int64, n int) ([]byte, error) {
	if at >= w.at && at+int64(n) <= w.at+int64(len(w.text)) {
		return w.text[at-w.at:][:n], nil
	}
	if err := w.fill(at, n); err != nil {
		return nil, err
	}
	return w.text[:n], nil
}

// fill fills the buffer with at least n bytes from the offset at.
func (w *window) fill(at int64, n int) error {
	size := min(w.file.size-at, int64(max(n, windowSize)))
	if int64(len(w.buf)) < size {
		w.buf = make([]byte, max(int64(n), min(windowSize, w.file.size)))
	}
	w.at, w.text = at, nil
	k, err := w.file.ReadAt(w.buf[:max(size, 0)], at)
	w.text = w.buf[:k]
	if k >= n {
		return nil
	}
	w.err = noEOF(err)
	return w.err
}

// section makes Read return the bytes from start to end of the file.
func (w *window) section(start, end int64) { w.next, w.end = start, end }

// ReadByte implements [io.ByteReader].
func (w *window) ReadByte() (byte, error) {
	if w.next >= w.end {
		return 0, io.EOF
	}
	b, err := w.view(w.next, 1)
	if err != nil {
		return 0, err
	}
	w.next++
	return b[0], nil
}

// Read implements [io.Reader].
func (w *window) Read(p []byte) (int, error) {
	if w.next >= w.end {
		return 0, io.EOF
	}
	if _, err := w.view(w.next, 1); err != nil {
		return 0, err
	}
	n := copy(p, w.text[w.next-w.at:])
	n = int(min(int64(n), w.end-w.next))
	w.next += int64(n)
	return n, nil
}
