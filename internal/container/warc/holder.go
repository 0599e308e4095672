package warc

import (
	"io"
)

// A holder is the [format.Writer] of a file without a coding. It holds the bytes that were read
// and not kept yet.
type holder struct {
	src  io.Reader
	w    io.Writer
	held []byte
}

// Read implements [io.Reader].
func (h *holder) Read(p []byte) (int, error) {
	n, err := h.src.Read(p)
	h.held = append(h.held, p[:n]...)
	return n, err
}

// Keep implements [format.Writer].
func (h *holder) Keep(n int) error {
	_, err := h.w.Write(h.held[:n])
	h.held = h.held[n:]
	return err
}

// Replace implements [format.Writer].
func (h *holder) Replace(old int, p []byte) error {
	_, err := h.w.Write(p)
	h.held = h.held[old:]
	return err
}

// Close implements [format.Writer]. It copies the rest of the file.
func (h *holder) Close() error {
	if err := h.Keep(len(h.held)); err != nil {
		return err
	}
	_, err := io.Copy(h.w, h.src)
	return err
}

// Broken implements [format.Writer].
func (h *holder) Broken() error { return nil }
