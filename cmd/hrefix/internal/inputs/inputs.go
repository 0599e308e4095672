package inputs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/hrefix/hrefix/cmd/hrefix/internal/atomicfile"
	"github.com/hrefix/hrefix/cmd/hrefix/internal/cause"
)

// Stdin is the argument that stands for standard input.
const Stdin = "-"

// Inputs are the arguments of a run, and how its inputs are selected.
type Inputs struct {
	Args  []string
	Lists []string  // files of paths
	Null  bool      // paths in lists end with NUL bytes instead of line endings
	Stdin io.Reader // is read for the list "-"

	// ListTexts are the texts of lists that were read already, which are not read again.
	ListTexts map[string][]byte

	Choice Choice // the choice of files in directories
	Shard  *Shard // the part of the inputs that this run works on, or nil for all

	// Advise returns advice for an argument that names no file. If it returns "", or is nil,
	// the advice is to check the name.
	Advise func(arg string) string

	// NewTree is the directory that results are written to, or "". It gets all files, so files that
	// are not selected are inputs, too.
	NewTree string
	// Temporaries are the temporary files of this run: All does not yield them.
	Temporaries *atomicfile.Temporaries
	// Symlinks selects what the new tree gets for symbolic links, or, without a new tree, whether
	// links are read.
	Symlinks Symlinks
	// InPlace is set if the run writes its inputs, or tells what such a run would do. Then backups are no
	// inputs: see Keeps.
	InPlace bool
	// Sweep removes temporary files that other runs left.
	Sweep bool

	stats  map[string]func() (fs.FileInfo, error) // see Stat
	out    string                                 // the real path of the new tree, empty until it is needed
	edited string                                 // the directory of the last argument of Keeps that may be written
	args   map[string]bool                        // the arguments, once they are needed
}

// A Remark is an error that is reported, but does not make the run fail.
type Remark struct {
	Name string // the name of the file
	Text string
}

func (r Remark) Error() string { return r.Name + ": " + r.Text }

// ReadStdin reports whether standard input is read, as a document or as a list.
func (in *Inputs) ReadStdin() bool {
	return len(in.Args)+len(in.Lists) == 0 || slices.Contains(in.Args, Stdin) || slices.Contains(in.Lists, Stdin)
}

// All yields the files that the arguments name, and then the files that the lists name. Without
// arguments and lists it yields standard input. For a directory, it yields the files in it. It
// yields an error in place of a file that cannot be read.
func (in *Inputs) All() iter.Seq2[*File, error] {
	return func(yield func(*File, error) bool) {
		args := in.Args
		if len(args)+len(in.Lists) == 0 {
			args = []string{Stdin}
		}
		s := selection{Inputs: in, alone: len(args) == 1 && len(in.Lists) == 0, yield: yield}
		defer func() {
			s.last.Release()
			s.here.Release()
		}()
		for _, arg := range args {
			if err := s.argument(arg); err != nil {
				s.fail(arg, err)
			}
			if s.over {
				return
			}
		}
		s.inList = true
		for _, list := range in.Lists {
			if err := s.list(list); err != nil {
				s.put(nil, err)
			}
			if s.over {
				return
			}
		}
	}
}

// A selection selects the inputs, and yields them.
type selection struct {
	*Inputs
	alone  bool // there is one argument and no list
	inList bool // the names come from a list
	whole  bool // all files in the walked directory are in this shard
	yield  func(*File, error) bool
	over   bool // the loop has ended

	parent string             // the directory of the last argument that was a file
	last   *atomicfile.Folder // the folder of parent
	mail   string             // the name of the directory parent, which shows whether it is part of a Maildir

	at   string             // the current path of a list, if it is below the current directory, or ""
	here *atomicfile.Folder // the current directory, nil until it is needed
}

// put yields a file, or an error. An error about a file of another shard is ignored: that shard
// reports it.
func (s *selection) put(f *File, err error) {
	if f != nil && !s.has(f) {
		f.Folder.Release()
		f.Folder, f.Elsewhere, err = nil, true, nil
	}
	s.over = s.over || !s.yield(f, err)
}

// argument yields the file, or the files, that an argument names.
func (s *selection) argument(arg string) error {
	if arg == Stdin {
		s.put(&File{Name: Stdin}, nil)
		return nil
	}
	if err := s.Keeps(arg); err != nil {
		return err
	}
	info, err := os.Lstat(arg)
	link := err == nil && info.Mode().Type() == fs.ModeSymlink
	if link {
		info, err = os.Stat(arg)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && link:
		return danglingLink(arg)
	case errors.Is(err, fs.ErrNotExist) && s.inList:
		return fmt.Errorf("%s: no such file: check the name, or make the list again", arg)
	case errors.Is(err, fs.ErrNotExist):
		return s.noSuchFile(arg)
	case err != nil:
		return fmt.Errorf("%s: %w", arg, cause.Of(err))
	case info.IsDir():
		return s.directory(arg)
	case !info.Mode().IsRegular() && s.inList:
		return fmt.Errorf("%s: is not a regular file: give it as an argument to read it", arg)
	case !info.Mode().IsRegular():
		s.put(&File{Name: arg}, nil)
		return nil
	}
	real := arg
	if link {
		if real, err = filepath.EvalSymlinks(arg); err != nil {
			return fmt.Errorf("%s: %w", arg, cause.Of(err))
		}
	}
	if err := s.enter(filepath.Dir(real)); err != nil {
		return fmt.Errorf("%s: %w", arg, cause.Of(err))
	}
	f := &File{Name: arg, Folder: s.last.Hold(), Tree: s.last, Base: filepath.Base(real), Size: info.Size()}
	f.Rel = filepath.Base(arg) // arg may be the name of a link
	if s.at != "" {
		f.Tree, f.Rel = s.here, s.at
	}
	f.setMail(s.mail, false)
	s.put(f, nil)
	return nil
}

// CheckArgs returns the joined errors of all arguments that name no file, or nil. A run that
// writes calls it first, so that a misspelled name, or an argument that was meant for a
// flag, is found before any file is changed. Paths in lists are not checked, since some
// lists can be read only once.
func (in *Inputs) CheckArgs() error {
	var missing []error
	for _, arg := range in.Args {
		if arg == Stdin {
			continue
		}
		if _, err := os.Stat(arg); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, in.noSuchFile(arg))
		}
	}
	return errors.Join(missing...)
}

// noSuchFile returns the error for an argument that names no file, with what to do.
func (in *Inputs) noSuchFile(arg string) error {
	if err := danglingLink(arg); err != nil {
		return err
	}
	if in.Advise != nil {
		if advice := in.Advise(arg); advice != "" {
			return fmt.Errorf("%s: %s", arg, advice)
		}
	}
	return fmt.Errorf("%s: no such file: check the name, or give - for stdin", arg)
}

// danglingLink returns the error for a symbolic link whose target does not exist, or nil if name is
// no such link.
func danglingLink(name string) error {
	to, err := os.Readlink(name)
	if err != nil {
		return nil
	}
	return fmt.Errorf("%s: a symbolic link whose target does not exist (%s): restore the target, or name another file", name, to)
}

// enter opens the directory of a file, unless it is the directory of the last file.
func (s *selection) enter(dir string) error {
	if s.last != nil && dir == s.parent {
		return nil
	}
	in, err := atomicfile.OpenFolder(dir)
	if err != nil {
		return err
	}
	s.last.Release()
	s.parent, s.last, s.mail = dir, in, NameOf(dir)
	return nil
}

// NameOf returns the last element of the real path of a directory, so that "." and symbolic links have names, too.
func NameOf(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}
