package targets

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/hrefix/hrefix/internal/tempfile"
)

// maxRuns is the number of runs of a level.
const maxRuns = 16

// bufferSize is the size of the buffer of a run that is read or written.
const bufferSize = 64 << 10

// A run is a temporary file with targets in their order. Each target is the length of the beginning
// that its key has in common with the key before it, the length of the rest, the rest, and the
// count. Numbers are as in [binary.AppendUvarint].
type run struct {
	file *tempfile.File
}

// writeRun writes the targets of sources to a new run.
func writeRun(sources []source) (*run, error) {
	f, err := tempfile.New()
	if err != nil {
		return nil, fmt.Errorf("counting targets: %w", err)
	}
	r := &run{f}
	w := runWriter{Writer: bufio.NewWriterSize(f, bufferSize)}
	if err := errors.Join(merge(sources, w.add), w.Flush()); err != nil {
		return nil, errors.Join(fmt.Errorf("counting targets: %w", tempfile.Cause(err)), r.close())
	}
	return r, nil
}

// close closes and removes the file.
func (r *run) close() error {
	if err := r.file.Close(); err != nil {
		return fmt.Errorf("counting targets: %w", tempfile.Cause(err))
	}
	return nil
}

// reader returns a source of the targets in the run.
func (r *run) reader() *runReader {
	return &runReader{from: bufio.NewReaderSize(io.NewSectionReader(r.file, 0, math.MaxInt64), bufferSize)}
}

// A runWriter writes a run.
type runWriter struct {
	*bufio.Writer
	last []byte // the key before
	head []byte
}

// add writes a target whose key is greater than the key of the target before.
func (w *runWriter) add(key []byte, count int64) error {
	same := 0
	for same < len(key) && same < len(w.last) && key[same] == w.last[same] {
		same++
	}
	rest := key[same:]
	w.last = append(w.last[:same], rest...)
	w.head = binary.AppendUvarint(w.head[:0], uint64(same))
	w.head = binary.AppendUvarint(w.head, uint64(len(rest)))
	_, _ = w.Write(w.head) // the last Write returns the error, too
	_, _ = w.Write(rest)
	w.head = binary.AppendUvarint(w.head[:0], uint64(count))
	_, err := w.Write(w.head)
	return err
}

// A runReader reads a run.
type runReader struct {
	from  *bufio.Reader
	now   []byte
	count int64
}

func (r *runReader) next() (bool, error) {
	same, err := binary.ReadUvarint(r.from)
	if err == io.EOF {
		return false, nil
	}
	rest, failed := binary.ReadUvarint(r.from)
	if err = errors.Join(err, failed); err == nil {
		r.now = append(r.now[:same], make([]byte, rest)...)
		_, err = io.ReadFull(r.from, r.now[same:])
	}
	count, failed := binary.ReadUvarint(r.from)
	if err = errors.Join(err, failed); err != nil {
		return false, fmt.Errorf("counting targets: %w", tempfile.Cause(err))
	}
	r.count = int64(count)
	return true, nil
}

func (r *runReader) key() []byte { return r.now }
func (r *runReader) n() int64    { return r.count }
