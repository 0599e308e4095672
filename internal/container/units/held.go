package units

import (
	"bufio"
	"io"
)

// A Held has the content of a file that can be read only once, such as a pipe. Up to 8 MiB
// are in memory, the rest in a temporary file, as with a [Writer]. It has to be closed.
type Held struct{ tape tape }

// Hold reads a file to its end. It returns an error if the content cannot be held, which all
// readers return, too. An error of reading the file is returned by [Held.Reader], after the
// content that was read before.
func Hold(file io.Reader) (*Held, error) {
	h := &Held{tape{memory: heldInMemory, hold: true}}
	in := bufio.NewReader(file) // which fails if nothing comes
	buf := make([]byte, 32<<10)
	for h.tape.err == nil {
		var n int
		n, h.tape.err = in.Read(buf)
		if err := h.tape.keep(buf[:n]); err != nil {
			h.tape.dead = err
			return h, err
		}
		h.tape.head += int64(n)
	}
	return h, nil
}

// Reader returns a reader of the file from its start. Several may be used alternately.
func (h *Held) Reader() io.Reader { return &tapeReader{tape: &h.tape} }

// Close releases memory and the temporary file.
func (h *Held) Close() error { return h.tape.close() }
