package inputs

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/internal/engine/detect"
	"github.com/hrefix/hrefix/internal/filekind"
)

// A File is an input: a file that an argument names, or a file that was found in a directory that
// an argument names. It may be a directory: a directory that a new tree copies, or a directory
// whose files are not edited.
type File struct {
	Name      string             // the name for messages
	Folder    *atomicfile.Folder // the directory of the file, or the file itself if it is a directory; must be released; nil if it cannot be opened
	Base      string             // the name of the file in Folder
	Tree      *atomicfile.Folder // the given directory, or the directory of a given file, or the current directory for a path in a list; open until the loop over All goes on
	Rel       string             // the path of the file in Tree, with slashes
	Found     bool               // the file was found in a directory: it may be no document
	Dir       bool               // the file is a directory
	DirType   detect.Type        // the type of the file if its directory shows it, or else Auto
	Mail      bool               // the file is in a Maildir, where names may contain sizes
	Top       string             // the given directory, unless it is the only argument
	Chosen    bool               // the file was chosen by its extension: if a type is given, the file has that type
	Followed  bool               // a symbolic link led to the file: a new tree gets a copy, and no hard link
	Copied    bool               // the file is copied into a new tree unchanged, since it is not selected
	Apart     filekind.Group     // VersionControl or BackupDirectory if the file is, or is in, a directory of that group: its files are not edited
	Size      int64              // the size in bytes, or 0 if it is not known
	Group     filekind.Group     // the group of a file that is not read: SymbolicLink or Special; 0 for other files
	Link      string             // the text of a symbolic link in a new tree
	Why       string             // the reason why a file is only counted, unless a Remark reports it
	Lost      bool               // the new tree does not get the file
	Elsewhere bool               // the file is in another shard: it is not opened, and has no Folder
}

// IsRead reports whether the file is read: it is no directory and no symbolic link.
func (f *File) IsRead() bool { return !f.Dir && f.Group == 0 }

// Key returns a name of the file, with slashes, for shards and manifests. No other file of the run has
// that name. For a file in the only given directory, it is the path in that directory, so that it stays
// the same if the directory is mounted elsewhere. For other files, it is the given path.
func (f *File) Key() string {
	if f.Found && f.Top == "" {
		return f.Rel
	}
	return filepath.ToSlash(filepath.Clean(f.Name))
}

// KeyOf returns the key of the file with a path in a directory that is an argument. alone says that
// the directory is the only argument.
func KeyOf(arg, path string, alone bool) string {
	if alone {
		return filepath.ToSlash(filepath.Clean(path))
	}
	return filepath.ToSlash(filepath.Join(arg, path))
}

// setMail sets the type of a message in a Maildir: a file in the directory cur or new. If the
// Maildir was not given as a whole, or is not complete, the file is a message if its name
// contains sizes.
func (f *File) setMail(folder string, inMaildir bool) {
	if maildir.HoldsMessages(folder) && (inMaildir || maildir.TellsSize(f.Base)) {
		f.DirType, f.Mail = detect.Message, true
	}
}

// Stat returns the result of the first call of os.Stat for an argument: all parts of a run see the same result, also
// if a later call would fail.
func (in *Inputs) Stat(arg string) (fs.FileInfo, error) {
	if in.stats == nil {
		in.stats = make(map[string]func() (fs.FileInfo, error))
	}
	if in.stats[arg] == nil {
		in.stats[arg] = sync.OnceValues(func() (fs.FileInfo, error) { return os.Stat(arg) })
	}
	return in.stats[arg]()
}

// IsDir reports whether an argument names a directory, or a symbolic link to a directory.
func (in *Inputs) IsDir(arg string) bool {
	info, err := in.Stat(arg)
	return err == nil && info.IsDir()
}
