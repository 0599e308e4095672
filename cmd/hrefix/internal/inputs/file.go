package inputs

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/internal/engine"
	"github.com/hrefix/hrefix/internal/filekind"
)

// A File is an input: one that an argument names, or one that was found in a directory that an
// argument names. It is a directory if there is a new tree, which gets one like it, or if it
// is one of version control.
type File struct {
	Name      string             // for messages
	Folder    *atomicfile.Folder // the directory that it is in, or is, to be released; nil unless it is a regular file or a directory that can be opened
	Base      string             // its name in Folder
	Tree      *os.Root           // the directory that was given, or the one of a file that was given, or the current one for a path in a list; open until the next file is asked for
	Rel       string             // its path in Tree, with slashes
	Found     bool               // in a directory: it may be no document
	Dir       bool               // it is a directory
	DirType   engine.Type        // its type if its directory shows that, otherwise Auto
	Mail      bool               // in a Maildir, where names may contain sizes
	Top       string             // the directory that was given, if it was not alone
	Chosen    bool               // by its extension: if a type is given, the file has that type
	Followed  bool               // a symbolic link led to it: a new tree gets a copy, and no hard link
	Copied    bool               // into a new tree as it is, since it is not selected
	VCS       bool               // a directory of version control, whose files are not edited, or a file in one
	Size      int64              // in bytes, 0 if it is not known
	Group     filekind.Group     // of a file that is not read: SymbolicLink or Special; 0 for others
	Link      string             // of a symbolic link that a new tree gets: its text there
	Why       string             // of a file that is only counted: what it is, unless a Remark reports that
	Lost      bool               // the new tree does not get the file
	Elsewhere bool               // in another shard: it is not opened, and has no Folder
}

// IsRead reports whether the file is read: it is no directory and no symbolic link.
func (f *File) IsRead() bool { return !f.Dir && f.Group == 0 }

// Key returns the name of the file in lists of work, which no other file of the run has. For a file
// in the one directory that was given, it is the path there, so that it stays the same if the
// directory is mounted elsewhere. For others it is the path that was given. It has slashes.
func (f *File) Key() string {
	if f.Found && f.Top == "" {
		return f.Rel
	}
	return filepath.ToSlash(filepath.Clean(f.Name))
}

// KeyOf returns the key of the file with a path in a directory that is an argument. alone says that
// it is the only one.
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
		f.DirType, f.Mail = engine.Message, true
	}
}

// Stat returns what os.Stat returned when it was first called for this argument.
func (in *Inputs) Stat(arg string) (fs.FileInfo, error) {
	if s, ok := in.stats[arg]; ok {
		return s.info, s.err
	}
	info, err := os.Stat(arg)
	if in.stats == nil {
		in.stats = make(map[string]stat)
	}
	in.stats[arg] = stat{info, err}
	return info, err
}

// IsDir reports whether an argument names a directory, or a symbolic link to one.
func (in *Inputs) IsDir(arg string) bool {
	info, err := in.Stat(arg)
	return err == nil && info.IsDir()
}

// A stat is the result of os.Stat.
type stat struct {
	info fs.FileInfo
	err  error
}
