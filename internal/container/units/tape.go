package units

import (
	"io"
	"io/fs"
)

// heldInMemory is how many bytes a tape keeps in memory before it creates a temporary file.
const heldInMemory = 8 << 20

// A tape reads a file once, and keeps the bytes from a given offset on, so that they can
// be read again.
type tape struct {
	src    io.Reader
	err    error  // the error of src or of the temporary file, after which src is not read
	dead   error  // the error of reading kept bytes, after which nothing can be read
	head   int64  // the number of bytes that were read from src
	hold   bool   // the bytes from base on are kept
	base   int64  // the offset of the first kept byte
	mem    []byte // the kept bytes, if spill is nil
	spill  *spill // the temporary file with the kept bytes, or nil
	memory int    // the maximum size of mem
	recent []byte // the last bytes before head, if hold is false
}

// recentSize is how many bytes a tape that does not hold the file keeps at least.
const recentSize = 64 << 10

// oldest returns the offset of the first byte that can be read again.
func (t *tape) oldest() int64 {
	if t.hold {
		return t.base
	}
	return t.head - int64(len(t.recent))
}

// remember adds new bytes to the recent ones.
func (t *tape) remember(p []byte) {
	if len(t.recent) > recentSize {
		t.recent = t.recent[:copy(t.recent, t.recent[len(t.recent)-recentSize:])]
	}
	t.recent = append(t.recent, p...)
}

// read reads into p from the offset off, which is between base and head.
func (t *tape) read(p []byte, off int64) (int, error) {
	switch {
	case t.dead != nil:
		return 0, t.dead
	case off == t.head:
		return t.next(p)
	case t.spill != nil:
		p = p[:min(int64(len(p)), t.head-off)]
		if err := t.unspill(p, off); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	if !t.hold {
		return copy(p, t.recent[off-t.oldest():]), nil
	}
	return copy(p, t.mem[off-t.base:]), nil
}

// unspill reads all of p at off from the temporary file.
func (t *tape) unspill(p []byte, off int64) error {
	t.dead = t.spill.read(p, off)
	return t.dead
}

// next reads new bytes from src. It returns either bytes or an error.
func (t *tape) next(p []byte) (n int, err error) {
	for range 100 {
		if t.err != nil {
			return 0, t.err
		}
		n, t.err = t.src.Read(p)
		if n == 0 {
			continue
		}
		if err := t.keep(p[:n]); err != nil {
			t.err = err
			return 0, err
		}
		t.head += int64(n)
		return n, nil
	}
	t.err = io.ErrNoProgress
	return 0, t.err
}

// keep stores p, the bytes at head, if hold is set.
func (t *tape) keep(p []byte) (err error) {
	if !t.hold {
		t.remember(p)
		return nil
	}
	if t.spill == nil && len(t.mem)+len(p) > t.memory {
		if t.spill, err = newSpill(t.mem, t.base); err != nil {
			return err
		}
		t.mem = nil
	}
	if t.spill != nil {
		return t.spill.write(p, t.head)
	}
	if size := len(t.mem) + len(p); size > cap(t.mem) {
		t.mem = append(make([]byte, 0, min(4*size, t.memory)), t.mem...)
	}
	t.mem = append(t.mem, p...)
	return nil
}

// release drops the bytes before off. If little is left in the temporary file, it
// is moved to memory.
func (t *tape) release(off int64) error {
	if !t.hold || off <= t.base {
		return nil
	}
	if t.spill == nil {
		t.mem = t.mem[off-t.base:]
	}
	t.base = off
	if t.spill == nil || t.head-off > int64(t.memory/2) {
		return nil
	}
	rest := make([]byte, t.head-off, t.memory)
	if err := t.unspill(rest, off); err != nil {
		return err
	}
	t.mem = rest
	return t.closeSpill()
}

// close drops all data. Nothing can be read after it.
func (t *tape) close() error {
	t.dead, t.mem = fs.ErrClosed, nil
	return t.closeSpill()
}

func (t *tape) closeSpill() error {
	s := t.spill
	if s == nil {
		return nil
	}
	t.spill = nil
	return s.close()
}
