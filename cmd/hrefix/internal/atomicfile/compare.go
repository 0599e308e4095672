package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
)

// An Identity tells a file from the other files of all file systems: its device and its inode.
type Identity [2]uint64

// ErrChanged is the error of a file that another program changed.
var ErrChanged = errors.New("another program changed the file: try again")

// Unchanged reports whether two file infos describe the same file, and neither its content nor its
// owner nor its permissions changed between them. It notices an edit even if the time of the file was
// set back afterwards, provided that the system records the time of the last change (ctime).
func Unchanged(before, now fs.FileInfo) bool {
	_, then := timesOf(before)
	_, changed := timesOf(now)
	return SameContent(before, now) && before.Mode() == now.Mode() && then.Equal(changed)
}

// SameContent reports whether two file infos describe the same file, and its content probably did
// not change between them. Its owner, permissions and other names may have changed.
func SameContent(before, now fs.FileInfo) bool {
	return os.SameFile(before, now) && before.Size() == now.Size() && before.ModTime().Equal(now.ModTime())
}

// Equals reports whether the folder has a regular file called name with the content that was
// written to the temporary so far.
func (f *File) Equals(name string) (bool, error) {
	info, err := f.folder.Equals(f.name, f.folder, name)
	return info != nil, err
}

// Equals compares the file called own in f with the file called name in another folder. If both are regular files
// with the same content, it returns the info of the file in the other folder, or else nil.
func (f *Folder) Equals(own string, in *Folder, name string) (fs.FileInfo, error) {
	info, err := in.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, nil
	}
	mine, is, err := f.OpenRead(own)
	if err != nil {
		return nil, err
	}
	defer mine.Close() // the file was only read
	if is.Size() != info.Size() {
		return nil, nil
	}
	other, info, err := in.OpenRead(name)
	if err != nil {
		return nil, err
	}
	defer other.Close() // the file was only read
	if same, err := sameContent(mine, other); err != nil || !same {
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
		for _, err := range []error{errA, errB} {
			if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
				return false, err
			}
		}
		if same := bytes.Equal(one[:n], two[:m]); !same || n < size {
			return same, nil
		}
	}
}
