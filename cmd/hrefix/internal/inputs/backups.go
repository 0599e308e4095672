package inputs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// BackupMark is the name of the file that makes a directory a directory of backups. Mail programs take no
// file for a message whose name begins with ".".
const BackupMark = ".hrefix-backups"

// isBackups reports whether a directory with these entries is a directory of backups.
func isBackups(entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(d fs.DirEntry) bool { return d.Name() == BackupMark && d.Type().IsRegular() })
}

// Keeps returns an error, which is a [Remark], if a run that writes in place must not write an argument: it
// is, or is in, a directory of backups.
func (in *Inputs) Keeps(arg string) error {
	if !in.InPlace || arg == Stdin {
		return nil
	}
	real, err := realPath(arg)
	if err != nil {
		return nil
	}
	for dir := real; dir != in.edited; dir = filepath.Dir(dir) { // a list often has many files of a directory
		mark := filepath.Join(dir, BackupMark)
		if info, err := os.Lstat(mark); err == nil && info.Mode().IsRegular() {
			return Remark{arg, "passed over: a backup, which -w does not change: if it is none, remove " + mark}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	in.edited = filepath.Dir(real)
	return nil
}
