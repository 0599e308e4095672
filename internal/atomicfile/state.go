package atomicfile

import (
	"io/fs"
	"os"
)

// Unchanged reports whether two infos are of the same file and nothing changed it between
// them: neither its content, also if its time was put back, nor who may do what with it.
// Where the system keeps no time of the last change (ctime), an edit that keeps size and
// time goes unnoticed.
func Unchanged(before, now fs.FileInfo) bool {
	return os.SameFile(before, now) && before.Size() == now.Size() && before.Mode() == now.Mode() &&
		before.ModTime().Equal(now.ModTime()) && changeTime(before).Equal(changeTime(now))
}
