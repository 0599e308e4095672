package units

import (
	"bufio"
	"io"
)

// A Held has the content of a file that can be read only once, such as a pipe. Up to 8 MiB
// are in memory, the rest in a temporary file, as with a [Writer]. It has to be closed.
type Held struct{ tape tape }

// Hold reads a file to its end. If the content cannot be stored, Hold returns the error, and so do
// all readers. If the file cannot be read, only the readers return the error, after the content that
// was read before it.
func Hold(file io.Reader) (*Held, error) {
	h := &Held{tape{memory: heldInMemory, hold: true}}
	in := bufio.NewReaderSize(file, 32<<10)
	for h.tape.err == nil {
		_, h.tape.err = in.Peek(1) // it fails after 100 reads without data
		text, _ := in.Peek(in.Buffered())
		if err := h.tape.keep(text); err != nil {
			h.tape.dead = err
			return h, err
		}
		_, _ = in.Discard(len(text)) // it was peeked
		h.tape.head += int64(len(text))
	}
	return h, nil
}

// Reader returns a reader of the file from its start. Several may be used alternately.
func (h *Held) Reader() io.Reader { return &tapeReader{tape: &h.tape} }

// Close releases memory and the temporary file.
func (h *Held) Close() error { return h.tape.close() }
