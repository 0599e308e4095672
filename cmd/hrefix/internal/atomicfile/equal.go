package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
)

// Equals reports whether the folder has a regular file called name with the content that was
// written to the temporary so far.
func (f *File) Equals(name string) (bool, error) {
	return f.folder.Equals(f.name, f.folder, name)
}

// Equals reports whether the file called own, and another folder's file called name, are regular files with
// the same content.
func (f *Folder) Equals(own string, in *Folder, name string) (bool, error) {
	info, err := f.equals(own, in, name)
	return info != nil, err
}

// equals does what Equals does. It returns the info of the other folder's file if the contents are the same, or else
// nil.
func (f *Folder) equals(ownName string, in *Folder, name string) (fs.FileInfo, error) {
	info, err := stat(in.Lstat, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, nil
	}
	own, is, err := f.OpenRead(ownName)
	if err != nil {
		return nil, err
	}
	defer own.Close() // the file was only read
	if is.Size() != info.Size() {
		return nil, nil
	}
	other, info, err := in.OpenRead(name)
	if err != nil {
		return nil, err
	}
	defer other.Close() // the file was only read
	if same, err := sameContent(own, other); err != nil || !same {
		return nil, err
	}
	return info, nil
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
