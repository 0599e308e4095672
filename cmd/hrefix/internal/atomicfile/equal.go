package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
)

// Equals reports whether the file of that name in the folder is a regular file with the
// content that was written to the temporary so far. It is false if no such file exists.
func (f *File) Equals(name string) (bool, error) {
	info, err := f.folder.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, nil
	}
	own, is, err := f.folder.OpenRead(f.name)
	if err != nil {
		return false, err
	}
	defer own.Close() // it was only read
	if is.Size() != info.Size() {
		return false, nil
	}
	other, _, err := f.folder.OpenRead(name)
	if err != nil {
		return false, err
	}
	defer other.Close() // it was only read
	return sameContent(own, other)
}

// sameContent reports whether two readers return the same bytes up to their ends.
func sameContent(a, b io.Reader) (bool, error) {
	const size = 64 << 10
	one, two := make([]byte, size), make([]byte, size)
	for {
		n, errA := io.ReadFull(a, one)
		m, errB := io.ReadFull(b, two)
		switch {
		case !isEnd(errA):
			return false, errA
		case !isEnd(errB):
			return false, errB
		case !bytes.Equal(one[:n], two[:m]):
			return false, nil
		case n < size:
			return true, nil
		}
	}
}

// isEnd reports whether an error of [io.ReadFull] means the end of the data.
func isEnd(err error) bool {
	return err == nil || err == io.EOF || err == io.ErrUnexpectedEOF
}
