package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// ErrChanged is the error of a file that another program changed.
var ErrChanged = errors.New("another program changed the file: try again")

// Unchanged reports whether two file infos describe the same file, and neither its content nor its
// owner nor its permissions changed between them. It notices an edit after which the time was put
// back, unless the system does not record the time of the last change (ctime).
func Unchanged(before, now fs.FileInfo) bool {
	return SameContent(before, now) && before.Mode() == now.Mode() && changeTime(before).Equal(changeTime(now))
}

// SameContent reports whether two file infos describe the same file, and its content probably did
// not change between them. Its owner, permissions and other names may have changed.
func SameContent(before, now fs.FileInfo) bool {
	return os.SameFile(before, now) && before.Size() == now.Size() && before.ModTime().Equal(now.ModTime())
}
