package inputs

import (
	"io/fs"
	"os"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/maildir"
	"github.com/hrefix/hrefix/internal/engine"
)

// A File is an input: one that an argument names, or one that was found in a
// directory that an argument names, or such a directory, if there is a new tree or it is
// one of version control.
type File struct {
	Name   string             // as it is told
	Folder *atomicfile.Folder // the directory that it lies in, or is, to be released; nil unless it is a regular file or a directory that can be opened
	Base   string             // its name there
	Tree   *os.Root           // the directory that was given, or in which the file was given, or the current one of a path in a list; open until the next file is asked for
	Rel    string             // its path there, with slashes
	Found  bool               // in a directory: it may be no document
	Dir    bool               // it is a directory, of which the new tree gets one like it
	Told   engine.Type        // its type, if its directory tells that, else Auto
	Mail   bool               // in a Maildir, where names may tell sizes
	Top    string             // the directory that was given, if it was not alone
	Chosen bool               // by its extension: if a type is given, it is of that
	Copied bool               // into a new tree as it is, since it is not taken
	VCS    bool               // a directory of version control, which is not looked into
	Size   int64              // in bytes, as far as it is known without asking
}

// setMail takes notice of a message of a Maildir: what lies in the folder cur or
// new of one. If not the whole Maildir was given, or it is not complete, sizes in
// the name tell one.
func (f *File) setMail(folder string, inMaildir bool) {
	if maildir.HoldsMessages(folder) && (inMaildir || maildir.TellsSize(f.Base)) {
		f.Told, f.Mail = engine.Message, true
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
